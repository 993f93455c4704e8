import { leverage, lots, money, moneyUnits, type Event, type OrderFilled } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { MARKET_MAKER } from '../state/account.ts';
import { Bench, btc, btcInverse } from '../testing/exchange-fixture.ts';
import { Random, nextCommand, type RandomWorld } from '../testing/random-commands.ts';

const UNIT = 100_000_000n;
const [ANNA, BERT, CARL] = [100, 101, 102] as const;

function open(...instruments: (typeof btc)[]): Bench {
  const bench = new Bench(instruments.length === 0 ? [btc] : instruments);
  for (const account of [ANNA, BERT, CARL]) bench.open(account, 100_000n, 'regular');
  for (const instrument of bench.instruments) bench.index(instrument, 50_000);
  return bench;
}

const cash = (bench: Bench, account: number, coin = 'USDT'): bigint =>
  moneyUnits(bench.exchange.account(account)?.cash.find(([name]) => name === coin)?.[1] ?? money(0n));
const fills = (events: readonly Event[]): OrderFilled[] => events.filter((event) => event.type === 'OrderFilled');

describe('money', () => {
  it('A4 an order in pieces never costs less than the whole', () => {
    const whole = open();
    whole.order(BERT, 'Sell', 0.3, 50_000.5);
    whole.order(ANNA, 'Buy', 0.3, 50_000.5);
    for (const pieces of [2, 3, 10]) {
      const split = open();
      split.order(BERT, 'Sell', 0.3, 50_000.5);
      for (let i = 0; i < pieces; i += 1) split.order(ANNA, 'Buy', 0.3 / pieces, 50_000.5);
      expect(cash(split, ANNA)).toBeLessThanOrEqual(cash(whole, ANNA));
    }
  });

  it('A8 the fee of an order is the sum of those of its fills, and of the lines of its account', () => {
    const bench = open();
    for (const at of [50_000, 50_000.5, 50_001]) bench.order(BERT, 'Sell', 0.1, at);
    bench.exchange.events.length = 0;
    bench.order(ANNA, 'Buy', 0.3, 50_001);
    const own = fills(bench.exchange.events).filter(({ account }) => account === ANNA);
    const sum = own.reduce((all, { fee }) => all + moneyUnits(fee), 0n);
    expect(own).toHaveLength(3);
    expect(moneyUnits(own.at(-1)?.order?.fee ?? money(0n))).toBe(sum);
    expect(cash(bench, ANNA)).toBe(100_000n * UNIT - sum);
  });

  it('A9 funding is exchanged: what longs pay, shorts and the fund for rounding receive', () => {
    const bench = open();
    bench.order(BERT, 'Sell', 0.333, 50_000);
    bench.order(ANNA, 'Buy', 0.111, 50_000);
    bench.order(CARL, 'Buy', 0.222, 50_000);
    bench.exchange.events.length = 0;
    bench.wait(8 * 3_600_000);
    const paid = fills(bench.exchange.events).filter(({ kind }) => kind === 'Funding');
    const sum = paid.reduce((all, { fee }) => all + moneyUnits(fee), 0n);
    expect(paid).toHaveLength(3);
    expect(sum >= 0n && sum < 3n).toBe(true);
  });

  it('A10 C12 whatever the mark price is, what all have gained is nothing', () => {
    const bench = open(btc, { ...btcInverse, id: 1 });
    for (const account of [ANNA, BERT, CARL]) bench.fund(account, 'BTC', UNIT);
    bench.order(BERT, 'Sell', 0.333, 50_000);
    bench.order(ANNA, 'Buy', 0.111, 50_000);
    bench.order(CARL, 'Buy', 0.222, 50_000);
    bench.order(BERT, 'Sell', 1_001, 50_000, { on: bench.instruments[1] as typeof btc });
    bench.order(ANNA, 'Buy', 1_001, 50_000, { on: bench.instruments[1] as typeof btc });
    // The audit after every command holds entries and payments of all accounts against each other.
    for (const at of [52_345.5, 48_111, 50_000]) for (const instrument of bench.instruments) bench.index(instrument, at);
    expect(bench.exchange.market(0).openInterest).toBe(lots(333));
  });
});

