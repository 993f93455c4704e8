// npm run market-bots [-- FIRST]: earnings of a maker, a taker and two momentum rules in ten seeds, starting with FIRST, two hours each.
// docs/believable-market.md describes the rules.
import {
  leverage,
  lots,
  money,
  moneyUnits,
  opposite,
  priceNumber,
  quantityUnits,
  ticks,
  timestamp,
  type Instrument,
  type Side,
} from '@tapedeck/domain';
import { Exchange } from '@tapedeck/exchange';
import { LINEAR_INSTRUMENTS, SimulatedMarket } from '@tapedeck/market-sim';
import { deviation, mean } from '../packages/market-sim/src/testing/candle-statistics.ts';

const SEEDS = 10;
const FIRST_SEED = Number(process.argv[2] ?? 301);
const GENESIS = Date.UTC(2026, 4, 6, 14);
const STEP_MS = 50;
const HOURS_MS = 2 * 3_600_000;
const WARM_UP_MS = 6 * 60_000;
const COINS = ['BTC', 'ETH', 'DOGE'];
const UNIT = 100_000_000n;
const POINTS = 10_000;
const DECIDE_EVERY = 2;
const DEPOSIT = 100_000_000n;
/** Dollars of an order: a small one, so that nothing but the rule decides. */
const ORDER = 1_000;
/** A maker holds at most so many orders' worth. */
const INVENTORY_MOST = 3;
const JOIN_EVERY_MS = 20_000;
const PATIENCE_MS = 15_000;
const FILL_TIMES_S = [1, 5, 15];
/** Fill rates of orders that join the back of the queue at the touch, in the three recordings. */
const RECORDED = [
  [0.16, 0.38],
  [0.5, 0.73],
  [0.69, 0.83],
];

const BOTS = ['maker', 'patient maker', 'taker', 'momentum, 60 s', 'momentum, 300 s'] as const;
type Bot = (typeof BOTS)[number];
const ACCOUNTS: Readonly<Record<Bot, number>> = {
  maker: 100,
  'patient maker': 101,
  taker: 102,
  'momentum, 60 s': 103,
  'momentum, 300 s': 104,
};

/** Results of one rule in one coin, over all seeds. */
class Score {
  /** Basis points of each round trip, or of each fill of a maker a minute later, before fees. */
  readonly edges: number[] = [];
  /** A second after a maker's fill. */
  readonly soon: number[] = [];
  /** USD per seed, before and after fees, with the final position valued at the middle of the book. */
  readonly gross: number[] = [];
  readonly net: number[] = [];
  turnover = 0;
  joined = 0;
  readonly filledWithin = FILL_TIMES_S.map(() => 0);
}

interface Resting {
  readonly orderId: number;
  readonly tick: number;
  readonly since: number;
}

interface Holding {
  readonly side: Side;
  /** Cash received at the opening: negative for a purchase. */
  readonly paid: number;
  readonly until: number;
}

/** One rule in one market of one seed: its orders, its cash and its position. */
interface Seat {
  readonly bot: Bot;
  readonly instrument: Instrument;
  readonly score: Score;
  /** Lots of an order. */
  readonly size: number;
  cash: number;
  fees: number;
  held: number;
  readonly resting: Record<Side, Resting | undefined>;
  trip: Holding | undefined;
}

interface Look {
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly middle: number;
}

/** A market of one seed, its observed data, and the rules that trade in it. */
class Floor {
  readonly exchange: Exchange;
  readonly instruments = LINEAR_INSTRUMENTS.filter(({ baseCoin }) => COINS.includes(baseCoin)).map((one, id) => ({ ...one, id }));
  readonly seats: Seat[] = [];
  readonly #looks = this.instruments.map((): Look[] => []);
  /** Signed and whole volume of each step. */
  readonly #flow = this.instruments.map((): [signed: number, whole: number][] => []);
  /** Fills of makers whose price is compared with the middle of the book at a later time. */
  #due: { readonly at: number; readonly instrument: number; readonly from: number; readonly sign: number; readonly into: number[] }[] = [];
  time = GENESIS;
  steps = 0;

