import { milliseconds, price, priceUnits, quantityUnits, tickCount, ticksOfPrice, type Instrument } from '@tapedeck/domain';
import type { MarketAccess, ReplayTrade, StateReader, StateWriter } from '@tapedeck/exchange';
import { Ladder } from '../live/ladder.ts';
import { Maker } from '../live/maker.ts';
import { Random } from '../random/random.ts';

const QUOTES = 70;
const SIZE_MAX = 20;
/** Weight of a new trade in the average trade, and in the average time between trades. */
const MEAN_WEIGHT = 0.05;
const NO_TRADE = 0n;
const SECOND_MS = 1_000;
/** Trades that are farther apart than this on average are bar prices: each represents the trades of its bar, */
const BAR_GAP_MS = 8_000;
/** at this many trades a second. */
const TRADES_A_SECOND = 4;
const GAP_MAX_MS = 60_000;

/** Depth around the last price of a tape without books: like the simulated market's, in trades of this tape. */
export class SyntheticDepth {
  readonly instrument: Instrument;
  readonly #bids: Ladder;
  readonly #asks: Ladder;
  readonly #random: Random;
  /** 1e-8 units; 0 before the first trade. */
  #last = NO_TRADE;
  #lastAt = 0;
  /** Lots, and ms between two trades. */
  #meanTrade = 0;
  #meanGap = 0;
  #stale = false;

  constructor(seed: number, instrument: Instrument) {
    this.instrument = instrument;
    this.#bids = new Ladder(instrument.id, 'Buy');
    this.#asks = new Ladder(instrument.id, 'Sell');
    this.#random = Random.stream(seed, instrument.symbol, 'recorded');
  }

  note(trade: ReplayTrade): void {
    const size = Number(quantityUnits(trade.quantity)) / Number(quantityUnits(this.instrument.lotSize));
    const time = milliseconds(trade.time);
    const first = this.#last === NO_TRADE;
    this.#meanTrade = first ? size : this.#meanTrade + MEAN_WEIGHT * (size - this.#meanTrade);
    if (!first) this.#noteGap(Math.min(GAP_MAX_MS, time - this.#lastAt));
    this.#last = priceUnits(trade.price);
    this.#lastAt = time;
  }

  #noteGap(gap: number): void {
    const known = this.#meanGap > 0;
    this.#meanGap += (known ? MEAN_WEIGHT : 1) * (gap - this.#meanGap);
    // Depth quoted after the first trade assumes frequent trades; it is stale if the first gap proves long.
    this.#stale = !known && this.#meanGap > BAR_GAP_MS;
  }

  get #typicalTrade(): number {
    const shares = this.#meanGap > BAR_GAP_MS ? (this.#meanGap * TRADES_A_SECOND) / SECOND_MS : 1;
    return this.#meanTrade / shares;
  }

  /** Moves the quotes to one tick around the last price, but never to where they would match a user's order. */
  requote(market: MarketAccess): void {
    if (this.#last === NO_TRADE) return;
    if (this.#stale) this.leave(market);
    this.#stale = false;
    const { id, tickSize } = this.instrument;
    const bid = tickCount(ticksOfPrice(price(this.#last), tickSize, 'up')) - 1;
    const ask = tickCount(ticksOfPrice(price(this.#last), tickSize, 'down')) + 1;
    this.#retreat(market, this.#bids, bid);
    this.#retreat(market, this.#asks, ask);
    const lowestAsk = tickCount(market.bestAsk(id));
    this.#fill(market, this.#bids, lowestAsk > 0 ? Math.min(bid, lowestAsk - 1) : bid);
    this.#fill(market, this.#asks, Math.max(ask, tickCount(market.bestBid(id)) + 1));
  }

  /** Withdraws the synthetic depth. */
  leave(market: MarketAccess): void {
    this.#bids.withdrawAll(market);
    this.#asks.withdrawAll(market);
  }

  #retreat(market: MarketAccess, ladder: Ladder, touch: number): void {
    ladder.collectTaken(market);
    for (let stale = ladder.rankOf(touch) - 1; stale >= 0; stale -= 1) ladder.withdraw(market, stale);
  }

  /** A quote at the touch, and full depth behind it. */
  #fill(market: MarketAccess, ladder: Ladder, touch: number): void {
    if (ladder.length === 0 || ladder.priceAt(0) !== touch) this.#place(market, ladder, touch, 0);
    while (ladder.length < QUOTES) {
      const rank = ladder.length;
      const last = rank === 0 ? touch : ladder.priceAt(rank - 1);
      const next = last + ladder.outward * Math.max(1, Math.round(Maker.gap(rank, touch) * (0.3 + 0.7 * this.#random.exponential())));
      if (!this.#place(market, ladder, next, rank)) break;
    }
    while (ladder.length > QUOTES) ladder.withdraw(market, ladder.length - 1);
  }

  #place(market: MarketAccess, ladder: Ladder, at: number, rank: number): boolean {
    const before = ladder.length;
    const touch = before === 0 ? at : ladder.priceAt(0);
    const usual = Maker.usualSize(rank, at, touch);
    const size = this.#typicalTrade * usual * (0.3 + 0.7 * this.#random.pareto(SIZE_MAX));
    if (at <= tickCount(this.instrument.maxPrice)) ladder.place(market, at, Math.max(1, Math.round(size)));
    return ladder.length > before;
  }

  write(writer: StateWriter): void {
    writer.bigint(this.#last);
    for (const value of [this.#lastAt, this.#meanTrade, this.#meanGap]) writer.number(value);
    this.#random.write(writer);
    this.#bids.write(writer);
    this.#asks.write(writer);
  }

  read(reader: StateReader): void {
    this.#last = reader.bigint();
    this.#lastAt = reader.number();
    this.#meanTrade = reader.number();
    this.#meanGap = reader.number();
    this.#random.read(reader);
    this.#bids.read(reader);
    this.#asks.read(reader);
  }
}
