import { expect, test } from 'vitest';
import { formatsOf } from '../index.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test.each([
  ['en', -5_000, 'now'],
  ['en', -2 * MINUTE, '2 min. ago'],
  ['en', 31 * DAY - 1, 'in 31 days'],
  ['en', -3 * 60 * MINUTE, '3 hr. ago'],
  ['de-DE', 31 * DAY, 'in 31 Tagen'],
  ['ja-JP', -2 * MINUTE, '2 分前'],
])('I18-01 %s: %d ms away is "%s"', (locale, milliseconds, text) => {
  expect(formatsOf(locale).relative(milliseconds)).toBe(text);
});
