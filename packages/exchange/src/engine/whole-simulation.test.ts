import { isOption, timestamp, type AccountKind, type Instrument } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { Bench, GENESIS, btc, btcInverse, btcUsdc, eth } from '../testing/exchange-fixture.ts';
import { FLAT, call, put } from '../testing/option-fixture.ts';
import { Random, nextCommand, type RandomWorld } from '../testing/random-commands.ts';
import { nextStopCommand } from '../testing/random-stops.ts';
import { fitting, nextCopyCommand, nextFundsCommand } from '../testing/random-trading.ts';
import { btcSpot, ethBtc } from '../testing/spot-fixture.ts';

const UNIT = 100_000_000n;
const HOUR = 3_600_000;
const later: Instrument = { ...btc, id: 4, symbol: 'BTC-LATER', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 30 * HOUR) };
const ends = { deliveryAt: timestamp(GENESIS + 20 * HOUR) };
/** Every payoff that the exchange has, side by side. */
const INSTRUMENTS: readonly Instrument[] = [
  btc,
  eth,
  btcInverse,
  btcUsdc,
  later,
  { ...btcSpot, id: 5 },
  { ...ethBtc, id: 6 },
  { ...call, ...ends, id: 7 },
  { ...put, ...ends, id: 8 },
];
const KINDS: readonly AccountKind[] = ['UTA2', 'regular', 'PM', 'UTA', 'UTA2', 'regular', 'PM', 'UTA2'];
const ACCOUNTS = KINDS.map((_, at) => 100 + at);
/** Centres in ticks, by instrument: BTC at 30,000, where the options are struck. */
const CENTRES = [60_000, 50_000, 60_000, 60_000, 60_000, 60_000, 8_333, 700, 700];

function open(seed: number): { bench: Bench; world: RandomWorld } {
  const bench = new Bench(INSTRUMENTS);
  bench.market.surface = FLAT;
  for (const [at, account] of ACCOUNTS.entries()) {
    bench.open(account, 30_000n, KINDS[at]);
    bench.fund(account, 'USDC', 20_000n * UNIT);
    bench.fund(account, 'BTC', UNIT / 2n);
    if (at % 2 === 0) bench.fund(account, 'ETH', 4n * UNIT);
  }
  const world: RandomWorld = {
    random: new Random(seed),
    instruments: INSTRUMENTS,
    accounts: ACCOUNTS,
    centre: [...CENTRES],
    time: bench.time,
    lastOrderId: 1,
    strategies: [],
    leaps: 4,
    autoMargin: true,
  };
  // Whenever it is asked, the index of a second is the same.
  const seconds = new Map<number, bigint>();
  bench.market.indexPath = ({ id }, time) => {
    if (!isOption(INSTRUMENTS[id] ?? btc)) return indexOf(world, id);
    const second = Math.floor(time / 1_000);
    const index = seconds.get(second) ?? indexOf(world, 0);
    seconds.set(second, index);
    return index;
  };
  return { bench, world };
}

const indexOf = ({ centre }: RandomWorld, id: number): bigint =>
  BigInt(centre[id] ?? 1) * BigInt(String((INSTRUMENTS[id] ?? btc).tickSize));

/** All prices of a coin move together, now and then in leaps. */
function movePrices(bench: Bench, world: RandomWorld): void {
  const { random, centre } = world;
  const share = random.chance(20) ? 20 : 1;
  const factor = (random.below(201) - 100) * share;
  for (const [id, instrument] of INSTRUMENTS.entries()) {
    if (isOption(instrument)) {
      const mark = bench.exchange.isListed(id) ? bench.exchange.market(id).mark : undefined;
      centre[id] = Math.max(3, mark === undefined ? 700 : Math.round(Number(mark) / 1e8));
      continue;
    }
    const moved = (centre[id] ?? 1) + Math.trunc(((centre[id] ?? 1) * factor) / 20_000);
    centre[id] = Math.min(Math.max(moved, Math.floor((CENTRES[id] ?? 1) / 3)), (CENTRES[id] ?? 1) * 3);
    bench.market.index.set(id, indexOf(world, id));
  }
}

/** Most spreads are of the two contracts that make one. */
function spreading({ random }: RandomWorld, command: Command): Command {
  if (command.type !== 'CreateStrategy' || command.plan.kind !== 'FutureSpread' || random.chance(10)) return command;
  return { ...command, instrument: btc.id, plan: { ...command.plan, far: later.id } };
}

function draw(bench: Bench, world: RandomWorld): Command {
  const { random } = world;
  const account = random.pick(ACCOUNTS);
  const roll = random.below(100);
  if (roll < 8) return nextFundsCommand(world, account);
  if (roll < 10) return nextCopyCommand(world, account);
  if (roll < 30) return spreading(world, nextStopCommand(world));
  const command = nextCommand(world);
  if (command.type === 'AdvanceClock') movePrices(bench, world);
  return command.type === 'PlaceOrder' ? fitting(world, command) : command;
}

function run(seed: number, commands: number): Map<string, number> {
  const { bench, world } = open(seed);
  const seen = new Map<string, number>();
  const see = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
  movePrices(bench, world);
  for (let i = 0; i < commands; i += 1) {
    const command = draw(bench, world);
    const outcome = bench.send(command);
    see(outcome.refusal === undefined ? command.type : `refused ${outcome.refusal.reason}`);
    world.lastOrderId = Math.max(world.lastOrderId, outcome.orderId ?? 0);
    if (command.type === 'CreateStrategy' && outcome.orderId !== undefined) {
      world.strategies?.push({ account: command.account, id: outcome.orderId });
    }
    for (const event of bench.exchange.events.splice(0)) {
      see(event.type === 'OrderFilled' ? event.kind : event.type);
      if (event.type === 'OrderFilled' && event.order?.strategy !== undefined) see(`part of ${event.order.strategy.kind}`);
    }
    if (i % 300 === 0) {
      const bytes = bench.exchange.write();
      bench.reread();
      expect(bench.exchange.write()).toEqual(bytes);
    }
  }
  return seen;
}

const REACHED = [
  ...['Trade', 'PositionLiquidated', 'BustTrade', 'Funding', 'SessionSettlement', 'OrderTriggered', 'StrategyChanged', 'CopyingChanged'],
  'part of FutureSpread',
  ...['MoveFunds', 'TransferFunds', 'SetCollateral', 'SetFeeTier', 'CollateralChanged', 'CashChanged'],
];

describe('all products, accounts and kinds of orders together', () => {
  it('EXC-06 EXC-07 every rule holds after every command, and every kind is reached', () => {
    const all = new Map<string, number>();
    for (const seed of [5, 7]) {
      for (const [kind, count] of run(seed, 700)) all.set(kind, (all.get(kind) ?? 0) + count);
    }
    expect(REACHED.filter((kind) => !all.has(kind))).toEqual([]);
  });
});
