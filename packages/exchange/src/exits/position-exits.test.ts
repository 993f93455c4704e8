import { lots, ticks, type AttachedExits, type SetPositionExits } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { btc } from '../testing/exchange-fixture.ts';
import { DEALER, leg, StopBench, trail, TRADER } from '../testing/stop-bench.ts';

const tick = (at: number): unknown => ticks(at * 2);
/** Quantities (in coin) and triggers of the partial entries. */
function entries(bench: StopBench): unknown[] {
  return bench.conditional.partial.map(({ takeProfit, stopLoss }) => [
    Number((takeProfit ?? stopLoss)?.quantity) / 1_000,
    takeProfit === undefined ? undefined : Number(takeProfit.stop?.trigger?.price) / 2,
    stopLoss === undefined ? undefined : Number(stopLoss.stop?.trigger?.price) / 2,
  ]);
}
function long(quantity = 1): StopBench {
  const bench = new StopBench();
  bench.enter('Buy', quantity);
  bench.take();
  return bench;
}
function short(quantity = 1): StopBench {
  const bench = new StopBench();
  bench.enter('Sell', quantity);
  bench.take();
  return bench;
}

describe('TP/SL of the whole position', () => {
  it.each([
    ['the take-profit of a long fires on a rise', long, 'Buy', 50_500],
    ['the stop-loss of a long fires on a fall', long, 'Buy', 49_500],
    ['the take-profit of a short fires on a fall', short, 'Sell', 49_500],
    ['the stop-loss of a short fires on a rise', short, 'Sell', 50_500],
  ] as const)('TPS-19 %s and closes what is left', (_, open, side, at) => {
    const bench = open();
    const [above, below] = [leg(50_500), leg(49_500)];
    const exits = side === 'Buy' ? { takeProfit: above, stopLoss: below } : { takeProfit: below, stopLoss: above };
    expect(bench.exits(exits).refusal).toBeUndefined();
    // The position grows and shrinks afterwards: the exits follow it.
    bench.enter(side, 0.5);
    bench.enter(side === 'Buy' ? 'Sell' : 'Buy', 0.2);
    bench.print(side === 'Buy' ? 50_499.5 : 49_500.5);
    expect(Math.abs(bench.size)).toBe(1.3);
    bench.liquidity(side, 2, at);
    bench.print(at);
    expect(bench.size).toBe(0);
    expect(bench.orders).toEqual([]);
  });

  it('TPS-19 firing once takes the other leg along', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(50_500), stopLoss: leg(49_500) });
    const { takeProfit, stopLoss } = bench.conditional;
    bench.liquidity('Buy', 1.001, 50_500);
    bench.take();
    bench.print(50_500);
    const story = bench.story();
    expect(story[0]).toBe(`${takeProfit?.orderId} Triggered`);
    expect(story).toContain(`${stopLoss?.orderId} Deactivated CancelByTpSlTsClear`);
    for (const at of [49_000, 51_000, 49_000]) bench.print(at);
    expect(bench.size).toBe(0);
  });

  it('TPS-19 what the market cannot take stays open, and the other leg stays with it', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(50_500), stopLoss: leg(49_500) });
    bench.liquidity('Buy', 0.301, 50_500);
    bench.print(50_500);
    expect(bench.size).toBe(0.7);
    expect(bench.conditional.takeProfit).toBeUndefined();
    expect(bench.conditional.stopLoss?.stop?.trigger?.price).toEqual(tick(49_500));
  });

  it.each<[string, Partial<SetPositionExits>, string]>([
    ['a take-profit below the price of a long', { takeProfit: leg(49_999) }, 'takeProfitTooLow'],
    ['a take-profit at the price of a long', { takeProfit: leg(50_000) }, 'takeProfitTooLow'],
    ['a stop-loss above the price of a long', { stopLoss: leg(50_001) }, 'stopLossTooHigh'],
    ['a stop-loss against the mark price', { stopLoss: leg(50_100, { source: 'MarkPrice' }) }, 'stopLossTooHigh'],
    ['a limit exit of the whole position', { takeProfit: leg(50_500, { limitAt: 50_600 }) }, 'fullExitsAreMarket'],
    ['nothing', {}, 'exitsNotModified'],
    ['taking away what is not there', { takeProfit: null }, 'exitsNotModified'],
    ['an index of the other position mode', { takeProfit: leg(50_500), positionIndex: 1 }, 'positionIndexMismatch'],
    [
      'slippage beyond 10,000 ticks',
      { stopLoss: leg(49_000, { slippage: { type: 'TickSize', ticks: 10_001 } }) },
      'slippageTicksOutOfRange',
    ],
    ['a trailing distance of nothing', { trailing: trail(0) }, 'parameter'],
    ['a trailing distance of more than the price', { trailing: trail(50_000) }, 'parameter'],
    ['a trailing distance of the whole price', { trailing: trail('100%') }, 'parameter'],
  ])('TPS-19 refuses %s', (_, change, reason) => {
    const bench = long();
    const before = bench.exchange.write();
    const { refusal } = bench.exits(change as never);
    expect(refusal?.reason).toBe(reason);
    expect(bench.exchange.write()).toEqual(before);
  });

  it.each<[string, Partial<SetPositionExits>, string]>([
    ['a take-profit above the price of a short', { takeProfit: leg(50_001) }, 'takeProfitTooHigh'],
    ['a stop-loss below the price of a short', { stopLoss: leg(49_999) }, 'stopLossTooLow'],
  ])('TPS-19 refuses %s', (_, change, reason) => {
    expect(short().exits(change as never).refusal?.reason).toBe(reason);
  });

  it('TPS-19 needs a position', () => {
    expect(new StopBench().exits({ takeProfit: leg(50_500) }).refusal?.reason).toBe('exitsNoPosition');
  });

  it('TPS-17 sets, changes and removes each leg by itself', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(50_500) });
    const first = bench.conditional.takeProfit?.orderId;
    expect(bench.exits({ takeProfit: leg(50_500) }).refusal?.reason).toBe('exitsNotModified');
    bench.exits({ takeProfit: leg(50_700, { source: 'MarkPrice' }), stopLoss: leg(49_000) });
    expect(bench.conditional.takeProfit).toMatchObject({ orderId: first, stop: { trigger: { price: tick(50_700), source: 'MarkPrice' } } });
    bench.exits({ takeProfit: null });
    expect(bench.conditional.takeProfit).toBeUndefined();
    expect(bench.conditional.stopLoss?.stop?.trigger?.price).toEqual(tick(49_000));
    bench.print(50_800);
    expect(bench.size).toBe(1);
  });

  it('B18 a position that turns takes its TP/SL along', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(50_500), stopLoss: leg(49_500) });
    bench.exits({ quantity: 0.4, stopLoss: leg(49_400) });
    bench.enter('Sell', 1.5);
    expect(bench.size).toBe(-0.5);
    expect(bench.orders).toEqual([]);
  });

  it('B18 a liquidated position takes its TP/SL along', () => {
    const bench = long();
    bench.open(104, 5_100n);
    bench.order(DEALER, 'Sell', 1, 50_000);
    bench.order(104, 'Buy', 1, 50_000);
    bench.apply({
      type: 'SetPositionExits',
      account: 104,
      instrument: 0,
      positionIndex: 0,
      mode: 'Full',
      stopLoss: leg(30_000),
      quantity: 0,
      entry: 0,
      source: 'api',
    });
    expect(bench.exchange.account(104)?.orders).toHaveLength(1);
    bench.index(btc, 44_000);
    expect(bench.exchange.account(104)).toMatchObject({ positions: [], orders: [] });
  });
});

