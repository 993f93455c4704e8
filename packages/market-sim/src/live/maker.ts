import type { InstrumentId } from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';
import type { Random } from '../random/random.ts';
import { Ladder } from './ladder.ts';

/** Quotes a side holds when nothing disturbs it. */
const QUOTES = 160;
/** And at least, however thin the book is. */
const QUOTES_MIN = 3;
/** How far the last one stands from the touch, as a share of the price. */
const REACH = 0.012;
/** Most quotes put up in one step to follow the touch, and to fill the far end. */
const FRONT_MAX = 8;
const BACK_MAX = 6;
/** Quotes looked at and perhaps replaced per step and side. */
const REPLACEMENTS = 5;
/** In mean trades: what rests at the touch, where most of the makers queue, */
const TOUCH_SIZE = 18;
/** and behind it on each basis point of the price: little at first, more with every basis point up to so many. */
const BEHIND_SIZE = 10;
const SIZE_GROWTH = 14;
const GROWTH_POINTS = 10;
const BASIS_POINTS = 10_000;
/** Makers at a new touch. */
const QUEUE = 22;
/** Ranks from the touch among which old queues are looked for. */
const DISPERSED_MAX = 60;
const SIZE_MAX = 25;
const QUOTE_LOTS_MAX = 1e9;

/** What the maker needs to know about the moment. */
export interface MakerView {
  readonly market: MarketAccess;
  readonly random: Random;
  /** Mean trade of these days, a little larger in busy minutes, lots. */
  readonly typicalTrade: number;
  readonly maxPrice: number;
  /** Share of the usual depth, in quotes and in their sizes. */
  readonly depth: number;
  /** Share of the usual size that makers dare to quote: less while prices jump. */
  readonly courage: number;
}

/** Where a quote stands: how many are better, and the best price, ticks. */
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

  /** Mean gap, in ticks, between the quotes around `rank`: nearly every tick behind the touch is taken, few far away. */
  static gap(rank: number, touch: number): number {
    return 1 + (3 * REACH * touch * rank * rank) / (QUOTES * QUOTES * QUOTES);
  }

  /** Mean size of the quotes around `rank`, in mean trades: what rests on the prices up to the next one. */
  static usualSize(rank: number, price: number, touch: number): number {
    if (rank === 0) return TOUCH_SIZE;
    const points = (ticks: number): number => (ticks * BASIS_POINTS) / touch;
    const density = BEHIND_SIZE + SIZE_GROWTH * Math.min(GROWTH_POINTS, points(Math.abs(price - touch)));
    return density * points(Maker.gap(rank, touch));
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

  /** At the touch several makers stand one behind the other, each with an order of its own. */
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

  /** Puts quotes between the touch and the best one. */
  advance(view: MakerView, ladder: Ladder, touch: number): void {
    const best = ladder.length > 0 ? ladder.priceAt(0) : undefined;
    let price = touch;
    for (let i = 0; i < FRONT_MAX; i += 1) {
      if (best !== undefined && ladder.outward * (price - best) >= 0) return;
      this.#place(view, ladder, price, { rank: i, touch });
      price += ladder.outward * (1 + Math.floor(view.random.exponential() * Maker.gap(i, touch)));
    }
  }

  /** Behind the touch one order a level stays of those that queued up while it was the touch. */
  #disperse(view: MakerView, ladder: Ladder): void {
    for (let rank = Math.min(DISPERSED_MAX, ladder.length - 1); rank > ladder.queued + 1; rank -= 1)
      if (ladder.priceAt(rank) === ladder.priceAt(rank - 1)) ladder.withdraw(view.market, rank);
  }

  /** Keeps the depth: new quotes at the far end, surplus ones away. */
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

  /** Some quotes change their size, wide gaps are filled, crowded places thinned out. */
  replace(view: MakerView, ladder: Ladder, touch: number): void {
    for (let i = 0; i < REPLACEMENTS && ladder.length > 2; i += 1) {
      const depth = view.random.unit();
      const rank = Math.floor(depth * depth * (ladder.length - 1));
      const price = ladder.priceAt(rank);
      const gap = ladder.outward * (ladder.priceAt(rank + 1) - price);
      // Those who queue up at the touch stay until they are taken or the touch moves.
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
