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
import type { PricePath } from '../path/price-path.ts';
import { Random } from '../random/random.ts';
import { AfterEffects } from './after-effects.ts';
import { Crowd } from './crowd.ts';
import { fillCrossed } from './crossed-orders.ts';
import type { Ladder } from './ladder.ts';
import { Maker, type MakerView } from './maker.ts';
import { GAP_MS } from './market-moments.ts';
import { TAKER_RATE, lagOf, takerRate } from './product-pace.ts';
import { TakerFlow } from './taker-flow.ts';

/** Watched instruments move with every clock step of at least this length, others about once a second. */
const FINE_STEP_MS = 40;
const COARSE_STEP_MS = 1_000;
/** Quotes placed per side after a gap, of which there may be thousands in a row; the rest follows in the next steps. */
const GAP_QUOTES = 15;
const SECOND_MS = 1_000;
/** Share of them in the calmest minutes. */
const ACTIVITY_ROOT_LEAST = 0.5;
const COARSE_TAKERS_MAX = 2;
/** Quotes placed per side in a coarse step, which moves the touch as far as many fine ones. */
const COARSE_QUOTES = 40;
/** A coarse taker represents several and walks this many times farther. */
const COARSE_REACH = 2.5;
const FINE_TAKERS_MAX = 6;
/** Share of takers that take nothing beyond the touch. */
const TOUCH_TAKERS = 0.8;
/**
 * Mean distance between fair value and the touch, as a share of a minute's deviation, at which the maker moves its
 * touch; drawn again after each move.
 */
const TOLERANCE = 0.1;
const TOLERANCE_LEAST = 0.35;
const PATIENCE_MAX = 3;
/** With fewer takers, makers wait longer, up to this factor: moves must not outnumber takers. */
const QUIET_PATIENCE_MAX = 2.5;
/** Days of volume that determine the usual size of quotes. */
const USUAL_DAYS = 21;
const STALE_KEPT = 4;
/** Average number of takers that sweep stale quotes, besides the first one. */
const SWEEPERS = 0.5;
/** Share of the best price within which depth counts as near the touch. */
const NEAR = 0.001;
/** Share of the price-limit range around the mark price that the house uses. */
const LIMIT_SHARE = 0.8;
const RATE_UNIT = 100_000_000;
const NEVER = -1;

/** Sources of an instrument's prices, depth and delays. */
export interface PriceSources {
  readonly path: PricePath;
  /** Its index price at a time, on a tick; `undefined` if unknown. */
  readonly indexAt: (time: number) => Price | undefined;
  /** Share of the usual depth of the book at a time. */
  readonly depthAt: (time: number) => number;
  /** Delay of the maker in milliseconds. */
  readonly latenessAt: (time: number) => number;
}

/** A step of a market without a jump. */
interface Step {
  /** Target price of the book, ticks. */
  readonly fair: number;
  readonly elapsed: number;
  readonly watched: boolean;
}

