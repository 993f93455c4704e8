import { LOW_WORDS, WIDE, invariant, money, moneyUnits, narrowHalves, type Money } from '@tapedeck/domain';

/** Figures in a row: as many as fit into two cache lines, which the processor reads in pairs. */
export const ROW_FIGURES = 16;

/** Assigns each figure of a row its place, in this order; at most `ROW_FIGURES`. */
export function figures<const Name extends string>(...names: readonly Name[]): { readonly [Figure in Name]: number } {
  invariant(names.length <= ROW_FIGURES, () => `a row has room for ${ROW_FIGURES} figures, not for ${names.length}`);
  return Object.fromEntries(names.map((name, at) => [name, at])) as { [Figure in Name]: number };
}

const ROWS_INITIAL = 64;
/** The half of a figure that holds its sign. */
const HIGH = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 1 : 0;
/**
 * Offset of the first row. The C library of most servers starts a large block 16 bytes after a boundary: with this
 * offset, each half of a row is one cache line.
 */
const FIRST_ROW = 6;
/** The open orders of one side: their value, the value of the opening part, and their reservation, all as narrow amounts. */
export interface NarrowSide {
  lots: number;
  value: number;
  opening: number;
  margin: number;
}

/** No figure. */
export const NOWHERE = -1;

/**
 * The figures that order checks read and change, of all accounts of an exchange side by side: a check touches one row
 * instead of an object for each amount, and leaves no garbage. A figure is money or a count of lots; each owner of a
 * row knows its figures. A fresh row is all zeros.
 */
export class FigureRows {
  #money: BigInt64Array;
  #counts: Float64Array;
  /** The two halves of a money figure. */
  #words: Int32Array;
  #used = FIRST_ROW;
  readonly #free: number[] = [];
  /** Prediction of the last order check for a side, and the margin figure of that side. */
  readonly foreseen: NarrowSide = { lots: 0, value: WIDE, opening: WIDE, margin: WIDE };
  foreseenAt = NOWHERE;

  constructor() {
    this.#money = new BigInt64Array(ROWS_INITIAL * ROW_FIGURES);
    this.#counts = new Float64Array(this.#money.buffer);
    this.#words = new Int32Array(this.#money.buffer);
  }

  /** Allocates a row of zeros; returns its offset. */
  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const at = this.#used;
    this.#used += ROW_FIGURES;
    if (this.#used > this.#money.length) this.#grow();
    return at;
  }

  /** Frees a row. */
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

  /** Money as a narrow amount. */
  narrow(at: number): number {
    return narrowHalves(this.#words[at * 2 + HIGH] as number, this.#words[at * 2 + 1 - HIGH] as number);
  }

  setNarrow(at: number, amount: number): void {
    this.#words[at * 2 + 1 - HIGH] = amount;
    this.#words[at * 2 + HIGH] = Math.floor(amount / LOW_WORDS);
  }

  /** Adds the money of another figure. */
  addFigure(at: number, other: number): void {
    const sum = (this.#money[at] as bigint) + (this.#money[other] as bigint);
    invariant(sum === BigInt.asIntN(64, sum), 'money of a row has room in 64 bits');
    this.#money[at] = sum;
  }

  subtractFigure(at: number, other: number): void {
    const rest = (this.#money[at] as bigint) - (this.#money[other] as bigint);
    invariant(rest === BigInt.asIntN(64, rest), 'money of a row has room in 64 bits');
    this.#money[at] = rest;
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
