import {
  COPY_NAME_LENGTH_MAX,
  copiedClose,
  lots,
  money,
  rate,
  ticks,
  timestamp,
  type AccountId,
  type CopyRecord,
  type CreateStrategy,
  type Event,
  type FollowLeader,
  type PositionRecord,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { CommandEncoder } from '../engine/command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import type { Command } from '../commands/command.ts';
import { Bench, btc, eth } from '../testing/exchange-fixture.ts';
import { Random, nextCommand, type RandomWorld } from '../testing/random-commands.ts';
import { nextStopCommand } from '../testing/random-stops.ts';
import { StopBench, TRADER, leg } from '../testing/stop-bench.ts';

const UNIT = 100_000_000n;
const ANNA = 104;
const BERT = 105;

/** A leader (the trader) and followers, in trading words. */
class CopyBench extends StopBench {
  constructor() {
    super();
    this.apply({ type: 'SetLeading', account: TRADER, leading: true, name: 'Ada' });
    for (const follower of [ANNA, BERT]) this.open(follower, 100_000n);
    this.take();
  }

  follow(account: AccountId, ratio: number, more: { maxAmount?: number; leader?: AccountId } = {}) {
    const { maxAmount = 1_000_000, leader = TRADER } = more;
    return this.apply({
      type: 'FollowLeader',
      account,
      leader,
      ratio: rate(BigInt(Math.round(ratio * 1e8))),
      maxAmount: money(BigInt(maxAmount) * UNIT),
      name: `follower ${account}`,
    });
  }

  stopFollowing(account: AccountId, close: boolean) {
    return this.apply({ type: 'StopFollowing', account, close });
  }

  /** Size of an account's BTC position, negative when short. */
  holds(account: AccountId): number {
    const positions: readonly PositionRecord[] = this.exchange.account(account)?.positions ?? [];
    return positions.reduce((sum, { side, size }) => sum + ((side === 'Sell' ? -1 : 1) * Number(size)) / 1_000, 0);
  }

  /** Open orders as `side left @ price`, oldest first. */
  open_(account: AccountId): string[] {
    const orders = this.exchange.account(account)?.orders ?? [];
    return orders.map(
      ({ side, quantity, filled, price }) => `${side} ${(Number(quantity) - Number(filled)) / 1_000} @ ${Number(price) / 2}`,
    );
  }

  part(account: AccountId): CopyRecord | undefined {
    return this.exchange.account(account)?.copying;
  }

  missed(account: AccountId): string[] {
    const part = this.part(account);
    return part?.role === 'follower' ? part.missed.map(({ reason }) => reason) : [];
  }
}

describe('copy trading', () => {
  it('ACC-02 a follower opens by the ratio what the leader opens, and closes the share that the leader closes', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 0.5);
    bench.follow(BERT, 2);
    bench.liquidity('Sell', 10, 50_000);
    bench.order(TRADER, 'Buy', 1, 'market');
    // 1 × 0.5 and 1 × 2.
    expect([bench.holds(TRADER), bench.holds(ANNA), bench.holds(BERT)]).toEqual([1, 0.5, 2]);
    bench.liquidity('Buy', 10, 49_990);
    // 0.4 of 1: 40 % of 0.5 and of 2.
    bench.order(TRADER, 'Sell', 0.4, 'market', { reduceOnly: true });
    expect([bench.holds(TRADER), bench.holds(ANNA), bench.holds(BERT)]).toEqual([0.6, 0.3, 1.2]);
    // Turns around: closes all of it, and opens 0.4 the other way.
    bench.order(TRADER, 'Sell', 1, 'market');
    expect([bench.holds(TRADER), bench.holds(ANNA), bench.holds(BERT)]).toEqual([-0.4, -0.2, -0.8]);
    expect(bench.part(ANNA)).toMatchObject({ role: 'follower', follow: { orders: 3, name: 'follower 104' }, missed: [] });
  });

  it('ACC-02 a limit order is copied where it rests, changed with the leader and cancelled with the leader', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 0.25);
    const { orderId = 0 } = bench.order(TRADER, 'Buy', 0.4, 49_000);
    expect(bench.open_(ANNA)).toEqual(['Buy 0.1 @ 49000']);
    const [copy] = bench.exchange.account(ANNA)?.orders ?? [];
    expect(copy?.copy).toEqual({ leader: TRADER, order: orderId, lots: lots(400) });
    bench.apply({ type: 'AmendOrder', account: TRADER, orderId, changes: { price: ticks(98_200), quantity: lots(800) } });
    expect(bench.open_(ANNA)).toEqual(['Buy 0.2 @ 49100']);
    expect(
      bench.apply({ type: 'AmendOrder', account: ANNA, orderId: copy?.orderId, changes: { quantity: lots(900) } }).refusal?.reason,
    ).toBe('followerOpens');
    bench.reread();
    bench.apply({ type: 'CancelOrder', account: TRADER, orderId });
    expect(bench.open_(ANNA)).toEqual([]);
  });

  it('ACC-02 what the stop of a leader closes is closed for the followers in the same command', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 1);
    bench.follow(BERT, 0.5);
    bench.enter('Buy', 1);
    // The dealer sold 1 to the leader; the copies found nobody and wait for no one: market orders would have been missed.
    bench.liquidity('Sell', 1.5, 50_000);
    expect([bench.holds(ANNA), bench.holds(BERT)]).toEqual([1, 0.5]);
    bench.exits({ stopLoss: leg(49_000) });
    bench.liquidity('Buy', 5, 48_990);
    bench.take();
    bench.print(48_995);
    expect([bench.holds(TRADER), bench.holds(ANNA), bench.holds(BERT)]).toEqual([0, 0, 0]);
  });

  it('ACC-02 a liquidated leader leaves no copied position behind', () => {
    const bench = new CopyBench();
    bench.apply({ type: 'SetMarginMode', account: TRADER, instrument: 0, marginMode: 'isolated' });
    bench.follow(ANNA, 0.1);
    bench.liquidity('Sell', 10, 50_000);
    bench.order(TRADER, 'Buy', 5, 'market');
    expect(bench.holds(ANNA)).toBe(0.5);
    expect(bench.exchange.account(ANNA)?.settings).toMatchObject([{ marginMode: 'isolated' }]);
    bench.apply({ type: 'AddMargin', account: ANNA, instrument: 0, positionIndex: 0, amount: money(20_000n * UNIT) });
    bench.liquidity('Buy', 20, 44_900);
    bench.print(45_000);
    bench.index(btc, 45_000);
    expect(bench.take().map(({ type }) => type)).toContain('PositionLiquidated');
    expect([bench.holds(TRADER), bench.holds(ANNA)]).toEqual([0, 0]);
  });

  it('ACC-02 the follower’s most, balance and lots bound the copies, and what is missed says why', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 1, { maxAmount: 60_000 });
    bench.follow(BERT, 0.01, { maxAmount: 1_000_000 });
    bench.liquidity('Sell', 10, 50_000);
    bench.order(TRADER, 'Buy', 2, 'market');
    // 60,000 at the mark of 50,000 are 1.2; 2 × 0.01 is 0.02.
    expect([bench.holds(ANNA), bench.holds(BERT)]).toEqual([1.2, 0.02]);
    bench.order(TRADER, 'Buy', 0.05, 'market');
    // 0.05 × 0.01 is below a lot.
    expect(bench.missed(ANNA)).toEqual(['copyAmount']);
    expect(bench.missed(BERT)).toEqual(['quantityTooSmall']);
    bench.apply({ type: 'StopFollowing', account: BERT, close: true });
    bench.apply({ type: 'StopFollowing', account: ANNA, close: true });
    bench.open(106, 100n);
    bench.follow(106, 1);
    bench.order(TRADER, 'Buy', 1, 'market');
    expect(bench.missed(106)).toEqual(['copyBalance']);
  });

  it('ACC-02 a follower opens nothing in copied contracts, but may close', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 1);
    bench.liquidity('Sell', 10, 50_000);
    bench.liquidity('Buy', 10, 49_900);
    bench.order(TRADER, 'Buy', 1, 'market');
    expect(bench.order(ANNA, 'Buy', 1, 'market').refusal?.reason).toBe('followerOpens');
    const strategy: Partial<CreateStrategy> = { plan: { kind: 'Chase', maxDistance: ticks(0) }, reduceOnly: false };
    const create = {
      type: 'CreateStrategy',
      account: ANNA,
      instrument: 0,
      side: 'Buy',
      positionIndex: 0,
      quantity: lots(100),
      source: 'form',
    } as const;
    expect(bench.apply({ ...create, ...strategy }).refusal?.reason).toBe('followerOpens');
    expect(bench.order(ANNA, 'Sell', 0.4, 'market', { reduceOnly: true }).refusal).toBeUndefined();
    expect(bench.holds(ANNA)).toBe(0.6);
    // Half of what the leader has is half of what the follower still has.
    bench.order(TRADER, 'Sell', 0.5, 'market');
    expect(bench.holds(ANNA)).toBe(0.3);
  });

  it('ACC-02 stopping cancels copies and closes positions when asked to; a leader who stops lets everybody go', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 1);
    bench.follow(BERT, 1);
    bench.liquidity('Sell', 10, 50_000);
    bench.liquidity('Buy', 10, 49_900);
    bench.order(TRADER, 'Buy', 1, 'market');
    bench.order(TRADER, 'Buy', 1, 49_000);
    bench.stopFollowing(ANNA, true);
    expect([bench.holds(ANNA), bench.open_(ANNA), bench.part(ANNA)]).toEqual([0, [], undefined]);
    bench.apply({ type: 'SetLeading', account: TRADER, leading: false, name: '' });
    expect([bench.holds(BERT), bench.open_(BERT), bench.part(BERT)]).toEqual([1, ['Buy 1 @ 49000'], undefined]);
    expect(bench.exchange.leaders()).toEqual([]);
    expect(bench.order(BERT, 'Buy', 0.1, 'market').refusal).toBeUndefined();
  });

  it('ACC-02 the statistics of a leader are those of the fills since they lead', () => {
    const bench = new CopyBench();
    bench.follow(ANNA, 1);
    bench.liquidity('Sell', 4, 50_000);
    bench.order(TRADER, 'Buy', 1, 'market');
    bench.liquidity('Buy', 1, 50_100);
    bench.liquidity('Buy', 4, 49_800);
    bench.order(TRADER, 'Sell', 1, 'market');
    // +100 less 0.055 % of 50,000 and of 50,100: 27.5 + 27.555. Anna sold to 49,800: −200 − 27.5 − 27.39.
    const [ada] = bench.exchange.leaders();
    expect(ada).toMatchObject({
      name: 'Ada',
      followers: 1,
      followersPnl: money(-25_489_000_000n),
      statistics: { trades: 1, wins: 1, pnl: money(4_494_500_000n), capital: money(1_000_000n * UNIT), volume: money(100_100n * UNIT) },
    });
    bench.reread();
    expect(bench.exchange.leaders()).toEqual([ada]);
    expect(bench.part(TRADER)).toMatchObject({ role: 'leader', followers: [{ account: ANNA, pnl: money(-25_489_000_000n) }] });
  });

  it('EXC-05 refuses who cannot lead or follow, each with its reason', () => {
    const bench = new CopyBench();
    const reasonOf = (command: { type: Command['type'] } & Record<string, unknown>) => bench.apply(command).refusal?.reason;
    const follow = (more: Partial<FollowLeader>) =>
      reasonOf({
        type: 'FollowLeader',
        account: ANNA,
        leader: TRADER,
        ratio: rate(UNIT),
        maxAmount: money(1_000n * UNIT),
        name: 'anna',
        ...more,
      });
    expect(reasonOf({ type: 'SetLeading', account: TRADER, leading: true, name: 'again' })).toBe('copiesAlready');
    expect(reasonOf({ type: 'SetLeading', account: ANNA, leading: true, name: ' ' })).toBe('parameter');
    expect(reasonOf({ type: 'SetLeading', account: ANNA, leading: false, name: '' })).toBe('copiesNot');
    expect(reasonOf({ type: 'SetLeading', account: BERT, leading: true, name: 'b'.repeat(COPY_NAME_LENGTH_MAX + 1) })).toBe('parameter');
    expect(reasonOf({ type: 'SetLeading', account: BERT, leading: true, name: 'b'.repeat(COPY_NAME_LENGTH_MAX) })).toBeUndefined();
    expect(reasonOf({ type: 'SetLeading', account: BERT, leading: false, name: '' })).toBeUndefined();
    expect(reasonOf({ type: 'StopFollowing', account: ANNA, close: false })).toBe('copiesNot');
    expect(follow({ leader: BERT })).toBe('leaderUnknown');
    expect(follow({ account: TRADER })).toBe('copiesAlready');
    expect(follow({ ratio: rate(999_999n) })).toBe('parameter');
    expect(follow({ maxAmount: money(0n) })).toBe('parameter');
    bench.order(ANNA, 'Buy', 0.1, 49_000);
    expect(follow({})).toBe('copyBusy');
    bench.apply({ type: 'CancelAllOrders', account: ANNA, instrument: -1 });
    expect(follow({})).toBeUndefined();
    expect(reasonOf({ type: 'SetLeading', account: ANNA, leading: true, name: 'anna' })).toBe('copiesAlready');
  });

  it('what closes is the follower’s share: all with all, else rounded down', () => {
    expect([copiedClose(500, 1_000, 1_000), copiedClose(5, 333, 1_000), copiedClose(5, 0, 0)]).toEqual([500, 1, 0]);
  });
});