describe('partial TP/SL', () => {
  it('TPS-19 each entry closes its own quantity, its two legs cancel each other', () => {
    const bench = long();
    bench.exits({ quantity: 0.3, takeProfit: leg(50_500), stopLoss: leg(49_500) });
    bench.exits({ quantity: 0.7, takeProfit: leg(50_800) });
    expect(entries(bench)).toEqual([
      [0.3, 50_500, 49_500],
      [0.7, 50_800, undefined],
    ]);
    const loser = bench.conditional.partial[0]?.stopLoss?.orderId;
    bench.liquidity('Buy', 0.301, 50_500);
    bench.take();
    bench.print(50_500);
    expect(bench.size).toBe(0.7);
    expect(bench.story()).toContain(`${loser} Deactivated CancelByOCOSlCanceledByTpTriggered`);
    expect(entries(bench)).toEqual([[0.7, 50_800, undefined]]);
    bench.print(49_000);
    expect(bench.size).toBe(0.7);
  });

  it('TPS-19 a stop-loss takes its take-profit along', () => {
    const bench = long();
    bench.exits({ quantity: 0.3, takeProfit: leg(50_500), stopLoss: leg(49_500) });
    const winner = bench.conditional.partial[0]?.takeProfit?.orderId;
    bench.take();
    bench.print(49_400);
    expect(bench.story()).toContain(`${winner} Deactivated CancelByOCOTpCanceledBySlTriggered`);
    expect(bench.conditional.partial).toEqual([]);
  });

  it('TPS-19 a limit exit rests as a limit order that only reduces', () => {
    const bench = long();
    bench.exits({ quantity: 0.3, takeProfit: leg(50_500, { limitAt: 50_600 }), stopLoss: leg(49_500) });
    bench.print(50_500);
    expect(bench.orders).toMatchObject([
      { status: 'New', orderType: 'Limit', price: tick(50_600), quantity: 300, reduceOnly: true, stop: { kind: 'PartialTakeProfit' } },
    ]);
    bench.order(DEALER, 'Buy', 0.3, 50_600);
    expect(bench.size).toBe(0.7);
  });

  it('TPS-19 a market exit with a slippage limit never fills beyond it', () => {
    const bench = long();
    bench.exits({ quantity: 0.5, stopLoss: leg(49_500, { slippage: { type: 'TickSize', ticks: 4 } }) });
    bench.liquidity('Buy', 0.201, 49_500);
    bench.liquidity('Buy', 0.1, 49_498);
    bench.liquidity('Buy', 1, 49_497.5);
    bench.take();
    bench.print(49_500);
    // 49,500 less 4 ticks of 0.5 is 49,498.
    expect(bench.size).toBe(0.7);
    expect(bench.story().at(-1)).toMatch(/Cancelled CancelByMaxSlippage$/);
  });

  it.each<[string, Parameters<StopBench['exits']>[0], string]>([
    ['more than the position', { quantity: 1.001, takeProfit: leg(50_500) }, 'exitsOverPosition'],
    ['an entry without a leg', { quantity: 0.5 }, 'exitsNotModified'],
    ['an entry without a quantity', { mode: 'Partial', takeProfit: leg(50_500) }, 'parameter'],
    ['an entry that does not exist', { entry: 9_999, takeProfit: leg(50_500) }, 'orderUnknown'],
    ['a trailing stop of a part', { quantity: 0.5, trailing: trail(100) }, 'parameter'],
  ])('TPS-19 refuses %s', (_, change, reason) => {
    expect(long().exits(change).refusal?.reason).toBe(reason);
  });

  it('B18 the take-profits, and the stop-losses, together never exceed the position', () => {
    const bench = long();
    bench.exits({ quantity: 0.6, takeProfit: leg(50_500) });
    expect(bench.exits({ quantity: 0.5, takeProfit: leg(50_600), stopLoss: leg(49_000) }).refusal?.reason).toBe('exitsOverPosition');
    expect(bench.exits({ quantity: 0.5, stopLoss: leg(49_000) }).refusal).toBeUndefined();
    expect(bench.exits({ quantity: 0.4, takeProfit: leg(50_600), stopLoss: leg(49_100) }).refusal).toBeUndefined();
    // 0.2 are sold by hand: the newest entry gives way.
    bench.enter('Sell', 0.2);
    expect(entries(bench)).toEqual([
      [0.6, 50_500, undefined],
      [0.5, undefined, 49_000],
      [0.2, 50_600, 49_100],
    ]);
    bench.enter('Sell', 0.3);
    expect(entries(bench)).toEqual([
      [0.5, 50_500, undefined],
      [0.5, undefined, 49_000],
    ]);
  });

  it('EXC-05 a position has at most 20 entries, with those that open orders bring', () => {
    const bench = long();
    const exits: AttachedExits = { mode: 'Partial', takeProfit: leg(50_900) };
    for (let i = 0; i < 19; i += 1) expect(bench.exits({ quantity: 0.001, takeProfit: leg(50_500 + i) }).refusal).toBeUndefined();
    expect(bench.order(TRADER, 'Buy', 0.1, 49_000, { options: { exits } }).refusal).toBeUndefined();
    expect(bench.order(TRADER, 'Buy', 0.1, 49_000, { options: { exits } }).refusal?.reason).toBe('tooManyExits');
    expect(bench.exits({ quantity: 0.001, takeProfit: leg(50_700) }).refusal).toEqual({ reason: 'tooManyExits', details: { limit: '20' } });
  });

  it('TPS-17 an entry changes its legs and its quantity, keeping its ids', () => {
    const bench = long();
    const { orderId } = bench.exits({ quantity: 0.3, takeProfit: leg(50_500) });
    expect(bench.exits({ entry: orderId ?? 0, quantity: 0.4, takeProfit: leg(50_600), stopLoss: leg(49_000) }).refusal).toBeUndefined();
    expect(entries(bench)).toEqual([[0.4, 50_600, 49_000]]);
    expect(bench.conditional.partial[0]?.takeProfit?.orderId).toBe(orderId);
    // The leg that came later is one of the pair.
    bench.exits({ entry: orderId ?? 0, takeProfit: null });
    expect(entries(bench)).toEqual([[0.4, undefined, 49_000]]);
    bench.print(51_000);
    expect(entries(bench)).toEqual([[0.4, undefined, 49_000]]);
  });

  it('TPS-17 a leg grows by what the other entries of its kind leave of the position', () => {
    const bench = long();
    const profit = bench.exits({ quantity: 0.3, takeProfit: leg(50_500) }).orderId;
    const stop = bench.exits({ quantity: 0.9, stopLoss: leg(49_000) }).orderId;
    const amend = (orderId: number | undefined, quantity: number) =>
      bench.apply({ type: 'AmendOrder', account: TRADER, orderId, changes: { quantity: lots(quantity) } }).refusal?.reason;
    expect([amend(profit, 1_001), amend(profit, 1_000)]).toEqual(['exitsOverPosition', undefined]);
    bench.exits({ quantity: 0.1, stopLoss: leg(48_000) });
    expect([amend(stop, 901), amend(stop, 800)]).toEqual(['exitsOverPosition', undefined]);
  });

  it('TPS-17 cancel-totally takes the partial entries of one position and nothing else', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(51_000), trailing: trail(500) });
    bench.exits({ quantity: 0.3, takeProfit: leg(50_500), stopLoss: leg(49_500) });
    bench.order(TRADER, 'Buy', 0.1, 49_000);
    const only = { tab: 'partialTpSl', positionIndex: 0 } as const;
    expect(bench.apply({ type: 'CancelAllOrders', account: TRADER, instrument: 0, only }).cancelled).toBe(2);
    expect(bench.conditional.partial).toEqual([]);
    expect(bench.orders.map(({ status }) => status)).toEqual(['Untriggered', 'Untriggered', 'New']);
  });
});

