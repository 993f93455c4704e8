import {
  leverage,
  lots,
  money,
  price,
  ticks,
  timestamp,
  type Instrument,
  type PlaceOrder,
  type Side,
  type TimeInForce,
} from '@tapedeck/domain';
import { Exchange, type Command, type MarketAccess, type MarketInside, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { seededRandom } from './random.ts';

export const ACCOUNTS = 1_000;
const FIRST_ACCOUNT = 100;
const GENESIS = Date.UTC(2026, 0, 1, 1);
const FUNDS = money(100_000_000_000_000n);
/** Engine time between two clock ticks, and commands in that time: a busy exchange. */
const TICK_MS = 100;
const COMMANDS_PER_TICK = 10_000;
const CANCEL_SHARE = 0.47;
const MARKET_SHARE = 0.04;
const CROSSING_SHARE = 0.1;
const RESTING_MIN = 3_000;
const RESTING_PER_SYMBOL = 200;
/** Mean distance of a resting order from the index, as a share of it. */
const DISTANCE = 0.0015;

const START_INDEX = ['60000', '3000', '150', '2.2', '0.32'].map((text) => BigInt(Math.round(Number(text) * 1e8)));

/** So many instruments; those beyond the listed ones are alike but for their names. */
export function benchInstruments(symbols: number): readonly Instrument[] {
  const listed = LINEAR_INSTRUMENTS.slice(0, START_INDEX.length);
  return Array.from({ length: Math.max(symbols, listed.length) }, (_, id) => {
    const model = listed[id % listed.length] as Instrument;
    return id < listed.length ? model : { ...model, id, symbol: `${model.baseCoin}${id}USDT`, baseCoin: `${model.baseCoin}${id}` };
  });
}

/** Moves every index a little each second; the accounts alone make the books. */
export class WanderingIndex implements MarketInside {
  readonly indexes: bigint[];
  #random = seededRandom(3);
  #drawn = 0;
  #second = 0;

  constructor(symbols: number) {
    this.indexes = Array.from({ length: symbols }, (_, id) => START_INDEX[id % START_INDEX.length] ?? 0n);
  }

  advance(market: MarketAccess): void {
    const second = Math.floor(Number(market.now) / 1000);
    if (second === this.#second) return;
    this.#second = second;
    for (const { id } of market.instruments) {
      const index = this.indexes[id] ?? 0n;
      const moved = index + (index * BigInt(Math.round((this.#draw() - 0.5) * 200))) / 1_000_000n;
      this.indexes[id] = moved;
      market.setIndex(id, price(moved));
    }
  }

  watch(): void {
    this.#second = 0;
  }

  replay(): void {
    throw new Error('nothing is replayed here');
  }

  #draw(): number {
    this.#drawn += 1;
    return this.#random();
  }

  write(writer: StateWriter): void {
    writer.number(this.#drawn);
    writer.number(this.#second);
    for (const index of this.indexes) writer.bigint(index);
  }

  read(reader: StateReader): void {
    this.#random = seededRandom(3);
    this.#drawn = 0;
    for (let left = reader.number(); left > 0; left -= 1) this.#draw();
    this.#second = reader.number();
    for (const at of this.indexes.keys()) this.indexes[at] = reader.bigint();
  }
}

export function newExchange(symbols = 1): { exchange: Exchange; market: WanderingIndex } {
  const instruments = benchInstruments(symbols);
  const market = new WanderingIndex(instruments.length);
  return { exchange: new Exchange(instruments, market, timestamp(GENESIS)), market };
}

/** The exchange that these bytes of `newExchange` describe. */
export function readExchange(bytes: Uint8Array): Exchange {
  const instruments = benchInstruments(1);
  return Exchange.read(bytes, instruments, new WanderingIndex(instruments.length));
}

interface Drawing {
  readonly instruments: readonly Instrument[];
  readonly random: () => number;
  readonly indexes: readonly bigint[];
}

function drawOrder({ random, indexes, instruments }: Drawing, time: number, account: number): PlaceOrder {
  const instrument = (instruments.length === 1 ? instruments[0] : instruments[Math.floor(random() * instruments.length)]) as Instrument;
  const index = Number(indexes[instrument.id] ?? 0n) / Number(instrument.tickSize);
  const side: Side = random() < 0.5 ? 'Buy' : 'Sell';
  const onMarket = random() < MARKET_SHARE;
  const away = -Math.log(1 - random()) * DISTANCE * (random() < CROSSING_SHARE ? -0.3 : 1);
  const tick = Math.round(index * (side === 'Buy' ? 1 - away : 1 + away));
  // 200 to about 20,000 of value.
  const value = 200 * 10 ** (random() * 2);
  const size = Math.max(1, Math.round(value / ((index * Number(instrument.tickSize) * Number(instrument.lotSize)) / 1e16)));
  const roll = random();
  const timeInForce: TimeInForce = onMarket || roll > 0.95 ? 'ImmediateOrCancel' : roll > 0.85 ? 'PostOnly' : 'GoodTillCancel';
  return {
    type: 'PlaceOrder',
    time: timestamp(time),
    account,
    instrument: instrument.id,
    side,
    orderType: onMarket ? 'Market' : 'Limit',
    price: ticks(onMarket ? 0 : tick),
    quantity: lots(size),
    timeInForce,
    reduceOnly: false,
    positionIndex: 0,
    clientOrderId: '',
    source: 'api',
  };
}

/** Opens and funds the accounts; a fifth trades on isolated margin, leverages differ. */
function opening(symbols: number): Command[] {
  const time = timestamp(GENESIS);
  const commands: Command[] = [];
  for (let account = FIRST_ACCOUNT; account < FIRST_ACCOUNT + ACCOUNTS; account += 1) {
    commands.push({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    commands.push({ type: 'CreditAccount', time, account, coin: 'USDT', amount: FUNDS });
    const chosen = leverage([500n, 1_000n, 2_500n][account % 3] ?? 1_000n);
    for (const { id } of benchInstruments(symbols)) {
      if (account % 5 === 0) commands.push({ type: 'SetMarginMode', time, account, instrument: id, marginMode: 'isolated' });
      commands.push({ type: 'SetLeverage', time, account, instrument: id, longLeverage: chosen, shortLeverage: chosen });
    }
  }
  commands.push({ type: 'AdvanceClock', time: timestamp(GENESIS + TICK_MS) });
  return commands;
}

export interface EngineFlow {
  readonly opening: readonly Command[];
  readonly commands: readonly Command[];
  readonly placed: number;
  readonly cancelled: number;
  readonly refused: number;
  readonly trades: number;
  /** Canonical state after the last command. */
  readonly state: Uint8Array;
}

/** A seeded flow of commands in so many markets, drawn against a running exchange, so that cancels name orders that rest. */
export function makeEngineFlow(length: number, seed: number, symbols = 1): EngineFlow {
  const random = seededRandom(seed);
  const { exchange, market } = newExchange(symbols);
  const instruments = benchInstruments(symbols).slice(0, symbols);
  const restingMin = Math.max(RESTING_MIN, symbols * RESTING_PER_SYMBOL);
  const before = opening(symbols);
  for (const command of before) exchange.apply(command);
  const commands: Command[] = [];
  const resting: { account: number; orderId: number }[] = [];
  let time = GENESIS + TICK_MS;
  const counts = { placed: 0, cancelled: 0, refused: 0, trades: 0 };
  while (commands.length < length) {
    exchange.events.length = 0;
    if (commands.length % COMMANDS_PER_TICK === COMMANDS_PER_TICK - 1) {
      time += TICK_MS;
      const tick: Command = { type: 'AdvanceClock', time: timestamp(time) };
      exchange.apply(tick);
      commands.push(tick);
      continue;
    }
    if (random() < CANCEL_SHARE && resting.length > restingMin) {
      const at = Math.floor(random() * resting.length);
      const { account, orderId } = resting[at] as (typeof resting)[number];
      resting[at] = resting[resting.length - 1] as (typeof resting)[number];
      resting.pop();
      const cancel: Command = { type: 'CancelOrder', time: timestamp(time), account, orderId };
      // Orders that were filled meanwhile are skipped.
      if (exchange.apply(cancel).refusal !== undefined) continue;
      commands.push(cancel);
      counts.cancelled += 1;
      continue;
    }
    const account = FIRST_ACCOUNT + Math.floor(random() * ACCOUNTS);
    const order = drawOrder({ random, indexes: market.indexes, instruments }, time, account);
    const outcome = exchange.apply(order);
    commands.push(order);
    if (outcome.refusal !== undefined || outcome.orderId === undefined) {
      counts.refused += 1;
      continue;
    }
    counts.placed += 1;
    for (const event of exchange.events) if (event.type === 'TradePrinted') counts.trades += 1;
    if (order.orderType === 'Limit' && order.timeInForce !== 'ImmediateOrCancel') resting.push({ account, orderId: outcome.orderId });
  }
  exchange.audit();
  return { opening: before, commands, ...counts, state: exchange.write() };
}
