/** A value reduced to this share changes no visible digit. */
const NOTHING = 1e-9;

/** Steps until a value is negligible if each step reduces it by the share `factor`. */
export function fading(factor: number): number {
  return factor > 0 ? Math.ceil(Math.log(NOTHING) / Math.log(1 - factor)) : Infinity;
}

/**
 * The whole state of a calculation in one array, so that the state before the forming bar is kept by a copy and every tick starts
 * from it. Blocks claim their cells while the calculation is built.
 */
export class Memory {
  private size = 0;
  private steps = 0;
  private initial: { readonly offset: number; readonly value: number }[] = [];
  private current = new Float64Array(0);
  private kept = new Float64Array(0);

  /** Steps after which earlier inputs have no effect: a calculation that starts this much earlier gives the same values. */
  get reach(): number {
    return this.steps;
  }

  /** Allocates `count` numbers with the initial `value`; an input has no effect on them after `reach` steps. */
  claim(count: number, value = 0, reach = Infinity): number {
    const offset = this.size;
    this.size += count;
    this.steps += reach;
    if (value !== 0) for (let cell = 0; cell < count; cell += 1) this.initial.push({ offset: offset + cell, value });
    return offset;
  }

  /** Resets the state. */
  clear(): void {
    this.current = new Float64Array(this.size);
    for (const { offset, value } of this.initial) this.current[offset] = value;
    this.kept = this.current.slice();
  }

  get(cell: number): number {
    return this.current[cell] ?? Number.NaN;
  }

  /** Sum of `count` cells from `from` on. Loops over cells are here to avoid a call per cell. */
  sum(from: number, count: number): number {
    const { current } = this;
    let total = 0;
    for (let cell = from; cell < from + count; cell += 1) total += current[cell] ?? Number.NaN;
    return total;
  }

  /** Sum of the squared distances of these cells from `mean`. */
  squares(from: number, count: number, mean: number): number {
    const { current } = this;
    let total = 0;
    for (let cell = from; cell < from + count; cell += 1) {
      const distance = (current[cell] ?? Number.NaN) - mean;
      total += distance * distance;
    }
    return total;
  }

  set(cell: number, value: number): void {
    this.current[cell] = value;
  }

  /** Saves the current state for `restore`. */
  keep(): void {
    this.kept.set(this.current);
  }

  restore(): void {
    this.current.set(this.kept);
  }
}
