import {
  isDated,
  isSpot,
  lotCount,
  lots,
  milliseconds,
  priceNumber,
  rateUnits,
  tickCount,
  ticks,
  type Instrument,
  type Price,
  type Side,
} from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../path/calendar.ts';
import { coinRank } from '../path/coin-profiles.ts';
import type { PathBar, PricePath } from '../path/price-path.ts';
import { Random } from '../random/random.ts';
import { Crowd } from './crowd.ts';
import type { Ladder } from './ladder.ts';
import { Maker, type MakerView } from './maker.ts';
import { GAP_MS } from './market-moments.ts';
import { TakerFlow } from './taker-flow.ts';

/** Watched instruments move with every step of the clock that is at least this long, others about once a second. */
const FINE_STEP_MS = 40;
const COARSE_STEP_MS = 1_000;
/** Quotes put up a side after a gap, of which there may be thousands in a row; the rest comes with the next steps. */
const GAP_QUOTES = 15;
const SECOND_MS = 1_000;
/** Takers a second of the busiest instrument, and by how much each further one has fewer. */
const TAKER_RATE = 2.5;
const RATE_DECAY = 0.85;
/** Takers of contracts beside a coin's linear perpetual, as a share of that one's. */
const SIDE_CONTRACT_SHARE = 0.4;
/** Takers of a future, as a share of those of its perpetual. */
const DATED_SHARE = 0.25;
/** In the calmest minutes this share of them comes. */
const ACTIVITY_ROOT_LEAST = 0.5;
const COARSE_TAKERS_MAX = 2;
/** A coarse taker stands for several and walks this many times farther. */
const COARSE_REACH = 2.5;
const FINE_TAKERS_MAX = 6;
/** Share of takers that take nothing beyond the touch. */
const TOUCH_TAKERS = 0.8;
/** The maker moves its touch when fair value left it by this share of a minute's deviation on the average; it is drawn anew after each move. */
const TOLERANCE = 0.075;
const TOLERANCE_LEAST = 0.35;
const PATIENCE_MAX = 3;
/** Where fewer come, makers wait longer, up to this many times: moves must not outnumber takers. */
const QUIET_PATIENCE_MAX = 2.5;
/** Taking one minute's volume moves fair value by this many deviations of a minute, and half of it is gone after about 30 s. */
const IMPACT = 1.2;
const IMPACT_MEMORY_MS = 45_000;
const IMPACT_MAX = 0.008;
/** Moves of the touch, squared and in deviations of a minute, are remembered so long; above a calm sum of them makers quote less, */
const UNREST_MS = 10_000;
const UNREST_CALM = 0.5;
/** but not less than this share. */
const COURAGE_LEAST = 0.35;
/** Days whose volume makes the usual size of quotes. */
const USUAL_DAYS = 21;
const STALE_KEPT = 4;
/** Takers beside the first one who sweep stale quotes, on the average. */
const SWEEPERS = 0.5;
/** What is within this share of the touch is near it. */
const NEAR = 0.001;
/** How much of the room that the price limit leaves around the mark the house uses. */
const LIMIT_SHARE = 0.8;
const RATE_UNIT = 100_000_000;
const NEVER = -1;

/** What the prices of an instrument come from. */
export interface PriceSources {
  readonly path: PricePath;
  /** Its index at a time, on a tick; `undefined` when nobody knows. */
  readonly indexAt: (time: number) => Price | undefined;
  /** Share of the usual depth of the book at a time. */
  readonly depthAt: (time: number) => number;
  /** How many milliseconds late the maker is. */
  readonly latenessAt: (time: number) => number;
}

/** A step of a market that does not jump. */
interface Step {
  /** Where the book goes, ticks. */
  readonly fair: number;
  readonly elapsed: number;
  readonly watched: boolean;
}

/** The perpetual that most trade leads; the other products of its coin follow so many milliseconds later. */
function lagOf(instrument: Instrument): number {
  if (isDated(instrument)) return 500;
  if (isSpot(instrument)) return instrument.quoteCoin === 'USDC' ? 250 : 150;
  return instrument.settleCoin === 'USDT' ? 0 : 300;
}

