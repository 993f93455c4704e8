/** Spare capacity for new bars. */
const SPARE = 1_024;

/** Values of a plot by the index of their bar; NaN where there is none. */
export class PlotColumn {
  private values = new Float64Array(0);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** Resizes to `count` values, of which the first `unknown` are not computed yet. */
  clear(capacity: number, unknown: number): void {
    this.count = unknown;
    if (this.values.length < capacity) this.values = new Float64Array(capacity + SPARE);
    this.values.fill(Number.NaN, 0, unknown);
  }

  get(index: number): number {
    return index < 0 || index >= this.count ? Number.NaN : (this.values[index] ?? Number.NaN);
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      const wider = new Float64Array(Math.max(1_024, index * 2));
      wider.set(this.values.subarray(0, this.count));
      this.values = wider;
    }
    this.values[index] = value;
    this.count = Math.max(this.count, index + 1);
  }
}