const ACCOUNTS = [100, 101, 102, 103, 104, 105, 106];
/** Those who trade most of the time. */
const TRADERS = [100, 101, 102, 103];

function nextCopyCommand({ random, time }: RandomWorld): Command {
  const head = { time: timestamp(time), account: random.pick(ACCOUNTS) };
  const choice = random.below(10);
  if (choice < 3) return { type: 'SetLeading', ...head, leading: random.chance(85), name: `leader ${head.account}` };
  if (choice < 5) return { type: 'StopFollowing', ...head, close: random.chance(50) };
  return {
    type: 'FollowLeader',
    ...head,
    leader: random.pick(ACCOUNTS),
    ratio: rate(BigInt(1 + random.below(30)) * 10_000_000n),
    maxAmount: money(BigInt(10 + random.below(400_000)) * UNIT),
    name: `follower ${head.account}`,
  };
}

/** Random trading with leaders and followers; the audit runs after every command, and the bytes are read back now and then. */
function run(seed: number, commands: number): Map<string, number> {
  const bench = new Bench([btc, eth]);
  for (const account of ACCOUNTS) bench.open(account, 300_000n);
  bench.index(btc, 50_000);
  bench.index(eth, 2_500);
  const world: RandomWorld = {
    random: new Random(seed),
    instruments: [btc, eth],
    accounts: [...TRADERS, ...TRADERS, ...ACCOUNTS],
    centre: [100_000, 50_000],
    time: bench.time,
    lastOrderId: 1,
    strategies: [],
  };
  const { random } = world;
  for (const account of [100, 101]) bench.apply({ type: 'SetLeading', account, leading: true, name: `leader ${account}` });
  for (const [account, leader] of [
    [104, 100],
    [105, 100],
    [106, 101],
  ]) {
    bench.apply({ type: 'FollowLeader', account, leader, ratio: rate(UNIT / 2n), maxAmount: money(200_000n * UNIT), name: 'follower' });
  }
  const encoder = new CommandEncoder();
  const seen = new Map<string, number>();
  const see = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
  for (let i = 0; i < commands; i += 1) {
    if (random.chance(20)) world.time += random.below(2_000);
    const draw = random.below(100);
    const command: Command =
      draw < 2
        ? nextCopyCommand(world)
        : draw < 75
          ? nextCommand(world)
          : draw < 90
            ? nextStopCommand(world)
            : { type: 'AdvanceClock', time: timestamp(world.time) };
    const decoded = decodeCommand(encoder.encode(command));
    expect(decoded).toEqual(command);
    const checked = i % 61 === 0 && command.type !== 'AdvanceClock' && command.time === bench.exchange.now;
    const before = checked ? bench.exchange.write() : undefined;
    const outcome = bench.exchange.apply(decoded);
    bench.exchange.audit();
    if (before !== undefined && outcome.refusal !== undefined) expect(bench.exchange.write()).toEqual(before);
    see(`${command.type} ${outcome.refusal?.reason ?? 'taken'}`);
    if (i % 197 === 0) {
      const bytes = bench.exchange.write();
      bench.reread();
      expect(bench.exchange.write()).toEqual(bytes);
    }
    world.lastOrderId = Math.max(world.lastOrderId, outcome.orderId ?? 0);
    for (const event of bench.exchange.events.splice(0)) note(event, see);
  }
  return seen;
}

function note(event: Event, see: (key: string) => void): void {
  if (event.type === 'OrderAccepted' && event.order.copy !== undefined) see('copied');
  if (event.type === 'OrderReplaced' && event.order.copy !== undefined) see('copy changed');
  if (event.type === 'OrderCancelled' && event.order.copy !== undefined) see('copy cancelled');
  if (event.type === 'PositionLiquidated') see('liquidated');
}

describe('copy trading under random commands', () => {
  it.each([11, 12])('ACC-02 EXC-07 seed %i: every rule holds after every command, and the bytes say all', (seed) => {
    const seen = run(seed, 600);
    for (const key of ['copied', 'copy cancelled', 'PlaceOrder followerOpens']) {
      expect(seen.get(key) ?? 0, key).toBeGreaterThan(0);
    }
  });

  it('the same commands give the same state', () => {
    expect([...run(14, 200)]).toEqual([...run(14, 200)]);
  });
});
