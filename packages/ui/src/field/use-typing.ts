import { pastedReading, typedReading, type NumberHabit, type NumberReading } from '@tapedeck/domain';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ClipboardEvent, type CompositionEvent, type KeyboardEvent } from 'react';

/** The keys since the field's text last came from elsewhere. */
interface Typing {
  /** All of them: `2.000` is shown as `2.00` in a field of two decimals, and a comma behind it still makes it 2000. */
  readonly raw: string;
  /** Shown in place of the value, while a comma in it may mean something else. */
  readonly kept?: string;
  readonly isUnread: boolean;
  /** The field's value that they led to; absent until it is rendered. */
  readonly value?: string;
}

interface Options {
  readonly value: string;
  readonly habit: NumberHabit;
  onNumber(number: string): void;
}

export interface FieldTyping {
  readonly shown: string;
  /** The shown text means no number, or more than one: the form has no number. */
  readonly isUnread: boolean;
  /** The last insertion, if it was no number. */
  readonly refused: string | undefined;
  readonly listeners: {
    onChange(event: ChangeEvent<HTMLInputElement>): void;
    onPaste(event: ClipboardEvent<HTMLInputElement>): void;
    onCompositionStart(event: CompositionEvent<HTMLInputElement>): void;
    onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void;
  };
  keyed(event: KeyboardEvent<HTMLInputElement>): void;
  left(): void;
}

/** A character, or none: a key, or a deletion. */
const ONE_KEY = /^.?$/su;
const PLAIN = /^-?\d*(?:\.\d*)?$/;
const isSeparator = (text: string): boolean => /^[.,．。，、٫٬]$/.test(text);

/** The part of `next` that `before` lacks, and the place where it begins. */
function insertedInto(before: string, next: string): { readonly piece: string; readonly start: number } {
  let start = 0;
  while (start < before.length && before[start] === next[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, next.length) - start;
  while (end < most && before[before.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { piece: next.slice(start, next.length - end), start };
}

/** The field after a paste: `browser` if the browser may insert the text itself; `undefined` if it is refused. */
function pasteInto({ value, selectionStart, selectionEnd }: HTMLInputElement, text: string, habit: NumberHabit) {
  const [before, after] = [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)];
  const reading = pastedReading(text, habit);
  if (reading === undefined) return undefined;
  const isAlone = before === '' && after === '';
  // A number inside another one must not grow into a third.
  if (PLAIN.test(text) && PLAIN.test(`${before}${text}${after}`)) return 'browser';
  return isAlone ? reading : undefined;
}

/**
 * Reads what is typed, pasted or composed in a number field. The form's value is always a plain number; the field shows the
 * typed text instead while a comma in it may still mean something else.
 */
export function useTyping({ value, habit, onNumber }: Options): FieldTyping {
  const [typing, setTyping] = useState<Typing>();
  const [composed, setComposed] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const isDecimalKey = useRef(false);
  const caret = useRef<{ readonly input: HTMLInputElement; readonly fromEnd: number }>(undefined);
  if (typing !== undefined && typing.value === undefined) setTyping({ ...typing, value });
  const current = typing?.value === undefined || typing.value === value ? typing : undefined;
  const shown = current?.kept ?? value;

  // A field whose text is replaced would move the caret to its end.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    const { input, fromEnd } = caret.current;
    caret.current = undefined;
    const at = Math.max(0, input.value.length - fromEnd);
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(at, at);
  });

  const take = (raw: string, { text, number }: NumberReading): void => {
    setRefused(undefined);
    setTyping({ raw, isUnread: number === undefined, ...(text !== number && { kept: text }) });
    onNumber(number ?? '');
  };
  const change = (input: HTMLInputElement): void => {
    const { piece, start } = insertedInto(shown, input.value);
    caret.current = { input, fromEnd: input.value.length - (input.selectionEnd ?? input.value.length) };
    const isDecimal = isDecimalKey.current && piece === ',';
    isDecimalKey.current = false;
    const next = isDecimal ? `${input.value.slice(0, start)}.${input.value.slice(start + 1)}` : input.value;
    if (!ONE_KEY.test(piece)) {
      const reading = pastedReading(next, habit);
      if (reading === undefined) setRefused(piece);
      // A part that joins what was there is typed: its comma may be the decimal sign.
      else take(next, piece === next ? reading : typedReading(next, habit));
      return;
    }
    const isAppended = current !== undefined && next.length === shown.length + piece.length && start === shown.length;
    const goesOn = isAppended && !isDecimal && (isSeparator(piece) || current.raw.includes(','));
    const raw = goesOn ? current.raw + piece : next;
    take(raw, typedReading(raw, habit));
  };
  return {
    shown: composed ?? shown,
    isUnread: current?.isUnread === true,
    refused,
    listeners: {
      onChange: ({ currentTarget }) => (composed === undefined ? change(currentTarget) : setComposed(currentTarget.value)),
      onPaste: (event) => {
        const text = event.clipboardData.getData('text');
        const pasted = pasteInto(event.currentTarget, text, habit);
        if (pasted === 'browser') return;
        event.preventDefault();
        if (pasted === undefined) setRefused(text);
        else take(text, pasted);
      },
      onCompositionStart: ({ currentTarget }) => setComposed(currentTarget.value),
      onCompositionEnd: ({ currentTarget }) => {
        setComposed(undefined);
        if (currentTarget.value !== shown) change(currentTarget);
      },
    },
    keyed: ({ code, key }) => (isDecimalKey.current = code === 'NumpadDecimal' && key === ','),
    left: () => {
      setRefused(undefined);
      if (current?.isUnread !== true) setTyping(undefined);
    },
  };
}
