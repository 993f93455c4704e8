import type { InstrumentId } from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';
import type { Random } from '../random/random.ts';
import { Ladder } from './ladder.ts';

/** Quotes per side in a calm market. */
const QUOTES = 160;
/** The minimum, however thin the book is. */
const QUOTES_MIN = 3;
/** Distance of the last one from the touch, as a share of the price. */
const REACH = 0.012;
/** Maximum quotes placed per step to follow the touch, and to fill the far end. */
const FRONT_MAX = 8;
const BACK_MAX = 6;
/** Quotes checked and possibly replaced per step and side. */
const REPLACEMENTS = 5;
/** In mean trades: the size at the touch, where most makers queue, */
const TOUCH_SIZE = 18;
/** and behind it per basis point of the price: little at first, more with every basis point up to this distance. */
const BEHIND_SIZE = 10;
const SIZE_GROWTH = 14;
const GROWTH_POINTS = 10;
const BASIS_POINTS = 10_000;
/** Makers at a new touch. */
const QUEUE = 22;
/** Ranks from the touch that are searched for old queues. */
const DISPERSED_MAX = 60;
const SIZE_MAX = 25;
const QUOTE_LOTS_MAX = 1e9;

/** Market, random source and sizing inputs of the maker at one point in time. */
export interface MakerView {
  readonly market: MarketAccess;
  readonly random: Random;
  /** Current mean trade, slightly larger in busy minutes, lots. */
  readonly typicalTrade: number;
  readonly maxPrice: number;
  /** Share of the usual depth, in number and size of quotes. */
  readonly depth: number;
  /** Share of the usual size that makers quote: less while prices jump. */
  readonly courage: number;
}

/** Position of a quote: number of better ones, and the best price, ticks. */
interface Place {
  readonly rank: number;
  readonly touch: number;
}

/** The house's market maker in one instrument: two ladders around a touch. */
export class Maker {
  readonly bids: Ladder;
  readonly asks: Ladder;

  constructor(instrument: InstrumentId) {
    this.bids = new Ladder(instrument, 'Buy');
    this.asks = new Ladder(instrument, 'Sell');
  }

  /** Mean gap, in ticks, between the quotes around `rank`: nearly every tick behind the touch is occupied, few far away. */
  static gap(rank: number, touch: number): number {
    return 1 + (3 * REACH * touch * rank * rank) / (QUOTES * QUOTES * QUOTES);
  }

  /** Mean size of the quotes around `rank`, in mean trades: the quantity up to the next quote. */
  static usualSize(rank: number, price: number, touch: number): number {
    if (rank === 0) return TOUCH_SIZE;
    const points = (ticks: number): number => (ticks * BASIS_POINTS) / touch;
    const density = BEHIND_SIZE + SIZE_GROWTH * Math.min(GROWTH_POINTS, points(Math.abs(price - touch)));
    return density * points(Maker.gap(rank, touch));
  }

  /** Distance that an order of this size, in mean trades, walks a usual book, as a share of the price. */
  static reachOf(trades: number): number {
    const behind = Math.max(0, trades - TOUCH_SIZE);
    const [half, most] = [SIZE_GROWTH / 2, BEHIND_SIZE + SIZE_GROWTH * GROWTH_POINTS];
    const grown = GROWTH_POINTS * (BEHIND_SIZE + half * GROWTH_POINTS);
    const points =
      behind > grown
        ? GROWTH_POINTS + (behind - grown) / most
        : (Math.sqrt(BEHIND_SIZE * BEHIND_SIZE + 4 * half * behind) - BEHIND_SIZE) / (2 * half);
    return points / BASIS_POINTS;
  }

