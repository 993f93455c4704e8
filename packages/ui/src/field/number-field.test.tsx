import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NumberField } from './number-field.tsx';
import { NumberWritingContext } from './number-writing.ts';
import { loadTyping } from './use-typing.ts';

beforeAll(loadTyping);
afterEach(cleanup);

/** Numbers that the form was given, the newest last. */
let numbers: string[] = [];

interface PriceProps {
  readonly first?: string;
  readonly isCommaDecimal?: boolean;
  readonly signed?: boolean;
}

/** A form of two decimals. */
function Price({ first = '', isCommaDecimal = false, signed = false }: PriceProps) {
  const [text, setText] = useState(first);
  return (
    <NumberWritingContext value={{ isCommaDecimal, unread: (typed) => `unclear ${typed}`, refused: (inserted) => `no number ${inserted}` }}>
      <NumberField
        label="Price"
        value={text}
        signed={signed}
        onText={(next) => {
          numbers.push(next);
          setText(next.replace(/(\.\d\d)\d+$/, '$1'));
        }}
        onBlur={() => setText((last) => last.replace(/\.$/, ''))}
      />
      <button onClick={() => setText('77')}>Last</button>
    </NumberWritingContext>
  );
}

function field(props: PriceProps = {}): HTMLInputElement {
  numbers = [];
  render(<Price {...props} />);
  return screen.getByLabelText<HTMLInputElement>('Price');
}

/** Inserts at the caret as a browser does, which reports the whole text. */
function insert(input: HTMLInputElement, text: string): void {
  const [start, end] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
  const next = `${input.value.slice(0, start)}${text}${input.value.slice(end)}`;
  const caret = start + text.length;
  fireEvent.input(input, { target: { value: next, selectionStart: caret, selectionEnd: caret } });
}

function type(input: HTMLInputElement, keys: string): string {
  input.focus();
  for (const key of keys) insert(input, key);
  return input.value;
}

describe('keys', () => {
  test.each([
    ['1,25', '1.25', '1.25'],
    ['61,', '61,', '61'],
    ['61,5', '61.5', '61.5'],
    ['2.000,50', '2000.50', '2000.50'],
    ['61,234.5', '61234.5', '61234.5'],
    ['1,234,567', '1234567', '1234567'],
    ['61,234', '61,234', ''],
    ['61,2345', '61.23', '61.2345'],
    ['１２．５', '12.5', '12.5'],
  ])('INP-01 %s shows %s, and the form gets %s', (keys, shown, number) => {
    expect([type(field(), keys), numbers.at(-1)]).toEqual([shown, number]);
  });

  test('INP-01 a comma separates decimals in a language that says so', () => {
    expect([type(field({ isCommaDecimal: true }), '61,234'), numbers.at(-1)]).toEqual(['61.23', '61.234']);
  });

  test('INP-01 an unclear number is marked and explained until it is mended', () => {
    const input = field();
    type(input, '61,234');
    expect([input.dataset['unread'], screen.getByRole('alert').textContent]).toEqual(['true', 'unclear 61,234']);
    fireEvent.blur(input);
    expect(input.value).toBe('61,234');
    fireEvent.input(input, { target: { value: '61,23' } });
    expect([input.value, numbers.at(-1), input.dataset['unread'], screen.queryByRole('alert')]).toEqual([
      '61.23',
      '61.23',
      undefined,
      null,
    ]);
  });

  test('INP-01 a value from elsewhere takes the place of an unclear number', () => {
    const input = field();
    type(input, '61,234');
    fireEvent.click(screen.getByText('Last'));
    expect([input.value, input.dataset['unread']]).toEqual(['77', undefined]);
    expect(type(input, '1')).toBe('771');
  });

  test('INP-01 leaving the field drops a comma at the end', () => {
    const input = field();
    type(input, '61,');
    fireEvent.blur(input);
    expect(input.value).toBe('61');
    // The comma is gone: the next keys go on from what is shown.
    expect(type(input, '5')).toBe('615');
  });

  test('INP-01 the comma of the keypad is a decimal sign in every language', () => {
    const input = field();
    type(input, '61');
    fireEvent.keyDown(input, { key: ',', code: 'NumpadDecimal' });
    expect(type(input, ',234')).toBe('61.23');
    expect(numbers.at(-1)).toBe('61.234');
  });

  test('INP-01 deleting what is shown deletes nothing else', () => {
    const input = field();
    type(input, '1.239');
    expect(input.value).toBe('1.23');
    fireEvent.input(input, { target: { value: '1.2' } });
    expect(type(input, '4')).toBe('1.24');
  });

  test('INP-01 the caret stays where a character was replaced or ignored', () => {
    const input = field({ first: '6123' });
    input.focus();
    input.setSelectionRange(2, 2);
    insert(input, ',');
    expect([input.value, input.selectionStart]).toEqual(['61.23', 3]);
    input.setSelectionRange(1, 1);
    insert(input, 'x');
    expect([input.value, input.selectionStart]).toEqual(['61.23', 1]);
  });

  test('INP-01 a field below zero has a keyboard with a minus', () => {
    expect(field({ signed: true }).inputMode).toBe('text');
    expect(type(screen.getByLabelText<HTMLInputElement>('Price'), '-5')).toBe('-5');
    cleanup();
    expect(field().inputMode).toBe('decimal');
  });
});

