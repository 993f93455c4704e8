import type { ChartResolution } from '../../bridge/messages.ts';
import type { BarStore } from '../model/bar-store.ts';
import { indexOfTime, timeOfPlace } from '../model/calendar.ts';
import { PriceScale, type PriceRange } from '../model/price-scale.ts';
import { TimeScale } from '../model/time-scale.ts';

/** Older bars are requested when this few bars before the oldest one are in view. */
const OLDER_AHEAD = 100;
/** Maximum number of bars that are loaded for indicators alone: an exponential average of 400 bars then has all its digits. */
const REACH_MAX = 5_000;

export interface ViewportOutlet {
  readonly bars: BarStore;
  /** Bars before the view that its indicators need. */
  readonly reach: () => number;
  /** The view of bars or prices moved. */
  readonly moved: () => void;
  /** Requests bars before the oldest one, at `before`, at least back to `from` if given. */
  readonly olderWanted: (before: number, from: number) => void;
}

/** Position of a view, to restore it with more bars of the same symbol. */
export interface KeptView {
  readonly spacing: number;
  /** Bars from the newest one to the right edge; `undefined` when the newest one is out of view, and the edge is found by its time. */
  readonly beyond: number | undefined;
  readonly edge: number;
  readonly range: Viewport['range'];
  /** The manually set price range. */
  readonly prices: PriceRange | undefined;
}

/** The bars and prices in view. Requests older bars before the view reaches the oldest one. */
export class Viewport {
  readonly time = new TimeScale();
  readonly price = new PriceScale();
  /** Width and height of the bars change together. */
  isLocked = false;
  private readonly outlet: ViewportOutlet;
  private hasOlder = false;
  private isWaitingForOlder = false;
  /** A requested range, without an end up to the newest bar; its bars may still be loading. */
  range: { readonly from: number; readonly to: number | undefined } | undefined;

  constructor(outlet: ViewportOutlet) {
    this.outlet = outlet;
  }

  /** The current view, for `restore`. */
  keep(resolution: ChartResolution): KeptView {
    const { time, price, range, outlet } = this;
    return {
      spacing: time.spacing,
      beyond: time.isAtNewest() ? time.right - outlet.bars.length : undefined,
      edge: this.edge(resolution),
      range,
      prices: price.isAuto ? undefined : price.fitted,
    };
  }

  restore({ spacing, beyond, edge, range, prices }: KeptView, resolution: ChartResolution): void {
    const { bars } = this.outlet;
    this.range = range;
    this.time.spacing = spacing;
    this.time.restore(bars.length, beyond === undefined ? indexOfTime(bars, resolution, edge) : bars.length + beyond);
    this.price.isAuto = prices === undefined;
    if (prices !== undefined) this.price.fit(prices.low, prices.high);
    this.fitRange();
    this.moved();
  }

  /** Position of the right edge, to restore it with other bars of the same symbol. */
  edge(resolution: ChartResolution): number {
    return timeOfPlace(this.outlet.bars, resolution, this.time.right);
  }

  /** All bars were replaced. `edge`: the time kept at the right edge; without it, the view is reset. */
  replaced(more: boolean, resolution: ChartResolution, edge: number | undefined): void {
    const { bars } = this.outlet;
    this.answered(more);
    if (edge !== undefined) {
      this.time.restore(bars.length, indexOfTime(bars, resolution, edge));
      return;
    }
    this.price.isAuto = true;
    this.range = undefined;
    this.time.reset(bars.length);
  }

  /** Older bars arrived, or none exist. */
  answered(more: boolean): void {
    this.isWaitingForOlder = false;
    this.hasOlder = more;
  }

  setAuto(isAuto: boolean): void {
    this.price.isAuto = isAuto;
    this.moved();
  }

  /** Resets to the newest bar, the default bar width and fitted prices. */
  reset(): void {
    this.range = undefined;
    this.price.isAuto = true;
    this.time.reset(this.outlet.bars.length);
    this.moved();
  }

  showRange(from: number, to: number | undefined): void {
    this.range = { from, to };
    this.price.isAuto = true;
    this.fitRange();
    this.moved();
  }

  zoom(factor: number, x: number | undefined): void {
    this.range = undefined;
    const width = this.time.spacing;
    this.time.zoom(factor, x ?? this.time.width);
    if (this.isLocked) this.price.stretch(this.time.spacing / width);
    this.moved();
  }

  scroll(pixels: number): void {
    this.range = undefined;
    this.time.scroll(pixels);
    this.moved();
  }

  stretchPrices(factor: number): void {
    if (this.isLocked) {
      this.zoom(factor, undefined);
      return;
    }
    this.price.stretch(factor);
    this.moved();
  }

  /** Fits the requested range until the view is moved: older bars and the axis change the fit. */
  fitRange(): void {
    const { bars } = this.outlet;
    if (this.range === undefined || bars.length === 0) return;
    const { from, to } = this.range;
    const first = Math.max(0, bars.indexAt(from));
    const end = to === undefined ? bars.length : Math.max(first + 1, bars.indexAt(to) + 1);
    this.time.show(first, end);
  }

  moved(): void {
    this.wantOlder();
    this.outlet.moved();
  }

  wantOlder(): void {
    const { bars, reach, olderWanted } = this.outlet;
    const isNear = this.time.place(0) < OLDER_AHEAD + Math.min(reach(), REACH_MAX);
    if (!this.hasOlder || this.isWaitingForOlder || !isNear || bars.length === 0) return;
    this.isWaitingForOlder = true;
    olderWanted(bars.time(0), Math.min(bars.time(0), this.range?.from ?? Infinity));
  }
}
