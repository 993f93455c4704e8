import { invariant, money, moneyUnits, type Instrument, type Money } from '@tapedeck/domain';
import type { OrderExtra } from '../codec/order-extra.ts';

/** Doubles of a row. */
export const ORDER_ID = 0;
export const QUANTITY = 1;
export const FILLED = 2;
export const CREATED_AT = 3;
export const UPDATED_AT = 4;
/** Money of a row. */
export const FILLED_VALUE = 5;
export const FEE = 6;
/** 32-bit integers of a row, behind its seven doubles. */
export const PRICE = 14;
export const ACCOUNT = 15;
export const INSTRUMENT = 16;
/** What never changes of the choices of an order; see `OpenOrder`. */
export const TERMS = 17;
/** Bits of the terms: whether there is anything to look for in `clientOrderIds` and in `extras`, which lie apart. */
export const HAS_CLIENT_ID = 1 << 11;
export const HAS_EXTRA = 1 << 12;
/** Status and why it was cancelled. */
export const STATE = 18;
export const HANDLE = 19;

export const ROW_DOUBLES = 10;
export const ROW_INTEGERS = ROW_DOUBLES * 2;
const ROWS_INITIAL = 64;
/** Handle of a row without an order. */
const FREE = -2;

/**
 * The open orders of an exchange, 80 bytes each and two references, instead of an object of 300 bytes. Orders are what an exchange has most
 * of and what comes and goes fastest: as objects they were most of what the collector had to move, and lay all over the memory.
 *
 * A row that an order has left is free only once the command is done (`sweep`): until then what became of it can be read.
 */
export class OrderRows {
  doubles = new Float64Array(ROWS_INITIAL * ROW_DOUBLES);
  integers = new Int32Array(this.doubles.buffer);
  #money = new BigInt64Array(this.doubles.buffer);
  readonly clientOrderIds: string[] = [];
  readonly extras: (OrderExtra | undefined)[] = [];
  /** Of orders by amount, which never rest. */
  readonly quoteAmounts = new Map<number, Money>();
  /** Of filled orders of inverse contracts: see `inverseSumOf`. */
  readonly inverseSums = new Map<number, bigint>();
  readonly #free: number[] = [];
  /** Rows that may be left by the end of the command: of orders that arrived in it, and that left the book in it. */
  readonly #loose: number[] = [];

  constructor(
    /** All that were ever listed, by id. */
    readonly instruments: readonly Instrument[],
  ) {}

  /** Orders there are. */
  get live(): number {
    return this.extras.length - this.#free.length;
  }

  /** A row for an order that does not rest. The caller fills it. */
  take(): number {
    const row = this.#free.pop() ?? this.#add();
    this.integers[row * ROW_INTEGERS + HANDLE] = -1;
    this.#loose.push(row);
    return row;
  }

  /** The order of a row has left the book. */
  leave(row: number): void {
    this.integers[row * ROW_INTEGERS + HANDLE] = -1;
    this.#loose.push(row);
  }

  /** The command is done: rows of orders that do not rest are free. */
  sweep(): void {
    for (let row = this.#loose.pop(); row !== undefined; row = this.#loose.pop()) {
      // An order that arrived and left the book in one command is in the list twice.
      const at = row * ROW_INTEGERS;
      if (this.integers[at + HANDLE] !== -1) continue;
      this.integers[at + HANDLE] = FREE;
      const terms = this.integers[at + TERMS] as number;
      if ((terms & HAS_CLIENT_ID) !== 0) this.clientOrderIds[row] = '';
      if ((terms & HAS_EXTRA) !== 0) this.extras[row] = undefined;
      if (this.quoteAmounts.size > 0) this.quoteAmounts.delete(row);
      if (this.inverseSums.size > 0) this.inverseSums.delete(row);
      this.#free.push(row);
    }
  }

  money(row: number, figure: number): Money {
    return money(this.#money[row * ROW_DOUBLES + figure] as bigint);
  }

  setMoney(row: number, figure: number, amount: Money): void {
    const units = moneyUnits(amount);
    invariant(units === BigInt.asIntN(64, units), 'money of an order has room in 64 bits');
    this.#money[row * ROW_DOUBLES + figure] = units;
  }

  #add(): number {
    const row = this.extras.length;
    if ((row + 1) * ROW_DOUBLES > this.doubles.length) this.#grow();
    this.extras.push(undefined);
    this.clientOrderIds.push('');
    return row;
  }

  #grow(): void {
    const grown = new Float64Array(this.doubles.length * 2);
    grown.set(this.doubles);
    this.doubles = grown;
    this.integers = new Int32Array(grown.buffer);
    this.#money = new BigInt64Array(grown.buffer);
  }
}
