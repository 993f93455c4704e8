import { invariant, money, moneyUnits, type CancelReason, type Instrument, type Money } from '@tapedeck/domain';
import { CANCEL_REASONS, ORDER_SOURCES, ORDER_STATUSES, ORDER_TYPES, POSITION_INDEXES, SIDES, TIMES_IN_FORCE } from '../codec/choices.ts';
import type { OrderExtra } from '../codec/order-extra.ts';
import { RowLayout, type RowMemory } from '../codec/row-layout.ts';

const layout = new RowLayout();
/** Most orders are not cancelled. */
const REASONS: readonly (CancelReason | '')[] = ['', ...CANCEL_REASONS];

/**
 * Layout of an order's row; all offsets, masks and bytes of the state image derive from it. Choices share one word. The
 * last two say whether `clientOrderIds` and `extras`, which are stored apart, have an entry.
 */
export const ORDER = layout.done(80, {
  orderId: layout.double(),
  quantity: layout.double(),
  filled: layout.double(),
  createdAt: layout.double(),
  updatedAt: layout.double(),
  filledValue: layout.wide(),
  fee: layout.wide(),
  price: layout.integer(),
  account: layout.integer(),
  instrument: layout.integer(),
  handle: layout.integer(),
  side: layout.choice(SIDES),
  orderType: layout.choice(ORDER_TYPES),
  timeInForce: layout.choice(TIMES_IN_FORCE),
  positionIndex: layout.small(POSITION_INDEXES),
  source: layout.choice(ORDER_SOURCES),
  reduceOnly: layout.flag(),
  borrows: layout.flag(),
  status: layout.choice(ORDER_STATUSES),
  cancelReason: layout.choice(REASONS),
  hasClientId: layout.flag(),
  hasExtra: layout.flag(),
});

/** The integer that holds all choices of an order. */
export const CHOICES = ORDER.side.word;
for (const field of Object.values(ORDER)) if ('word' in field) invariant(field.word === CHOICES, 'the choices of an order share one word');

// Constants, not nested fields: each command reads rows several times.
export const ROW_DOUBLES = layout.doubles;
export const ROW_INTEGERS = layout.integers;
const HANDLE = ORDER.handle.at;
const ROWS_INITIAL = 64;
/** Handle of a row without an order. */
const FREE = -2;

/**
 * The open orders of an exchange, 80 bytes and two references each, instead of an object of 300 bytes. Orders are the
 * most numerous and most short-lived data of an exchange: as objects they caused most of the garbage collection and
 * were scattered over memory.
 *
 * A row whose order has ended is free only after the command (`sweep`): until then its outcome can be read.
 */
export class OrderRows implements RowMemory {
  doubles = new Float64Array(ROWS_INITIAL * ROW_DOUBLES);
  integers = new Int32Array(this.doubles.buffer);
  wides = new BigInt64Array(this.doubles.buffer);
  readonly clientOrderIds: string[] = [];
  readonly extras: (OrderExtra | undefined)[] = [];
  /** Orders by amount, which never rest. */
  readonly quoteAmounts = new Map<number, Money>();
  /** Filled orders of inverse contracts only: see `inverseSumOf`. */
  readonly inverseSums = new Map<number, bigint>();
  readonly #free: number[] = [];
  /** Rows that may be free at the end of the command: orders that arrived in it or left the book in it. */
  readonly #loose: number[] = [];

  constructor(
    /** All instruments ever listed, by id. */
    readonly instruments: readonly Instrument[],
  ) {}

  /** Number of orders. */
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

  /** The command is complete: frees rows of orders that do not rest. */
  sweep(): void {
    for (let row = this.#loose.pop(); row !== undefined; row = this.#loose.pop()) {
      // An order that arrived and left the book in one command is listed twice.
      const at = row * ROW_INTEGERS;
      if (this.integers[at + HANDLE] !== -1) continue;
      this.integers[at + HANDLE] = FREE;
      const choices = this.integers[at + CHOICES] as number;
      if (ORDER.hasClientId.of(choices)) this.clientOrderIds[row] = '';
      if (ORDER.hasExtra.of(choices)) this.extras[row] = undefined;
      if (this.quoteAmounts.size > 0) this.quoteAmounts.delete(row);
      if (this.inverseSums.size > 0) this.inverseSums.delete(row);
      this.#free.push(row);
    }
  }

  money(row: number, figure: number): Money {
    return money(this.wides[row * ROW_DOUBLES + figure] as bigint);
  }

  setMoney(row: number, figure: number, amount: Money): void {
    const units = moneyUnits(amount);
    invariant(units === BigInt.asIntN(64, units), 'money of an order has room in 64 bits');
    this.wides[row * ROW_DOUBLES + figure] = units;
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
    this.wides = new BigInt64Array(grown.buffer);
  }
}