describe('TP/SL that an order brings along', () => {
  it('TPS-19 become active as the order fills, in the size of what it filled', () => {
    const bench = new StopBench();
    const exits: AttachedExits = { mode: 'Partial', takeProfit: leg(50_500, { limitAt: 50_600 }), stopLoss: leg(49_000) };
    const { orderId } = bench.order(TRADER, 'Buy', 1, 49_900, { options: { exits } });
    expect(bench.conditional.partial).toEqual([]);
    bench.order(DEALER, 'Sell', 0.4, 49_900);
    expect(entries(bench)).toEqual([[0.4, 50_500, 49_000]]);
    bench.order(DEALER, 'Sell', 0.25, 49_900);
    expect(entries(bench)).toEqual([[0.65, 50_500, 49_000]]);
    expect(bench.conditional.partial[0]).toMatchObject({ parent: orderId });
  });

  it('TPS-19 of the whole position replace those that are there', () => {
    const bench = long();
    bench.exits({ takeProfit: leg(51_000), stopLoss: leg(48_000) });
    const exits: AttachedExits = { mode: 'Full', takeProfit: leg(50_500) };
    bench.enter('Buy', 0.5, 50_000, { options: { exits } });
    expect(bench.conditional.takeProfit?.stop?.trigger?.price).toEqual(tick(50_500));
    expect(bench.conditional.stopLoss?.stop?.trigger?.price).toEqual(tick(48_000));
  });

  it('TPS-19 only the part that opens counts when an order turns a position', () => {
    const bench = short(0.4);
    const exits: AttachedExits = { mode: 'Partial', stopLoss: leg(49_000) };
    bench.enter('Buy', 1, 50_000, { options: { exits } });
    expect(bench.size).toBe(0.6);
    expect(entries(bench)).toEqual([[0.6, undefined, 49_000]]);
  });

  it('TPS-19 fire at once when the market ran past them before the order filled', () => {
    const bench = new StopBench();
    const exits: AttachedExits = { mode: 'Full', stopLoss: leg(49_800) };
    bench.order(TRADER, 'Buy', 1, 49_900, { options: { exits } });
    bench.order(102, 'Buy', 1.001, 49_700);
    // A sale sweeps the order at 49,900 and continues to 49,700; the stop-loss was reached on the way.
    bench.order(DEALER, 'Sell', 1.001, 49_700);
    expect(bench.size).toBe(0);
  });

  it.each<[string, number | 'market', AttachedExits, string]>([
    ['a take-profit below the price of a buy', 49_900, { mode: 'Full', takeProfit: leg(49_900) }, 'takeProfitTooLow'],
    ['a stop-loss above it', 49_900, { mode: 'Full', stopLoss: leg(49_950) }, 'stopLossTooHigh'],
    ['a limit exit of the whole position', 49_900, { mode: 'Full', takeProfit: leg(51_000, { limitAt: 51_000 }) }, 'fullExitsAreMarket'],
    ['neither of the two', 49_900, { mode: 'Partial' }, 'exitsNotModified'],
  ])('TPS-19 refuses %s', (_, at, exits, reason) => {
    const bench = new StopBench();
    expect(bench.order(TRADER, 'Buy', 1, at, { options: { exits } }).refusal?.reason).toBe(reason);
  });

  it('TPS-19 refuses them on an order that only reduces', () => {
    const bench = long();
    const exits: AttachedExits = { mode: 'Full', takeProfit: leg(51_000) };
    expect(bench.order(TRADER, 'Sell', 1, 50_500, { reduceOnly: true, options: { exits } }).refusal?.reason).toBe('exitsOnReduceOnly');
  });
});

