import {
  lotCount,
  lots,
  milliseconds,
  modelGreeks,
  opposite,
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
import type { OptionTaking } from './option-flow.ts';

/** Renewal interval of quotes while watched. */
const RENEW_MS = 1_000;
const LEVELS = 6;
/**
 * Half the spread at the touch, in points of volatility: as in recorded chains it is wide for near expiries, and wider
 * by every standard deviation between strike and forward. Each further level is a part of it farther.
 */
const HALF_SPREAD_POINTS = 0.12;
const HALF_SPREAD_OF_A_DAY = 1.6;
const HALF_SPREAD_MOST = 1.8;
const HALF_SPREAD_BY_DEVIATION = 0.12;
const LEVEL_SHARE = 0.8;
const YEAR_DAYS = 365;
/** Levels that orders larger than the touch walk through. */
const REACH_LEVELS = 3;
/** Minimum distance in ticks on each side of the model price, rounded outward. */
const HALF_SPREAD_TICKS = 0.5;
/** Value of a quote at the touch, in quote coin of the underlying. */
const TOUCH_NOTIONAL = 120_000;
const UNITS = 100_000_000;
const NEVER = -1;

/** Half the spread at the touch, in points of volatility. */
function halfSpread({ forward, strike, volatility, years }: OptionModel['input']): number {
  const atTheMoney = HALF_SPREAD_POINTS + HALF_SPREAD_OF_A_DAY / Math.sqrt(Math.max(1e-3, years * YEAR_DAYS));
  const deviations = Math.abs(strike - forward) / (forward * volatility * Math.sqrt(Math.max(1e-6, years)));
  return Math.min(HALF_SPREAD_MOST, atTheMoney) + HALF_SPREAD_BY_DEVIATION * deviations;
}

/** The house's quotes in one option: around the model, by volatility, so that calls and puts of a strike stay in parity. */
export class OptionQuotes {
  readonly #instrument: Instrument;
  readonly #random: Random;
  readonly #bids: Ladder;
  readonly #asks: Ladder;
  #renewedAt = NEVER;

  /** `begins` distinguishes the quotes of a reactivated option from earlier ones. */
  constructor(seed: number, instrument: Instrument, begins: number) {
    this.#instrument = instrument;
    this.#random = Random.stream(seed, instrument.symbol, 'quotes', begins);
    this.#bids = new Ladder(instrument.id, 'Buy');
    this.#asks = new Ladder(instrument.id, 'Sell');
  }

  get resting(): number {
    return this.#bids.length + this.#asks.length;
  }

  /** Updates the quotes to the current time. */
  renew(market: MarketAccess): void {
    const now = milliseconds(market.now);
    const elapsed = now - this.#renewedAt;
    if (this.#renewedAt !== NEVER && elapsed < RENEW_MS) return;
    const model = market.optionModel(this.#instrument.id);
    if (model === undefined) return;
    this.#renewedAt = now;
    this.withdraw(market);
    this.#quote(market, model);
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
    const half = halfSpread(model.input);
    for (let level = 0; level < LEVELS; level += 1) {
      const away = Math.max(HALF_SPREAD_TICKS + level, (half * (1 + level * LEVEL_SHARE) * vega) / tick);
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

  /** A participant opens or closes a position at the current quotes. */
  take(market: MarketAccess, { side, opens, lots: count, touch }: OptionTaking): void {
    const { id } = this.#instrument;
    const ladder = side === 'Buy' ? this.#asks : this.#bids;
    const best = tickCount(side === 'Buy' ? market.bestAsk(id) : market.bestBid(id));
    if (best === 0) return;
    const limit = touch || ladder.length === 0 ? best : ladder.priceAt(Math.min(REACH_LEVELS, ladder.length) - 1);
    const closes = !opens && lotCount(market.crowdHolds(id, opposite(side))) > 0;
    const holding = closes ? opposite(side) : side;
    market.takeAsCrowd(id, { holding, opens: !closes, quantity: lots(count), limit: ticks(limit) });
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