describe('insertions in one piece', () => {
  test.each([
    ['1,25', '1.25'],
    ['61,234', '61234'],
    ['٠٫٥', '0.5'],
  ])('INP-01 %s is read as %s', (text, number) => {
    const input = field();
    insert(input, text);
    expect([input.value, numbers.at(-1)]).toEqual([number, number]);
  });

  test('INP-01 no number is refused as a whole, with a word, and the text stays', () => {
    const input = field({ first: '7' });
    input.setSelectionRange(1, 1);
    insert(input, '1a2');
    expect([input.value, numbers, screen.getByRole('alert').textContent]).toEqual(['7', [], 'no number 1a2']);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(type(input, '5')).toBe('75');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('INP-01 part of a number is read like keys', () => {
    const input = field({ first: '61' });
    input.setSelectionRange(2, 2);
    insert(input, ',500');
    expect([input.value, input.dataset['unread']]).toEqual(['61,500', 'true']);
  });

  test('INP-01 an input method composes in peace, and its result is read', () => {
    const input = field();
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: '１２' }, isComposing: true });
    expect([input.value, numbers]).toEqual(['１２', []]);
    fireEvent.input(input, { target: { value: '１２３．４５' }, isComposing: true });
    fireEvent.compositionEnd(input);
    expect([input.value, numbers]).toEqual(['123.45', ['123.45']]);
  });

  test('INP-01 a cancelled composition changes nothing', () => {
    const input = field({ first: '5' });
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: '5え' }, isComposing: true });
    fireEvent.input(input, { target: { value: '5' }, isComposing: true });
    fireEvent.compositionEnd(input);
    expect([input.value, numbers]).toEqual(['5', []]);
  });
});

describe('a paste', () => {
  /** Contents of the field after another text was pasted over its selected text. */
  function paste(text: string, first = ''): { readonly value: string; readonly isTaken: boolean } {
    const input = field({ first });
    input.setSelectionRange(0, input.value.length);
    // Whether the browser may still insert the text itself.
    const isTaken = fireEvent.paste(input, { clipboardData: { getData: () => text } });
    return { value: input.value, isTaken };
  }

  test('INP-01 writes out what is pasted in scientific notation', () => {
    expect(paste('1e3', '7')).toEqual({ value: '1000', isTaken: false });
  });

  test('INP-01 keeps its text when what is pasted is no number, and says so', () => {
    expect(paste('12.3.4', '7')).toEqual({ value: '7', isTaken: false });
    expect(screen.getByRole('alert').textContent).toBe('no number 12.3.4');
  });

  test('INP-01 S-23 keeps its text when the pasted text is too long for a number', () => {
    expect(paste(`1${' '.repeat(200)}`.padEnd(100_000, '\u00a0') + 'x', '7')).toEqual({ value: '7', isTaken: false });
  });

  test('INP-01 leaves a plain number to the browser, so that it can be undone', () => {
    expect(paste('1000', '7')).toEqual({ value: '7', isTaken: true });
  });

  test('INP-01 grows into no other number', () => {
    const input = field({ first: '7' });
    input.setSelectionRange(1, 1);
    fireEvent.paste(input, { clipboardData: { getData: () => '1,234' } });
    expect([input.value, numbers]).toEqual(['7', []]);
  });
});
