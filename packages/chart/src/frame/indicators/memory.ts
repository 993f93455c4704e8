/**
 * The whole state of a calculation in one array, so that the state before the forming bar is kept by a copy and every tick starts
 * from it. Blocks claim their cells while the calculation is built.
 */
export class Memory {
  private size = 0;
  private initial: { readonly offset: number; readonly value: number }[] = [];
  private current = new Float64Array(0);
  private kept = new Float64Array(0);

  /** Room for `count` numbers, all `value` at the start. */
  claim(count: number, value = 0): number {
    const offset = this.size;
    this.size += count;
    if (value !== 0) for (let cell = 0; cell < count; cell += 1) this.initial.push({ offset: offset + cell, value });
    return offset;
  }

  /** Begins anew. */
  clear(): void {
    this.current = new Float64Array(this.size);
    for (const { offset, value } of this.initial) this.current[offset] = value;
    this.kept = this.current.slice();
  }

  get(cell: number): number {
    return this.current[cell] ?? Number.NaN;
  }

  set(cell: number, value: number): void {
    this.current[cell] = value;
  }

  /** What is known now is what `restore` comes back to. */
  keep(): void {
    this.kept.set(this.current);
  }

  restore(): void {
    this.current.set(this.kept);
  }
}
