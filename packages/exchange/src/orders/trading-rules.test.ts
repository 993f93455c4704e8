import { leverage, money, ticks, type CancelReason, type Event, type OrderRecord, type PositionRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const UNIT = 100_000_000n;
const usdt = (units: unknown): string => (Number(units) / 1e8).toFixed(8);

function started(accounts: readonly number[] = [100, 101], at = 50_000): Bench {
  const bench = new Bench();
  for (const account of accounts) bench.open(account, 100_000n);
  bench.index(btc, at);
  return bench;
}
const cash = (bench: Bench, account: number): string => usdt(bench.exchange.account(account)?.cash[0]?.[1]);
const position = (bench: Bench, account: number): PositionRecord | undefined => bench.exchange.account(account)?.positions[0];
const openOrders = (bench: Bench, account: number): readonly OrderRecord[] => bench.exchange.account(account)?.orders ?? [];

function take(bench: Bench): Event[] {
  return bench.exchange.events.splice(0);
}
const cancelReasons = (events: readonly Event[]): (CancelReason | undefined)[] =>
  events.flatMap((event) => (event.type === 'OrderCancelled' ? [event.order.cancelReason] : []));

function isolated(bench: Bench, account: number, times: bigint): void {
  bench.apply({ type: 'SetMarginMode', account, instrument: 0, marginMode: 'isolated' });
  if (times !== 10n)
    bench.apply({
      type: 'SetLeverage',
      account,
      instrument: 0,
      longLeverage: leverage(times * 100n),
      shortLeverage: leverage(times * 100n),
    });
}

describe('matching rules', () => {
  it('EXC-05 a post-only order that would take is cancelled, and says why', () => {
    const bench = started();
    bench.order(101, 'Sell', 1, 50_000);
    take(bench);
    bench.order(100, 'Buy', 1, 50_000, { timeInForce: 'PostOnly' });
    expect(cancelReasons(take(bench))).toEqual(['EC_PostOnlyWillTakeLiquidity']);
    expect(position(bench, 100)).toBeUndefined();
  });

  it('EXC-05 fill-or-kill fills whole or not at all', () => {
    const bench = started();
    bench.order(101, 'Sell', 0.4, 50_000);
    take(bench);
    bench.order(100, 'Buy', 0.5, 50_000, { timeInForce: 'FillOrKill' });
    expect(cancelReasons(take(bench))).toEqual(['EC_CancelForNoFullFill']);
    bench.order(100, 'Buy', 0.4, 50_000, { timeInForce: 'FillOrKill' });
    expect(position(bench, 100)?.size).toBe(400);
  });

  it('EXC-05 immediate-or-cancel never rests', () => {
    const bench = started();
    bench.order(101, 'Sell', 0.4, 50_000);
    take(bench);
    bench.order(100, 'Buy', 0.5, 50_000, { timeInForce: 'ImmediateOrCancel' });
    expect(cancelReasons(take(bench))).toEqual(['EC_NoImmediateQtyToFill']);
    expect(position(bench, 100)?.size).toBe(400);
    expect(openOrders(bench, 100)).toEqual([]);
  });

  it('EXC-01 better prices trade first, then earlier orders, at the resting price', () => {
    const bench = started([100, 101, 102]);
    bench.order(101, 'Sell', 0.1, 50_001);
    bench.order(101, 'Sell', 0.1, 50_000);
    bench.order(102, 'Sell', 0.1, 50_000);
    take(bench);
    bench.order(100, 'Buy', 0.25, 50_010);
    const trades = take(bench).flatMap((event) =>
      event.type === 'OrderFilled' && event.maker ? [[event.account, usdt(event.price)]] : [],
    );
    expect(trades).toEqual([
      [101, '50000.00000000'],
      [102, '50000.00000000'],
      [101, '50001.00000000'],
    ]);
  });

  it("EXC-02 an order that would only meet the trader's own is checked for all of it resting", () => {
    const bench = started();
    bench.open(102, 5_600n);
    bench.order(102, 'Sell', 1, 50_000);
    // Bought at 50,000 it would cost no more than the sell already holds; resting at 60,000 it holds 6,000 and more.
    expect(bench.order(102, 'Buy', 1, 60_000).refusal?.reason).toBe('insufficientBalance');
    expect(openOrders(bench, 102)).toHaveLength(1);
  });

  it("EXC-05 fill-or-kill does not count on the trader's own orders, post-only does not step over them", () => {
    const bench = started();
    bench.order(100, 'Sell', 1, 50_000);
    bench.order(101, 'Sell', 1, 50_001);
    take(bench);
    bench.order(100, 'Buy', 1.001, 50_001, { timeInForce: 'FillOrKill' });
    bench.order(100, 'Buy', 1, 50_000, { timeInForce: 'PostOnly' });
    expect(cancelReasons(take(bench))).toEqual(['EC_CancelForNoFullFill', 'EC_PostOnlyWillTakeLiquidity']);
    expect(openOrders(bench, 100)).toHaveLength(1);
    bench.order(100, 'Buy', 1, 50_001, { timeInForce: 'FillOrKill' });
    expect(position(bench, 100)?.size).toBe(1_000);
  });

  it("EXC-05 a trader's own resting order in the way is cancelled, not traded with", () => {
    const bench = started();
    bench.order(100, 'Sell', 1, 50_000);
    bench.order(101, 'Sell', 1, 50_000);
    take(bench);
    bench.order(100, 'Buy', 1, 50_000);
    const events = take(bench);
    expect(cancelReasons(events)).toEqual(['CancelBySmp']);
    expect(position(bench, 101)?.size).toBe(1_000);
  });

  it('EXC-05 reduce-only needs a position, is cut to it, and goes when it goes', () => {
    const bench = started();
    expect(bench.order(100, 'Sell', 1, 51_000, { reduceOnly: true }).refusal?.reason).toBe('reduceOnlyNoPosition');
    bench.order(101, 'Sell', 1, 50_000);
    bench.order(100, 'Buy', 1, 'market');
    bench.order(100, 'Sell', 3, 51_000, { reduceOnly: true });
    expect(openOrders(bench, 100)[0]?.quantity).toBe(1_000);
    bench.order(101, 'Buy', 1, 50_000);
    take(bench);
    bench.order(100, 'Sell', 1, 50_000);
    expect(cancelReasons(take(bench))).toEqual(['CancelByReduceOnly']);
    expect(position(bench, 100)).toBeUndefined();
  });

  it('BOT-04 a client order id is used once', () => {
    const bench = started();
    expect(bench.order(100, 'Buy', 1, 49_000, { clientOrderId: 'one' }).refusal).toBeUndefined();
    expect(bench.order(100, 'Buy', 1, 49_000, { clientOrderId: 'one' }).refusal?.reason).toBe('duplicateClientOrderId');
    expect(bench.order(101, 'Buy', 1, 49_000, { clientOrderId: 'one' }).refusal).toBeUndefined();
  });

  it('EXC-05 a market order stops at the price limit, and is refused without a price', () => {
    const bench = started();
    expect(bench.order(100, 'Buy', 1, 'market').refusal?.reason).toBe('marketNoLiquidity');
  });

  it.each([
    ['quantityTooSmall', '0.001', { quantity: 0 }],
    ['quantityTooLarge', '500', { quantity: 501 }],
    ['notionalTooSmall', '5', { at: 1_000, quantity: 0.001 }],
    ['priceOutOfRange', '75000', { at: 90_000 }],
    ['positionIndexMismatch', undefined, { positionIndex: 1 as const }],
  ])(
    'EXC-05 an order is refused with its limit: %s %s',
    (reason, limit, { at = 50_000, quantity = 1, positionIndex }: { at?: number; quantity?: number; positionIndex?: 1 }) => {
      const bench = started();
      // A low limit needs a sell side price below the mark, so the small order is a buy far away.
      const outcome = bench.order(100, 'Buy', quantity, at, positionIndex === undefined ? {} : { positionIndex });
      expect([outcome.refusal?.reason, outcome.refusal?.details?.['limit']]).toEqual([reason, limit]);
      expect(take(bench).filter((event) => event.type === 'OrderAccepted')).toEqual([]);
    },
  );
});

describe('margin', () => {
  it('EXC-02 an order needs its cost: 1 BTC at 50,000 and 10x costs 5,052.25', () => {
    const bench = new Bench();
    bench.open(100, 5_052n);
    bench.index(btc, 50_000);
    // 5,000 + 27.50 to open + 24.75 to close = 5,052.25
    expect(bench.order(100, 'Buy', 1, 50_000).refusal).toMatchObject({ reason: 'insufficientBalance', details: { needed: '5052.25' } });
    bench.apply({ type: 'CreditAccount', account: 100, coin: 'USDT', amount: money(UNIT / 4n) });
    expect(bench.order(100, 'Buy', 1, 50_000).refusal).toBeUndefined();
  });

  it('EXC-02 cancelling gives back what the order held', () => {
    const bench = started();
    const { orderId } = bench.order(100, 'Buy', 15, 50_000);
    expect(bench.order(100, 'Buy', 15, 50_000).refusal?.reason).toBe('insufficientBalance');
    bench.apply({ type: 'CancelOrder', account: 100, orderId });
    expect(bench.order(100, 'Buy', 15, 50_000).refusal).toBeUndefined();
  });

  it('EXC-02 an isolated position holds entry value / leverage and the fee to close', () => {
    const bench = started();
    isolated(bench, 100, 10n);
    bench.order(101, 'Sell', 0.5, 50_000);
    bench.order(100, 'Buy', 0.5, 'market');
    // 25,000 / 10 + 25,000 x 0.9 x 0.055% = 2,500 + 12.375
    expect(usdt(position(bench, 100)?.margin)).toBe('2512.37500000');
    // 100,000 - 2,512.375 - 13.75
    expect(cash(bench, 100)).toBe('97473.87500000');
  });

  it('EXC-02 closing realises exactly the P&L less both fees', () => {
    const bench = started([100, 101, 102]);
    bench.order(101, 'Sell', 0.5, 50_000);
    bench.order(100, 'Buy', 0.5, 'market');
    bench.order(102, 'Buy', 0.5, 50_500);
    bench.order(100, 'Sell', 0.5, 'market', { reduceOnly: true });
    // 100,000 - 13.75 + 250 - 0.5 x 50,500 x 0.055% (13.8875)
    expect(cash(bench, 100)).toBe('100222.36250000');
    expect(position(bench, 100)).toBeUndefined();
  });

  it('EXC-02 one order of twice the size turns the position and uses the margin it frees', () => {
    const bench = new Bench();
    bench.open(100, 6_000n);
    bench.open(101, 1_000_000n);
    bench.index(btc, 50_000);
    bench.order(101, 'Sell', 1, 50_000);
    bench.order(100, 'Buy', 1, 'market');
    bench.order(101, 'Buy', 2, 50_000);
    expect(bench.order(100, 'Sell', 2, 'market').refusal).toBeUndefined();
    expect(position(bench, 100)).toMatchObject({ side: 'Sell', size: 1_000 });
  });

  it('EXC-02 hedge mode holds a long and a short side by side', () => {
    const bench = started();
    bench.apply({ type: 'SetPositionMode', account: 100, instrument: 0, positionMode: 'BothSide' });
    bench.order(101, 'Sell', 1, 50_000);
    bench.order(100, 'Buy', 1, 'market', { positionIndex: 1 });
    bench.order(101, 'Buy', 0.5, 50_000);
    bench.order(100, 'Sell', 0.5, 'market', { positionIndex: 2 });
    expect(bench.exchange.account(100)?.positions.map(({ positionIndex, side, size }) => [positionIndex, side, size])).toEqual([
      [1, 'Buy', 1_000],
      [2, 'Sell', 500],
    ]);
    expect(bench.order(100, 'Sell', 1, 'market', { positionIndex: 2, reduceOnly: true }).refusal?.reason).toBe('reduceOnlyNoPosition');
  });

  it('EXC-02 leverage moves margin of an isolated position within the account only', () => {
    const bench = started();
    isolated(bench, 100, 10n);
    bench.order(101, 'Sell', 0.5, 50_000);
    bench.order(100, 'Buy', 0.5, 'market');
    bench.apply({ type: 'SetLeverage', account: 100, instrument: 0, longLeverage: leverage(2_000n), shortLeverage: leverage(2_000n) });
    // 25,000 / 20 + 25,000 x 0.95 x 0.055%
    expect(usdt(position(bench, 100)?.margin)).toBe('1263.06250000');
    const outcome = bench.apply({
      type: 'SetLeverage',
      account: 100,
      instrument: 0,
      longLeverage: leverage(20_000n),
      shortLeverage: leverage(20_000n),
    });
    expect(outcome.refusal).toMatchObject({ reason: 'leverageOutOfRange', details: { limit: '100' } });
  });

  it('EXC-02 the margin mode stays while a position or an order is open', () => {
    const bench = started();
    bench.order(100, 'Buy', 0.5, 49_000);
    expect(bench.apply({ type: 'SetMarginMode', account: 100, instrument: 0, marginMode: 'isolated' }).refusal?.reason).toBe(
      'marginModeBusy',
    );
  });

  it('EXC-02 a position larger than the risk limit of its leverage is refused', () => {
    const bench = new Bench();
    bench.open(100, 10_000_000n);
    bench.index(btc, 50_000);
    bench.apply({ type: 'SetLeverage', account: 100, instrument: 0, longLeverage: leverage(10_000n), shortLeverage: leverage(10_000n) });
    // 2,000,000 / 50,000 = 40 BTC is the limit at 100x
    expect(bench.order(100, 'Buy', 40.001, 50_000).refusal).toEqual({ reason: 'aboveRiskLimit', details: { limit: '2000000' } });
    expect(bench.order(100, 'Buy', 40, 50_000).refusal).toBeUndefined();
  });
});

describe('funding', () => {
  it('EXC-03 longs pay shorts once per interval: 10 BTC at 50,000 and 0.01% is 50', () => {
    const bench = started();
    bench.order(101, 'Sell', 10, 50_000);
    bench.order(100, 'Buy', 10, 'market');
    const before = [cash(bench, 100), cash(bench, 101)].map(Number);
    bench.wait(8 * 3_600_000);
    // Without a premium the rate is the interest: 0.03% a day, 0.01% in 8 h.
    expect(Number(cash(bench, 100)) - (before[0] ?? 0)).toBeCloseTo(-50, 6);
    expect(Number(cash(bench, 101)) - (before[1] ?? 0)).toBeCloseTo(50, 6);
    expect(take(bench).filter((event) => event.type === 'FundingSettled' && event.instrument === 0)).toHaveLength(1);
  });

  it('EXC-03 a clock that stood still for a day settles each interval exactly once', () => {
    const bench = started();
    take(bench);
    bench.wait(24 * 3_600_000);
    expect(take(bench).filter((event) => event.type === 'FundingSettled' && event.instrument === 0)).toHaveLength(3);
  });
});

describe('liquidation', () => {
  /** Long 0.5 at 50,000, 10x isolated: free margin 2,500, maintenance 0.5%, so 22,500 / 0.4975 = 45,226.13. */
  function isolatedLong(): Bench {
    const bench = started([100, 101, 102]);
    isolated(bench, 100, 10n);
    bench.order(101, 'Sell', 0.5, 50_000);
    bench.order(100, 'Buy', 0.5, 'market');
    return bench;
  }
  const liquidations = (events: readonly Event[]): Event[] => events.filter((event) => event.type === 'PositionLiquidated');

  /** With an empty book the mark is the median of index, index + basis and last; a trade moves the last price with the index. */
  function mark(bench: Bench, price: number): void {
    bench.order(101, 'Sell', 0.001, price);
    bench.order(102, 'Buy', 0.001, price);
    bench.index(btc, price);
  }

  it('EXC-02 an isolated long is safe one tick above its liquidation price and taken over at it', () => {
    const bench = isolatedLong();
    take(bench);
    mark(bench, 45_226.5);
    expect(liquidations(take(bench))).toEqual([]);
    mark(bench, 45_226);
    const [event] = liquidations(take(bench));
    // The bankruptcy price is 50,000 x (1 - 1/10).
    expect(event).toMatchObject({ account: 100, side: 'Buy', size: 500, bankruptcyPrice: 45_000n * UNIT });
    expect(position(bench, 100)).toBeUndefined();
  });

  it('EXC-02 an isolated liquidation costs the position margin and nothing else', () => {
    const bench = isolatedLong();
    const before = cash(bench, 100);
    mark(bench, 45_000);
    expect(cash(bench, 100)).toBe(before);
  });

  it('EXC-02 the last price alone never liquidates', () => {
    const bench = isolatedLong();
    take(bench);
    bench.order(101, 'Sell', 0.001, 30_000);
    bench.order(102, 'Buy', 0.001, 30_000);
    bench.wait(1_000);
    expect(liquidations(take(bench))).toEqual([]);
  });

  it('EXC-02 a cross account is liquidated by its margin balance, its orders first', () => {
    const bench = new Bench();
    bench.open(100, 5_000n);
    bench.open(101, 1_000_000n);
    bench.open(102, 1_000_000n);
    bench.index(btc, 50_000);
    bench.order(101, 'Sell', 0.5, 50_000);
    bench.order(100, 'Buy', 0.5, 'market');
    bench.order(100, 'Buy', 0.1, 30_000);
    take(bench);
    // wallet 4,986.25; (25,000 - 4,986.25 + 12.375) / 0.4975 = 40,253.52
    mark(bench, 40_254);
    expect(liquidations(take(bench))).toEqual([]);
    mark(bench, 40_253.5);
    const events = take(bench);
    expect(cancelReasons(events)).toContain('CancelAllBeforeLiq');
    expect(liquidations(events)).toHaveLength(1);
    expect(Number(cash(bench, 100))).toBeGreaterThanOrEqual(0);
    // The remainder is the part of the closing fee, reserved at 12.375, that closing at a lower price did not need.
    expect(Number(cash(bench, 100))).toBeLessThan(2);
  });

  it('EXC-02 the desk works a position off in the market and the fund keeps what it earns', () => {
    const bench = isolatedLong();
    bench.order(102, 'Buy', 0.5, 45_200);
    take(bench);
    mark(bench, 45_226);
    const sold = take(bench).filter(
      (event) => event.type === 'OrderFilled' && event.account === 102 && event.quantity === (500 as unknown),
    );
    expect(sold).toHaveLength(1);
    expect(position(bench, 102)?.size).toBe(501);
  });

  it('C10 EXC-02 positions are told their rank of deleveraging when it changes: the most profitable lever goes first', () => {
    const bench = started([100, 101, 102, 103]);
    bench.apply({ type: 'SetLeverage', account: 102, instrument: 0, longLeverage: leverage(2_000n), shortLeverage: leverage(2_000n) });
    for (const [account, at] of [
      [101, 50_000],
      [102, 50_000],
      [103, 49_000],
    ] as const) {
      bench.order(account, 'Sell', 0.1, at);
      bench.order(100, 'Buy', 0.1, at);
    }
    take(bench);
    mark(bench, 48_000);
    bench.wait(5_000);
    const ranks = (): unknown[] => [100, 101, 102, 103].map((account) => position(bench, account)?.deleverageRank);
    // Shorts: 4 % x 20, 4 % x 10, 2 % x 10: thirds of a side fall into the fifths 5, 4 and 2. The one long is first of its side.
    expect(ranks()).toEqual([5, 4, 5, 2]);
    const told = take(bench).flatMap((event) => (event.type === 'PositionChanged' ? [event.position.account] : []));
    expect(new Set(told)).toEqual(new Set([100, 101, 102, 103]));
    bench.wait(5_000);
    expect(take(bench).filter(({ type }) => type === 'PositionChanged')).toEqual([]);
    bench.reread();
    expect(ranks()).toEqual([5, 4, 5, 2]);
  });

  it('EXC-02 what the fund cannot pay for is deleveraged against the most profitable', () => {
    const bench = new Bench();
    bench.open(100, 4_000_000n);
    bench.open(101, 50_000_000n);
    bench.open(102, 50_000_000n);
    bench.open(103, 50_000_000n);
    bench.index(btc, 50_000);
    for (const [account, quantity] of [
      [101, 50],
      [101, 50],
      [101, 50],
      [101, 49.999],
      // One lot is enough to be deleveraged.
      [103, 0.001],
    ] as const) {
      bench.order(account, 'Sell', quantity, 50_000);
      bench.order(100, 'Buy', quantity, 'market');
    }
    take(bench);
    // 200 BTC fall by 25,000: 5,000,000 lost, 4,000,000 of it the account's, more than the fund's 1,000,000 with fees.
    mark(bench, 24_000);
    const events = take(bench);
    expect(events.some((event) => event.type === 'OrderFilled' && event.kind === 'AdlTrade' && event.account === 101)).toBe(true);
    expect(events.some((event) => event.type === 'OrderFilled' && event.kind === 'AdlTrade' && event.account === 103)).toBe(true);
    for (const account of [100, 101, 103]) expect(position(bench, account)).toBeUndefined();
  });
});

describe('replay', () => {
  it('SIM-02 a recorded trade fills what it goes through, and only its quantity at its own price', () => {
    const bench = started();
    bench.order(100, 'Buy', 0.5, 49_990);
    bench.order(101, 'Buy', 0.5, 49_980);
    take(bench);
    bench.apply({ type: 'ReplayTrade', instrument: 0, side: 'Sell', price: 49_980n * UNIT, quantity: UNIT / 10n });
    const events = take(bench);
    expect(events.flatMap((event) => (event.type === 'OrderFilled' ? [[event.account, Number(event.quantity)]] : []))).toEqual([
      [100, 500],
      [101, 100],
    ]);
    expect(events.filter((event) => event.type === 'TradePrinted' && event.recorded)).toMatchObject([{ quantity: UNIT / 10n }]);
    expect(openOrders(bench, 101)[0]).toMatchObject({ filled: 100, price: ticks(99_960) });
  });
});