describe('orders', () => {
  /** Applies the same commands, with an order and its cancellation in between or without. */
  function play(seed: number, extra: boolean): string {
    const bench = open();
    const world: RandomWorld = {
      random: new Random(seed),
      instruments: [btc],
      accounts: [ANNA, BERT],
      centre: [100_000],
      time: bench.time,
      lastOrderId: 1,
    };
    for (let i = 0; i < 60; i += 1) {
      const drawn = nextCommand(world);
      // Ids of orders and accounts' other commands must not differ between the two runs.
      if (drawn.type !== 'PlaceOrder' && drawn.type !== 'AdvanceClock') continue;
      const command = (drawn.type === 'PlaceOrder' ? { ...drawn, clientOrderId: '' } : drawn) as Command;
      bench.exchange.apply(command);
      bench.time = world.time;
      if (!extra || i % 10 !== 0) continue;
      const orderId = bench.order(CARL, 'Buy', 0.1, 20_000 + i).orderId ?? 0;
      bench.apply({ type: 'CancelOrder', account: CARL, orderId });
    }
    const state = [ANNA, BERT, CARL].map((account) => {
      const { cash: coins, positions, orders } = bench.exchange.account(account) ?? { cash: [], positions: [], orders: [] };
      const held = positions.map(({ side, size, entryValue, margin }) => [side, size, entryValue, margin]);
      return [coins, held, orders.map(({ side, price, quantity, filled }) => [side, price, quantity, filled])];
    });
    return JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  }

  it.each([1, 2, 3])('B24 an order that was cancelled before it traded leaves nothing behind, seed %i', (seed) => {
    expect(play(seed, true)).toBe(play(seed, false));
  });

  it.each([4, 5, 6])('B3 B7 a fill is at the best price there is, inside both limits, with one buyer and one seller, seed %i', (seed) => {
    const bench = open();
    const random = new Random(seed);
    let trades = 0;
    for (let i = 0; i < 120; i += 1) {
      const { bids, asks } = bench.exchange.book(0, 1);
      bench.exchange.events.length = 0;
      const side = random.pick(['Buy', 'Sell'] as const);
      const limit = 49_950 + random.below(100);
      bench.order(random.pick([ANNA, BERT, CARL]), side, (1 + random.below(20)) / 1_000, limit, { options: { selfMatch: 'None' } });
      const all = fills(bench.exchange.events);
      const best = side === 'Buy' ? asks[0] : bids[0];
      if (all.length > 0) expect(Number(all[0]?.price) / 5e7).toBe(best);
      for (let at = 0; at < all.length; at += 2) {
        const [maker, taker] = [all[at], all[at + 1]];
        expect([maker?.maker, taker?.maker]).toEqual([true, false]);
        expect(maker?.side).not.toBe(taker?.side);
        expect([maker?.price, maker?.quantity]).toEqual([taker?.price, taker?.quantity]);
        const beyond = side === 'Buy' ? Number(taker?.price) / 1e8 > limit : Number(taker?.price) / 1e8 < limit;
        expect(beyond).toBe(false);
        trades += 1;
      }
      expect(new Set(all.map(({ executionId }) => executionId)).size).toBe(all.length);
    }
    expect(trades).toBeGreaterThan(20);
  });

  it('B13 B15 a final order stays as it is: a later cancel or change finds nothing', () => {
    const bench = open();
    const orderId = bench.order(ANNA, 'Buy', 0.1, 50_000).orderId ?? 0;
    bench.order(BERT, 'Sell', 0.1, 50_000);
    const before = bench.exchange.write();
    expect(bench.apply({ type: 'CancelOrder', account: ANNA, orderId }).refusal?.reason).toBe('orderUnknown');
    expect(bench.apply({ type: 'AmendOrder', account: ANNA, orderId, changes: { quantity: lots(50) } }).refusal?.reason).toBe(
      'orderUnknown',
    );
    expect(bench.exchange.write()).toEqual(before);
  });

  it('A16 nobody cancels or changes the order of another', () => {
    const bench = open();
    const orderId = bench.order(ANNA, 'Buy', 0.1, 49_000).orderId ?? 0;
    expect(bench.apply({ type: 'CancelOrder', account: BERT, orderId }).refusal?.reason).toBe('orderUnknown');
    expect(bench.apply({ type: 'AmendOrder', account: BERT, orderId, changes: { quantity: lots(50) } }).refusal?.reason).toBe(
      'orderUnknown',
    );
    expect(bench.exchange.account(ANNA)?.orders).toHaveLength(1);
  });
});

