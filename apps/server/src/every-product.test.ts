import { createGateway, singleUser, type Gateway, type Session } from '@tapedeck/gateway';
import {
  accountStateResult,
  candlesResult,
  dynamicSymbolResult,
  orderPage,
  privateFrame,
  riskLimitListResult,
  tickersResult,
} from '@tapedeck/protocol';
import type { HistoryReader } from '@tapedeck/venue';
import { FOUNDING_INSTRUMENTS, PaperVenue } from '@tapedeck/venue-paper';
import { beforeAll, describe, expect, test } from 'vitest';

const ACCOUNT = 100;
const STEP_MS = 500;
const SESSION: Session = {
  id: 's',
  user: 1,
  account: ACCOUNT,
  username: 'trader',
  accountKind: 'UTA2',
  isDemo: false,
  banned: false,
  labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: false },
};
const none = () => Promise.resolve({ rows: [], next: '' });
const HISTORY: HistoryReader = { orders: none, executions: none, transactions: none };
const FUNDS = { USDT: 1_000_000n, USDC: 1_000_000n, BTC: 10n, ETH: 100n } as const;

let now = Date.UTC(2026, 0, 7, 9, 0, 0);
let venue: PaperVenue;
let gateway: Gateway;

const post = async (path: string, body: object) => (await gateway.handle({ method: 'POST', path, query: {}, body, session: SESSION })).body;
const get = async (path: string, query: Readonly<Record<string, string>> = {}) =>
  (await gateway.handle({ method: 'GET', path, query, body: undefined, session: SESSION })).body;

/** Lets the market run; what was promised happens between the steps. */
async function run(steps: number): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    now += STEP_MS;
    venue.tick();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeAll(async () => {
  venue = new PaperVenue({ instruments: FOUNDING_INSTRUMENTS, seed: 7, now: () => now, derivatives: true });
  venue.openAccount(ACCOUNT, 0n);
  for (const [coin, amount] of Object.entries(FUNDS)) {
    venue.apply({ type: 'CreditAccount', account: ACCOUNT, coin, amount: (amount * 100_000_000n) as never });
  }
  let tokens = 0;
  gateway = createGateway({
    venue,
    history: HISTORY,
    ...singleUser(SESSION),
    market: { source: 'simulated', label: 'seed 7', speed: 1 },
    clock: { now: () => now },
    random: () => `token-${(tokens += 1)}`,
    fault: (error) => {
      throw error;
    },
  });
  await run(4);
});

/** The first instrument of a kind that trades, with a price. */
function tradedOf(kind: string) {
  const traded = venue.instruments.filter(
    ({ kind: its, status, option }) => its === kind && status === 'Trading' && option?.right !== 'Put',
  );
  // Of options one that is worth many ticks.
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
      SESSION,
      (frames) => {
        for (const frame of frames) {
          const read = privateFrame.safeParse(JSON.parse(frame));
          if (read.success && read.data.topic === 'user.order') told.push(read.data);
        }
        return true;
      },
      (code) => {
        throw new Error(`closed: ${code}`);
      },
    );
    connection.receive(JSON.stringify({ op: 'login', args: [(ott as { token: string }).token] }));
    connection.receive(JSON.stringify({ op: 'subscribe', args: ['user.order'] }));
    // An option has prices while somebody looks at it.
    const watching = gateway.streams.connect(
      'public',
      undefined,
      () => true,
      () => undefined,
    );
    watching.receive(JSON.stringify({ op: 'subscribe', args: [`orderBook_200.${symbol}`] }));
    await run(6);

    const dynamic = await get('/contract/v5/product/dynamic-symbol-item', { symbol });
    expect(dynamicSymbolResult.parse(dynamic.result).item.symbolName).toBe(symbol);
    const tickers = tickersResult.parse((await get('/contract/v5/market/tickers', { symbol })).result);
    const candles = await get('/contract/v5/market/candles', { symbol, resolution: '1' });
    expect(candles.ret_code).toBe(0);
    candlesResult.parse(candles.result);
    const book = (await get('/contract/v5/market/orderbook', { symbol })).result as { readonly b: readonly (readonly [string, string])[] };
    if (kind.endsWith('Perpetual')) riskLimitListResult.parse((await get('/position/risk-limit-list', { symbol })).result);

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
    const listed = orderPage.parse((await get('/contract/v5/order/list', { symbol })).result).list;
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
    accountStateResult.parse((await get('/contract/v5/account/state')).result);
    connection.closed();
    watching.closed();
  });
});