  constructor(seed: number, scores: (bot: Bot, symbol: string) => Score) {
    this.exchange = new Exchange(this.instruments, new SimulatedMarket(seed, this.instruments), timestamp(GENESIS));
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(GENESIS) });
    this.exchange.apply({ type: 'WatchMarkets', time: timestamp(GENESIS), instruments: this.instruments.map(({ id }) => id) });
    const time = timestamp(GENESIS);
    for (const bot of BOTS) {
      const account = ACCOUNTS[bot];
      this.exchange.apply({ type: 'OpenAccount', time, account, kind: 'UTA2' });
      this.exchange.apply({ type: 'CreditAccount', time, account, coin: 'USDT', amount: money(DEPOSIT * UNIT) });
      for (const instrument of this.instruments) {
        const ten = leverage(1_000n);
        this.exchange.apply({ type: 'SetLeverage', time, account, instrument: instrument.id, longLeverage: ten, shortLeverage: ten });
        this.seats.push({
          bot,
          instrument,
          score: scores(bot, instrument.symbol),
          cash: 0,
          fees: 0,
          size: this.#orderLots(instrument),
          held: 0,
          resting: { Buy: undefined, Sell: undefined },
          trip: undefined,
        });
      }
    }
    this.exchange.takeEvents();
  }

  #orderLots({ id, lotSize, tickSize }: Instrument): number {
    const [bid = 0] = this.exchange.book(id, 1).bids;
    return Math.max(1, Math.round(ORDER / ((bid * priceNumber(tickSize) * Number(quantityUnits(lotSize))) / 1e8)));
  }

  step(): void {
    this.time += STEP_MS;
    this.steps += 1;
    this.exchange.apply({ type: 'AdvanceClock', time: timestamp(this.time) });
    for (const flow of this.#flow) flow.push([0, 0]);
    this.take();
    for (const { id } of this.instruments) this.#look(id);
    const due = this.#due.filter(({ at }) => at <= this.time);
    this.#due = this.#due.filter(({ at }) => at > this.time);
    for (const { instrument, sign, from, into } of due) into.push(sign * (this.look(instrument).middle / from - 1) * POINTS);
  }

  #look(instrument: number): void {
    const { bids, asks } = this.exchange.book(instrument, 1);
    const looks = this.#looks[instrument] ?? [];
    const before = looks.at(-1);
    const bid = bids[0] ?? before?.bid ?? 0;
    const ask = asks[0] ?? before?.ask ?? 0;
    looks.push({ time: this.time, bid, ask, middle: (bid + ask) / 2 });
  }

  look(instrument: number, ago = 0): Look {
    return this.#looks[instrument]?.at(-1 - ago / STEP_MS) as Look;
  }

  /** Share by which buyers outweigh sellers in the last `span` ms. */
  pressure(instrument: number, span: number): number {
    const steps = this.#flow[instrument]?.slice(-span / STEP_MS) ?? [];
    const whole = steps.reduce((sum, [, one]) => sum + one, 0);
    return whole === 0 ? 0 : steps.reduce((sum, [one]) => sum + one, 0) / whole;
  }

  /** Usual size of a minute's return of the last minutes. */
  minuteDeviation(instrument: number): number {
    const returns = [0, 1, 2, 3, 4].map(
      (minute) => this.look(instrument, minute * 60_000).middle / this.look(instrument, (minute + 1) * 60_000).middle - 1,
    );
    return Math.sqrt(mean(returns.map((one) => one * one)));
  }

  /** Books the events since the last call. */
  take(): void {
    for (const event of this.exchange.takeEvents()) {
      if (event.type === 'TradePrinted') {
        const step = this.#flow[event.instrument]?.at(-1);
        const size = Number(quantityUnits(event.quantity));
        if (step === undefined) continue;
        step[0] += event.takerSide === 'Buy' ? size : -size;
        step[1] += size;
        continue;
      }
      if (event.type !== 'OrderFilled') continue;
      const seat = this.seats.find(({ bot, instrument }) => ACCOUNTS[bot] === event.account && instrument.id === event.instrument);
      if (seat === undefined) continue;
      const sign = event.side === 'Buy' ? 1 : -1;
      const value = Number(moneyUnits(event.value)) / 1e8;
      seat.cash -= sign * value;
      seat.fees += Number(moneyUnits(event.fee)) / 1e8;
      seat.held += sign * Number(event.quantity);
      seat.score.turnover += value;
      if (seat.bot === 'maker' || seat.bot === 'patient maker') this.#madeFill(seat, event.side, event.order?.status === 'Filled');
    }
  }

  #madeFill(seat: Seat, side: Side, whole: boolean): void {
    const resting = seat.resting[side];
    if (resting === undefined || !whole) return;
    const { id } = seat.instrument;
    const sign = side === 'Buy' ? 1 : -1;
    const waited = this.time - resting.since;
    for (const [i, seconds] of FILL_TIMES_S.entries())
      if (waited <= seconds * 1_000) seat.score.filledWithin[i] = (seat.score.filledWithin[i] ?? 0) + 1;
    seat.resting[side] = undefined;
    for (const [ms, into] of [
      [1_000, seat.score.soon],
      [60_000, seat.score.edges],
    ] as const)
      this.#due.push({ at: this.time + ms, instrument: id, from: resting.tick, sign, into });
  }

  place(seat: Seat, side: Side, tick: number | undefined): number | undefined {
    const outcome = this.exchange.apply({
      type: 'PlaceOrder',
      time: timestamp(this.time),
      account: ACCOUNTS[seat.bot],
      instrument: seat.instrument.id,
      side,
      quantity: lots(seat.size),
      reduceOnly: false,
      positionIndex: 0,
      clientOrderId: '',
      source: 'api',
      orderType: tick === undefined ? 'Market' : 'Limit',
      price: ticks(tick ?? 0),
      timeInForce: tick === undefined ? 'ImmediateOrCancel' : 'PostOnly',
    });
    if (outcome.refusal !== undefined) throw new Error(`a bot's order was refused: ${outcome.refusal.reason}`);
    this.take();
    return outcome.orderId;
  }

  cancel(seat: Seat, { orderId }: Resting): void {
    this.exchange.apply({ type: 'CancelOrder', time: timestamp(this.time), account: ACCOUNTS[seat.bot], orderId });
    this.take();
  }

  end(): void {
    for (const { instrument, score, cash, fees, held } of this.seats) {
      const lot = Number(quantityUnits(instrument.lotSize)) / 1e8;
      const gross = cash + held * lot * this.look(instrument.id).middle * priceNumber(instrument.tickSize);
      score.gross.push(gross);
      score.net.push(gross - fees);
    }
    this.exchange.audit();
  }
}

