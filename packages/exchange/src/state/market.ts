import {
  divFloor,
  impliedVolatility,
  modelGreeks,
  priceNumber,
  invariant,
  isPerpetual,
  isSpot,
  lots,
  milliseconds,
  orderPriceLimit,
  price,
  priceOfTicks,
  priceUnits,
  rate,
  ticks,
  tickCount,
  timestamp,
  toTick,
  type Instrument,
  type InstrumentStatus,
  type LimitPrices,
  type MarketState,
  type OptionModel,
  type OptionPrices,
  type OptionTicker,
  type Price,
  type Side,
  type Timestamp,
} from '@tapedeck/domain';
import { FundingClock } from '../funding/funding-clock.ts';
import { impactPrice } from '../prices/impact-price.ts';
import { BUY, OrderBook, SELL, type BookSide } from '../matching/order-book.ts';
import { BasisAverage, PREMIUM_SECONDS, SPOT_PREMIUM_SECONDS, basisRate, datedMarkPrice, markPrice, onTick } from '../prices/mark-price.ts';
import { DeliveryAverage } from './delivery-average.ts';
import type { Slot } from './slot.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

const NO_PRICE = price(0n);
const NO_RATE = rate(0n);
const SECOND = 1_000;

export const bookSideOf = (side: Side): BookSide => (side === 'Buy' ? BUY : SELL);

/** One instrument in trading. */
export class Market {
  book: OrderBook;
  status: InstrumentStatus;
  last: Price = NO_PRICE;
  mark: Price = NO_PRICE;
  /** Last known index price. */
  index: Price = NO_PRICE;
  /** While the index is unknown, the mark price is the last price (docs/concepts/mark-price.md). */
  indexKnown = true;
  /** Perpetuals only. */
  readonly funding: FundingClock | undefined;
  /** Contracts with an end only; a perpetual gets one when its delisting is announced. */
  delivery: DeliveryAverage | undefined;
  /** Options only: the prices of the second in which it was last priced; derived from the clock, so not part of the state. */
  model: OptionModel | undefined = undefined;
  pricedSecond = -1;
  /** An option was repriced, and the consequences (liquidations, triggers) are pending. */
  unsettled = false;
  /** Trades exchange the coins; the mark price is the index price. */
  readonly spot: boolean;
  /** Slots with a position, including the house's. */
  readonly holders = new Set<Slot>();
  /** Lots on each side; equal at the end of every command. */
  openLong = 0;
  openShort = 0;
  #basis = new BasisAverage();
  /** Premium of the mid price over the mark price. */
  #premiums: BasisAverage;
  /** Their average; signed. */
  premium: Price = NO_PRICE;
  #sampledSecond = -1;
  /** Inputs of the price limits, and the limits computed from them. */
  #limitPrices: LimitPrices | undefined = undefined;
  #buyLimit = 0;
  #sellLimit = 0;

  constructor(
    readonly instrument: Instrument,
    genesis: Timestamp,
    delivery?: DeliveryAverage,
  ) {
    this.status = instrument.status;
    this.book = new OrderBook(tickCount(instrument.minPrice), tickCount(instrument.maxPrice));
    this.funding = isPerpetual(instrument) ? new FundingClock(instrument, genesis) : undefined;
    this.delivery = delivery ?? (instrument.deliveryAt === undefined ? undefined : new DeliveryAverage(instrument.deliveryAt));
    this.spot = isSpot(instrument);
    this.#premiums = new BasisAverage(this.#premiumSeconds);
  }

  /** No price is known yet: no position can be margined. */
  get opened(): boolean {
    return priceUnits(this.mark) > 0n;
  }

  get optionPrices(): OptionPrices {
    return { index: this.index, mark: this.mark };
  }

  /** Updates `holders` after a position of a slot changed. */
  reviewHolder(slot: Slot): void {
    const holds = slot.hasPosition;
    if (holds === slot.isHolder) return;
    slot.isHolder = holds;
    if (holds) this.holders.add(slot);
    else this.holders.delete(slot);
  }

