import { timestamp } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { CommandEncoder } from './command-codec.ts';
import { decodeCommand } from '../testing/decode-command.ts';
import type { Command } from '../commands/command.ts';
import { Bench, GENESIS, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { nextCommand, Random, type RandomWorld } from '../testing/random-commands.ts';
import { nextStopCommand } from '../testing/random-stops.ts';

const later = { ...btc, id: 4, symbol: 'BTC-26MAR27', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 90 * 86_400_000) } as const;
const INSTRUMENTS = [btc, eth, btcInverse, btcUsdc, later];
const ACCOUNTS = [100, 101, 102, 103, 104, 105];
const UNIT = 100_000_000n;
/** Within the last hour of trading no clock step goes. */
const LAST = GENESIS + 60 * 86_400_000;

function open(seed: number): { bench: Bench; world: RandomWorld } {
  const bench = new Bench(INSTRUMENTS);
  for (const account of ACCOUNTS) {
    bench.open(account, 200_000n);
    bench.fund(account, 'USDC', 200_000n * UNIT);
    bench.fund(account, 'BTC', 4n * UNIT);
  }
  for (const instrument of [btc, btcInverse, btcUsdc, later]) bench.index(instrument, 50_000);
  bench.index(eth, 2_500);
  const centre = [100_000, 50_000, 100_000, 100_000, 100_000];
  return {
    bench,
    world: {
      random: new Random(seed),
      instruments: INSTRUMENTS,
      accounts: ACCOUNTS,
      centre,
      time: bench.time,
      lastOrderId: 1,
      strategies: [],
    },
  };
}

function moveIndex(bench: Bench, world: RandomWorld): void {
  for (const instrument of world.instruments) {
    const centre = world.centre[instrument.id] ?? 1;
    const moved = Math.max(1_000, centre + Math.trunc((centre * (world.random.below(201) - 100)) / 20_000));
    world.centre[instrument.id] = moved;
    bench.market.index.set(instrument.id, BigInt(moved) * (BigInt(String(instrument.tickSize)) || 1n));
  }
}

function nextOf(bench: Bench, world: RandomWorld): Command {
  const { random } = world;
  if (random.chance(30)) return nextStopCommand(world);
  if (random.chance(30)) world.time = Math.min(LAST, world.time + random.below(2_000));
  const command = random.chance(60) ? nextCommand(world) : ({ type: 'AdvanceClock', time: timestamp(world.time) } as const);
  if (command.type === 'AdvanceClock') moveIndex(bench, world);
  return command;
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

function run(seed: number, commands: number): Map<string, number> {
  const { bench, world } = open(seed);
  const seen = new Map<string, number>();
  const encoder = new CommandEncoder();
  for (let i = 0; i < commands; i += 1) {
    const command = nextOf(bench, world);
    const bytes = encoder.encode(command);
    const decoded = decodeCommand(bytes);
    expect(decoded).toEqual(command);
    const checked = i % 53 === 0 && command.type !== 'AdvanceClock' && command.time === bench.exchange.now;
    const before = checked ? bench.exchange.write() : undefined;
    const outcome = bench.send(decoded);
    if (before !== undefined && outcome.refusal !== undefined) expect(bench.exchange.write()).toEqual(before);
    if (i % 211 === 0) {
      const bytesNow = bench.exchange.write();
      bench.reread();
      expect(bench.exchange.write()).toEqual(bytesNow);
    }
    count(seen, `${command.type} ${outcome.refusal === undefined ? 'taken' : 'refused'}`);
    const id = outcome.orderId;
    if (command.type === 'CreateStrategy' && id !== undefined) world.strategies?.push({ account: command.account, id });
    world.lastOrderId = Math.max(world.lastOrderId, outcome.orderId ?? 0);
    for (const event of bench.exchange.events) {
      if (event.type === 'StrategyChanged') count(seen, `${event.strategy.plan.kind} ${event.strategy.ended ?? 'runs'}`);
      else if (event.type === 'OrderTriggered') count(seen, `triggered ${event.order.stop?.kind ?? ''}`);
      else count(seen, event.type);
    }
    bench.exchange.events.length = 0;
  }
  return seen;
}

/** Cases that the generator must reach: every command accepted and refused, every plan, every kind of stop that fires. */
const REACHED = [
  ...[
    'CreateStrategy',
    'CancelStrategy',
    'SignalStrategy',
    'SetPositionExits',
    'AmendOrder',
    'PlaceOrderPair',
    'PlaceMarginRateClose',
  ].flatMap((type) => [`${type} taken`, `${type} refused`]),
  ...['SetCancelOnDisconnect taken', 'ReportConnection taken', 'OrderReplaced'],
  ...['Iceberg', 'TWAP', 'Chase', 'Scaled', 'Grid', 'Webhook', 'FutureSpread'].map((kind) => `${kind} runs`),
  ...['Iceberg Done', 'Chase Done', 'Scaled Done'],
  ...['Stop', 'TakeProfit', 'StopLoss', 'PartialTakeProfit', 'PartialStopLoss', 'TrailingStop'].map((kind) => `triggered ${kind}`),
];

describe('seeded simulation of stops and strategies', () => {
  it('EXC-04 EXC-06 B6 B17 every invariant holds after every command, and every kind is reached', () => {
    const seen = new Map<string, number>();
    for (const [seed, commands] of [
      [3, 1_500],
      [5, 1_500],
      [7, 500],
    ] as const) {
      for (const [kind, times] of run(seed, commands)) seen.set(kind, (seen.get(kind) ?? 0) + times);
    }
    expect(REACHED.filter((kind) => !seen.has(kind))).toEqual([]);
  });
});
