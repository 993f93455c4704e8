import { invariant } from '@tapedeck/domain';
import { placeOf } from './choices.ts';
import { StateUnreadable, type StateReader, type StateWriter } from './state-bytes.ts';

const DOUBLE_BYTES = 8;
const INTEGER_BYTES = 4;
/** A word is a 32-bit integer whose sign bit stays free, so that a read never returns a negative number. */
const WORD_BITS = 31;

/** Memory of the rows of a layout: the same bytes as doubles, 64-bit integers and 32-bit integers. */
export interface RowMemory {
  readonly doubles: Float64Array;
  readonly wides: BigInt64Array;
  readonly integers: Int32Array;
}

/** A row field as the state image holds it. */
export interface RowField {
  write(writer: StateWriter, memory: RowMemory, row: number): void;
  read(reader: StateReader, memory: RowMemory, row: number): void;
}

/** A field with a number of its own; `at` is its offset in the row, in fields of its size. */
export class NumberField implements RowField {
  constructor(
    readonly layout: RowLayout,
    readonly at: number,
    readonly size: number,
  ) {}

  #place(memory: RowMemory, row: number): [array: Float64Array | Int32Array, at: number] {
    return this.size === DOUBLE_BYTES
      ? [memory.doubles, row * this.layout.doubles + this.at]
      : [memory.integers, row * this.layout.integers + this.at];
  }

  write(writer: StateWriter, memory: RowMemory, row: number): void {
    const [array, at] = this.#place(memory, row);
    writer.number(array[at] as number);
  }

  read(reader: StateReader, memory: RowMemory, row: number): void {
    const [array, at] = this.#place(memory, row);
    array[at] = reader.number();
  }
}

/** A 64-bit integer. */
export class WideField implements RowField {
  constructor(
    readonly layout: RowLayout,
    readonly at: number,
  ) {}

  write(writer: StateWriter, memory: RowMemory, row: number): void {
    writer.bigint(memory.wides[row * this.layout.doubles + this.at] as bigint);
  }

  read(reader: StateReader, memory: RowMemory, row: number): void {
    const value = reader.bigint();
    if (BigInt.asIntN(64, value) !== value) throw new StateUnreadable('a figure of a row has no room in 64 bits');
    memory.wides[row * this.layout.doubles + this.at] = value;
  }
}

/**
 * Some bits of a word of choices. Each kind of value has its own class, and only words search lists: code that sees one
 * kind of value runs fast.
 */
abstract class BitField<Value> implements RowField {
  /** The bits of a value before they are shifted. */
  readonly mask: number;

  constructor(
    readonly layout: RowLayout,
    /** Index of its integer in the row, and its first bit. */
    readonly word: number,
    readonly shift: number,
    readonly width: number,
  ) {
    this.mask = (1 << width) - 1;
  }

  /** Contents of a word. */
  abstract of(word: number): Value;
  /** The bits of a value; all other bits are 0. */
  abstract bits(value: Value): number;
  abstract write(writer: StateWriter, memory: RowMemory, row: number): void;
  abstract read(reader: StateReader, memory: RowMemory, row: number): void;

  /** The word with a new value. */
  put(word: number, value: Value): number {
    return (word & ~(this.mask << this.shift)) | this.bits(value);
  }

  protected get({ integers }: RowMemory, row: number): Value {
    return this.of(integers[row * this.layout.integers + this.word] as number);
  }

  protected set({ integers }: RowMemory, row: number, value: Value): void {
    const at = row * this.layout.integers + this.word;
    integers[at] = this.put(integers[at] as number, value);
  }
}

/** Index of the choice in its list. */
export class ChoiceField<Choice extends string> extends BitField<Choice> {
  constructor(
    layout: RowLayout,
    readonly choices: readonly Choice[],
    ...bits: readonly [word: number, shift: number, width: number]
  ) {
    super(layout, ...bits);
  }

  of(word: number): Choice {
    return this.choices[(word >> this.shift) & this.mask] as Choice;
  }

  bits(choice: Choice): number {
    const place = placeOf(this.choices, choice);
    invariant(place >= 0, 'a choice stands in its list');
    return place << this.shift;
  }