/** One instrument in operation: fair value, maker, takers. */
export class LiveMarket {
  readonly #instrument: Instrument;
  readonly #path: PricePath;
  readonly #indexAt: PriceSources['indexAt'];
  readonly #random: Random;
  readonly #depthAt: PriceSources['depthAt'];
  readonly #latenessAt: PriceSources['latenessAt'];
  readonly #maker: Maker;
  readonly #flow = new TakerFlow();
  readonly #effects = new AfterEffects();
  /** Contracts only: the house account with the participants' positions. */
  readonly #crowd: Crowd | undefined;
  readonly #rate: number;
  readonly #maxPrice: number;
  readonly #tickSize: number;
  readonly #limitRate: number;
  readonly #lag: number;
  #steppedAt = NEVER;
  #indexSecond = NEVER;
  /** Touch of the maker, ticks; its spread is 1 to 3 ticks. */
  #center = 0;
  #spread = 1;
  /** Permitted distance of fair value from the maker, in multiples of the usual one. */
  #patience = 1;
  /** Lots per ms of the last weeks (0 without any), and their day; derived from the clock. */
  #usualPerMs = 1;
  #usualDay = NEVER;
  /** Start, volume rate and deviation of the path's current minute; derived from the clock. */
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
    this.#rate = takerRate(instrument);
    this.#maxPrice = tickCount(instrument.maxPrice);
    this.#tickSize = priceNumber(instrument.tickSize);
    this.#limitRate = Number(rateUnits(instrument.priceLimitRate)) / RATE_UNIT;
  }

  /** Simulated accounts that hold positions of a side. */
  accounts(side: Side): number {
    return this.#crowd?.accounts(side) ?? 0;
  }

  /** Advances to the market's clock. */
  advance(market: MarketAccess, watched: boolean): void {
    const now = milliseconds(market.now);
    const { deliveryAt } = this.#instrument;
    if (deliveryAt !== undefined && isDated(this.#instrument) && now >= milliseconds(deliveryAt)) return;
    if (this.#steppedAt === NEVER) {
      this.#steppedAt = now;
      this.#open(market, now);
      this.#crowd?.begin(market, now);
      // Positions exhausted by the current hour are closed outside the book, which would otherwise open with a cascade.
      this.#crowd?.cross(market, this.#fair(now));
      return;
    }
    const elapsed = now - this.#steppedAt;
    if (elapsed < (watched ? FINE_STEP_MS : COARSE_STEP_MS)) return;
    const from = this.#steppedAt;
    this.#steppedAt = now;
    this.#lookAtMinute(now);
    this.#effects.fade(elapsed);
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

  /** Liquidates participants. Their orders move fair value from the next step on, like users' orders. */
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
      courage: this.#effects.courage,
      maxPrice: this.#maxPrice,
      depth: this.#depthAt(milliseconds(market.now)),
    };
  }

  /** In busy minutes more takers arrive, and each takes more: both grow with the square root of the activity. */
  #activityRoot(): number {
    // An instrument launched today has no earlier days.
    return this.#usualPerMs > 0 ? Math.max(ACTIVITY_ROOT_LEAST, Math.sqrt(this.#volumePerMs / this.#usualPerMs)) : 1;
  }

  /** Usual distance of fair value from the maker, in deviations of a minute. */
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

  #publishIndex(market: MarketAccess, now: number): void {
    const second = Math.floor(now / SECOND_MS);
    if (second === this.#indexSecond) return;
    this.#indexSecond = second;
    market.setIndex(this.#instrument.id, this.#indexAt(now));
  }

  /**
   * Current target of the book, ticks: fair value, as far as market orders can follow. In a jump it waits at the price
   * limit for the index, which is updated once a second; the mark price follows at the end of the same step.
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

  /** Maximum distance of the house from `price`, ticks: no market order could follow beyond it. */
  #room(price: number): number {
    return LIMIT_SHARE * this.#limitRate * price;
  }

  /** Farther than takers could carry the price within one step. */
  #isJump(fair: number): boolean {
    return Math.abs(fair - this.#center) > this.#room(this.#center);
  }

  /**
   * The price jumps from one step to the next. The last trade at the old price is printed; then the makers withdraw
   * their quotes and quote again, so that liquidations at the new mark price meet a book around it, not the old one.
   */
  #jump(market: MarketAccess, fair: number): void {
    this.#take(market, this.#random.chance(0.5), 1, 0);
    this.#requote(market, fair);
  }

  #fair(clock: number): number {
    return Math.max(2, this.#path.priceAt(this.#instrument.id, clock - this.#lag - this.#latenessAt(clock)) * (1 + this.#effects.impact));
  }

  get #bidTouch(): number {
    return Math.max(1, Math.floor(this.#center - (this.#spread - 1) / 2));
  }

  get #askTouch(): number {
    return this.#bidTouch + this.#spread;
  }

  /** Fills the empty book and prints a first trade, which sets the last price. */
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
      this.#effects.moved(moved / this.#minuteDeviation);
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

  /** The touch moves: most stale quotes are withdrawn, takers sweep the rest, so that the tape prints the move. */
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
    this.#maker.advance(view, ladder, touch, watched ? undefined : COARSE_QUOTES);
    this.#maker.replace(view, ladder, touch);
    this.#maker.keepDepth(view, ladder, touch, watched ? undefined : COARSE_QUOTES);
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

  /** Updates the ladders after the house's own takers. */
  #look(market: MarketAccess): number {
    return this.#maker.asks.collectTaken(market) - this.#maker.bids.collectTaken(market);
  }

  /** Net purchases by users and the liquidation desk since the last step move fair value; the effect decays. */
  #feelTaken(market: MarketAccess): void {
    const bought = this.#look(market);
    if (bought === 0) return;
    this.#effects.bought(bought / this.#typicalTrade());
  }

  /** Replaces all quotes at full depth. */
  #requote(market: MarketAccess, fair: number): void {
    this.#look(market);
    this.#maker.bids.withdrawAll(market);
    this.#maker.asks.withdrawAll(market);
    this.#center = fair;
    const view = this.#view(market);
    this.#maker.keepDepth(view, this.#maker.bids, this.#bidTouch, Infinity);
    this.#maker.keepDepth(view, this.#maker.asks, this.#askTouch, Infinity);
  }

  /** A gap in the clock: the house's quotes are withdrawn, resting orders that the path crossed are filled, and new quotes are placed. */
  #cross(market: MarketAccess, from: number, to: number): void {
    this.#maker.bids.withdrawAll(market);
    this.#maker.asks.withdrawAll(market);
    this.#effects.forgetPurchases();
    fillCrossed(market, this.#instrument, this.#path, { from, to });
    this.#crowd?.cross(market, this.#fair(to));
    this.#open(market, to, GAP_QUOTES);
  }

  write(writer: StateWriter): void {
    this.#random.write(writer);
    this.#flow.write(writer);
    this.#maker.write(writer);
    this.#crowd?.write(writer);
    this.#effects.write(writer);
    for (const value of [this.#steppedAt, this.#indexSecond, this.#center, this.#spread, this.#patience]) writer.number(value);
  }

  read(reader: StateReader): void {
    this.#random.read(reader);
    this.#flow.read(reader);
    this.#maker.read(reader);
    this.#crowd?.read(reader);
    this.#effects.read(reader);
    this.#steppedAt = reader.number();
    this.#indexSecond = reader.number();
    this.#center = reader.number();
    this.#spread = reader.number();
    this.#patience = reader.number();
    this.#minuteStart = NEVER;
    this.#usualDay = NEVER;
  }
}