/** The life of one instrument: fair value, maker, takers. */
export class LiveMarket {
  readonly #instrument: Instrument;
  readonly #path: PricePath;
  readonly #indexAt: PriceSources['indexAt'];
  readonly #random: Random;
  readonly #depthAt: PriceSources['depthAt'];
  readonly #latenessAt: PriceSources['latenessAt'];
  readonly #maker: Maker;
  readonly #flow = new TakerFlow();
  /** Of contracts: who holds positions in it. */
  readonly #crowd: Crowd | undefined;
  readonly #rate: number;
  readonly #maxPrice: number;
  readonly #tickSize: number;
  readonly #limitRate: number;
  readonly #lag: number;
  #steppedAt = NEVER;
  #indexSecond = NEVER;
  /** Where the maker stands, ticks; its spread is 1 to 3 ticks. */
  #center = 0;
  #spread = 1;
  /** How far fair value may leave the maker this time, in multiples of the usual. */
  #patience = 1;
  /** What others than the house moved fair value by, ticks. */
  #impact = 0;
  #unrest = 0;
  /** Lots a ms of the last weeks (0 without any), and the day of which this is; follow from the clock. */
  #usualPerMs = 1;
  #usualDay = NEVER;
  /** Of the path's current minute; follow from the clock. */
  #minuteStart = NEVER;
  #volumePerMs = 1;
  #minuteDeviation = 1;

  constructor(seed: number, instrument: Instrument, { path, indexAt, depthAt, latenessAt }: PriceSources) {
    this.#depthAt = depthAt;
    this.#latenessAt = latenessAt;
    this.#instrument = instrument;
    this.#path = path;
    this.#indexAt = indexAt;
    this.#random = Random.stream(seed, instrument.symbol, 'live');
    this.#maker = new Maker(instrument.id);
    this.#crowd = isSpot(instrument) ? undefined : new Crowd(seed, instrument, path);
    this.#lag = lagOf(instrument);
    this.#rate = LiveMarket.#takerRate(instrument);
    this.#maxPrice = tickCount(instrument.maxPrice);
    this.#tickSize = priceNumber(instrument.tickSize);
    this.#limitRate = Number(rateUnits(instrument.priceLimitRate)) / RATE_UNIT;
  }

