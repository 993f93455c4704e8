import {
  accountStateResult,
  candlesResult,
  dynamicSymbolResult,
  orderPage,
  privateFrame,
  riskLimitListResult,
  tickersResult,
  parseWire,
  readWire,
} from '@tapedeck/protocol';
import { FOUNDING_INSTRUMENTS } from '@tapedeck/venue-paper';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT, PaperDesk } from './testing/paper-desk.ts';

const FUNDS = { USDT: 1_000_000n, USDC: 1_000_000n, BTC: 10n, ETH: 100n } as const;

const desk = new PaperDesk({
  instruments: FOUNDING_INSTRUMENTS,
  derivatives: true,
  startsAt: Date.UTC(2026, 0, 7, 9, 0, 0),
  stepMs: 500,
  funds: 0n,
});
const { venue, gateway, post, get, run } = desk;

beforeAll(async () => {
  for (const [coin, amount] of Object.entries(FUNDS)) {
    venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin, amount: (amount * 100_000_000n) as never });
  }
  await run(4);
});

/** The first instrument of a kind that trades, with a price. */
function tradedOf(kind: string) {
  const traded = venue.instruments.filter(
    ({ kind: its, status, option }) => its === kind && status === 'Trading' && option?.right !== 'Put',
  );
  // An option worth many ticks.
  const [found] = traded.sort((a, b) => Number(a.option?.strike ?? 0) - Number(b.option?.strike ?? 0));
  if (found === undefined) throw new Error(`nothing of kind ${kind} trades`);
  return found;
}

/** Kinds with a book of their own, and how many lots are worth an order. */
const KINDS = [
  'LinearPerpetual',
  'LinearFutures',
  'InversePerpetual',
  'InverseFutures',
  'UsdcPerpetual',
  'UsdcFutures',
  'UsdcOption',
  'UsdtOption',
  'Spot',
] as const;

describe('the calls of an order, on each product', () => {
  test.each(KINDS)('API-06 %s: quoted, ordered, changed, found, cancelled, and told on the private stream', async (kind) => {
    const instrument = tradedOf(kind);
    const { symbol } = instrument;
    const told: { readonly data: readonly { readonly orderLinkId: string; readonly orderStatus: string }[] }[] = [];
    const { result: ott } = await post('/user/private/ott', {});
    const connection = gateway.streams.connect(
      'private',
      { session: desk.session, client: '' },
      (frames) => {
        for (const frame of frames) {
          const read = readWire(privateFrame, JSON.parse(frame));
          if (read.ok && read.value.topic === 'user.order') told.push(read.value);
        }
        return true;
      },
      (code) => {
        throw new Error(`closed: ${code}`);
      },
    );
    connection.receive(JSON.stringify({ op: 'login', args: [(ott as { token: string }).token] }));
    connection.receive(JSON.stringify({ op: 'subscribe', args: ['user.order'] }));
    // An option has prices while it is watched.
    const watching = gateway.streams.connect(
      'public',
      { session: undefined, client: '' },
      () => true,
      () => undefined,
    );
    watching.receive(JSON.stringify({ op: 'subscribe', args: [`orderBook_200.${symbol}`] }));
    await run(6);

    const dynamic = await get('/contract/v5/product/dynamic-symbol-item', { symbol });
    expect(parseWire(dynamicSymbolResult, dynamic.result).item.symbolName).toBe(symbol);
    const tickers = parseWire(tickersResult, (await get('/contract/v5/market/tickers', { symbol })).result);
    const candles = await get('/contract/v5/market/candles', { symbol, resolution: '1' });
    expect(candles.ret_code).toBe(0);
    parseWire(candlesResult, candles.result);
    const book = (await get('/contract/v5/market/orderbook', { symbol })).result as { readonly b: readonly (readonly [string, string])[] };
    if (kind.endsWith('Perpetual')) parseWire(riskLimitListResult, (await get('/position/risk-limit-list', { symbol })).result);

    // Below the best bid, so that it rests.
    const best = Number(book.b[0]?.[0] ?? tickers.list[0]?.markPrice);
    const tick = Number(instrument.tickSize) / 1e8;
    const at = (share: number) => (Math.max(1, Math.floor((best * share) / tick)) * tick).toFixed(instrument.priceDigits);
    const qty = (Math.max(1, Math.ceil(Number(instrument.minOrder)) * 20) * (Number(instrument.lotSize) / 1e8)).toFixed(
      instrument.quantityDigits,
    );
    const orderLinkId = `each-${kind}`;
    const created = await post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Limit', price: at(0.97), qty, orderLinkId });
    expect([created.ret_code, created.ret_msg]).toEqual([0, 'OK']);
    const { orderId } = created.result as { readonly orderId: string };
    const replaced = await post('/contract/v5/order/replace', { symbol, orderId, price: at(0.9) });
    expect([replaced.ret_code, replaced.ret_msg]).toEqual([0, 'OK']);
    const listed = parseWire(orderPage, (await get('/contract/v5/order/list', { symbol })).result).list;
    expect(listed).toMatchObject([{ symbol, orderId, orderLinkId, price: at(0.9), orderStatus: 'New' }]);
    expect(
      (await post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Limit', price: at(0.97), qty, orderLinkId })).ret_code,
    ).toBe(110072);
    expect((await post('/contract/v5/order/cancel', { symbol, orderLinkId, type: 'Activity' })).ret_code).toBe(0);
    expect((await post('/contract/v5/order/cancel', { symbol, orderId })).ret_code).toBe(110001);
    await run(1);
    const statuses = told
      .flatMap(({ data }) => data.filter((order) => order.orderLinkId === orderLinkId))
      .map((order) => order.orderStatus);
    expect(statuses).toEqual(['New', 'New', 'Cancelled']);
    parseWire(accountStateResult, (await get('/contract/v5/account/state')).result);
    connection.closed();
    watching.closed();
  });
});
