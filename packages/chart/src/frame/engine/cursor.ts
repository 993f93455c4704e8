import type { BarStore } from '../model/bar-store.ts';
import type { PriceScale } from '../model/price-scale.ts';
import type { TimeScale } from '../model/time-scale.ts';
import type { Point } from '../input/grip.ts';
import type { Crosshair } from '../render/paint-live.ts';
import type { PointedBar } from './chart-engine.ts';

export interface CursorOutlet {
  readonly bars: BarStore;
  readonly time: TimeScale;
  readonly price: PriceScale;
  /** Requests a repaint of the crosshair. */
  readonly moved: () => void;
  readonly pointed: (pointed: PointedBar | undefined) => void;
  readonly scroll: (pixels: number) => void;
}

/** Position of the crosshair. */
export class Cursor {
  private readonly outlet: CursorOutlet;
  private shown: Crosshair | undefined;

  constructor(outlet: CursorOutlet) {
    this.outlet = outlet;
  }

  get crosshair(): Crosshair | undefined {
    return this.shown;
  }

  get place(): Point | undefined {
    return this.shown && { x: this.outlet.time.x(this.shown.index), y: this.shown.y };
  }

  set(crosshair: Crosshair | undefined): void {
    const before = this.shown;
    this.shown = crosshair;
    if (crosshair === undefined && before === undefined) return;
    this.outlet.moved();
    if (crosshair?.index !== before?.index) this.outlet.pointed(crosshair === undefined ? undefined : this.barAt(crosshair.index));
  }

  /** Number of older bars that arrived. */
  shift(bars: number): void {
    if (this.shown !== undefined) this.shown = { ...this.shown, index: this.shown.index + bars };
  }

  /** Moves by bars, starting at the newest bar if not shown, and stays in view. */
  step(by: number): PointedBar | undefined {
    const { bars, time, price, scroll } = this.outlet;
    const last = bars.length - 1;
    if (last < 0) return undefined;
    const from = this.shown === undefined ? last + (by > 0 ? 0 : 1) : this.shown.index;
    const index = Math.min(last, Math.max(0, from + by));
    const x = time.x(index);
    if (x < 0) scroll(-x + time.spacing);
    else if (x > time.width) scroll(time.width - x - time.spacing);
    this.set({ index, y: price.y(bars.close(index)) });
    return this.barAt(index);
  }

  barAt(index: number): PointedBar | undefined {
    const { bars } = this.outlet;
    const bar = bars.bar(index);
    return bar === undefined ? undefined : { bar, previousClose: bars.bar(index - 1)?.close };
  }
}
