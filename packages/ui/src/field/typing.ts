import { pastedReading, typedReading, type NumberHabit, type NumberReading } from '@tapedeck/domain';

/** The parts of a field that differ from its value. */
export interface TypingView {
  /** Shown in place of the value. */
  readonly kept?: string | undefined;
  /** The shown text means no number, or more than one: the form has no number. */
  readonly isUnread?: boolean;
  /** The last insertion, if it was no number. */
  readonly refused?: string | undefined;
}

/** The field, as typing meets it. */
export interface TypedInField {
  readonly value: string;
  readonly habit: NumberHabit;
  /** Shows the view, then gives the number to the form, in one rendering. */
  take(view: TypingView, number: string): void;
  /** Shows why an insertion was refused. */
  refuse(inserted: string): void;
}

/** A character, or none: a key, or a deletion. */
const ONE_KEY = /^.?$/su;
const PLAIN = /^-?\d*(?:\.\d*)?$/;
const SEPARATOR = /^[.,．。，、٫٬]$/;

/** The part of `next` that `before` lacks, and the place where it begins. */
function insertedInto(before: string, next: string): { readonly piece: string; readonly start: number } {
  let start = 0;
  while (start < before.length && before[start] === next[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, next.length) - start;
  while (end < most && before[before.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { piece: next.slice(start, next.length - end), start };
}

/**
 * Reads what is typed, pasted or composed in a number field. The form's value is always a plain number; the field shows the
 * typed text instead while a comma in it may still mean something else.
 */
export class Typing {
  /** All keys since the text last came from elsewhere: `2.000` is shown as `2.00` in a field of two decimals, and a comma behind it still makes it 2000. */
  #keys: string | undefined;

  /** The text of the field changed from `shown` to `next`. `isDecimalKey`: by the decimal key of the keypad. */
  change(field: TypedInField, shown: string, next: string, isDecimalKey = false): void {
    const { piece, start } = insertedInto(shown, next);
    const isDecimal = isDecimalKey && piece === ',';
    const text = isDecimal ? `${next.slice(0, start)}.${next.slice(start + 1)}` : next;
    if (!ONE_KEY.test(piece)) {
      const reading = pastedReading(text, field.habit);
      if (reading === undefined) field.refuse(piece);
      // A part that joins what was there is typed: its comma may be the decimal sign.
      else this.#take(field, text, piece === text ? reading : typedReading(text, field.habit));
      return;
    }
    const isAppended = next.length === shown.length + piece.length && start === shown.length;
    const before = isAppended && !isDecimal ? this.#keys : undefined;
    const raw = before !== undefined && (SEPARATOR.test(piece) || before.includes(',')) ? before + piece : text;
    this.#take(field, raw, typedReading(raw, field.habit));
  }

  /** Reads keys that came before this was loaded. */
  early(field: TypedInField, text: string): void {
    this.#take(field, text, typedReading(text, field.habit));
  }

  /** Whether the browser may insert the pasted text itself, so that it can be undone. */
  paste(field: TypedInField, { value, selectionStart, selectionEnd }: HTMLInputElement, text: string): boolean {
    const [before, after] = [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)];
    const reading = pastedReading(text, field.habit);
    // A number inside another one must not grow into a third.
    if (reading !== undefined && PLAIN.test(text) && PLAIN.test(`${before}${text}${after}`)) return true;
    if (reading === undefined || before !== '' || after !== '') field.refuse(text);
    else this.#take(field, text, reading);
    return false;
  }

  /** The text came from elsewhere, or is no longer being typed. */
  forget(): void {
    this.#keys = undefined;
  }

  #take(field: TypedInField, raw: string, { text, number }: NumberReading): void {
    this.#keys = raw;
    field.take({ kept: text === number ? undefined : text, isUnread: number === undefined }, number ?? '');
  }
}
