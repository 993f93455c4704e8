import {
  leverage,
  lots,
  money,
  price,
  tickCount,
  ticks,
  timestamp,
  type Instrument,
  type Outcome,
  type PlaceOrder,
  type Side,
  type TimeInForce,
} from '@tapedeck/domain';
import { Exchange, type Command, type MarketAccess, type MarketInside, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { evenActivity, type Activity } from './activity.ts';
import { seededRandom } from './random.ts';

export const ACCOUNTS = 1_000;
const FIRST_ACCOUNT = 100;
const GENESIS = Date.UTC(2026, 0, 1, 1);
const FUNDS = money(100_000_000_000_000n);
/** Engine time between two clock ticks, and commands in that time: a busy exchange. */
const TICK_MS = 100;
const COMMANDS_PER_TICK = 10_000;
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

/** Shares of the commands; the rest are new orders. */
export interface Mix {
  readonly cancel: number;
  readonly amend: number;
  /** Shares of new orders: market orders, and among the rest those priced through the index, IOC and post-only. */
  readonly market: number;
  readonly crossing: number;
  readonly immediate: number;
  readonly postOnly: number;
}

/** Orders that are placed, and cancelled again. */
export const PLACE_AND_CANCEL: Mix = { cancel: 0.47, amend: 0, market: 0.04, crossing: 0.1, immediate: 0.05, postOnly: 0.1 };
/** As in the published benchmark of exchange-core: 9 % resting orders, 3 % at once, 6 % cancels, 82 % moves of an order to another price. */
export const MOSTLY_AMENDS: Mix = { cancel: 0.06, amend: 0.82, market: 0.25, crossing: 0, immediate: 0, postOnly: 0 };
/** Part of its way to the index by which an order is moved. */
const MOVE = 0.01;

interface Drawing {
  readonly activity: Activity;
  readonly mix: Mix;
  readonly instruments: readonly Instrument[];
  readonly random: () => number;
  readonly indexes: readonly bigint[];
}

const indexTick = ({ indexes }: Drawing, { id, tickSize }: Instrument): number => Number(indexes[id] ?? 0n) / Number(tickSize);

function drawOrder(drawing: Drawing, time: number): PlaceOrder {
  const { random, instruments, activity, mix } = drawing;
  const drawn = activity.draw(random);
  const instrument = instruments[drawn.instrument] as Instrument;
  const index = indexTick(drawing, instrument);
  const side: Side = random() < 0.5 ? 'Buy' : 'Sell';
  const onMarket = random() < mix.market;
  const away = -Math.log(1 - random()) * DISTANCE * (random() < mix.crossing ? -0.3 : 1);
  const tick = Math.round(index * (side === 'Buy' ? 1 - away : 1 + away));
  // 200 to about 20,000 of value.
  const value = 200 * 10 ** (random() * 2);
  const size = Math.max(1, Math.round(value / ((index * Number(instrument.tickSize) * Number(instrument.lotSize)) / 1e16)));
  const roll = random();
  const atOnce = onMarket || roll < mix.immediate;
  const timeInForce: TimeInForce = atOnce ? 'ImmediateOrCancel' : roll < mix.immediate + mix.postOnly ? 'PostOnly' : 'GoodTillCancel';
  return {
    type: 'PlaceOrder',
    time: timestamp(time),
    account: FIRST_ACCOUNT + drawn.account,
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

/** An order that may still rest, as far as the generator knows. */
interface Resting {
  readonly account: number;
  readonly orderId: number;
  readonly instrument: number;
  price: number;
}

/** Moves an order a part of its way to the index, by a tick at least. */
function drawAmend(drawing: Drawing, time: number, order: Resting): Command {
  const instrument = drawing.instruments[order.instrument] as Instrument;
  const way = indexTick(drawing, instrument) - order.price;
  const price = order.price + (way < 0 ? Math.floor(way * MOVE) : Math.ceil(way * MOVE) || 1);
  return { type: 'AmendOrder', time: timestamp(time), account: order.account, orderId: order.orderId, changes: { price: ticks(price) } };
}

/** Opens and funds the accounts; a fifth trades on isolated margin, leverages differ. */
function opening(activity: Activity): Command[] {
  const time = timestamp(GENESIS);
  const commands: Command[] = [];
  for (let account = FIRST_ACCOUNT; account < FIRST_ACCOUNT + ACCOUNTS; account += 1) {
    commands.push({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    commands.push({ type: 'CreditAccount', time, account, coin: 'USDT', amount: FUNDS });
    const chosen = leverage([500n, 1_000n, 2_500n][account % 3] ?? 1_000n);
    for (const id of activity.instruments[account - FIRST_ACCOUNT] ?? []) {
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
  readonly amended: number;
  readonly cancelled: number;
  readonly refused: number;
  readonly trades: number;
  /** Canonical state after the last command. */
  readonly state: Uint8Array;
}

export interface FlowPlan {
  readonly length: number;
  readonly seed: number;
  /** 1 without it. */
  readonly symbols?: number;
  /** `PLACE_AND_CANCEL` without it. */
  readonly mix?: Mix;
  /** Even without it. */
  readonly activity?: Activity;
}

/** Draws commands against a running exchange, so that cancels and moves name orders that rest. */
class FlowMaker {
  readonly commands: Command[] = [];
  readonly counts = { placed: 0, amended: 0, cancelled: 0, refused: 0, trades: 0 };
  readonly #exchange: Exchange;
  readonly #drawing: Drawing;
  readonly #resting: Resting[] = [];
  #time = GENESIS + TICK_MS;

  constructor(exchange: Exchange, drawing: Drawing) {
    this.#exchange = exchange;
    this.#drawing = drawing;
  }

  step(): void {
    const { random, mix, instruments } = this.#drawing;
    this.#exchange.events.length = 0;
    if (this.commands.length % COMMANDS_PER_TICK === COMMANDS_PER_TICK - 1) {
      this.#time += TICK_MS;
      this.#send({ type: 'AdvanceClock', time: timestamp(this.#time) });
      return;
    }
    const roll = random();
    const enough = this.#resting.length > Math.max(RESTING_MIN, instruments.length * RESTING_PER_SYMBOL);
    if (enough && roll < mix.cancel + mix.amend) this.#change(roll < mix.cancel);
    else this.#place();
  }

  #send(command: Command): Outcome {
    this.commands.push(command);
    return this.#exchange.apply(command);
  }

  #change(cancels: boolean): void {
    const { random } = this.#drawing;
    const resting = this.#resting;
    const at = Math.floor(random() * resting.length);
    const order = resting[at] as Resting;
    const { account, orderId } = order;
    const change: Command = cancels
      ? { type: 'CancelOrder', time: timestamp(this.#time), account, orderId }
      : drawAmend(this.#drawing, this.#time, order);
    const gone = this.#exchange.apply(change).refusal !== undefined;
    if (cancels || gone) {
      resting[at] = resting[resting.length - 1] as Resting;
      resting.pop();
    }
    // Orders that were filled meanwhile are skipped.
    if (gone) return;
    this.commands.push(change);
    this.#countTrades();
    if (change.type === 'AmendOrder' && change.changes.price !== undefined) order.price = tickCount(change.changes.price);
    this.counts[cancels ? 'cancelled' : 'amended'] += 1;
  }

  #place(): void {
    const order = drawOrder(this.#drawing, this.#time);
    const { refusal, orderId } = this.#send(order);
    if (refusal !== undefined || orderId === undefined) {
      this.counts.refused += 1;
      return;
    }
    this.counts.placed += 1;
    this.#countTrades();
    const { account, instrument, orderType, timeInForce, price } = order;
    if (orderType === 'Limit' && timeInForce !== 'ImmediateOrCancel') {
      this.#resting.push({ account, orderId, instrument, price: tickCount(price) });
    }
  }

  #countTrades(): void {
    for (const event of this.#exchange.events) if (event.type === 'TradePrinted') this.counts.trades += 1;
  }
}

/** A seeded flow of commands in so many markets. */
export function makeEngineFlow(plan: FlowPlan): EngineFlow {
  const { length, seed, symbols = 1, mix = PLACE_AND_CANCEL, activity = evenActivity(ACCOUNTS, symbols) } = plan;
  const { exchange, market } = newExchange(symbols);
  const instruments = benchInstruments(symbols).slice(0, symbols);
  const before = opening(activity);
  for (const command of before) exchange.apply(command);
  const maker = new FlowMaker(exchange, { activity, mix, instruments, random: seededRandom(seed), indexes: market.indexes });
  while (maker.commands.length < length) maker.step();
  exchange.audit();
  return { opening: before, commands: maker.commands, ...maker.counts, state: exchange.write() };
}