  static #takerRate(instrument: Instrument): number {
    let rate = instrument.kind === 'LinearPerpetual' ? TAKER_RATE : TAKER_RATE * SIDE_CONTRACT_SHARE;
    if (isDated(instrument)) rate *= DATED_SHARE;
    for (let rank = coinRank(instrument.baseCoin); rank > 0; rank -= 1) rate *= RATE_DECAY;
    return rate;
  }

  /** Simulated accounts that hold positions of a side. */
  accounts(side: Side): number {
    return this.#crowd?.accounts(side) ?? 0;
  }

  /** Lets time pass up to the market's clock. */
  advance(market: MarketAccess, watched: boolean): void {
    const now = milliseconds(market.now);
    const { deliveryAt } = this.#instrument;
    if (deliveryAt !== undefined && isDated(this.#instrument) && now >= milliseconds(deliveryAt)) return;
    if (this.#steppedAt === NEVER) {
      this.#steppedAt = now;
      this.#open(market, now);
      this.#crowd?.begin(market, now);
      // Positions that the current hour has used up are closed outside the book, which would open with a cascade otherwise.
      this.#crowd?.cross(market, this.#fair(now));
      return;
    }
    const elapsed = now - this.#steppedAt;
    if (elapsed < (watched ? FINE_STEP_MS : COARSE_STEP_MS)) return;
    const from = this.#steppedAt;
    this.#steppedAt = now;
    this.#drift(now, elapsed);
    if (elapsed > GAP_MS) {
      this.#publishIndex(market, now);
      this.#cross(market, from, now);
      return;
    }
    const fair = this.#followIndex(market, now);
    if (this.#isJump(fair)) this.#jump(market, fair);
    else if (this.#depthAt(from) !== this.#depthAt(now)) this.#requote(market, fair);
    else this.#step(market, { fair, elapsed, watched });
    this.#liquidate(market, elapsed);
  }

  /** What participants are liquidated for moves fair value from the next step on, like what users take. */
  #liquidate(market: MarketAccess, elapsed: number): void {
    const mark = priceNumber(market.markPrice(this.#instrument.id)) / this.#tickSize;
    if (this.#crowd === undefined || mark === 0 || !this.#crowd.reach(mark)) return;
    const room = Math.floor(this.#room(mark));
    const limits = { Buy: Math.min(this.#maxPrice, Math.floor(mark) + room), Sell: Math.max(1, Math.ceil(mark) - room) };
    const near = { Buy: this.#maker.asks.within(NEAR), Sell: this.#maker.bids.within(NEAR) };
    this.#crowd.liquidate(market, { mark, elapsed, limits, near });
  }

  #view(market: MarketAccess): MakerView {
    return {
      market,
      random: this.#random,
      typicalTrade: this.#typicalTrade() / Math.sqrt(this.#activityRoot()),
      courage: this.#unrest <= UNREST_CALM ? 1 : Math.max(COURAGE_LEAST, UNREST_CALM / this.#unrest),
      maxPrice: this.#maxPrice,
      depth: this.#depthAt(milliseconds(market.now)),
    };
  }

  /** In busy minutes more takers come, and each takes more: both grow with the root of the activity. */
  #activityRoot(): number {
    // What was launched today has no days behind it.
    return this.#usualPerMs > 0 ? Math.max(ACTIVITY_ROOT_LEAST, Math.sqrt(this.#volumePerMs / this.#usualPerMs)) : 1;
  }

  /** How far fair value may usually leave the maker, in deviations of a minute. */
  #tolerance(): number {
    return TOLERANCE * Math.min(QUIET_PATIENCE_MAX, Math.sqrt(TAKER_RATE / (this.#rate * this.#activityRoot())));
  }

  /** Mean trade, lots. */
  #typicalTrade(): number {
    return Math.max(1, (this.#volumePerMs * SECOND_MS) / (this.#rate * this.#activityRoot()));
  }

  #lookAtMinute(now: number): void {
    const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    if (start === this.#minuteStart) return;
    this.#minuteStart = start;
    this.#volumePerMs = Math.max(1, this.#path.minute(this.#instrument.id, start).volume) / MINUTE_MS;
    this.#minuteDeviation = this.#path.minuteDeviation(this.#instrument.id, start);
    const day = Math.floor(now / DAY_MS);
    if (day === this.#usualDay) return;
    this.#usualDay = day;
    const days = this.#path.bars(this.#instrument.id, DAY_MINUTES, day - USUAL_DAYS, USUAL_DAYS);
    this.#usualPerMs = days.reduce((sum, { volume }) => sum + volume, 0) / (Math.max(1, days.length) * DAY_MS);
  }

  /** The impact and the unrest that are left after `elapsed` ms. */
  #drift(now: number, elapsed: number): void {
    this.#lookAtMinute(now);
    this.#impact *= Math.max(0, 1 - elapsed / IMPACT_MEMORY_MS);
    this.#unrest *= Math.max(0, 1 - elapsed / UNREST_MS);
  }

  #publishIndex(market: MarketAccess, now: number): void {
    const second = Math.floor(now / SECOND_MS);
    if (second === this.#indexSecond) return;
    this.#indexSecond = second;
    market.setIndex(this.#instrument.id, this.#indexAt(now));
  }

  /**
   * Where the book goes now, ticks: to fair value, as far as market orders can follow. In a jump it waits at the price limit for the index,
   * which is told once a second; the mark follows that at the end of the same step.
   */
  #followIndex(market: MarketAccess, now: number): number {
    const fair = this.#fair(now);
    const before = priceNumber(market.indexPrice(this.#instrument.id));
    this.#publishIndex(market, now);
    const after = priceNumber(market.indexPrice(this.#instrument.id));
    const mark = (priceNumber(market.markPrice(this.#instrument.id)) / this.#tickSize) * (before > 0 ? after / before : 1);
    const room = this.#room(mark);
    return mark > 0 ? Math.max(mark - room, Math.min(mark + room, fair)) : fair;
  }

  /** How far from `price` the house may go, ticks: beyond it, nobody's market order could follow. */
  #room(price: number): number {
    return LIMIT_SHARE * this.#limitRate * price;
  }

  /** Farther than takers could carry the price within one step. */
  #isJump(fair: number): boolean {
    return Math.abs(fair - this.#center) > this.#room(this.#center);
  }

  /**
   * The price is somewhere else from one step to the next. The last trade of before is printed; then the makers pull their quotes and
   * quote anew, so that whoever is liquidated at the new mark price meets a book around it, and not the one of before.
   */
  #jump(market: MarketAccess, fair: number): void {
    this.#take(market, this.#random.chance(0.5), 1, 0);
    this.#requote(market, fair);
  }

  #fair(clock: number): number {
    return Math.max(2, this.#path.priceAt(this.#instrument.id, clock - this.#lag - this.#latenessAt(clock)) + this.#impact);
  }

  get #bidTouch(): number {
    return Math.max(1, Math.floor(this.#center - (this.#spread - 1) / 2));
  }

  get #askTouch(): number {
    return this.#bidTouch + this.#spread;
  }

  /** Fills the empty book and prints a first trade, from which the last price follows. */
  #open(market: MarketAccess, now: number, quotes = Infinity): void {
    this.#lookAtMinute(now);
    this.#publishIndex(market, now);
    this.#center = this.#fair(now);
    this.#spread = 1;
    const view = this.#view(market);
    this.#maker.keepDepth(view, this.#maker.bids, this.#bidTouch, quotes);
    this.#maker.keepDepth(view, this.#maker.asks, this.#askTouch, quotes);
    this.#take(market, this.#random.chance(0.5), 1, 0);
  }

  #step(market: MarketAccess, { fair, elapsed, watched }: Step): void {
    this.#feelTaken(market);
    const view = this.#view(market);
    const takers = this.#flow.arrivals(this.#random, elapsed, this.#rate * this.#activityRoot(), this.#volumePerMs);
    const tolerance = Math.max(0.8, this.#tolerance() * this.#patience * this.#minuteDeviation);
    const moved = fair - this.#center;
    let left = Math.min(takers, watched ? FINE_TAKERS_MAX : COARSE_TAKERS_MAX);
    if (Math.abs(moved) > tolerance) {
      this.#center = fair;
      this.#unrest += (moved / this.#minuteDeviation) * (moved / this.#minuteDeviation);
      this.#redrawSpread();
      this.#patience = TOLERANCE_LEAST + (1 - TOLERANCE_LEAST) * Math.min(PATIENCE_MAX, this.#random.exponential());
      this.#flow.moved(moved > 0);
      this.#follow(market, view, moved > 0);
      left -= 1;
    }
    const share = watched ? 1 : Math.max(1, takers / COARSE_TAKERS_MAX);
    for (; left > 0; left -= 1) {
      const buys = this.#flow.buys(this.#random, moved / tolerance);
      const reach = watched && this.#random.chance(TOUCH_TAKERS) ? 0 : Math.floor(tolerance * (watched ? 1 : COARSE_REACH));
      this.#take(market, buys, share, reach);
    }
    this.#look(market);
    for (const ladder of [this.#maker.bids, this.#maker.asks]) this.#tend(view, ladder, watched);
    this.#look(market);
  }

  #redrawSpread(): void {
    const draw = this.#random.unit();
    this.#spread = draw < 0.78 ? 1 : draw < 0.95 ? 2 : 3;
  }

  /** The touch moves: most stale quotes are withdrawn, takers sweep what is left, so that the tape prints the move. */
  #follow(market: MarketAccess, view: MakerView, up: boolean): void {
    const stale = up ? this.#maker.asks : this.#maker.bids;
    const touch = up ? this.#askTouch : this.#bidTouch;
    this.#maker.retreat(view, stale, touch, STALE_KEPT);
    for (let takers = 1 + Math.floor(this.#random.exponential() * SWEEPERS); takers > 0; takers -= 1) this.#take(market, up, 1, 0);
    this.#look(market);
    this.#maker.retreat(view, stale, touch, 0);
  }

  #tend(view: MakerView, ladder: Ladder, watched: boolean): void {
    const touch = ladder.side === 'Buy' ? this.#bidTouch : this.#askTouch;
    this.#maker.advance(view, ladder, touch);
    if (watched) this.#maker.replace(view, ladder, touch);
    this.#maker.keepDepth(view, ladder, touch);
  }

  /** One taker who walks at most `reach` ticks beyond the touch. */
  #take(market: MarketAccess, buys: boolean, share: number, reach: number): void {
    const size = Math.round(this.#flow.size(this.#random, this.#typicalTrade(), this.#volumePerMs) * share);
    const limit = buys ? this.#askTouch + reach : Math.max(1, this.#bidTouch - reach);
    const taking = { side: buys ? 'Buy' : 'Sell', quantity: lots(size), limit: ticks(limit) } as const;
    const taken =
      this.#crowd?.take(market, this.#steppedAt, taking) ?? market.take(this.#instrument.id, taking.side, taking.quantity, taking.limit);
    this.#flow.traded(lotCount(taken));
  }

  /** Brings the ladders up to date after the house's own takers. */
  #look(market: MarketAccess): number {
    return this.#maker.asks.collectTaken(market) - this.#maker.bids.collectTaken(market);
  }

  /** What users and the liquidation desk bought (sold, when negative) since the last step moves fair value, and wears off. */
  #feelTaken(market: MarketAccess): void {
    const bought = this.#look(market);
    if (bought === 0) return;
    const minutes = bought / (this.#volumePerMs * MINUTE_MS);
    const limit = IMPACT_MAX * this.#center;
    this.#impact = Math.max(-limit, Math.min(limit, this.#impact + IMPACT * this.#minuteDeviation * minutes));
  }

  /** All quotes go, and as many come as there are to be. */
  #requote(market: MarketAccess, fair: number): void {
    this.#look(market);
    this.#maker.bids.withdrawAll(market);
    this.#maker.asks.withdrawAll(market);
    this.#center = fair;
    const view = this.#view(market);
    this.#maker.keepDepth(view, this.#maker.bids, this.#bidTouch, Infinity);
    this.#maker.keepDepth(view, this.#maker.asks, this.#askTouch, Infinity);
  }

  /** A gap in the clock: the house's quotes go, resting orders that the path went through are filled, and new quotes come. */
  #cross(market: MarketAccess, from: number, to: number): void {
    this.#maker.bids.withdrawAll(market);
    this.#maker.asks.withdrawAll(market);
    this.#impact = 0;
    this.#fillCrossed(market, from, to);
    this.#crowd?.cross(market, this.#fair(to));
    this.#open(market, to, GAP_QUOTES);
  }

  #fillCrossed(market: MarketAccess, from: number, to: number): void {
    const first = Math.ceil(from / MINUTE_MS);
    const end = Math.floor(to / MINUTE_MS);
    for (let minute = first; minute < end;) {
      const width = [1_440, 60, 1].find((minutes) => minute % minutes === 0 && minute + minutes <= end) ?? 1;
      const [bar] = this.#path.bars(this.#instrument.id, width, minute / width, 1);
      if (bar !== undefined && this.#reaches(market, bar)) {
        for (const part of this.#path.bars(this.#instrument.id, 1, minute, width)) this.#fillReached(market, part);
      }
      minute += width;
    }
  }

  #reaches(market: MarketAccess, bar: PathBar): boolean {
    const bid = tickCount(market.bestBid(this.#instrument.id));
    const ask = tickCount(market.bestAsk(this.#instrument.id));
    return bar.low <= bid || (ask > 0 && bar.high >= ask);
  }

  #fillReached(market: MarketAccess, bar: PathBar): void {
    const sweep = (buys: boolean): void => {
      const id = this.#instrument.id;
      const most = this.#instrument.maxLimitOrder;
      const limit = ticks(buys ? bar.high : bar.low);
      while (market.take(id, buys ? 'Buy' : 'Sell', most, limit) === most);
    };
    if (!this.#reaches(market, bar)) return;
    const lowFirst = bar.close >= bar.open;
    sweep(!lowFirst);
    sweep(lowFirst);
  }

  write(writer: StateWriter): void {
    this.#random.write(writer);
    this.#flow.write(writer);
    this.#maker.write(writer);
    this.#crowd?.write(writer);
    for (const value of [this.#steppedAt, this.#indexSecond, this.#center, this.#spread, this.#patience, this.#impact, this.#unrest])
      writer.number(value);
  }

  read(reader: StateReader): void {
    this.#random.read(reader);
    this.#flow.read(reader);
    this.#maker.read(reader);
    this.#crowd?.read(reader);
    this.#steppedAt = reader.number();
    this.#indexSecond = reader.number();
    this.#center = reader.number();
    this.#spread = reader.number();
    this.#patience = reader.number();
    this.#impact = reader.number();
    this.#unrest = reader.number();
    this.#minuteStart = NEVER;
    this.#usualDay = NEVER;
  }
}
