import { isOption, timestamp, type AccountKind, type Event, type Instrument, type Outcome } from '@tapedeck/domain';
import type { Command } from '../commands/command.ts';
import { Bench, GENESIS, btc, btcInverse, btcUsdc, eth } from './exchange-fixture.ts';
import { FLAT, call, put } from './option-fixture.ts';
import { Random, nextCommand, type RandomWorld } from './random-commands.ts';
import { nextStopCommand } from './random-stops.ts';
import { fitting, nextCopyCommand, nextFundsCommand } from './random-trading.ts';
import { btcSpot, ethBtc } from './spot-fixture.ts';

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

/** One command of a world, and everything that came of it. */
export interface WorldStep {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly events: readonly Event[];
}

/** Every product, account kind and kind of command at random from a seed; every rule is checked after every command. */
export class WholeWorld {
  readonly instruments = INSTRUMENTS;
  readonly #bench: Bench;
  readonly #world: RandomWorld;

  constructor(seed: number) {
    const { bench, world } = open(seed);
    this.#bench = bench;
    this.#world = world;
    movePrices(bench, world);
  }

  /** Draws a command and applies it. Throws `InvariantBroken` when a rule does not hold after it. */
  step(): WorldStep {
    const command = draw(this.#bench, this.#world);
    const outcome = this.#bench.send(command);
    const { orderId } = outcome;
    this.#world.lastOrderId = Math.max(this.#world.lastOrderId, orderId ?? 0);
    if (command.type === 'CreateStrategy' && orderId !== undefined) this.#world.strategies?.push({ account: command.account, id: orderId });
    return { command, outcome, events: this.#bench.exchange.events.splice(0) };
  }

  /** The state as bytes; continues with an exchange read from them. */
  reread(): { readonly before: Uint8Array; readonly after: Uint8Array } {
    const before = this.#bench.exchange.write();
    this.#bench.reread();
    return { before, after: this.#bench.exchange.write() };
  }
}
