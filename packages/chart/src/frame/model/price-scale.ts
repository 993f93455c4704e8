import type { ScaleMode } from '../document/chart-document.ts';

/** Share of the range that is added when a range has no height. */
const FLAT_SHARE = 0.001;
const SMALLEST_SHARE = 1e-9;
/** Share of a pane that margins may take. */
const MOST_MARGIN = 0.8;

export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/**
 * Maps prices to pixels. Percent and indexed scales are the regular scale with other labels; only the logarithm changes it, and
 * it falls back to the regular one while a price in view is not positive.
 */
export class PriceScale {
  /** The range follows the bars in view. */
  isAuto = true;
  /** Price at 0 % and at index 100: that of the first bar in view. */
  base = 1;
  /** Increases with every change of the mapping. */
  changes = 0;
  private mode: ScaleMode = 'regular';
  private isInverted = false;
  private top = 0;
  private height = 1;
  private range: PriceRange = { low: 0, high: 1 };
  private above = 0;
  private below = 0;
  /** Pixel of a transformed price: `zero + slope * price`. */
  private zero = 0;
  private slope = -1;
  private isLog = false;

  setMode(mode: ScaleMode, isInverted: boolean): void {
    this.mode = mode;
    this.isInverted = isInverted;
    this.prepare();
  }

  /** The pane from `top`, with margins `above` and `below`. */
  place(top: number, height: number, margins: { readonly above: number; readonly below: number }): void {
    this.top = top;
    this.height = Math.max(1, height);
    const scale = Math.min(1, (this.height * MOST_MARGIN) / Math.max(1, margins.above + margins.below));
    this.above = margins.above * scale;
    this.below = margins.below * scale;
    this.prepare();
  }

  /** Sets lowest and highest price between the margins; true if the mapping changed. */
  fit(low: number, high: number): boolean {
    const next = low === high ? widened(low) : { low, high };
    if (next.low === this.range.low && next.high === this.range.high) return false;
    this.range = next;
    this.prepare();
    return true;
  }

  /** Lowest and highest price between the margins. */
  get fitted(): PriceRange {
    return this.range;
  }

  /** Prices at the pane's edges, margins included. */
  edges(): PriceRange {
    const top = this.price(this.top);
    const bottom = this.price(this.top + this.height);
    return { low: Math.min(top, bottom), high: Math.max(top, bottom) };
  }

  isLogarithmic(): boolean {
    return this.isLog;
  }

  y(price: number): number {
    return this.zero + this.slope * this.transform(price);
  }

  price(y: number): number {
    const value = (y - this.zero) / this.slope;
    return this.isLog ? Math.exp(value) : value;
  }

  /** Moves all prices by pixels, on the user's action. */
  shift(pixels: number): void {
    const by = -pixels / this.slope;
    this.takeByHand(this.transform(this.range.low) + by, this.transform(this.range.high) + by);
  }

  /** Stretches (`factor` above 1) or compresses the prices around the pane's middle, on the user's action. */
  stretch(factor: number): void {
    const low = this.transform(this.range.low);
    const high = this.transform(this.range.high);
    const half = (high - low) / 2 / factor;
    this.takeByHand((low + high) / 2 - half, (low + high) / 2 + half);
  }

  private takeByHand(low: number, high: number): void {
    const next = this.isLog ? { low: Math.exp(low), high: Math.exp(high) } : { low, high };
    const isUsable = Number.isFinite(next.low) && Number.isFinite(next.high);
    if (!isUsable || next.high - next.low <= Math.abs(next.high) * SMALLEST_SHARE) return;
    this.isAuto = false;
    this.range = next;
    this.prepare();
  }

  private transform(price: number): number {
    return this.isLog ? Math.log(Math.max(price, Number.MIN_VALUE)) : price;
  }

  private prepare(): void {
    const { isLog, slope, zero } = this;
    this.isLog = this.mode === 'log' && this.range.low > 0;
    const low = this.transform(this.range.low);
    const room = this.height - this.above - this.below;
    const perUnit = room / (this.transform(this.range.high) - low);
    this.slope = this.isInverted ? perUnit : -perUnit;
    // Inverted, the lowest price is at the top; the bottom margin for the volume stays.
    const lowest = this.isInverted ? this.top + this.above : this.top + this.height - this.below;
    this.zero = lowest - this.slope * low;
    if (isLog !== this.isLog || slope !== this.slope || zero !== this.zero) this.changes += 1;
  }
}

function widened(price: number): PriceRange {
  const by = price === 0 ? 1 : Math.abs(price) * FLAT_SHARE;
  return { low: price - by, high: price + by };
}