function join(floor: Floor, seat: Seat, side: Side, tick: number): void {
  seat.score.joined += 1;
  const orderId = floor.place(seat, side, tick);
  if (orderId !== undefined) seat.resting[side] = { orderId, tick, since: floor.time };
}

/** Rests an order at each touch, behind the queue, and follows the touch when it moves. */
function make(floor: Floor, seat: Seat): void {
  const { bid, ask } = floor.look(seat.instrument.id);
  for (const side of ['Buy', 'Sell'] as const) {
    const sign = side === 'Buy' ? 1 : -1;
    const tick = side === 'Buy' ? bid : ask;
    const resting = seat.resting[side];
    if (resting?.tick === tick) continue;
    if (resting !== undefined) {
      seat.resting[side] = undefined;
      floor.cancel(seat, resting);
    }
    if (sign * seat.held >= INVENTORY_MOST * seat.size) continue;
    join(floor, seat, side, tick);
  }
}

/** Occasionally joins the back of a queue and stays there while the touch moves: on the side that closes its position, if there is one. */
function wait(floor: Floor, seat: Seat): void {
  const { bid, ask } = floor.look(seat.instrument.id);
  const waiting = seat.resting.Buy ?? seat.resting.Sell;
  if (waiting !== undefined && floor.time - waiting.since > PATIENCE_MS) {
    seat.resting.Buy = undefined;
    seat.resting.Sell = undefined;
    floor.cancel(seat, waiting);
  }
  if ((floor.time - GENESIS) % JOIN_EVERY_MS !== 0) return;
  const flat = (floor.time - GENESIS) % (2 * JOIN_EVERY_MS) === 0 ? 'Buy' : 'Sell';
  const side = seat.held === 0 ? flat : seat.held > 0 ? 'Sell' : 'Buy';
  join(floor, seat, side, side === 'Buy' ? bid : ask);
}

