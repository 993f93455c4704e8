import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { clockTime, countdown, formatsOf } from './formats.ts';
import { compactText, numberStyle, writeCount } from './number-format.ts';

const APP_LOCALES = 'en en-HK zh-CN zh-TW zh-HK ja-JP ko-KR ru-RU id-ID es-ES tr-TR th-TH vi-VN de-DE'.split(' ');
const LOCALES = [...APP_LOCALES, 'fr', 'pl', 'hi', 'de-CH'];

describe('numbers', () => {
  test('WSP-08 written by hand, they equal what Intl writes in every language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.bigInt(-(10n ** 15n), 10n ** 15n),
        fc.integer({ min: 0, max: 8 }),
        (locale, count, digits) => {
          const plain = Intl.NumberFormat(locale, {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
            numberingSystem: 'latn',
          });
          const scale = 10n ** BigInt(digits);
          const magnitude = count < 0n ? -count : count;
          const decimal = `${count < 0n ? '-' : ''}${magnitude / scale}${digits === 0 ? '' : `.${(magnitude % scale).toString().padStart(digits, '0')}`}`;
          expect(writeCount(count, digits, numberStyle(locale))).toBe(plain.format(decimal as `${number}`).replace('\u2212', '-'));
        },
      ),
    );
  });

  test('large numbers in short, written by hand, equal what Intl writes', () => {
    const intl = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4, numberingSystem: 'latn' });
    const compact = compactText('en');
    const cents = fc.bigInt(-(10n ** 18n), 10n ** 18n).map((count) => Number(count) / 100 + 0);
    const sizes = fc.tuple(cents, fc.integer({ min: 0, max: 15 })).map(([value, power]) => Math.round(value / 10 ** power) / 100 + 0);
    const small = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((count) => count / 1e8 + 0);
    fc.assert(
      fc.property(fc.oneof(cents, sizes, small), (value) => {
        expect(compact(value)).toBe(intl.format(value));
      }),
      { numRuns: 3_000 },
    );
    for (const value of [0, 999.94, 999.95, 999_949, 999_950, 999_999_999_999_999, 1e15, -0.5, 0.99995, 0.99994, 0.000001, 0.00099996])
      expect(compact(value)).toBe(intl.format(value));
  });

  test('a price of ticks', () => {
    expect(formatsOf('en').count(641824, 1)).toBe('64,182.4');
    expect(formatsOf('en').count(5, 2)).toBe('0.05');
    expect(formatsOf('de').count(-123456789, 2)).toBe('-1.234.567,89');
    expect(formatsOf('hi').count(12345678, 0)).toBe('1,23,45,678');
    expect(formatsOf('en').decimal('-1234567.1000')).toBe('-1,234,567.1000');
  });

  test('formats are made once per language', () => {
    expect(formatsOf('en')).toBe(formatsOf('en'));
  });

  test.each([
    ['en', '2026-11-20 14:47:16', '64,182.4'],
    ['en-HK', '20/11/2026 14:47:16', '64,182.4'],
    ['zh-CN', '2026/11/20 14:47:16', '64,182.4'],
    ['zh-HK', '20/11/2026 14:47:16', '64,182.4'],
    ['ja-JP', '2026/11/20 14:47:16', '64,182.4'],
    ['ko-KR', '2026. 11. 20. 14:47:16', '64,182.4'],
    ['ru-RU', '20.11.2026 14:47:16', '64\u00a0182,4'],
    ['de-DE', '20.11.2026 14:47:16', '64.182,4'],
    ['th-TH', '20/11/2026 14:47:16', '64,182.4'],
    ['vi-VN', '20/11/2026 14:47:16', '64.182,4'],
  ])('WSP-08 %s writes dates and numbers its own way: %s, %s', (locale, moment, number) => {
    const formats = formatsOf(locale);
    const at = Date.UTC(2026, 10, 20, 14, 47, 16);
    expect([formats.dateTime(at), formats.count(641824, 1)]).toEqual([moment, number]);
    expect([formats.date(at), formats.dateMinute(at)]).toEqual([moment.slice(0, -9), moment.slice(0, -3)]);
  });

  test('clock and countdown', () => {
    expect(clockTime(Date.UTC(2026, 10, 20, 14, 47, 16))).toBe('14:47:16');
    expect(countdown(11_564_001)).toBe('03:12:45');
    expect(countdown(-5)).toBe('00:00:00');
    expect(formatsOf('en').span(47 * 3_600_000)).toBe('47:00:00');
    expect(formatsOf('en').span(33 * 86_400_000 + 4.9 * 3_600_000)).toBe('33d 4h');
  });

  test('figures of an English page ask nothing of Intl, whose first object is dear', async () => {
    vi.resetModules();
    const fresh = await import('./formats.ts');
    const asked = vi.spyOn(Intl, 'NumberFormat');
    const formats = fresh.formatsOf('en');
    const written = [
      formats.count(641824, 1),
      formats.decimal('1234.5'),
      formats.compact(3_181_000_000),
      formats.span(47 * 3_600_000),
      formats.dateTime(0),
      formats.percent('25'),
      formats.percentSign(),
    ];
    const calls = asked.mock.calls.length;
    asked.mockRestore();
    expect(written).toEqual(['64,182.4', '1,234.5', '3.181B', '47:00:00', '1970-01-01 00:00:00', '25%', '%']);
    expect(calls).toBe(0);
  });
});

describe('percentages', () => {
  test.each([
    ['en', '1.25%'],
    ['de-DE', '1,25\u00a0%'],
    ['ru-RU', '1,25\u00a0%'],
    ['tr-TR', '%1,25'],
    ['ja-JP', '1.25%'],
  ])('I18-02 %s writes %s', (locale, written) => {
    const formats = formatsOf(locale);
    expect(formats.percent(formats.count(125, 2))).toBe(written);
    expect(formats.percentSign()).toBe('%');
  });

  test('I18-02 a sign stands before everything', () => {
    const formats = formatsOf('tr-TR');
    expect([formats.percent('-3,10'), formats.percent('+3,10')]).toEqual(['-%3,10', '+%3,10']);
  });
});
