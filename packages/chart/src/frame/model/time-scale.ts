/** Minimum and maximum width of a bar with its gap, in pixels (CHT-25). */
const SPACING = { min: 0.8, max: 120 };
const SPACING_AT_START = 8;
/** A quick range of a year of minutes on a phone may squeeze bars further than a wheel does. */
const SQUEEZED = 0.001;
/** Minimum number of bars in view at either end. */
const BARS_KEPT = 3;

/**
 * Maps bars to pixels. The view is the width of a bar and the position of the right edge, counted in bars from the oldest one; an
 * older page shifts that count, so the view stays at its time.
 */
export class TimeScale {
  width = 0;
  spacing = SPACING_AT_START;
  right = 0;
  /** Number of bars. */
  private count = 0;
  /** Room to the right of the newest bar, in pixels. */
  private margin = 0;

  /** The view of a new symbol: the newest bar with its margin at the right. */
  reset(count: number): void {
    this.count = count;
    this.spacing = SPACING_AT_START;
    this.toNewest();
  }

  /** All bars of the symbol were replaced: the right edge returns to its time. */
  restore(count: number, right: number): void {
    this.count = count;
    this.right = this.clamped(right);
  }

  prepended(bars: number): void {
    this.count += bars;
    this.right += bars;
  }

  /** A new bar: the view follows if it showed the newest one and no drag is in progress. */
  appended(isHeld: boolean): void {
    const isFollowing = this.isAtNewest() && !isHeld;
    this.count += 1;
    if (isFollowing) this.right += 1;
  }

  setWidth(width: number): void {
    this.width = width;
  }

  /** Reserves space beside the newest bar, in pixels. The view follows only if it showed the newest bar at its resting place. */
  setMargin(pixels: number): void {
    if (pixels === this.margin) return;
    const isAtRest = Math.abs(this.right - this.restingPlace()) < 0.01;
    this.margin = pixels;
    if (isAtRest) this.toNewest();
  }

  isAtNewest(): boolean {
    return this.right >= this.count - 0.5;
  }

  toNewest(): void {
    this.right = this.restingPlace();
  }

  /** Middle of a bar. */
  x(index: number): number {
    return this.width - (this.right - index - 0.5) * this.spacing;
  }

  /** Bar under a pixel, with its fraction: 3.5 is the middle of the fourth bar. */
  place(x: number): number {
    return this.right - (this.width - x) / this.spacing;
  }

  indexAt(x: number): number {
    return Math.floor(this.place(x));
  }

  /** First existing bar in view, and the one after the last. */
  visible(): { readonly from: number; readonly to: number } {
    const from = Math.max(0, Math.min(this.count, Math.floor(this.place(0))));
    return { from, to: Math.max(from, Math.min(this.count, Math.ceil(this.right))) };
  }

  scroll(pixels: number): void {
    this.right = this.clamped(this.right - pixels / this.spacing);
  }

  /** Makes bars wider (`factor` above 1) or narrower, and keeps the bar at `x` in place. */
  zoom(factor: number, x: number): void {
    const fixed = this.place(x);
    const narrowest = Math.min(SPACING.min, this.spacing);
    this.spacing = Math.min(SPACING.max, Math.max(narrowest, this.spacing * factor));
    this.right = this.clamped(fixed + (this.width - x) / this.spacing);
  }

  /** Fits the bars from `from` up to `to` (exclusive) into the width, with the margin when the newest is among them. */
  show(from: number, to: number): void {
    const room = to >= this.count ? Math.max(1, this.width - this.margin) : this.width;
    this.spacing = Math.min(SPACING.max, Math.max(SQUEEZED, room / Math.max(1, to - from)));
    this.right = to + (this.width - room) / this.spacing;
  }

  private restingPlace(): number {
    return this.count + this.margin / this.spacing;
  }

  private clamped(right: number): number {
    const inView = this.width / this.spacing;
    const kept = Math.min(BARS_KEPT, this.count);
    return Math.min(Math.max(right, kept), Math.max(kept, this.count - kept + inView));
  }
}