/** Takes with a side, and closes after so long. */
function trip(floor: Floor, seat: Seat, side: Side | undefined, ms: number): void {
  if (seat.trip !== undefined) {
    if (floor.time < seat.trip.until) return;
    const before = seat.cash;
    floor.place(seat, opposite(seat.trip.side), undefined);
    seat.score.edges.push(((seat.trip.paid + seat.cash - before) / Math.abs(seat.trip.paid)) * POINTS);
    seat.trip = undefined;
    return;
  }
  if (side === undefined) return;
  const before = seat.cash;
  floor.place(seat, side, undefined);
  seat.trip = { side, paid: seat.cash - before, until: floor.time + ms };
}

/** Share by which one side outweighs the other before the taker follows it, and a move, in usual ones, that momentum follows. */
const PRESSURE = 0.6;
const SURPRISE = 2;

function decide(floor: Floor, seat: Seat): void {
  const { id } = seat.instrument;
  switch (seat.bot) {
    case 'maker':
      make(floor, seat);
      return;
    case 'patient maker':
      wait(floor, seat);
      return;
    case 'taker': {
      const pressure = floor.pressure(id, 10_000);
      trip(floor, seat, Math.abs(pressure) < PRESSURE ? undefined : pressure > 0 ? 'Buy' : 'Sell', 10_000);
      return;
    }
    default: {
      const ms = seat.bot === 'momentum, 60 s' ? 60_000 : 300_000;
      const moved = floor.look(id).middle / floor.look(id, ms).middle - 1;
      const usual = floor.minuteDeviation(id) * Math.sqrt(ms / 60_000);
      trip(floor, seat, Math.abs(moved) < SURPRISE * usual ? undefined : moved > 0 ? 'Buy' : 'Sell', ms);
    }
  }
}

const tOf = (values: readonly number[]): number => (mean(values) / deviation(values)) * Math.sqrt(values.length);
const shown = (value: number, digits = 2): string => value.toFixed(digits);

const scores = new Map<string, Score>();
const scoreOf = (bot: Bot, symbol: string): Score => {
  const key = `${bot} | ${symbol}`;
  const score = scores.get(key) ?? new Score();
  scores.set(key, score);
  return score;
};
for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
  const floor = new Floor(seed, scoreOf);
  while (floor.time < GENESIS + HOURS_MS) {
    floor.step();
    if (floor.time >= GENESIS + WARM_UP_MS && floor.steps % DECIDE_EVERY === 0) for (const seat of floor.seats) decide(floor, seat);
  }
  floor.end();
}

console.log(`Seeds ${FIRST_SEED} to ${FIRST_SEED + SEEDS - 1}, two hours each.\n`);
console.log('| rule | symbol | trades | bp a trade before fees (t) | dollars before fees, all seeds | after fees | seeds with a profit |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
let profits = 0;
for (const [key, { edges, gross, net }] of scores) {
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  if (mean(net) > 0) profits += 1;
  const won = net.filter((one) => one > 0).length;
  console.log(
    `| ${key} | ${edges.length} | ${shown(mean(edges))} (${shown(tOf(edges), 1)}) | ${shown(sum(gross))} | ${shown(sum(net))} | ${won} of ${net.length} |`,
  );
}
console.log(
  '\n| orders at the touch | symbol | joined | within 1 s | 5 s | 15 s | bp 1 s after a fill (t) |\n| --- | --- | --- | --- | --- | --- | --- |',
);
let fast = 0;
for (const [key, { joined, filledWithin, soon }] of scores) {
  if (!key.startsWith('patient')) continue;
  const shares = filledWithin.map((count) => count / joined);
  for (const [i, share] of shares.entries()) if (share > (RECORDED[i]?.[1] ?? 1)) fast += 1;
  console.log(`| ${key} | ${joined} | ${shares.map((one) => shown(one)).join(' | ')} | ${shown(mean(soon))} (${shown(tOf(soon), 1)}) |`);
}
console.log(`| recorded | three captures | | ${RECORDED.map(([least, most]) => `${least} to ${most}`).join(' | ')} | -1.2 to -0.5 |`);
console.log(
  profits + fast === 0
    ? '\nNo rule earns anything after fees, and no order at the touch is filled faster than in the recordings.'
    : `\n${profits} rules earn something after fees, ${fast} shares of filled orders are above the recorded ones.`,
);
process.exitCode = profits + fast === 0 ? 0 : 1;
