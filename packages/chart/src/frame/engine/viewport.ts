import type { ChartResolution } from '../../bridge/messages.ts';
import type { BarStore } from '../model/bar-store.ts';
import { indexOfTime, timeOfPlace } from '../model/calendar.ts';
import { PriceScale } from '../model/price-scale.ts';
import { TimeScale } from '../model/time-scale.ts';

/** So many bars before the oldest one come into view, older ones are asked for. */
const OLDER_AHEAD = 100;

export interface ViewportOutlet {
  readonly bars: BarStore;
  /** Bars or prices moved in the picture. */
  readonly moved: () => void;
  /** Bars before the oldest one, at `before`, are wanted, if need be as far back as `from`. */
  readonly olderWanted: (before: number, from: number) => void;
}

/** Which bars and prices are in view. Asks for older bars before the view reaches the oldest one. */
export class Viewport {
  readonly time = new TimeScale();
  readonly price = new PriceScale();
  private readonly outlet: ViewportOutlet;
  private hasOlder = false;
  private isWaitingForOlder = false;
  /** A range that was asked for, without an end up to the newest bar; bars of it may still be on their way. */
  private range: { readonly from: number; readonly to: number | undefined } | undefined;

  constructor(outlet: ViewportOutlet) {
    this.outlet = outlet;
  }

  /** Where the right edge stands, to find it again among other bars of the same symbol. */
  edge(resolution: ChartResolution): number {
    return timeOfPlace(this.outlet.bars, resolution, this.time.right);
  }

  /** All bars are other ones. `edge`: the moment that stays at the right; without it the view starts afresh. */
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

  /** Older bars came, or there are none. */
  answered(more: boolean): void {
    this.isWaitingForOlder = false;
    this.hasOlder = more;
  }

  setAuto(isAuto: boolean): void {
    this.price.isAuto = isAuto;
    this.moved();
  }

  /** The newest bar, the usual width of a bar, and prices that fit. */
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
    this.time.zoom(factor, x ?? this.time.width);
    this.moved();
  }

  scroll(pixels: number): void {
    this.range = undefined;
    this.time.scroll(pixels);
    this.moved();
  }

  stretchPrices(factor: number): void {
    this.price.stretch(factor);
    this.moved();
  }

  /** Fits the range that was asked for, until somebody moves the view: older bars and the axis change what fits. */
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
    const { bars, olderWanted } = this.outlet;
    const isNear = this.time.place(0) < OLDER_AHEAD;
    if (!this.hasOlder || this.isWaitingForOlder || !isNear || bars.length === 0) return;
    this.isWaitingForOlder = true;
    olderWanted(bars.time(0), Math.min(bars.time(0), this.range?.from ?? Infinity));
  }
}
