import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastedReading, typedReading, type NumberHabit } from './typed-number.ts';

const POINT: NumberHabit = { isCommaDecimal: false, isSigned: false };
const COMMA: NumberHabit = { isCommaDecimal: true, isSigned: false };
const HABITS = [POINT, COMMA];

const typed = (text: string, habit = POINT): string => typedReading(text, habit).number ?? 'unclear';
const pasted = (text: string, habit = POINT): string | undefined => {
  const reading = pastedReading(text, habit);
  return reading && (reading.number ?? 'unclear');
};

describe('a typed number', () => {
  it.each([
    ['123', '123'],
    ['1.25', '1.25'],
    ['1,25', '1.25'],
    ['61,5', '61.5'],
    ['1,2345', '1.2345'],
    ['0,', '0.'],
    ['0,250', '0.250'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['.', '0.'],
    ['61000,5', '61000.5'],
    ['61000,500', '61000.500'],
    ['61,234.5', '61234.5'],
    ['61,234.', '61234.'],
    ['1,234,567', '1234567'],
    ['2.000,50', '2000.50'],
    ['2.000,', '2000.'],
    ['1.234.567,8', '1234567.8'],
    ['1.234.567', '1234567'],
    ['12.3.4', '12.34'],
    ['1a2b3', '123'],
    ['-5', '5'],
    ['+5', '5'],
    ['1 234', '1234'],
    ['', ''],
    ['abc', ''],
  ])('INP-01 %j means %s in every language', (text, number) => {
    expect(HABITS.map((habit) => typed(text, habit))).toEqual([number, number]);
  });

  it('INP-01 a comma that may still separate thousands stays as typed until the next key', () => {
    expect(typedReading('61,', POINT)).toEqual({ text: '61,', number: '61' });
    expect(typedReading('61,', COMMA)).toEqual({ text: '61.', number: '61.' });
    expect(typedReading('6100,', POINT)).toEqual({ text: '6100.', number: '6100.' });
  });

  it('INP-01 three digits behind a comma are decimals where the language says so, and unclear elsewhere', () => {
    expect([typed('61,234', COMMA), typed('61,234')]).toEqual(['61.234', 'unclear']);
    expect(typedReading('61,234', POINT)).toEqual({ text: '61,234' });
  });

  it.each(['6,1.5', '1,23,4', '1.5,3,2', '2.00,5', '1,2,3', '1234,567.8'])('INP-01 %j is unclear in every language', (text) => {
    expect(HABITS.map((habit) => typedReading(text, habit))).toEqual([{ text }, { text }]);
  });

  it.each([
    ['１２３．４５', '123.45'],
    ['0．5', '0.5'],
    ['0。5', '0.5'],
    ['1２3', '123'],
    ['๑๒.๕', '12.5'],
    ['٠٫٥', '0.5'],
    ['١٢٣', '123'],
    ['۱۲۳', '123'],
    ['१२३', '123'],
    ['𝟏𝟐𝟑', '123'],
    ['10²', '10'],
    ['Ⅷ5', '5'],
  ])('INP-01 %s is read as %s, typed or composed', (text, number) => {
    expect(typed(text)).toBe(number);
  });

  it('INP-01 a minus is kept where the field has one', () => {
    const signed = { ...POINT, isSigned: true };
    expect(['-5', '−5', '－２,5', '-', '5-', '-,5'].map((text) => typed(text, signed))).toEqual(['-5', '-5', '-2.5', '-', '5', '-0.5']);
    expect(typedReading('-61,234', signed)).toEqual({ text: '-61,234' });
    expect(typedReading('-61,', signed)).toEqual({ text: '-61,', number: '-61' });
  });
});

describe('a pasted number', () => {
  it.each([
    ['64250.5', '64250.5'],
    [' 64,250.50 USDT\n', '64250.50'],
    ['0,25', '0.25'],
    ['.5', '0.5'],
    ['+5', '5'],
    ['$64,250.0', '64250.0'],
    ['BTC 0.005', '0.005'],
    ['12.5%', '12.5'],
    ['≈ 61 000,5', '61000.5'],
    ["1'234'567.8", '1234567.8'],
    ['61.000,5', '61000.5'],
    ['1.234.567', '1234567'],
    ['1e3', '1000'],
    ['1.5E+3', '1500'],
    ['2.5e-7', '0.00000025'],
    ['12.345e1', '123.45'],
    ['１２３．４５', '123.45'],
    ['١٢٣', '123'],
    ['61,', '61.'],
  ])('INP-01 %j is read as %s in every language', (text, number) => {
    expect(HABITS.map((habit) => pasted(text, habit))).toEqual([number, number]);
  });

  it.each([
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
    '10²',
    '5,'.repeat(3),
    `1${' '.repeat(200)}x`,
  ])('INP-01 %j is refused', (text) => {
    expect(HABITS.map((habit) => pasted(text, habit))).toEqual([undefined, undefined]);
  });

  it('INP-01 thousands of a page in English are read, and unclear where a comma separates decimals', () => {
    expect(['1,234', '$61,234', '1,234,567'].map((text) => pasted(text))).toEqual(['1234', '61234', '1234567']);
    expect(['1,234', '$61,234', '1,234,567'].map((text) => pasted(text, COMMA))).toEqual(['unclear', 'unclear', '1234567']);
  });

  it('INP-01 a minus is read where the field has one', () => {
    const signed = { ...COMMA, isSigned: true };
    expect(['-5', '−2.5 %', '-1e3', '-1,234'].map((text) => pasted(text, signed))).toEqual(['-5', '-2.5', '-1000', 'unclear']);
  });
});

/** Zeros of scripts of the product's languages and of their neighbours. */
const ZEROS = ['0', '０', '٠', '۰', '๐', '०', '০'];
const inScript = (text: string, zero: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
const decimals = fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.stringMatching(/^\d{0,8}$/), fc.constantFrom(...ZEROS));

describe('any number, key by key', () => {
  it('INP-01 is never read as more than was typed, in any language and script', () => {
    fc.assert(
      fc.property(decimals, fc.constantFrom('.', ','), fc.constantFrom(...HABITS), ([whole, part, zero], mark, habit) => {
        const text = part === '' ? String(whole) : `${whole}${mark}${part}`;
        const { number } = typedReading(inScript(text, zero), habit);
        if (number !== undefined) expect(Number(number)).toBe(Number(text.replace(',', '.')));
      }),
    );
  });

  it('INP-01 with thousands apart is read as typed, or as unclear', () => {
    fc.assert(
      fc.property(decimals, fc.constantFrom('en', 'de'), fc.constantFrom(...HABITS), ([whole, part, zero], language, habit) => {
        const [group, mark] = language === 'en' ? [',', '.'] : ['.', ','];
        const text = `${String(whole).replace(/\B(?=(\d{3})+$)/g, group)}${mark}${part}`;
        const { number } = typedReading(inScript(text, zero), habit);
        // Without a group it is a plain decimal number: `12,` is open.
        if (number !== undefined) expect(Number(number)).toBe(Number(`${whole}.${part}`));
        else expect(whole).toBeLessThan(1000);
      }),
    );
  });

  it('INP-01 every text of any characters is a plain number or unclear', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...HABITS), fc.boolean(), (text, habit, isSigned) => {
        const { number } = typedReading(text, { ...habit, isSigned });
        if (number !== undefined) expect(number).toMatch(/^-?(\d+(\.\d*)?)?$/);
        const reading = pastedReading(text, { ...habit, isSigned });
        if (reading?.number !== undefined) expect(reading.number).toMatch(/^-?\d+(\.\d*)?$/);
      }),
    );
  });
});