  takeModel(model: OptionModel, index: Price, second: number): void {
    this.model = model;
    this.index = index;
    this.mark = model.mark;
    this.pricedSecond = second;
    if (priceUnits(this.last) === 0n) this.last = onTick(this.instrument, model.mark);
  }

  bestPrice(side: BookSide): bigint {
    const best = this.book.best(side);
    return best < 0 ? 0n : priceUnits(priceOfTicks(ticks(best), this.instrument.tickSize));
  }

  /** Midpoint of best bid and best ask, rounded down; `undefined` if a side is empty. */
  get #middle(): bigint | undefined {
    const bid = this.bestPrice(BUY);
    const ask = this.bestPrice(SELL);
    return bid > 0n && ask > 0n ? divFloor(bid + ask, 2n) : undefined;
  }

  get #premiumSeconds(): number {
    return this.spot ? SPOT_PREMIUM_SECONDS : PREMIUM_SECONDS;
  }

  /** Samples the book once a second and updates the mark price; returns whether it changed. The caller notifies the holders. */
  reprice(now: Timestamp): boolean {
    const sampled = this.#sampledSecond;
    const moved = this.#reprice(now);
    if (this.#sampledSecond !== sampled) this.#samplePremium();
    return moved;
  }

  #reprice(now: Timestamp): boolean {
    const index = priceUnits(this.index);
    if (index <= 0n) return false;
    const second = Math.floor(milliseconds(now) / SECOND);
    if (second === this.#sampledSecond && this.opened) return false;
    this.#sampledSecond = second;
    if (this.spot) return this.#repriceSpot();
    if (!this.indexKnown && priceUnits(this.last) > 0n) return this.#moveMark(this.last);
    const middle = this.#middle;
    const { delivery, funding } = this;
    if (delivery !== undefined && (funding === undefined || delivery.near(now))) return this.#repriceDated(delivery, now, middle);
    if (middle !== undefined) this.#basis.add(Number(middle - index));
    invariant(funding !== undefined, 'what neither ends nor is spot has funding');
    if (priceUnits(this.last) === 0n) this.last = toTick(this.index, this.instrument.tickSize, 'nearest');
    const before = this.mark;
    this.mark = markPrice({
      instrument: this.instrument,
      index: this.index,
      last: this.last,
      basis: this.#basis.average,
      fundingRate: funding.settledRate,
      now,
      nextFundingAt: funding.nextAt,
    });
    return before !== this.mark;
  }

  #samplePremium(): void {
    const middle = this.#middle;
    if (middle === undefined) return;
    this.#premiums.add(Number(middle - priceUnits(this.mark)));
    this.premium = price(this.#premiums.average);
  }

  /** Samples the minute's premium for the funding of a perpetual with a known index. Runs after due settlements. */
  samplePremiumIndex(now: Timestamp): void {
    const { funding } = this;
    if (!this.indexKnown || funding?.wantsSample(now) !== true) return;
    funding.sample(now, priceUnits(this.index), {
      bid: impactPrice(this.instrument, this.book, BUY),
      ask: impactPrice(this.instrument, this.book, SELL),
    });
  }

  #repriceDated(delivery: DeliveryAverage, now: Timestamp, middle: bigint | undefined): boolean {
    const { instrument, mark, index } = this;
    if (middle !== undefined) this.#basis.add(basisRate(middle, priceUnits(index)));
    if (priceUnits(this.last) === 0n) this.last = toTick(index, instrument.tickSize, 'nearest');
    const settling = delivery.near(now) ? delivery.mean : undefined;
    this.mark = settling === undefined ? datedMarkPrice(instrument, index, this.#basis.average) : onTick(instrument, settling);
    return mark !== this.mark;
  }

  #moveMark(mark: Price): boolean {
    const before = this.mark;
    this.mark = mark;
    return before !== mark;
  }

  #repriceSpot(): boolean {
    const moved = this.#moveMark(this.indexKnown || priceUnits(this.last) === 0n ? onTick(this.instrument, this.index) : this.last);
    if (priceUnits(this.last) === 0n) this.last = this.mark;
    return moved;
  }

  /** Current inputs of the price limits; changed inputs recompute the limits. */
  get limitPrices(): LimitPrices {
    const { mark, premium } = this;
    const index = this.indexKnown ? this.index : mark;
    const known = this.#limitPrices;
    if (known?.mark === mark && known.index === index && known.premium === premium) return known;
    const prices: LimitPrices = { mark, index, premium };
    this.#buyLimit = tickCount(orderPriceLimit(this.instrument, 'Buy', prices));
    this.#sellLimit = tickCount(orderPriceLimit(this.instrument, 'Sell', prices));
    this.#limitPrices = prices;
    return prices;
  }

  /** Price limit of an order, in ticks. */
  priceLimit(side: Side): number {
    this.#limitPrices = this.limitPrices;
    return side === 'Buy' ? this.#buyLimit : this.#sellLimit;
  }

  #optionTicker(): OptionTicker | undefined {
    if (this.model === undefined) return undefined;
    const { input } = this.model;
    const volatilityOf = (side: BookSide): number | undefined => {
      const best = this.bestPrice(side);
      return best > 0n ? impliedVolatility(input, priceNumber(price(best))) : undefined;
    };
    const bid = volatilityOf(BUY);
    const ask = volatilityOf(SELL);
    return {
      forward: input.forward,
      markVolatility: input.volatility,
      ...(bid === undefined ? {} : { bidVolatility: bid }),
      ...(ask === undefined ? {} : { askVolatility: ask }),
      greeks: modelGreeks(this.model),
    };
  }

  state(now: Timestamp): MarketState {
    const option = this.#optionTicker();
    const { book } = this;
    return {
      instrument: this.instrument.id,
      time: now,
      last: this.last,
      mark: this.mark,
      index: this.index,
      fundingRate: this.funding?.estimate ?? NO_RATE,
      nextFundingAt: this.funding?.nextAt ?? timestamp(0),
      openInterest: lots(this.openLong),
      bestBid: ticks(Math.max(book.bestBid, 0)),
      bestAsk: ticks(Math.max(book.bestAsk, 0)),
      ...(priceUnits(this.premium) === 0n ? {} : { premium: this.premium }),
      ...(option === undefined ? {} : { option }),
    };
  }

  write(writer: StateWriter): void {
    this.book.write(writer);
    for (const value of [this.last, this.mark, this.index]) writer.bigint(priceUnits(value));
    this.funding?.write(writer);
    this.delivery?.write(writer);
    writer.number(this.openLong);
    writer.number(this.openShort);
    this.#basis.write(writer);
    this.#premiums.write(writer);
    writer.number(this.#sampledSecond);
    writer.boolean(this.indexKnown);
    if (this.instrument.option === undefined) return;
    writer.number(this.pricedSecond);
    writer.boolean(this.unsettled);
  }

  read(reader: StateReader): void {
    this.book = OrderBook.read(reader);
    this.last = price(reader.bigint());
    this.mark = price(reader.bigint());
    this.index = price(reader.bigint());
    this.funding?.read(reader);
    this.delivery?.read(reader);
    this.openLong = reader.number();
    this.openShort = reader.number();
    this.#basis = BasisAverage.read(reader);
    this.#premiums = BasisAverage.read(reader, this.#premiumSeconds);
    this.premium = price(this.#premiums.average);
    this.#limitPrices = undefined;
    this.#sampledSecond = reader.number();
    this.indexKnown = reader.boolean();
    if (this.instrument.option === undefined) return;
    this.pricedSecond = reader.number();
    this.unsettled = reader.boolean();
  }
}
