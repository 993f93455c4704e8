import { invariant } from '@tapedeck/domain';
import { placeOf } from './choices.ts';
import { StateUnreadable, type StateReader, type StateWriter } from './state-bytes.ts';

const DOUBLE_BYTES = 8;
const INTEGER_BYTES = 4;
/** A word is a 32-bit integer; its sign stays free, so that what is read from it is never negative. */
const WORD_BITS = 31;

/** The memory of the rows of a layout: the same bytes as doubles, as 64-bit integers and as 32-bit ones. */
export interface RowMemory {
  readonly doubles: Float64Array;
  readonly wides: BigInt64Array;
  readonly integers: Int32Array;
}

/** A field of a row as the state image holds it. */
export interface RowField {
  write(writer: StateWriter, memory: RowMemory, row: number): void;
  read(reader: StateReader, memory: RowMemory, row: number): void;
}

/** A field that is a number of its own; `at` is where it lies in its row, counted in fields of its size. */
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
 * Some bits of a word of choices. Each kind of value has a class of its own, and only words are looked for in lists: code that meets one
 * kind of value runs fast.
 */
abstract class BitField<Value> implements RowField {
  /** The bits of a value before they are shifted. */
  readonly mask: number;

  constructor(
    readonly layout: RowLayout,
    /** Which integer of the row holds it, and from which bit on. */
    readonly word: number,
    readonly shift: number,
    readonly width: number,
  ) {
    this.mask = (1 << width) - 1;
  }

  /** What a word says. */
  abstract of(word: number): Value;
  /** The bits of a value, all others 0. */
  abstract bits(value: Value): number;
  abstract write(writer: StateWriter, memory: RowMemory, row: number): void;
  abstract read(reader: StateReader, memory: RowMemory, row: number): void;

  /** The word with another value. */
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

/** The place of a choice in its list. */
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

/** A whole number from 0 to a highest one. */
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
 * Lays out the fields of a row one after the other: what has 64 bits first, then what has 32. Choices and flags share words: each takes the
 * bits that its list needs, so that a longer list makes its field wider and moves those behind it. Once `done` the row has its size.
 */
export class RowLayout {
  #doubles = 0;
  #integers = 0;
  /** Words of choices: which integer each is, and how many bits of it are taken. */
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

  /** One of so many small numbers, from 0 on. */
  small<Value extends number>(values: readonly Value[]): SmallField<Value> {
    return new SmallField(this, ...this.#takeBits(Math.max(...values) + 1));
  }

  flag(): FlagField {
    return new FlagField(this, ...this.#takeBits(2));
  }

  /** Ends the layout, which has to be of so many bytes: a row that grows is meant to. */
  done<Fields>(bytes: number, fields: Fields): Fields {
    invariant(this.doubles * DOUBLE_BYTES === bytes, () => `a row has ${bytes} bytes, not ${this.doubles * DOUBLE_BYTES}`);
    this.#isDone = true;
    return fields;
  }

  /** Doubles, or 64-bit integers, from one row to the next. */
  get doubles(): number {
    return this.#doubles + Math.ceil(this.#integers / 2);
  }

  /** 32-bit integers from one row to the next. */
  get integers(): number {
    return this.doubles * 2;
  }

  /** As many bits as so many values need, in a word that has them free. */
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
