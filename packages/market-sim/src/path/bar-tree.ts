import { CLOSE, HIGH, LOW, OPEN, VALUE, VOLUME, FIELDS } from './split-bar.ts';

/** One bar of the path: start in ms, prices in ticks, volume in lots, value in ticks × lots. */
export interface PathBar {
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly value: number;
}

/** Widths of the levels in seconds, widest first: a bar of one level splits into whole bars of the next. */
export const LEVEL_SECONDS = [86_400, 43_200, 21_600, 7_200, 3_600, 1_800, 900, 300, 60, 15, 5, 1] as const;
export const LEVEL_SPANS: readonly number[] = LEVEL_SECONDS.map((seconds) => seconds * 1_000);
export const LEVEL_PARTS: readonly number[] = LEVEL_SPANS.map((span, level) => (LEVEL_SPANS[level - 1] ?? span) / span);
const SECONDS_LEVEL = LEVEL_SPANS.length - 1;

/** Cache of recently used blocks: two generations, the older one is dropped when the younger is full. */
class BlockCache {
  readonly #most: number;
  #young = new Map<number, Float64Array>();
  #old = new Map<number, Float64Array>();

  constructor(most: number) {
    this.#most = most;
  }

  get(index: number): Float64Array | undefined {
    const young = this.#young.get(index);
    if (young !== undefined) return young;
    const old = this.#old.get(index);
    if (old !== undefined) this.set(index, old);
    return old;
  }

  set(index: number, block: Float64Array): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(index, block);
  }
}

/** Bars of all levels: days, and every narrower bar by splitting its parent. */
export abstract class BarTree {
  readonly #caches: readonly BlockCache[];
  /** Location of the last bar found: its array, and its offset as the result of `locate`. */
  block: Float64Array = new Float64Array(0);

  /** `kept` is the number of child blocks per level in the younger half of the cache. */
  constructor(kept: number) {
    this.#caches = LEVEL_SPANS.map(() => new BlockCache(kept));
  }

  /** Puts the array of a day, counted from 1970, into `block` and returns its offset in it. */
  protected abstract locateDay(day: number): number;
  /** The children, on `level`, of a bar of the level above. */
  protected abstract split(level: number, parent: number): Float64Array;

  /** Puts the array of the bar into `block` and returns the bar's offset in it. */
  locate(level: number, index: number): number {
    if (level === 0) return this.locateDay(index);
    const parts = LEVEL_PARTS[level] as number;
    const parent = Math.floor(index / parts);
    this.block = this.#kept(level, parent, () => this.split(level, parent));
    return (index - parent * parts) * FIELDS;
  }

  #kept(level: number, index: number, make: () => Float64Array): Float64Array {
    const cache = this.#caches[level] as BlockCache;
    const known = cache.get(index);
    if (known !== undefined) return known;
    const block = make();
    cache.set(index, block);
    return block;
  }

  /** A day computed on demand, and cached like other bars. */
  protected keepDay(day: number, make: () => Float64Array): number {
    this.block = this.#kept(0, day, make);
    return 0;
  }

  bar(level: number, index: number): PathBar {
    const at = this.locate(level, index);
    const block = this.block;
    return {
      start: index * (LEVEL_SPANS[level] as number),
      open: block[at + OPEN] as number,
      high: block[at + HIGH] as number,
      low: block[at + LOW] as number,
      close: block[at + CLOSE] as number,
      volume: block[at + VOLUME] as number,
      value: block[at + VALUE] as number,
    };
  }

  /**
   * Price on the grid of the tree, not rounded: within each second it moves from open over both extremes, the one
   * behind it first, to close.
   */
  priceAt(time: number): number {
    const second = Math.floor(time / 1_000);
    const at = this.locate(SECONDS_LEVEL, second);
    const block = this.block;
    const open = block[at + OPEN] as number;
    const close = block[at + CLOSE] as number;
    const rises = close >= open;
    const first = block[at + (rises ? LOW : HIGH)] as number;
    const then = block[at + (rises ? HIGH : LOW)] as number;
    const part = (time - second * 1_000) / 1_000;
    if (part < 0.25) return open + (first - open) * part * 4;
    if (part < 0.75) return first + (then - first) * (part - 0.25) * 2;
    return then + (close - then) * (part - 0.75) * 4;
  }
}
