import {
  lots,
  milliseconds,
  modelGreeks,
  optionPrice,
  priceNumber,
  quantityUnits,
  tickCount,
  ticks,
  type Instrument,
  type OptionModel,
} from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';
import { Ladder } from '../live/ladder.ts';
import { Random } from '../random/random.ts';

/** Quotes are renewed this often while somebody looks. */
const RENEW_MS = 1_000;
const LEVELS = 6;
/** Half the spread at the touch, in points of volatility, and how much farther each level stands. */
const HALF_SPREAD_POINTS = 0.7;
const LEVEL_POINTS = 0.6;
/** At least so many ticks on each side of the model, rounded outward. */
const HALF_SPREAD_TICKS = 0.5;
/** Value of a quote at the touch, in quote coin of the underlying. */
const TOUCH_NOTIONAL = 40_000;
const UNITS = 100_000_000;
const NEVER = -1;
/** Takers a minute of a watched option. */
const TAKERS = 2;
const MINUTE_MS = 60_000;

/** The house's quotes in one option: around the model, by volatility, so that calls and puts of a strike stay in parity. */
export class OptionQuotes {
  readonly #instrument: Instrument;
  readonly #random: Random;
  readonly #bids: Ladder;
  readonly #asks: Ladder;
  #renewedAt = NEVER;

  constructor(seed: number, instrument: Instrument) {
    this.#instrument = instrument;
    this.#random = Random.stream(seed, instrument.symbol, 'quotes');
    this.#bids = new Ladder(instrument.id, 'Buy');
    this.#asks = new Ladder(instrument.id, 'Sell');
  }

  get resting(): number {
    return this.#bids.length + this.#asks.length;
  }

  /** Brings the quotes to the present; `trades` lets a taker come now and then. */
  renew(market: MarketAccess, trades: boolean): void {
    const now = milliseconds(market.now);
    const elapsed = now - this.#renewedAt;
    if (this.#renewedAt !== NEVER && elapsed < RENEW_MS) return;
    const model = market.optionModel(this.#instrument.id);
    if (model === undefined) return;
    const first = this.#renewedAt === NEVER;
    this.#renewedAt = now;
    this.withdraw(market);
    this.#quote(market, model);
    if (trades && !first && this.#random.chance(Math.min(1, (TAKERS * elapsed) / MINUTE_MS))) this.#trade(market);
  }

  withdraw(market: MarketAccess): void {
    this.#bids.withdrawAll(market);
    this.#asks.withdrawAll(market);
  }

  #quote(market: MarketAccess, model: OptionModel): void {
    const tick = priceNumber(this.#instrument.tickSize);
    const middle = optionPrice(model.input) / tick;
    const { vega } = modelGreeks(model);
    const size = Math.max(1, Math.round(TOUCH_NOTIONAL / model.input.forward / this.#lotSize));
    for (let level = 0; level < LEVELS; level += 1) {
      const away = Math.max(HALF_SPREAD_TICKS + level, ((HALF_SPREAD_POINTS + level * LEVEL_POINTS) * vega) / tick);
      const count = Math.max(1, Math.round(size * (1 + level) * (0.5 + this.#random.unit())));
      const bid = Math.floor(middle - away);
      const ask = Math.max(1, Math.ceil(middle + away));
      if (bid >= 1) this.#bids.place(market, bid, count);
      if (ask <= tickCount(this.#instrument.maxPrice)) this.#asks.place(market, ask, count);
    }
  }

  get #lotSize(): number {
    return Number(quantityUnits(this.#instrument.lotSize)) / UNITS;
  }

  #trade(market: MarketAccess): void {
    const { id } = this.#instrument;
    const buys = this.#random.chance(0.5);
    const best = tickCount(buys ? market.bestAsk(id) : market.bestBid(id));
    if (best === 0) return;
    const ladder = buys ? this.#asks : this.#bids;
    const most = ladder.length > 0 ? Math.max(1, ladder.restingAt(0)) : 1;
    market.take(id, buys ? 'Buy' : 'Sell', lots(1 + Math.floor(this.#random.unit() * most)), ticks(best));
    this.#bids.collectTaken(market);
    this.#asks.collectTaken(market);
  }

  /** Whether orders of others rest in the book. */
  hasOthers(market: MarketAccess): boolean {
    const all = market.restingOrders(this.#instrument.id);
    if (all === 0) return false;
    this.#bids.collectTaken(market);
    this.#asks.collectTaken(market);
    return all > this.resting;
  }

  write(writer: StateWriter): void {
    this.#random.write(writer);
    this.#bids.write(writer);
    this.#asks.write(writer);
    writer.number(this.#renewedAt);
  }

  read(reader: StateReader): void {
    this.#random.read(reader);
    this.#bids.read(reader);
    this.#asks.read(reader);
    this.#renewedAt = reader.number();
  }
}