  write(writer: StateWriter, memory: RowMemory, row: number): void {
    writer.text(this.get(memory, row));
  }

  read(reader: StateReader, memory: RowMemory, row: number): void {
    const said = reader.text();
    const choice = this.choices.find((one) => one === said);
    if (choice === undefined) throw new StateUnreadable(`a row holds an unknown choice: ${said}`);
    this.set(memory, row, choice);
  }
}

/** A whole number from 0 to a maximum. */
export class SmallField<Value extends number> extends BitField<Value> {
  of(word: number): Value {
    return ((word >> this.shift) & this.mask) as Value;
  }

  bits(value: Value): number {
    invariant(value >= 0 && value <= this.mask, 'a small number has room in its bits');
    return value << this.shift;
  }

  write(writer: StateWriter, memory: RowMemory, row: number): void {
    writer.number(this.get(memory, row));
  }

  read(reader: StateReader, memory: RowMemory, row: number): void {
    this.set(memory, row, reader.number() as Value);
  }
}

export class FlagField extends BitField<boolean> {
  readonly #bit = 1 << this.shift;

  of(word: number): boolean {
    return (word & this.#bit) !== 0;
  }

  bits(on: boolean): number {
    return on ? this.#bit : 0;
  }

  write(writer: StateWriter, memory: RowMemory, row: number): void {
    writer.boolean(this.get(memory, row));
  }

  read(reader: StateReader, memory: RowMemory, row: number): void {
    this.set(memory, row, reader.boolean());
  }
}

/**
 * Lays out the fields of a row in sequence: 64-bit fields first, then 32-bit fields. Choices and flags share words;
 * each takes the bits that its list needs, so a longer list widens its field and moves the fields after it. `done`
 * fixes the size of the row.
 */
export class RowLayout {
  #doubles = 0;
  #integers = 0;
  /** Words of choices: the integer of each, and its number of used bits. */
  readonly #words: { readonly at: number; taken: number }[] = [];
  #isDone = false;

  double(): NumberField {
    return new NumberField(this, this.#takeDouble(), DOUBLE_BYTES);
  }

  wide(): WideField {
    return new WideField(this, this.#takeDouble());
  }

  integer(): NumberField {
    return new NumberField(this, this.#takeInteger(), INTEGER_BYTES);
  }

  choice<Choice extends string>(choices: readonly Choice[]): ChoiceField<Choice> {
    return new ChoiceField(this, choices, ...this.#takeBits(choices.length));
  }

  /** A small number from 0 to below a count. */
  small<Value extends number>(values: readonly Value[]): SmallField<Value> {
    return new SmallField(this, ...this.#takeBits(Math.max(...values) + 1));
  }

  flag(): FlagField {
    return new FlagField(this, ...this.#takeBits(2));
  }

  /** Ends the layout and checks its size: a row may only grow on purpose. */
  done<Fields>(bytes: number, fields: Fields): Fields {
    invariant(this.doubles * DOUBLE_BYTES === bytes, () => `a row has ${bytes} bytes, not ${this.doubles * DOUBLE_BYTES}`);
    this.#isDone = true;
    return fields;
  }

  /** Doubles or 64-bit integers per row. */
  get doubles(): number {
    return this.#doubles + Math.ceil(this.#integers / 2);
  }

  /** 32-bit integers per row. */
  get integers(): number {
    return this.doubles * 2;
  }

  /** Reserves the bits for a number of values in a word that has them free. */
  #takeBits(values: number): readonly [word: number, shift: number, width: number] {
    const width = 32 - Math.clz32(Math.max(1, values - 1));
    let word = this.#words.find(({ taken }) => taken + width <= WORD_BITS);
    if (word === undefined) this.#words.push((word = { at: this.#takeInteger(), taken: 0 }));
    const shift = word.taken;
    word.taken += width;
    return [word.at, shift, width];
  }

  #takeDouble(): number {
    invariant(!this.#isDone && this.#integers === 0, 'fields of 64 bits come first');
    this.#doubles += 1;
    return this.#doubles - 1;
  }

  #takeInteger(): number {
    invariant(!this.#isDone, 'a layout is done once');
    this.#integers += 1;
    return this.#doubles * 2 + this.#integers - 1;
  }
}
