import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramDesk, marketsOf, type Ccxt } from '../testing/program-desk.ts';

const LINEAR = 'BTC/USDT:USDT';
const INVERSE = 'BTC/USD:BTC';
const SPOT = 'BTC/USDT';
const SECOND_MS = 1_000;

let desk: ProgramDesk;
let exchange: Ccxt;
let option = '';

/** Time stands still between the steps, so stream data can be compared with REST. */
beforeAll(async () => {
  desk = await ProgramDesk.open(['--seed', '1', '--clock', 'steps']);
  exchange = await desk.ccxt();
  await exchange.loadMarkets();
  const last = await lastOf(LINEAR);
  const calls = marketsOf(exchange).filter((one) => one.option === true && one.optionType === 'call' && one.base === 'BTC');
  calls.sort((a, b) => (a.expiry ?? 0) - (b.expiry ?? 0) || Math.abs((a.strike ?? 0) - last) - Math.abs((b.strike ?? 0) - last));
  option = calls[0]?.symbol ?? '';
});

afterAll(async () => {
  await exchange.close();
  await desk.close();
});

const lastOf = async (symbol: string): Promise<number> => (await exchange.fetchTicker(symbol)).last ?? 0;
/** On a tick, `share` of the last price. */
const priceAt = async (symbol: string, share: number): Promise<number> =>
  Number(exchange.priceToPrecision(symbol, (await lastOf(symbol)) * share));

async function step(milliseconds = SECOND_MS): Promise<void> {
  const { ret_code: code } = await desk.server.call('POST', '/contract/v5/market/step', { milliseconds });
  expect(code).toBe(0);
}

/** Does something again and again until something has come: a subscription holds from an answer on that ccxt does not tell of. */
async function until<Result>(awaited: Promise<Result>, action: () => Promise<unknown>): Promise<Result> {
  const state = { isHere: false };
  const noticed = awaited.finally(() => {
    state.isHere = true;
  });
  // The last line reports a rejection.
  noticed.catch(() => undefined);
  while (!state.isHere) await action();
  return noticed;
}

const stepUntil = <Result>(awaited: Promise<Result>, milliseconds = SECOND_MS): Promise<Result> => until(awaited, () => step(milliseconds));

interface Sided {
  readonly bids: readonly (readonly unknown[])[];
  readonly asks: readonly (readonly unknown[])[];
}
/** Prices and sizes only. */
const levelsOf = ({ bids, asks }: Sided): object => ({
  bids: bids.slice(0, 50).map(([at, size]) => [at, size]),
  asks: asks.slice(0, 50).map(([at, size]) => [at, size]),
});
const streamed = (symbol: string): object =>
  levelsOf((exchange.orderbooks as Readonly<Record<string, Sided>>)[symbol] ?? { bids: [], asks: [] });

type OhlcvCache = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

describe('ccxt.pro watches the market', () => {
  test.each([LINEAR, SPOT, INVERSE])('BOT-01 E1 the book of %s is that of REST whenever time stands', async (symbol) => {
    await stepUntil(exchange.watchOrderBook(symbol, 50));
    for (let checkpoint = 0; checkpoint < 5; checkpoint += 1) {
      await step(SECOND_MS * (checkpoint + 1));
      const asked = levelsOf(await exchange.fetchOrderBook(symbol, 50));
      // The frames of the step may still be under way; they lead to this book and to no other.
      while (JSON.stringify(streamed(symbol)) !== JSON.stringify(asked)) await exchange.watchOrderBook(symbol, 50);
      expect(streamed(symbol)).toEqual(asked);
    }
  });

  test('BOT-01 the book and the ticker of an option', async () => {
    await stepUntil(exchange.watchOrderBook(option, 25));
    // It is quoted once it is watched.
    while (!JSON.stringify(streamed(option)).includes('[[')) await stepUntil(exchange.watchOrderBook(option, 25));
    expect(await stepUntil(exchange.watchTicker(option))).toMatchObject({ symbol: option });
  });

  test.each([LINEAR, SPOT, INVERSE])('BOT-01 trades, ticker and candles of %s', async (symbol) => {
    const trades = await stepUntil(exchange.watchTrades(symbol));
    expect(trades[0]).toMatchObject({ symbol, side: expect.stringMatching(/^(buy|sell)$/), price: expect.any(Number) });
    const ticker = await stepUntil(exchange.watchTicker(symbol));
    expect(ticker).toMatchObject({ symbol, last: expect.any(Number), high: expect.any(Number) });
    const bars = await stepUntil(exchange.watchOHLCV(symbol, '1m'));
    const [start, open, high, low, close] = bars.at(-1) ?? [];
    expect([Number(start) % 60_000, Number(high) >= Math.max(Number(open), Number(close)), Number(low) <= Number(close)]).toEqual([
      0,
      true,
      true,
    ]);
    await step(60 * SECOND_MS);
    const asked = JSON.stringify((await exchange.fetchOHLCV(symbol, '1m', undefined, 1)).at(-1));
    const told = (): string => JSON.stringify((exchange.ohlcvs as OhlcvCache)[symbol]?.['1m']?.at(-1));
    while (told() !== asked) await exchange.watchOHLCV(symbol, '1m');
    expect(told()).toBe(asked);
  });

  test('BOT-01 best prices of several symbols, and topics that are left', async () => {
    const symbols = [LINEAR, 'ETH/USDT:USDT'];
    expect(Object.keys(await stepUntil(exchange.watchTickers(symbols)))).not.toEqual([]);
    expect(Object.keys(await stepUntil(exchange.watchBidsAsks(symbols)))).not.toEqual([]);
    await exchange.unWatchTickers(symbols);
    await exchange.unWatchOrderBook(LINEAR, { limit: 50 });
  });
});

