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

/** One of a list of choices in as many bits of a word as the list needs. */
export class ChoiceField<Choice> implements RowField {
  readonly #mask: number;

  constructor(
    readonly layout: RowLayout,
    readonly choices: readonly Choice[],
    /** Which integer of the row holds it, and from which bit on. */
    readonly word: number,
    readonly shift: number,
    readonly width: number,
  ) {
    this.#mask = (1 << width) - 1;
  }

  of(word: number): Choice {
    return this.choices[(word >> this.shift) & this.#mask] as Choice;
  }

  /** The bits of a choice, all others 0. */
  bits(choice: Choice): number {
    const place = placeOf(this.choices, choice);
    invariant(place >= 0, 'a choice stands in its list');
    return place << this.shift;
  }

  /** The word with another choice. */
  put(word: number, choice: Choice): number {
    return (word & ~(this.#mask << this.shift)) | this.bits(choice);
  }

  write(writer: StateWriter, { integers }: RowMemory, row: number): void {
    const choice = this.of(integers[row * this.layout.integers + this.word] as number);
    if (typeof choice === 'string') writer.text(choice);
    else if (typeof choice === 'boolean') writer.boolean(choice);
    else writer.number(Number(choice));
  }

  read(reader: StateReader, { integers }: RowMemory, row: number): void {
    const [sample] = this.choices;
    const said = typeof sample === 'string' ? reader.text() : typeof sample === 'boolean' ? reader.boolean() : reader.number();
    const choice = this.choices.find((one) => one === said);
    if (choice === undefined) throw new StateUnreadable(`a row holds an unknown choice: ${said}`);
    const at = row * this.layout.integers + this.word;
    integers[at] = this.put(integers[at] as number, choice);
  }
}

const OFF_AND_ON = [false, true] as const;

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

  choice<Choice>(choices: readonly Choice[]): ChoiceField<Choice> {
    const width = 32 - Math.clz32(Math.max(1, choices.length - 1));
    let word = this.#words.find(({ taken }) => taken + width <= WORD_BITS);
    if (word === undefined) this.#words.push((word = { at: this.#takeInteger(), taken: 0 }));
    const shift = word.taken;
    word.taken += width;
    return new ChoiceField(this, choices, word.at, shift, width);
  }

  flag(): ChoiceField<boolean> {
    return this.choice(OFF_AND_ON);
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
