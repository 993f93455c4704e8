import { leverage, money, type Coin, type Event, type Instrument, type PositionRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';

const UNIT = 100_000_000n;
const HOUR = 3_600_000;

/** Regular traders, so that each coin stands by itself, with 100,000 USDC and 10 BTC each; BTC stands at 50,000. */
function started(on: Instrument): Bench {
  const bench = new Bench([btc, eth, btcInverse, btcUsdc]);
  for (const account of [100, 101, 102]) {
    bench.open(account, 100_000n, 'regular');
    bench.fund(account, 'USDC', 100_000n * UNIT);
    bench.fund(account, 'BTC', 10n * UNIT);
  }
  bench.index(on, 50_000);
  bench.exchange.events.length = 0;
  return bench;
}

const cash = (bench: Bench, account: number, coin: Coin): string => {
  const purse = bench.exchange.account(account)?.cash.find(([name]) => name === coin);
  return (Number(purse?.[1] ?? 0) / 1e8).toFixed(8);
};
const position = (bench: Bench, account: number): PositionRecord | undefined => bench.exchange.account(account)?.positions[0];
const shown = (value: unknown): string => (Number(value) / 1e8).toFixed(8);
const lines = (events: readonly Event[], account: number): string[] =>
  events.flatMap((event) =>
    event.type === 'CashChanged' && event.account === account ? [`${event.kind} ${shown(event.amount)} ${event.coin}`] : [],
  );

/** Trader 100 buys from trader 101. */
function trade(bench: Bench, on: Instrument, quantity: number, at: number): void {
  bench.order(101, 'Sell', quantity, at, { on });
  bench.order(100, 'Buy', quantity, at, { on });
}

function isolated(bench: Bench, account: number, on: Instrument, times: bigint): void {
  bench.apply({ type: 'SetMarginMode', account, instrument: on.id, marginMode: 'isolated' });
  const lever = leverage(times * 100n);
  if (times !== 10n) bench.apply({ type: 'SetLeverage', account, instrument: on.id, longLeverage: lever, shortLeverage: lever });
}

describe('inverse contracts on the exchange', () => {
  it('EXC-01 mean prices are those of the fills, however few dollars they are', () => {
    const bench = started(btcInverse);
    const averages = (): (string | undefined)[] =>
      [position(bench, 100)?.averagePrice, position(bench, 101)?.averagePrice].map((at) => at && shown(at));
    // 1 ÷ 50,250.5 = 0.00001990 BTC, rounded down, would be an average price of 50,251.26.
    trade(bench, btcInverse, 1, 50_250.5);
    expect(averages()).toEqual(['50250.50000000', '50250.50000000']);
    const fills = bench.exchange.events.flatMap((event) => (event.type === 'OrderFilled' ? [event] : []));
    expect(fills.map(({ order, closedEntry }) => [shown(order?.averagePrice), closedEntry])).toEqual([
      ['50250.50000000', undefined],
      ['50250.50000000', undefined],
    ]);

    // 2 ÷ (1 ÷ 50,250.5 + 1 ÷ 50,350.5)
    trade(bench, btcInverse, 1, 50_350.5);
    expect(averages()).toEqual(['50300.45029870', '50300.45029870']);

    // A partial close keeps the average price of the open quantity.
    bench.order(101, 'Buy', 1, 50_100, { on: btcInverse });
    bench.order(100, 'Sell', 1, 50_100, { on: btcInverse });
    expect(averages()).toEqual(['50300.45029870', '50300.45029870']);

    // A fill that reverses the position starts again at its own price.
    bench.exchange.events.length = 0;
    bench.order(101, 'Buy', 3, 50_050, { on: btcInverse });
    bench.order(100, 'Sell', 3, 50_050, { on: btcInverse });
    expect(position(bench, 100)).toMatchObject({ side: 'Sell', size: 2 });
    expect(averages()).toEqual(['50050.00000000', '50050.00000000']);
    const closes = bench.exchange.events.flatMap((event) => (event.type === 'OrderFilled' ? [shown(event.closedEntry)] : []));
    expect(closes).toEqual(['50300.45029870', '50300.45029870']);
  });

  it('EXC-01 EXC-06 10,000 BTCUSD from 50,000 to 52,000 earn 0.00769231 BTC, less both fees in BTC', () => {
    const bench = started(btcInverse);
    trade(bench, btcInverse, 10_000, 50_000);
    // 0.2 BTC × 0.055 % = 0.00011 for the taker, × 0.02 % = 0.00004 for the maker
    expect([cash(bench, 100, 'BTC'), cash(bench, 101, 'BTC')]).toEqual(['9.99989000', '9.99996000']);
    expect(position(bench, 100)).toMatchObject({ side: 'Buy', size: 10_000, entryValue: money(20_000_000n) });
    bench.index(btcInverse, 52_000);
    bench.order(101, 'Buy', 10_000, 52_000, { on: btcInverse });
    bench.order(100, 'Sell', 10_000, 52_000, { on: btcInverse });
    // 10,000 / 52,000 = 0.19230769; 0.2 − 0.19230769 = 0.00769231; fee 0.19230769 × 0.055 % = 0.00010577, up
    expect(cash(bench, 100, 'BTC')).toBe('10.00747654');
    // −0.00769231 − 0.00004 − 0.00003847
    expect(cash(bench, 101, 'BTC')).toBe('9.99222922');
    expect(position(bench, 100)).toBeUndefined();
  });

  it('EXC-02 an order costs initial margin and both fees in BTC, and is refused by one unit less', () => {
    const bench = started(btcInverse);
    // 10x: value v needs v × (1/10 + 0.00055 + 1.1 × 0.00055) = v × 0.101155; 10 BTC carry 98.858 BTC = 4,942,909 USD at 50,000
    expect(bench.order(100, 'Buy', 4_942_900, 50_000, { on: btcInverse }).refusal).toBeUndefined();
    bench.apply({ type: 'CancelAllOrders', account: 100, instrument: -1 });
    const refused = bench.order(100, 'Buy', 4_942_920, 50_000, { on: btcInverse }).refusal;
    expect(refused?.reason).toBe('insufficientBalance');
  });

  it('EXC-02 an isolated 10x long of 10,000 from 50,000 is liquidated at 45,681.5, the first tick of 0.5 below 45,681.82', () => {
    const bench = started(btcInverse);
    isolated(bench, 100, btcInverse, 10n);
    trade(bench, btcInverse, 10_000, 50_000);
    // 0.02 + 0.2 × 1.1 × 0.055 % = 0.020121 inside
    expect(shown(position(bench, 100)?.margin)).toBe('0.02012100');
    bench.order(102, 'Buy', 1, 45_682, { on: btcInverse });
    bench.order(101, 'Sell', 1, 45_682, { on: btcInverse });
    bench.index(btcInverse, 45_682);
    bench.wait(200_000);
    expect(position(bench, 100)?.size).toBe(10_000);
    bench.exchange.events.length = 0;
    bench.order(102, 'Buy', 1, 45_681.5, { on: btcInverse });
    bench.order(101, 'Sell', 1, 45_681.5, { on: btcInverse });
    bench.index(btcInverse, 45_681.5);
    bench.wait(200_000);
    const liquidated = bench.exchange.events.find((event) => event.type === 'PositionLiquidated');
    // 50,000 × 10 / 11 = 45,454.54…, up to a tick
    expect(liquidated).toMatchObject({ account: 100, size: 10_000, bankruptcyPrice: 45_455n * UNIT });
    expect(position(bench, 100)).toBeUndefined();
    // All of the position's money is gone, nothing more: 10 − 0.00011 − 0.020121
    expect(cash(bench, 100, 'BTC')).toBe('9.97976900');
  });

  it('EXC-02 a short gains coins as the price falls and is liquidated as it rises', () => {
    const bench = started(btcInverse);
    isolated(bench, 101, btcInverse, 10n);
    trade(bench, btcInverse, 10_000, 50_000);
    // 9,950 / 0.18 = 55,277.77…: 55,278 is the first tick of 0.5
    bench.index(btcInverse, 55_277.5);
    bench.order(102, 'Buy', 1, 55_277.5, { on: btcInverse });
    bench.order(100, 'Sell', 1, 55_277.5, { on: btcInverse });
    bench.wait(200_000);
    expect(position(bench, 101)?.size).toBe(10_000);
    bench.order(102, 'Buy', 1, 55_278, { on: btcInverse });
    bench.order(100, 'Sell', 1, 55_278, { on: btcInverse });
    bench.index(btcInverse, 55_278);
    bench.wait(200_000);
    expect(position(bench, 101)).toBeUndefined();
  });

  it('EXC-03 longs pay funding in BTC on contracts ÷ mark', () => {
    const bench = started(btcInverse);
    trade(bench, btcInverse, 10_000, 50_000);
    bench.exchange.events.length = 0;
    bench.wait(7 * HOUR);
    // Nothing else happened: the rate is the interest of 0.01 %; 0.2 × 0.0001
    expect(lines(bench.exchange.events, 100)).toEqual(['funding -0.00002000 BTC']);
    expect(lines(bench.exchange.events, 101)).toEqual(['funding 0.00002000 BTC']);
  });

  it('EXC-06 fills of one contract at odd prices leave order sums and money exact', () => {
    const bench = started(btcInverse);
    bench.order(101, 'Sell', 1_000, 50_001, { on: btcInverse });
    for (const count of [1, 7, 13, 979]) bench.order(100, 'Buy', count, 50_001, { on: btcInverse });
    for (const count of [333, 334, 333]) {
      bench.order(101, 'Buy', count, 49_999.5, { on: btcInverse });
      bench.order(100, 'Sell', count, 49_999.5, { on: btcInverse });
    }
    // The audit after each command proves the sums; nothing is left over.
    expect([position(bench, 100), position(bench, 101)]).toEqual([undefined, undefined]);
  });
});

describe('session settlement of USDC perpetuals', () => {
  it('EXC-03 0.1 at 50,000 and 0.1 at 50,500, half closed at 50,700, are settled at 52,000 with 175', () => {
    const bench = started(btcUsdc);
    trade(bench, btcUsdc, 0.1, 50_000);
    bench.index(btcUsdc, 50_500);
    trade(bench, btcUsdc, 0.1, 50_500);
    bench.index(btcUsdc, 50_700);
    bench.exchange.events.length = 0;
    bench.order(101, 'Buy', 0.1, 50_700, { on: btcUsdc });
    bench.order(100, 'Sell', 0.1, 50_700, { on: btcUsdc });
    // (50,700 − 50,250) × 0.1 = +45
    expect(lines(bench.exchange.events, 100)[0]).toBe('trade 45.00000000 USDC');
    bench.index(btcUsdc, 52_000);
    bench.order(102, 'Buy', 0.001, 52_000, { on: btcUsdc });
    bench.order(101, 'Sell', 0.001, 52_000, { on: btcUsdc });
    bench.exchange.events.length = 0;
    bench.wait(7 * HOUR);
    // Funding first: 5,200 × 0.01 % = 0.52. Then (52,000 − 50,250) × 0.1 = +175
    expect(lines(bench.exchange.events, 100)).toEqual(['funding -0.52000000 USDC', 'settlement 175.00000000 USDC']);
    const held = position(bench, 100);
    // Both entry prices are in the record: 52,000 from here on, 50,250 as it was opened.
    expect([shown(held?.entryValue), shown(held?.openValue)]).toEqual(['5200.00000000', '5025.00000000']);
    const settlement = bench.exchange.events.find(
      (event) => event.type === 'OrderFilled' && event.kind === 'SessionSettlement' && event.account === 100,
    );
    expect(settlement).toMatchObject({ closedPnl: 175n * UNIT, price: 52_000n * UNIT, quantity: 100 });
  });

  it('EXC-03 a second settlement pays only what was earned since the first, and what was opened stays known', () => {
    const bench = started(btcUsdc);
    trade(bench, btcUsdc, 1, 50_000);
    bench.index(btcUsdc, 51_000);
    trade(bench, btcUsdc, 1, 51_000);
    bench.wait(7 * HOUR);
    bench.exchange.events.length = 0;
    bench.wait(8 * HOUR);
    // The mark did not move: nothing but funding.
    expect(lines(bench.exchange.events, 100)).toEqual(['funding -10.20000000 USDC']);
    bench.order(101, 'Buy', 0.5, 51_000, { on: btcUsdc });
    bench.order(100, 'Sell', 0.5, 51_000, { on: btcUsdc });
    // 101,000 × 1.5 / 2
    expect(shown(position(bench, 100)?.openValue)).toBe('75750.00000000');
  });

  it('EXC-03 in isolated margin the settlement stays in the position and moves no liquidation price', () => {
    const bench = started(btcUsdc);
    isolated(bench, 100, btcUsdc, 10n);
    trade(bench, btcUsdc, 1, 50_000);
    // 5,000 + 50,000 × 0.9 × 0.055 % = 5,024.75 inside
    expect(shown(position(bench, 100)?.margin)).toBe('5024.75000000');
    bench.index(btcUsdc, 49_000);
    bench.order(102, 'Buy', 0.001, 49_000, { on: btcUsdc });
    bench.order(101, 'Sell', 0.001, 49_000, { on: btcUsdc });
    bench.wait(7 * HOUR);
    // 5,024.75 − 1,000
    expect([shown(position(bench, 100)?.margin), shown(position(bench, 100)?.entryValue)]).toEqual(['4024.75000000', '49000.00000000']);
    // Bankrupt at 45,000, as before the settlement
    bench.index(btcUsdc, 45_100);
    bench.order(102, 'Buy', 0.001, 45_100, { on: btcUsdc });
    bench.order(101, 'Sell', 0.001, 45_100, { on: btcUsdc });
    bench.wait(200_000);
    const liquidated = bench.exchange.events.find((event) => event.type === 'PositionLiquidated');
    expect(liquidated).toMatchObject({ account: 100, bankruptcyPrice: 45_000n * UNIT });
  });

  it('EXC-03 linear positions are not settled by session', () => {
    const bench = started(btc);
    trade(bench, btc, 1, 50_000);
    bench.index(btc, 51_000);
    bench.exchange.events.length = 0;
    bench.wait(7 * HOUR);
    expect(lines(bench.exchange.events, 100).every((line) => line.startsWith('funding'))).toBe(true);
    expect(shown(position(bench, 100)?.entryValue)).toBe('50000.00000000');
  });
});
