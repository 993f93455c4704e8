import {
  isOption,
  lotCount,
  lots,
  milliseconds,
  price,
  quantity,
  money,
  ticks,
  timestamp,
  type AccountKind,
  type Event,
  type Instrument,
  type Outcome,
  type StrategyPlan,
} from '@tapedeck/domain';
import { CommandDecoder, CommandEncoder } from '../engine/command-codec.ts';
import type { Command, ReplayTrade } from '../commands/command.ts';
import { Exchange } from '../engine/exchange.ts';
import type { MarketAccess } from '../house/market-inside.ts';
import { GENESIS, ScriptedMarket } from './exchange-fixture.ts';
import { FLAT } from './option-fixture.ts';
import { Random, nextCommand, type RandomWorld } from './random-commands.ts';
import { nextStopCommand } from './random-stops.ts';
import { fitting, nextCopyCommand, nextFundsCommand } from './random-trading.ts';

/** Recorded product: its market, and the percentages of commands about funds, copies, and stops or strategies. */
export interface Recorded {
  readonly instruments: readonly Instrument[];
  readonly kinds: readonly AccountKind[];
  readonly mix: { readonly funds: number; readonly copies: number; readonly stops: number };
  /** Factor by which the accounts are poorer than usual. */
  readonly poorer?: bigint;
  /** Every strategy is a spread between the first two instruments. */
  readonly spreads?: true;
}

const UNIT = 100_000_000n;
/** Initial prices in ticks, by base coin and quote. */
const centreOf = (instrument: Instrument): number => {
  if (isOption(instrument)) return 700;
  if (instrument.quoteCoin === 'BTC') return 8_333;
  return instrument.baseCoin === 'BTC' ? 60_000 : 50_000;
};

/** A simulated market that quotes around the index with each clock step; recorded trades move the index. */
class QuotingMarket extends ScriptedMarket {
  #steps = 0;

  constructor() {
    super();
    this.surface = FLAT;
    // Options of a coin have its index.
    this.indexPath = ({ id, option }) => this.index.get(option === undefined ? id : 0) ?? UNIT;
  }

