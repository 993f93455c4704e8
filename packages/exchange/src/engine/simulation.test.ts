import { money, timestamp, type Event } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { CommandEncoder } from './command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import { Bench, GENESIS, ScriptedMarket, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { moveIndex, nextCommand, Random, type RandomWorld } from '../testing/random-commands.ts';
import { Exchange } from './exchange.ts';

/** Every payoff and settlement: linear, inverse, in USDC with sessions. */
const INSTRUMENTS = [btc, eth, btcInverse, btcUsdc];
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const UNIT = 100_000_000n;

function open(seed: number): { bench: Bench; world: RandomWorld } {
  const bench = new Bench(INSTRUMENTS);
  for (const account of ACCOUNTS) {
    bench.open(account, 20_000n + BigInt(account) * 10n, account === 105 ? 'PM' : 'UTA2');
    bench.fund(account, 'USDC', 20_000n * UNIT);
    bench.fund(account, 'BTC', (4n * UNIT) / 10n);
  }
  for (const instrument of [btc, btcInverse, btcUsdc]) bench.index(instrument, 50_000);
  bench.index(eth, 2_500);
  const world = {
    random: new Random(seed),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [100_000, 50_000, 100_000, 100_000],
    time: bench.time,
    lastOrderId: 1,
    autoMargin: true,
  };
  return { bench, world };
}

interface Tally {
  readonly refusals: Map<string, number>;
  readonly events: Map<string, number>;
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

function run(seed: number, commands: number): { bench: Bench; tally: Tally; events: Event[] } {
  const { bench, world } = open(seed);
  const tally: Tally = { refusals: new Map(), events: new Map() };
  const encoder = new CommandEncoder();
  const events: Event[] = [];
  for (let i = 0; i < commands; i += 1) {
    const command = nextCommand(world);
    if (command.type === 'AdvanceClock') moveIndex(bench.market, world);
    // Time moves on its own, so that a refusal can be seen to change nothing else.
    const checked = i % 97 === 0 && command.type !== 'AdvanceClock' && command.time === bench.exchange.now;
    const before = checked ? bench.exchange.write() : undefined;
    const outcome = bench.send(decodeCommand(encoder.encode(command)));
    if (outcome.refusal !== undefined) {
      count(tally.refusals, outcome.refusal.reason);
      if (before !== undefined) expect(bench.exchange.write()).toEqual(before);
    }
    world.lastOrderId = Math.max(world.lastOrderId, outcome.orderId ?? 0);
    for (const event of bench.exchange.events) count(tally.events, event.type === 'OrderFilled' ? event.kind : event.type);
    if (commands <= 3_000) events.push(...bench.exchange.events);
    bench.exchange.events.length = 0;
  }
  return { bench, tally, events };
}

describe('seeded simulation', () => {
  it.each([1, 2, 271_828])('EXC-06 every invariant holds after every command, seed %i', (seed) => {
    const { tally } = run(seed, 3_000);
    for (const kind of ['Trade', 'OrderAccepted', 'OrderCancelled', 'PositionChanged', 'CashChanged', 'FundingSettled', 'Funding']) {
      expect(tally.events.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
    expect(tally.refusals.get('insufficientBalance') ?? 0).toBeGreaterThan(0);
  });

  it('EXC-06 liquidations, take-overs and isolated margin conserve money over many seeds', () => {
    const seen = new Map<string, number>();
    for (let seed = 10; seed < 14; seed += 1)
      for (const [kind, n] of run(seed, 3_000).tally.events) seen.set(kind, (seen.get(kind) ?? 0) + n);
    expect(seen.get('PositionLiquidated') ?? 0).toBeGreaterThan(0);
    expect(seen.get('BustTrade') ?? 0).toBeGreaterThan(0);
  });

  it('EXC-07 the same commands give the same state and events', () => {
    const a = run(7, 2_500);
    const b = run(7, 2_500);
    expect(a.events).toEqual(b.events);
    expect(a.bench.exchange.write()).toEqual(b.bench.exchange.write());
  });

  it('EXC-07 an exchange read back from its bytes goes on exactly as the original', () => {
    const { bench, world } = open(21);
    for (let i = 0; i < 1_500; i += 1) {
      const command = nextCommand(world);
      if (command.type === 'AdvanceClock') moveIndex(bench.market, world);
      world.lastOrderId = Math.max(world.lastOrderId, bench.exchange.apply(command).orderId ?? 0);
    }
    const market = new ScriptedMarket();
    const copy = Exchange.read(bench.exchange.write(), INSTRUMENTS, market);
    expect(copy.write()).toEqual(bench.exchange.write());
    bench.exchange.events.length = 0;
    for (let i = 0; i < 1_500; i += 1) {
      const command = nextCommand(world);
      if (command.type === 'AdvanceClock') {
        moveIndex(bench.market, world);
        for (const [instrument, index] of bench.market.index) market.index.set(instrument, index);
      }
      expect(copy.apply(command)).toEqual(bench.exchange.apply(command));
      expect(copy.events).toEqual(bench.exchange.events);
      copy.audit();
      copy.events.length = 0;
      bench.exchange.events.length = 0;
    }
    expect(copy.write()).toEqual(bench.exchange.write());
  });

  it('EXC-06 paper funds come from the treasury', () => {
    const bench = new Bench();
    bench.open(100, 100_000n);
    const outcome = bench.exchange.apply({
      type: 'CreditAccount',
      time: timestamp(GENESIS),
      account: 100,
      coin: 'USDT',
      amount: money(-UNIT),
    });
    expect(outcome.refusal?.reason).toBe('parameter');
    bench.exchange.audit();
  });
});
