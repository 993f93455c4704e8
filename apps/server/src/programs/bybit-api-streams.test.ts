import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebsocketAPIClient, WebsocketClient, type RestClientV5 } from 'bybit-api';
import { ProgramDesk } from '../testing/program-desk.ts';
import { StreamHeard } from '../testing/stream-heard.ts';

const BTC = { category: 'linear', symbol: 'BTCUSDT' } as const;
const SILENT = { trace: () => undefined, info: () => undefined, error: () => undefined };

let desk: ProgramDesk;
let rest: RestClientV5;
const clients: WebsocketClient[] = [];

beforeAll(async () => {
  desk = await ProgramDesk.open();
  rest = desk.rest();
});

afterAll(async () => {
  for (const client of clients) client.closeAll(true);
  await desk.close();
});

/** An unmodified client with another address, and its received messages. */
function streamOf(path: string): { readonly client: WebsocketClient; readonly heard: StreamHeard } {
  const { apiKey, secret } = desk.key;
  const client = new WebsocketClient({ key: apiKey, secret, market: 'v5', wsUrl: `${desk.sockets}${path}` }, SILENT);
  clients.push(client);
  return { client, heard: new StreamHeard(client) };
}

const resting = async (): Promise<string> => {
  const { result } = await rest.getTickers(BTC);
  return (Math.round(Number(result.list[0]?.lastPrice) * 0.97 * 10) / 10).toFixed(1);
};

describe('public streams', () => {
  test('BOT-01 linear: book, trades, ticker and candle', async () => {
    const { client, heard } = streamOf('/v5/public/linear');
    const topics = ['orderbook.50.BTCUSDT', 'publicTrade.BTCUSDT', 'tickers.BTCUSDT', 'kline.1.BTCUSDT'];
    await Promise.all(client.subscribeV5(topics, 'linear'));
    const book = await heard.update('orderbook.50.BTCUSDT');
    expect(book).toMatchObject({ type: 'snapshot', data: { s: 'BTCUSDT' } });
    expect((book['data'] as { b: unknown[] }).b).toHaveLength(50);
    expect(await heard.update('orderbook.50.BTCUSDT', ({ type }) => type === 'delta')).toMatchObject({ data: { s: 'BTCUSDT' } });
    expect(await heard.update('tickers.BTCUSDT')).toMatchObject({ type: 'snapshot', data: { symbol: 'BTCUSDT' } });
    expect(await heard.update('kline.1.BTCUSDT')).toMatchObject({ data: [{ interval: '1' }] });
    expect((await heard.update('publicTrade.BTCUSDT'))['data']).toContainEqual(expect.objectContaining({ s: 'BTCUSDT' }));
  });

  test('BOT-01 spot, inverse and option answer in their own forms', async () => {
    const spot = streamOf('/v5/public/spot');
    await Promise.all(spot.client.subscribeV5(['tickers.BTCUSDT', 'orderbook.1.BTCUSDT'], 'spot'));
    expect(await spot.heard.update('tickers.BTCUSDT')).toMatchObject({ type: 'snapshot', data: { symbol: 'BTCUSDT' } });
    expect(await spot.heard.update('orderbook.1.BTCUSDT')).toMatchObject({ type: 'snapshot' });
    const inverse = streamOf('/v5/public/inverse');
    await Promise.all(inverse.client.subscribeV5('tickers.BTCUSD', 'inverse'));
    expect(await inverse.heard.update('tickers.BTCUSD')).toMatchObject({ data: { symbol: 'BTCUSD' } });
    const { result } = await rest.getInstrumentsInfo({ category: 'option', baseCoin: 'BTC' });
    const option = result.list[0]?.symbol ?? '';
    const options = streamOf('/v5/public/option');
    void options.client.subscribeV5([`tickers.${option}`], 'option');
    expect(await options.heard.update(`tickers.${option}`)).toMatchObject({ type: 'snapshot', data: { symbol: option } });
  });
});

describe('the account', () => {
  test('BOT-01 BOT-04 order, execution, position and wallet of a trade', async () => {
    const { client, heard } = streamOf('/v5/private');
    await Promise.all(client.subscribeV5(['order', 'execution', 'position', 'wallet'], 'linear', true));
    await heard.subscribed;
    const { retCode, result } = await rest.submitOrder({ ...BTC, side: 'Buy', orderType: 'Market', qty: '0.01' });
    expect(retCode).toBe(0);
    const filled = await heard.update('order', ({ data }) => JSON.stringify(data).includes('"orderStatus":"Filled"'));
    expect(filled['data']).toContainEqual(expect.objectContaining({ category: 'linear', orderId: result.orderId, cumExecQty: '0.01' }));
    // One quote may not be enough: then there are several fills, and the position grows by each.
    const fill = expect.objectContaining({ orderId: result.orderId, execType: 'Trade', category: 'linear' }) as object;
    expect((await heard.update('execution'))['data']).toContainEqual(fill);
    const grown = await heard.update('position', ({ data }) => JSON.stringify(data).includes('"size":"0.01"'));
    expect(grown).toMatchObject({ data: [{ symbol: 'BTCUSDT', side: 'Buy' }] });
    expect(await heard.update('wallet')).toMatchObject({ data: [{ accountType: 'UNIFIED', coin: [{ coin: 'USDT' }] }] });
  });
});

describe('order entry', () => {
  test('BOT-01 BOT-04 places, changes and cancels, one by one and in batches', async () => {
    const { apiKey, secret } = desk.key;
    const api = new WebsocketAPIClient({ key: apiKey, secret, wsUrl: `${desk.sockets}/v5/trade`, attachEventListeners: false }, SILENT);
    clients.push(api.getWSClient());
    const price = await resting();
    const order = { ...BTC, side: 'Buy', orderType: 'Limit', qty: '0.01', price } as const;
    const placed = await api.submitNewOrder(order);
    expect(placed).toMatchObject({ retCode: 0, op: 'order.create', header: { 'X-Bapi-Limit': '10' } });
    const { orderId } = placed.data;
    expect(await api.amendOrder({ ...BTC, orderId, qty: '0.02' })).toMatchObject({ retCode: 0 });
    const open = await rest.getActiveOrders({ ...BTC, orderId });
    expect(open.result.list).toMatchObject([{ orderId, qty: '0.02' }]);
    expect(await api.cancelOrder({ ...BTC, orderId })).toMatchObject({ retCode: 0, data: { orderId } });
    const { category: _category, ...row } = order;
    const batch = await api.batchSubmitOrders('linear', [row, { ...row, qty: '0' }]);
    expect(batch.data.list).toHaveLength(2);
    expect(batch.retExtInfo.list[0]).toMatchObject({ code: 0 });
    expect(batch.retExtInfo.list[1]?.code).not.toBe(0);
    await expect(api.submitNewOrder({ ...order, qty: '0' })).rejects.toMatchObject({ op: 'order.create' });
  });
});