  #size(view: MakerView, price: number, { rank, touch }: Place): number {
    const usual = Maker.usualSize(rank, price, touch);
    const size = view.typicalTrade * usual * (0.3 + 0.7 * view.random.pareto(SIZE_MAX));
    const deep = size * view.depth * view.courage;
    const round = price % 1_000 === 0 ? 4 : price % 100 === 0 ? 2 : 1;
    return Math.min(QUOTE_LOTS_MAX, Math.max(1, Math.round(deep * round)));
  }

  #place(view: MakerView, ladder: Ladder, price: number, place: Place): void {
    if (price > view.maxPrice) return;
    if (place.rank > 0) ladder.place(view.market, price, this.#size(view, price, place));
    else this.#queue(view, ladder, price);
  }

  /** At the touch several makers queue, each with a separate order. */
  #queue(view: MakerView, ladder: Ladder, price: number): void {
    if (ladder.length > 0 && ladder.priceAt(0) === price) return;
    for (let maker = 0; maker < QUEUE; maker += 1) {
      const share = view.random.uneven();
      ladder.place(view.market, price, Math.max(1, Math.round((this.#size(view, price, { rank: 0, touch: price }) / QUEUE) * share)), true);
    }
  }

  /** Withdraws the quotes better than `touch`, all but the `kept` ones that are farthest inside. */
  retreat(view: MakerView, ladder: Ladder, touch: number, kept: number): void {
    for (let stale = ladder.rankOf(touch) - 1; stale >= kept; stale -= 1) ladder.withdraw(view.market, stale);
  }

  /** Places quotes between the touch and the best one. */
  advance(view: MakerView, ladder: Ladder, touch: number, most = FRONT_MAX): void {
    const best = ladder.length > 0 ? ladder.priceAt(0) : undefined;
    let price = touch;
    for (let i = 0; i < most; i += 1) {
      if (best !== undefined && ladder.outward * (price - best) >= 0) return;
      this.#place(view, ladder, price, { rank: i, touch });
      price += ladder.outward * (1 + Math.floor(view.random.exponential() * Maker.gap(i, touch)));
    }
  }

  /** Behind the touch, each level keeps one of the orders that queued there while it was the touch. */
  #disperse(view: MakerView, ladder: Ladder): void {
    for (let rank = Math.min(DISPERSED_MAX, ladder.length - 1); rank > ladder.queued + 1; rank -= 1)
      if (ladder.priceAt(rank) === ladder.priceAt(rank - 1)) ladder.withdraw(view.market, rank);
  }

  /** Maintains the depth: adds quotes at the far end, withdraws surplus ones. */
  keepDepth(view: MakerView, ladder: Ladder, touch: number, most = BACK_MAX): void {
    this.#disperse(view, ladder);
    const quotes = Math.max(QUOTES_MIN, Math.round(QUOTES * view.depth)) + Math.max(ladder.queued, QUEUE - 1);
    for (let i = 0; i < most && ladder.length < quotes; i += 1) {
      const last = ladder.length === 0 ? touch - ladder.outward : ladder.priceAt(ladder.length - 1);
      const level = ladder.length - ladder.queued;
      const step = Math.max(1, Math.round(Maker.gap(level, touch) * (0.3 + 0.7 * view.random.exponential())));
      const price = last + ladder.outward * (level === 0 ? 1 : step);
      if (price < 1 || price > view.maxPrice) return;
      this.#place(view, ladder, price, { rank: level, touch });
    }
    for (let i = 0; i < BACK_MAX && ladder.length > quotes; i += 1) ladder.withdraw(view.market, ladder.length - 1);
  }

  /** Resizes some quotes, fills wide gaps, and thins out crowded prices. */
  replace(view: MakerView, ladder: Ladder, touch: number): void {
    for (let i = 0; i < REPLACEMENTS && ladder.length > 2; i += 1) {
      const depth = view.random.unit();
      const rank = Math.floor(depth * depth * (ladder.length - 1));
      const price = ladder.priceAt(rank);
      const gap = ladder.outward * (ladder.priceAt(rank + 1) - price);
      // Orders queued at the touch stay until they are filled or the touch moves.
      if (gap === 0) continue;
      const usual = Maker.gap(rank, touch);
      if (gap > usual && view.random.unit() * gap > usual) {
        this.#place(view, ladder, price + ladder.outward * view.random.between(1, gap - 1), { rank, touch });
      } else if (rank > 0 && view.random.unit() * usual > gap) {
        ladder.withdraw(view.market, rank);
      } else {
        ladder.withdraw(view.market, rank);
        this.#place(view, ladder, price, { rank, touch });
      }
    }
  }

  write(writer: StateWriter): void {
    this.bids.write(writer);
    this.asks.write(writer);
  }

  read(reader: StateReader): void {
    this.bids.read(reader);
    this.asks.read(reader);
  }
}