describe('positions', () => {
  it('C2 the average entry lies between the prices of the fills', () => {
    const bench = open();
    for (const at of [50_000, 50_010, 50_020]) bench.order(BERT, 'Sell', 0.1, at);
    bench.order(ANNA, 'Buy', 0.3, 50_020);
    const [held] = bench.exchange.account(ANNA)?.positions ?? [];
    expect(moneyUnits(held?.entryValue ?? money(0n))).toBe(15_003n * UNIT);
    expect(held?.size).toBe(lots(300));
  });

  it('CST-02 margin that is added by itself goes on being added until the position is closed', () => {
    const bench = open();
    bench.apply({ type: 'SetMarginMode', account: ANNA, instrument: 0, marginMode: 'isolated' });
    const trade = (side: 'Buy' | 'Sell', quantity: number): void => {
      bench.order(BERT, side === 'Buy' ? 'Sell' : 'Buy', quantity, 50_000);
      bench.order(ANNA, side, quantity, 50_000);
    };
    const isOn = (): boolean | undefined => bench.exchange.account(ANNA)?.positions[0]?.autoAddMargin;
    trade('Buy', 0.1);
    expect(bench.apply({ type: 'SetAutoAddMargin', account: ANNA, instrument: 0, positionIndex: 0, on: true }).refusal).toBeUndefined();
    trade('Buy', 0.1);
    trade('Sell', 0.05);
    expect(isOn()).toBe(true);
    trade('Sell', 0.15);
    trade('Buy', 0.1);
    expect(isOn()).toBe(false);
  });

  it('EXC-05 nobody commands the accounts of the house', () => {
    const bench = open();
    const both = { longLeverage: leverage(300n), shortLeverage: leverage(300n) };
    for (const account of [MARKET_MAKER, 999])
      expect(bench.apply({ type: 'SetLeverage', account, instrument: 0, ...both }).refusal?.reason).toBe('accountUnknown');
  });

  it('C6 leverage and margin move money inside the account only', () => {
    const bench = open();
    bench.apply({ type: 'SetMarginMode', account: ANNA, instrument: 0, marginMode: 'isolated' });
    bench.order(BERT, 'Sell', 0.1, 50_000);
    bench.order(ANNA, 'Buy', 0.1, 50_000);
    const whole = (): bigint => cash(bench, ANNA) + moneyUnits(bench.exchange.account(ANNA)?.positions[0]?.margin ?? money(0n));
    const before = whole();
    for (const times of [5n, 20n, 3n]) {
      const both = { longLeverage: leverage(times * 100n), shortLeverage: leverage(times * 100n) };
      expect(bench.apply({ type: 'SetLeverage', account: ANNA, instrument: 0, ...both }).refusal).toBeUndefined();
      expect(whole()).toBe(before);
    }
    for (const amount of [100n, -50n]) {
      const added = { type: 'AddMargin', account: ANNA, instrument: 0, positionIndex: 0, amount: money(amount * UNIT) } as const;
      expect(bench.apply(added).refusal).toBeUndefined();
      expect(whole()).toBe(before);
    }
  });

  it('C14 funding is settled once for its time, however coarse or fine the clock steps', () => {
    const settled = (step: number): bigint => {
      const bench = open();
      bench.order(BERT, 'Sell', 0.1, 50_000);
      bench.order(ANNA, 'Buy', 0.1, 50_000);
      bench.exchange.events.length = 0;
      for (let passed = 0; passed < 10 * 3_600_000; passed += step) bench.wait(step);
      expect(bench.exchange.events.filter(({ type }) => type === 'FundingSettled')).toHaveLength(1);
      return cash(bench, ANNA);
    };
    expect(settled(10 * 3_600_000)).toBe(settled(600_000));
  });
});
