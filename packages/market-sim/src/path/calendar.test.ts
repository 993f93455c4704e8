import { describe, expect, test } from 'vitest';
import { DAY_MS, barStart, barStartAfter, firstDayOfMonth, monthOfDay } from './calendar.ts';

describe('calendar', () => {
  test('months and days agree with the platform calendar from 1970 to 2100', () => {
    for (let year = 1970; year <= 2100; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const first = Date.UTC(year, month - 1, 1) / DAY_MS;
        expect(firstDayOfMonth(year, month)).toBe(first);
        expect(monthOfDay(first)).toEqual({ year, month });
        expect(monthOfDay(first - 1)).toEqual(month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 });
      }
    }
    expect(firstDayOfMonth(2024, 14)).toBe(firstDayOfMonth(2025, 2));
    expect(firstDayOfMonth(2024, 0)).toBe(firstDayOfMonth(2023, 12));
  });

  test('bars start at midnight, on Monday and on the first', () => {
    const time = Date.UTC(2026, 1, 18, 13, 47, 12); // a Wednesday
    expect(barStart(1, time)).toBe(Date.UTC(2026, 1, 18, 13, 47));
    expect(barStart(240, time)).toBe(Date.UTC(2026, 1, 18, 12));
    expect(barStart(1_440, time)).toBe(Date.UTC(2026, 1, 18));
    expect(barStart('week', time)).toBe(Date.UTC(2026, 1, 16));
    expect(barStart('month', time)).toBe(Date.UTC(2026, 1, 1));
    expect(barStartAfter('month', Date.UTC(2026, 1, 1), -3)).toBe(Date.UTC(2025, 10, 1));
    expect(barStartAfter('week', Date.UTC(2026, 1, 16), 2)).toBe(Date.UTC(2026, 2, 2));
    expect(barStartAfter(5, Date.UTC(2026, 1, 16), -1)).toBe(Date.UTC(2026, 1, 15, 23, 55));
  });

  test('a width that is not whole is refused', () => {
    expect(() => barStart(0, 0)).toThrow('Invariant');
    expect(() => barStart(1.5, 0)).toThrow('Invariant');
  });
});