  override advance(market: MarketAccess): void {
    super.advance(market);
    this.#steps += 1;
    for (const { id, tickSize } of market.instruments) {
      const index = this.index.get(id);
      if (index === undefined || !market.isListed(id) || market.restingOrders(id) > 400) continue;
      const centre = Number(index) / Number(tickSize);
      const away = 5 + ((this.#steps * 7) % 40);
      market.quote(id, 'Buy', ticks(Math.max(1, Math.floor(centre) - away)), lots(500 + ((this.#steps * 37) % 3_000)));
      market.quote(id, 'Sell', ticks(Math.ceil(centre) + away), lots(500 + ((this.#steps * 41) % 3_000)));
      if (this.#steps % 5 === 0) market.take(id, this.#steps % 2 === 0 ? 'Buy' : 'Sell', lots(300), ticks(Math.round(centre)));
    }
  }

  override replay(market: MarketAccess, trade: ReplayTrade): void {
    this.index.set(trade.instrument, BigInt(String(trade.price)));
    super.replay(market, trade);
  }
}

/** All prices of a coin move together, now and then in leaps: a recorded trade of each market that has its own index. */
function movePrices(world: RandomWorld, listed: (id: number) => boolean): ReplayTrade[] {
  const { random, centre } = world;
  const factor = (random.below(201) - 100) * (random.chance(10) ? 20 : 1);
  return world.instruments.flatMap((instrument) => {
    const { id, tickSize, lotSize } = instrument;
    if (isOption(instrument) || !listed(id)) return [];
    const start = centreOf(instrument);
    const moved = (centre[id] ?? start) + Math.trunc(((centre[id] ?? start) * factor) / 20_000);
    const tick = Math.min(Math.max(moved, Math.floor(start / 3)), start * 3);
    centre[id] = tick;
    return [
      {
        type: 'ReplayTrade' as const,
        time: timestamp(world.time),
        instrument: id,
        side: random.pick(['Buy', 'Sell'] as const),
        price: price(BigInt(tick) * BigInt(String(tickSize))),
        quantity: quantity(BigInt(String(lotSize)) * BigInt(1 + random.below(50))),
      },
    ];
  });
}

/** Spreads use contracts that match, at their largest possible distance. */
function spreading({ random, instruments }: RandomWorld, command: Command): Command {
  if (command.type !== 'CreateStrategy') return command;
  const limit = random.below(2_000) - 1_000;
  const plan: StrategyPlan = { kind: 'FutureSpread', far: instruments[1]?.id ?? 0, limit, ...(random.chance(30) && { immediate: true }) };
  return { ...command, instrument: instruments[0]?.id ?? 0, quantity: lots(1 + (lotCount(command.quantity) % 500)), plan };
}

const ACCOUNTS = [100, 101, 102, 103, 104, 105];

function* opening({ kinds, instruments, poorer = 1n }: Recorded): Generator<Command> {
  const coins = new Set(instruments.flatMap(({ baseCoin, quoteCoin, settleCoin }) => [baseCoin, quoteCoin, settleCoin]));
  for (const [at, account] of ACCOUNTS.entries()) {
    yield { type: 'OpenAccount', time: timestamp(GENESIS), account, kind: kinds[at % kinds.length] ?? 'UTA2' };
    for (const coin of ['USDT', 'USDC', 'BTC', 'ETH']) {
      if (coin !== 'USDT' && !coins.has(coin)) continue;
      const whole = coin === 'BTC' ? 1n : coin === 'ETH' ? 10n : 12_000n;
      yield { type: 'CreditAccount', time: timestamp(GENESIS), account, coin, amount: money((whole * UNIT) / poorer) };
    }
  }
}

function draw(recorded: Recorded, world: RandomWorld): Command {
  const { random } = world;
  const { funds, copies, stops } = recorded.mix;
  const account = random.pick(world.accounts);
  const roll = random.below(100);
  if (roll < funds) return nextFundsCommand(world, account);
  if (roll < funds + copies) return nextCopyCommand(world, account);
  if (roll < funds + copies + stops) {
    const command = nextStopCommand(world);
    return recorded.spreads === true ? spreading(world, command) : command;
  }
  const command = nextCommand(world);
  return command.type === 'PlaceOrder' ? fitting(world, command) : command;
}

/** Most amendments and cancels name an open order. */
function sharpened({ random }: RandomWorld, exchange: Exchange, command: Command): Command {
  if ((command.type !== 'CancelOrder' && command.type !== 'AmendOrder') || random.chance(25)) return command;
  const open = exchange.account(command.account)?.orders ?? [];
  return open.length === 0 ? command : { ...command, orderId: random.pick(open).orderId };
}

/** FNV-1a in two halves over its input: distinguishes recordings. */
export class Digest {
  #low = 0x811c9dc5;
  #high = 0x01000193;

  add(byte: number): void {
    this.#low = Math.imul(this.#low ^ byte, 0x01000193);
    this.#high = Math.imul(this.#high ^ byte ^ (this.#low >>> 24), 0x0100_01b3);
  }

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.add(byte);
    this.add(bytes.length & 0xff);
  }

  text(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.add(text.charCodeAt(at));
    this.add(0);
  }

  get value(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const jsonOf = (value: unknown): string => JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));

/** An exchange that hashes its commands and events, and keeps the bytes of commands. */
export class Recorder {
  readonly exchange: Exchange;
  readonly #encoder = new CommandEncoder();
  readonly #commands = new Digest();
  readonly #events = new Digest();
  /** Number of events of each type. */
  readonly seen = new Map<string, number>();
  lastOrderId = 1;

  constructor(
    readonly instruments: readonly Instrument[],
    readonly market: ScriptedMarket = new QuotingMarket(),
  ) {
    this.exchange = new Exchange(instruments, market, timestamp(GENESIS));
  }

  /** Applies a command; returns its bytes. */
  send(command: Command): Uint8Array {
    const bytes = this.#encoder.encode(command).slice();
    this.apply(command);
    this.takeEvents();
    return bytes;
  }

  /** Applies a command whose events are taken later. */
  apply(command: Command): Outcome {
    this.#commands.bytes(this.#encoder.encode(command));
    const outcome = this.exchange.apply(command);
    this.#events.text(jsonOf(outcome));
    this.lastOrderId = Math.max(this.lastOrderId, outcome.orderId ?? 0);
    return outcome;
  }

  /** The events since the last call. */
  takeEvents(): Event[] {
    const events = this.exchange.takeEvents();
    for (const event of events) {
      this.#events.text(jsonOf(event));
      const kind = event.type === 'OrderFilled' ? `OrderFilled ${event.kind}` : event.type;
      this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
    }
    return events;
  }

  /** Hashes of the commands' bytes, of the outcomes and events, and of the state image now. */
  get hashes(): { readonly commands: string; readonly events: string; readonly state: string } {
    const state = new Digest();
    state.bytes(this.exchange.write());
    return { commands: this.#commands.value, events: this.#events.value, state: state.value };
  }
}

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));

const COMMANDS = 900;
/** Commands whose bytes are stored, after those that open the accounts. */
const STORED = 24;
const SEED = 20_260_101;

export interface Recording {
  readonly commands: string;
  readonly events: string;
  readonly state: string;
  /** Number of events of each type. */
  readonly seen: Readonly<Record<string, number>>;
  /** The first commands as bytes in hexadecimal digits, and what they lead to. */
  readonly journal: readonly string[];
  readonly journalHashes: Readonly<Record<'commands' | 'events' | 'state', string>>;
}

/** Draws the commands of a product, applies them and returns the results. */
export function record(recorded: Recorded): Recording {
  const recorder = new Recorder(recorded.instruments);
  const { exchange } = recorder;
  const world: RandomWorld = {
    random: new Random(SEED),
    instruments: recorded.instruments,
    accounts: ACCOUNTS,
    centre: recorded.instruments.map(centreOf),
    time: milliseconds(timestamp(GENESIS)),
    lastOrderId: 1,
    strategies: [],
    leaps: 12,
    autoMargin: true,
  };
  const listed = (id: number): boolean => exchange.isListed(id);
  const commands = [...opening(recorded), ...movePrices(world, listed)];
  const stored = commands.length + STORED;
  const journal = commands.map((command) => hexOf(recorder.send(command)));
  let journalHashes = recorder.hashes;
  const send = (command: Command): void => {
    const bytes = recorder.send(command);
    world.lastOrderId = recorder.lastOrderId;
    if (journal.length === stored) return;
    journal.push(hexOf(bytes));
    journalHashes = recorder.hashes;
  };
  for (let at = 0; at < COMMANDS; at += 1) {
    const command = sharpened(world, exchange, draw(recorded, world));
    const before = recorder.lastOrderId;
    send(command);
    if (command.type === 'CreateStrategy' && recorder.lastOrderId > before)
      world.strategies?.push({ account: command.account, id: before + 1 });
    if (command.type === 'AdvanceClock') for (const trade of movePrices(world, listed)) send(trade);
  }
  const seen = Object.fromEntries([...recorder.seen].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...recorder.hashes, seen, journal, journalHashes };
}

/** Applies stored bytes of commands and returns the results; the decoder reads the commands. */
export function replay({ instruments }: Recorded, journal: readonly string[]): Recording['journalHashes'] {
  const recorder = new Recorder(instruments);
  const decoder = new CommandDecoder();
  for (const hex of journal) recorder.send(decoder.decode(bytesOf(hex)));
  return recorder.hashes;
}
