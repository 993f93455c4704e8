import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { NumberField } from './number-field.tsx';
import { pastedNumber, withPasted } from './pasted-number.ts';

afterEach(cleanup);

describe('a pasted number', () => {
  test.each([
    ['64250.5', '64250.5'],
    [' 64,250.50 USDT\n', '64,250.50'],
    ['1,234', '1,234'],
    ['0,25', '0,25'],
    ['.5', '.5'],
    ['+5', '5'],
    ['$64,250', '64,250'],
    ['BTC 0.005', '0.005'],
    ['12.5%', '12.5'],
    ['≈ 61 000,5', '61000,5'],
    ["1'234'567.8", '1234567.8'],
    ['61.000,5', '61.000,5'],
    ['1.234.567', '1234567'],
    ['1e3', '1000'],
    ['1.5E+3', '1500'],
    ['2.5e-7', '0.00000025'],
    ['12.345e1', '123.45'],
  ])('INP-01 %j is read as %s', (text, number) => {
    expect(pastedNumber(text)).toBe(number);
  });

  test.each([
    '',
    'abc',
    '12.3.4',
    '1a2b3',
    '1 2',
    '1.5k',
    '2M',
    '2026-11-25',
    '10:30',
    '1,23,456',
    '64250-64300',
    '-5',
    '1e',
    '1e999',
    '5,'.repeat(3),
  ])('INP-01 %j is refused', (text) => {
    expect(pastedNumber(text)).toBeUndefined();
  });

  test('INP-01 a minus is read where the field has one', () => {
    expect([pastedNumber('-5', true), pastedNumber('−2.5 %', true), pastedNumber('-1e3', true)]).toEqual(['-5', '-2.5', '-1000']);
  });

  test('INP-01 it takes the place of what is selected, and grows into no other number', () => {
    expect([withPasted('1', '5', ''), withPasted('', '0.5', '0'), withPasted('', '1,234', '')]).toEqual(['15', '0.50', '1,234']);
    expect([withPasted('1.2', '0.5', ''), withPasted('7', '1,234', ''), withPasted('1', '-5', '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a field', () => {
  function Price({ first = '' }: { readonly first?: string }) {
    const [text, setText] = useState(first);
    return <NumberField label="Price" value={text} onText={(next) => setText(next.replace(/[^\d.]/g, ''))} />;
  }

  /** Contents of the field after another text was pasted over its selected text. */
  function paste(text: string, first = ''): { readonly value: string; readonly isTaken: boolean } {
    render(<Price first={first} />);
    const input = screen.getByLabelText<HTMLInputElement>('Price');
    input.setSelectionRange(0, input.value.length);
    // Whether the browser may still insert the text itself.
    const isTaken = fireEvent.paste(input, { clipboardData: { getData: () => text } });
    return { value: input.value, isTaken };
  }

  test('INP-01 writes out what is pasted in scientific notation', () => {
    expect(paste('1e3', '7')).toEqual({ value: '1000', isTaken: false });
  });

  test('INP-01 keeps its text when what is pasted is no number', () => {
    expect(paste('12.3.4', '7')).toEqual({ value: '7', isTaken: false });
  });

  test('INP-01 S-23 keeps its text when the pasted text is too long for a number', () => {
    expect(paste(`1${' '.repeat(200)}`.padEnd(100_000, '\u00a0') + 'x', '7')).toEqual({ value: '7', isTaken: false });
  });

  test('INP-01 leaves a plain number to the browser, so that it can be undone', () => {
    expect(paste('1000', '7')).toEqual({ value: '7', isTaken: true });
  });
});