async function placeAndCancel(): Promise<void> {
  const { id = '' } = await exchange.createOrder(LINEAR, 'limit', 'buy', 0.01, await priceAt(LINEAR, 0.97));
  await exchange.cancelOrder(id, LINEAR);
}

interface Named {
  readonly id?: string | undefined;
  readonly clientOrderId?: string | undefined;
  readonly status?: string | undefined;
  readonly amount?: number | undefined;
}
/** Waits for a matching order update. */
async function told(isIt: (order: Named) => boolean): Promise<Named> {
  for (;;) {
    const found = (exchange.orders as readonly Named[]).find(isIt);
    if (found !== undefined) return found;
    await exchange.watchOrders(LINEAR);
  }
}

describe('ccxt.pro watches the account and trades', () => {
  test('BOT-01 BOT-04 orders over WebSocket are placed, changed and cancelled, and each is told', async () => {
    await until(exchange.watchOrders(LINEAR), placeAndCancel);
    const price = await priceAt(LINEAR, 0.97);
    const { id = '' } = await exchange.createOrderWs(LINEAR, 'limit', 'buy', 0.01, price, { clientOrderId: 'watched' });
    expect(await told((one) => one.clientOrderId === 'watched')).toMatchObject({ id, status: 'open', amount: 0.01 });
    await exchange.editOrderWs(id, LINEAR, 'limit', 'buy', 0.02, price);
    expect(await told((one) => one.id === id && one.amount === 0.02)).toMatchObject({ status: 'open' });
    expect(await exchange.cancelOrderWs(id, LINEAR)).toMatchObject({ id });
    expect(await told((one) => one.id === id && one.status === 'canceled')).toMatchObject({ amount: 0.02 });
    await expect(exchange.createOrderWs(LINEAR, 'limit', 'buy', 0.01, price * 3)).rejects.toThrow();
  });

  test('BOT-01 fills, position and balance of a trade', async () => {
    const trade = (): Promise<unknown> => exchange.createOrder(LINEAR, 'market', 'buy', 0.01);
    const fills = await until(exchange.watchMyTrades(LINEAR), trade);
    expect(fills[0]).toMatchObject({ symbol: LINEAR, side: 'buy', fee: { currency: 'USDT' } });
    const balance = await until(exchange.watchBalance(), trade);
    expect(Number((balance['USDT'] as { total?: unknown } | undefined)?.total)).toBeGreaterThan(0);
    // The first result comes from REST, the later ones from the stream.
    await exchange.watchPositions([LINEAR]);
    const [position] = await until(exchange.watchPositions([LINEAR]), trade);
    expect(position).toMatchObject({ symbol: LINEAR, side: 'long' });
    expect(Number(position?.contracts)).toBeGreaterThan(0);
    const [now] = await exchange.fetchPositions([LINEAR]);
    await exchange.createOrder(LINEAR, 'market', 'sell', now?.contracts ?? 0, undefined, { reduceOnly: true });
  });

  test('BOT-01 liquidations, which everybody is told of', async () => {
    const eth = 'ETH/USDT:USDT';
    await exchange.setMarginMode('isolated');
    await exchange.setPositionMode(true, eth);
    await exchange.setLeverage(100, eth);
    await exchange.createOrder(eth, 'market', 'buy', 1, undefined, { positionIdx: 1 });
    await exchange.createOrder(eth, 'market', 'sell', 1, undefined, { positionIdx: 2 });
    // Simulated participants are liquidated too.
    const own = async () => {
      for (;;) {
        const told = await exchange.watchLiquidations(eth);
        const found = told.find(({ contracts }) => contracts === 1);
        if (found !== undefined) return found;
      }
    };
    expect(await stepUntil(own(), 60 * SECOND_MS)).toMatchObject({ symbol: eth, contracts: 1, price: expect.any(Number) });
  });
});
