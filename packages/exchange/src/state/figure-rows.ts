import { invariant, money, moneyUnits, type Money, type OpenSide } from '@tapedeck/domain';

/** Figures in a row: as many as two lines of the processor's cache have room for, which it reads in pairs. */
export const ROW_FIGURES = 16;

/** Gives each figure of a row its place, in this order; there is room for `ROW_FIGURES`. */
export function figures<const Name extends string>(...names: readonly Name[]): { readonly [Figure in Name]: number } {
  invariant(names.length <= ROW_FIGURES, () => `a row has room for ${ROW_FIGURES} figures, not for ${names.length}`);
  return Object.fromEntries(names.map((name, at) => [name, at])) as { [Figure in Name]: number };
}

const ROWS_INITIAL = 64;
/** Which half of a figure has its sign. */
const HIGH = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 1 : 0;
/**
 * Where the first row begins. The C library of most servers begins a large block 16 bytes behind a boundary: so much further on, each half
 * of a row is one line of the cache.
 */
const FIRST_ROW = 6;
/** No figure. */
export const NOWHERE = -1;

/**
 * The figures that the checks of an order read and change, of all accounts of an exchange side by side: a check then touches one row
 * instead of an object for each amount, and leaves nothing behind for the collector. A figure is money or a count of lots; each owner of a
 * row knows which of its figures is which. A fresh row is all zeros.
 */
export class FigureRows {
  #money: BigInt64Array;
  #counts: Float64Array;
  /** The halves of the money. */
  #words: Int32Array;
  #used = FIRST_ROW;
  readonly #free: number[] = [];
  /** What the check of the last order foresaw of a side, and the figure of the margin of that side. */
  foreseen: OpenSide | undefined = undefined;
  foreseenAt = NOWHERE;

  constructor() {
    this.#money = new BigInt64Array(ROWS_INITIAL * ROW_FIGURES);
    this.#counts = new Float64Array(this.#money.buffer);
    this.#words = new Int32Array(this.#money.buffer);
  }

  /** A row of zeros: where it begins. */
  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const at = this.#used;
    this.#used += ROW_FIGURES;
    if (this.#used > this.#money.length) this.#grow();
    return at;
  }

  /** Takes a row back that its owner no longer needs. */
  release(at: number): void {
    this.#money.fill(0n, at, at + ROW_FIGURES);
    this.foreseenAt = NOWHERE;
    this.#free.push(at);
  }

  money(at: number): Money {
    return money(this.#money[at] as bigint);
  }

  /** Whether the money is below 0. */
  negative(at: number): boolean {
    return (this.#words[at * 2 + HIGH] as number) < 0;
  }

  setMoney(at: number, amount: Money): void {
    const units = moneyUnits(amount);
    const word = BigInt.asIntN(64, units);
    invariant(word === units, 'money of a row has room in 64 bits');
    this.#money[at] = word;
  }

  addMoney(at: number, amount: Money): void {
    const sum = (this.#money[at] as bigint) + moneyUnits(amount);
    invariant(sum === BigInt.asIntN(64, sum), 'money of a row has room in 64 bits');
    this.#money[at] = sum;
  }

  subtractMoney(at: number, amount: Money): void {
    const rest = (this.#money[at] as bigint) - moneyUnits(amount);
    invariant(rest === BigInt.asIntN(64, rest), 'money of a row has room in 64 bits');
    this.#money[at] = rest;
  }

  count(at: number): number {
    return this.#counts[at] as number;
  }

  setCount(at: number, lots: number): void {
    this.#counts[at] = lots;
  }

  addCount(at: number, lots: number): void {
    this.#counts[at] = (this.#counts[at] as number) + lots;
  }

  #grow(): void {
    const grown = new BigInt64Array(this.#money.length * 2);
    grown.set(this.#money);
    this.#money = grown;
    this.#counts = new Float64Array(grown.buffer);
    this.#words = new Int32Array(grown.buffer);
  }
}
