import {
  isInverse,
  lotCount,
  lots,
  moneyShare,
  opposite,
  rateUnits,
  tickCount,
  ticks,
  valueAtTick,
  type Instrument,
  type Lots,
  type Side,
  type Ticks,
} from '@tapedeck/domain';
import { StateUnreadable, type MarketAccess, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { DAY_MINUTES, DAY_MS } from '../path/calendar.ts';
import type { PricePath } from '../path/price-path.ts';
import { hashIntegers, hashText } from '../random/hash.ts';
import { latticeNoise } from '../random/lattice-noise.ts';
import { Random } from '../random/random.ts';
import { AccountSizes } from './account-sizes.ts';
import { Cohorts, type Due } from './cohorts.ts';

const HOUR_MS = 3_600_000;
const RATE_UNIT = 100_000_000;
/**
 * Open interest in daily volumes: at least this, plus an exponential part. Recorded: 0.19 for a tenth of the contracts,
 * 0.52 for half.
 */
const RATIO_LEAST = 0.15;
const RATIO_MEAN = 0.53;
const RATIO_MOST = 1.5;
/** It varies over days by this share. */
const SWING = 0.12;
const SWING_MS = 4 * DAY_MS;
/** Days of volume in the average. */
const VOLUME_DAYS = 3;
/** Share of takers who keep a position; the others close soon and do not count. */
const KEEPERS = 0.26;
/** Strength of the pull of open interest towards its usual level. */
const PULL = 4;
const OPENING_LEAST = 0.1;
/** Number of parts in which pre-opening positions were entered, and their average and maximum age. */
const EARLIER_PARTS = 20;
const EARLIER_MS = 2.5 * DAY_MS;
const EARLIER_MOST_MS = 12 * DAY_MS;
/** At the opening, the insurance fund holds the value of the open interest divided by this number. */
const FUNDED_PART = 20;
/** Interval in ms at which liquidations may take depth near the touch, and their maximum share of it per step. */
const NEAR_TAKEN_MS = 20_000;
const NEAR_SHARE_MOST = 0.25;
/** Time in ms after which the insurance fund takes over a liquidation that the book could not absorb. */
const WORKED_MS = 300_000;
const NEVER = -1;

/** A taker who reaches the market. */
export interface Taking {
  readonly side: Side;
  readonly quantity: Lots;
  readonly limit: Ticks;
}

/** The market in a step, for liquidations: prices in ticks, by the side of the closing orders. */
export interface LiquidationMoment {
  readonly mark: number;
  readonly elapsed: number;
  /** Worst prices of such an order. */
  readonly limits: Readonly<Record<Side, number>>;
  /** Lots of the book near the touch for it. */
  readonly near: Readonly<Record<Side, number>>;
}

/**
 * The participants of a contract with positions, which make up its open interest. Some of the takers that arrive anyway
 * open and close them, so they add no volume of their own except liquidations.
 */
export class Crowd {
  readonly #instrument: Instrument;
  readonly #path: PricePath;
  readonly #random: Random;
  readonly #seed: number;
  readonly #ratio: number;
  readonly #cohorts: Cohorts;
  readonly #sizes: AccountSizes;
  #due: Due[] = [];
  /** Usual holdings of the crowd in lots, and their hour; derived from the clock. */
  #usual = 0;
  #usualHour = NEVER;

  constructor(seed: number, instrument: Instrument, path: PricePath) {
    this.#instrument = instrument;
    this.#path = path;
    this.#random = Random.stream(seed, instrument.symbol, 'crowd');
    this.#seed = hashIntegers(seed, hashText(instrument.symbol), hashText('open interest'));
    this.#sizes = new AccountSizes(seed, instrument, path);
    const draw = Random.stream(seed, instrument.symbol, 'open interest');
    this.#ratio = Math.min(RATIO_MOST, RATIO_LEAST + RATIO_MEAN * draw.exponential());
    const maintenance = Number(rateUnits(instrument.tiers[0]?.maintenanceRate ?? instrument.priceLimitRate)) / RATE_UNIT;
    this.#cohorts = new Cohorts(maintenance, isInverse(instrument));
  }

  #usualAt(now: number): number {
    const hour = Math.floor(now / HOUR_MS);
    if (hour === this.#usualHour) return this.#usual;
    this.#usualHour = hour;
    const day = Math.floor(now / DAY_MS);
    const days = this.#path.bars(this.#instrument.id, DAY_MINUTES, day - VOLUME_DAYS, VOLUME_DAYS);
    const volume = days.reduce((sum, bar) => sum + bar.volume, 0) / Math.max(1, days.length);
    this.#usual = this.#ratio * volume * (1 + SWING * latticeNoise(this.#seed, SWING_MS, hour * HOUR_MS));
    return this.#usual;
  }

  /** The market opens: its participants have traded for days. */
  begin(market: MarketAccess, now: number): void {
    const part = Math.floor(this.#usualAt(now) / EARLIER_PARTS);
    for (let i = 0; i < EARLIER_PARTS && part > 0; i += 1) {
      const ago = Math.min(EARLIER_MOST_MS, this.#random.exponential() * EARLIER_MS);
      const end = Math.floor(now / HOUR_MS) * HOUR_MS;
      const bar = this.#path.span(this.#instrument.id, end - Math.ceil(ago / HOUR_MS) * HOUR_MS, end);
      // A contract launched a moment ago has no earlier trades.
      if (bar === undefined) return;
      for (const side of ['Buy', 'Sell'] as const) {
        let style = Cohorts.draw(this.#random);
        while (style > 0 && !this.#cohorts.outlives(side, style, bar.open, bar)) style -= 1;
        this.#arrange(market, { side, opens: true, price: bar.open, count: part });
        this.#open(side, style, end - ago, { price: bar.open, lots: part });
      }
      const value = valueAtTick(this.#instrument, lots(part), ticks(bar.open));
      market.endowInsurance(this.#instrument.id, moneyShare(value, 1, FUNDED_PART, 'down'));
    }
  }

  #arrange(
    market: MarketAccess,
    one: { readonly side: Side; readonly opens: boolean; readonly price: number; readonly count: number },
  ): void {
    const { side, opens, price, count } = one;
    market.arrangeCrowd(this.#instrument.id, { holding: side, opens, quantity: lots(count), limit: ticks(price) });
  }

  #open(side: Side, style: number, time: number, { price, lots: count }: { readonly price: number; readonly lots: number }): void {
    const accounts = this.#sizes.opening(side, time, { price, lots: count });
    this.#cohorts.opened(side, style, price, { lots: count, accounts });
  }

  /** Accounts that hold positions of a side. */
  accounts(side: Side): number {
    return this.#cohorts.accounts(side);
  }

  /** A taker trades: the flow, or a participant who opens or closes a position. */
  take(market: MarketAccess, now: number, { side, quantity, limit }: Taking): Lots {
    const { id } = this.#instrument;
    if (!this.#random.chance(KEEPERS)) return market.take(id, side, quantity, limit);
    const usual = Math.max(1, this.#usualAt(now));
    const closing = opposite(side);
    const held = lotCount(market.crowdHolds(id, closing));
    const opens = held === 0 || this.#random.chance(this.#opening(usual, (lotCount(market.crowdHolds(id, side)) + held) / 2));
    const holding = opens ? side : closing;
    if (!opens) this.#agree(closing, held);
    const taken = market.takeAsCrowd(id, { holding, opens, quantity, limit });
    const count = lotCount(taken);
    if (count === 0) return taken;
    if (opens) this.#open(side, Cohorts.draw(this.#random), now, { price: tickCount(limit), lots: count });
    else this.#cohorts.closed(closing, count, this.#random);
    return taken;
  }

  /** Deleveraging may have taken positions from the crowd. */
  #agree(side: Side, held: number): void {
    const due = this.#due.reduce((sum, one) => (one.side === side ? sum + one.lots : sum), 0);
    this.#cohorts.closed(side, this.#cohorts.held(side) + due - held, this.#random);
  }

  #opening(usual: number, held: number): number {
    return Math.max(OPENING_LEAST, Math.min(1 - OPENING_LEAST, 0.5 + (PULL * (usual - held)) / usual));
  }

  /** Marks positions whose margin is exhausted at this price, and returns whether any must be closed. */
  reach(mark: number): boolean {
    this.#due.push(...this.#cohorts.reached(mark));
    return this.#due.length > 0;
  }

  /**
   * Closes due positions in slices, oldest first and only as fast as the book refills: a large move would otherwise
   * empty one side. Positions that have waited too long are closed outside the book.
   */
  liquidate(market: MarketAccess, { mark, elapsed, limits, near }: LiquidationMoment): void {
    const share = Math.min(NEAR_SHARE_MOST, elapsed / NEAR_TAKEN_MS);
    const room = { Buy: Math.ceil(near.Buy * share), Sell: Math.ceil(near.Sell * share) };
    const atMark = Math.max(1, Math.round(mark));
    for (const due of this.#due) {
      due.waited += elapsed;
      const closing = opposite(due.side);
      const isLate = due.waited > WORKED_MS;
      const most = isLate ? due.lots : Math.min(due.lots, room[closing]);
      if (most === 0) continue;
      const order = { holding: due.side, opens: false, quantity: lots(most), bust: ticks(due.bust) };
      const gone = lotCount(
        isLate
          ? market.takeOverCrowd(this.#instrument.id, { ...order, limit: ticks(atMark) })
          : market.liquidateCrowd(this.#instrument.id, { ...order, limit: ticks(limits[closing]) }),
      );
      due.lots -= gone;
      if (!isLate) room[closing] -= gone;
      this.#takeProfit(market, closing, atMark, gone);
    }
    this.#drop(market);
  }

  /** The counterparties were waiting for them: the maker's quotes were theirs. */
  #takeProfit(market: MarketAccess, side: Side, price: number, most: number): void {
    const count = Math.min(most, this.#cohorts.held(side));
    if (count === 0) return;
    this.#arrange(market, { side, opens: false, price, count });
    this.#cohorts.closed(side, count, this.#random);
  }

  /** Prices moved here during a gap: due positions were closed at their bankruptcy price. */
  cross(market: MarketAccess, price: number): void {
    this.#due.push(...this.#cohorts.reached(price));
    for (const { side, bust, lots: count } of this.#due) {
      this.#arrange(market, { side, opens: false, price: bust, count });
      this.#takeProfit(market, opposite(side), bust, count);
    }
    this.#due = [];
  }

  /** Removes liquidations that are complete or that deleveraging has already closed. */
  #drop(market: MarketAccess): void {
    const { id } = this.#instrument;
    this.#due = this.#due.filter(({ side, lots: left }) => left > 0 && lotCount(market.crowdHolds(id, side)) > 0);
  }

  write(writer: StateWriter): void {
    this.#random.write(writer);
    this.#cohorts.write(writer);
    writer.number(this.#due.length);
    for (const { side, bust, lots: left, waited } of this.#due) {
      writer.boolean(side === 'Buy');
      for (const value of [bust, left, waited]) writer.number(value);
    }
  }

  read(reader: StateReader): void {
    this.#random.read(reader);
    this.#cohorts.read(reader);
    this.#usualHour = NEVER;
    this.#due = [];
    for (let left = reader.number(); left > 0; left -= 1) {
      const side = reader.boolean() ? 'Buy' : 'Sell';
      const [bust, count, waited] = [reader.number(), reader.number(), reader.number()];
      if (!(bust > 0 && count > 0)) throw new StateUnreadable('a liquidation is of nothing');
      this.#due.push({ side, bust, lots: count, waited });
    }
  }
}