describe('trailing stop', () => {
  it('EXC-04 follows the last price and closes the whole position at its distance', () => {
    const bench = long();
    bench.exits({ trailing: trail(500) });
    expect(bench.conditional.trailing).toMatchObject({ quantity: 0, stop: { kind: 'TrailingStop', trigger: { price: tick(49_500) } } });
    bench.print(50_800);
    bench.print(50_400);
    expect(bench.conditional.trailing?.stop?.trigger?.price).toEqual(tick(50_300));
    bench.liquidity('Buy', 1.001, 50_300);
    bench.print(50_300);
    expect(bench.size).toBe(0);
  });

  it('EXC-04 waits for its activation price, also by percent, for a short', () => {
    const bench = short();
    // Active from 49,500 down; 1% of 49,000 is 490.
    bench.exits({ trailing: trail('1%', 49_500) });
    expect(bench.conditional.trailing?.stop?.trigger).toBeUndefined();
    bench.print(50_900);
    bench.print(49_500);
    expect(bench.conditional.trailing?.stop?.trigger?.price).toEqual(tick(49_995));
    bench.print(49_000);
    expect(bench.conditional.trailing?.stop?.trigger?.price).toEqual(tick(49_490));
    expect(bench.size).toBe(-1);
    bench.liquidity('Sell', 1.001, 49_490);
    bench.print(49_490);
    expect(bench.size).toBe(0);
  });

  it('EXC-04 tells where it is once a second', () => {
    const bench = long();
    bench.exits({ trailing: trail(500) });
    bench.take();
    bench.print(50_100);
    bench.print(50_200);
    expect(bench.story()).toEqual([]);
    bench.wait(1_000);
    expect(bench.story()).toHaveLength(1);
    bench.wait(1_000);
    expect(bench.story()).toEqual([]);
  });

  it('EXC-04 is replaced by another one and taken away', () => {
    const bench = long();
    bench.exits({ trailing: trail(500) });
    bench.print(50_800);
    bench.exits({ trailing: trail(1_000) });
    expect(bench.conditional.trailing?.stop?.trigger?.price).toEqual(tick(49_800));
    bench.exits({ trailing: null });
    expect(bench.orders).toEqual([]);
  });
});
