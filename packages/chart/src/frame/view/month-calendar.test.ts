// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { textsSample } from '../../testing/samples.ts';
import { createMonthCalendar } from './month-calendar.ts';

afterEach(() => document.body.replaceChildren());

function open(chosen: readonly string[], day: string, last = '2026-11-23') {
  const asked: string[] = [];
  const calendar = createMonthCalendar(document, { texts: textsSample(), locale: 'en', last, choose: (each) => asked.push(each) });
  document.body.append(calendar.root);
  calendar.show(chosen, day);
  const find = (selector: string): HTMLElement | null => calendar.root.querySelector<HTMLElement>(selector);
  return {
    asked,
    calendar,
    at: (each: string): HTMLButtonElement | null => calendar.root.querySelector(`[data-day="${each}"]`),
    current: (): string | undefined => find('[tabindex="0"]')?.dataset['day'],
    title: (): string | null | undefined => find('.chart-calendar-title')?.textContent,
    press: (key: string, shiftKey = false): void => {
      find('[tabindex="0"]')?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
    },
  };
}

describe('the calendar of a month', () => {
  it('CHT-09 has the weeks from Monday on, with the days of the months beside it', () => {
    const { calendar, at, title } = open(['2026-11-14'], '2026-11-14');
    const days = [...calendar.root.querySelectorAll('button[data-day]')].map((button) => button.getAttribute('data-day'));
    expect([days.length, days[0], days.at(-1)]).toEqual([42, '2026-10-26', '2026-12-06']);
    expect(title()).toBe('November 2026');
    expect(at('2026-11-14')?.parentElement?.getAttribute('aria-selected')).toBe('true');
    expect(at('2026-11-14')?.getAttribute('aria-label')).toBe('Saturday, November 14, 2026');
    expect([at('2026-11-23')?.disabled, at('2026-11-24')?.disabled]).toEqual([false, true]);
    expect([...calendar.root.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
  });

  it.each([
    ['ArrowLeft', false, '2026-10-30'],
    ['ArrowRight', false, '2026-11-01'],
    ['ArrowUp', false, '2026-10-24'],
    ['ArrowDown', false, '2026-11-07'],
    ['Home', false, '2026-10-26'],
    ['End', false, '2026-11-01'],
    ['PageUp', false, '2026-09-30'],
    ['PageDown', false, '2026-11-23'],
    ['PageUp', true, '2025-10-31'],
  ])('CHT-09 %s with Shift %s goes from the last day of October to %s', (key, isShift, to) => {
    const { press, current } = open([], '2026-10-31');
    press(key, isShift);
    expect(current()).toBe(to);
  });

  it('CHT-09 leap days end in the last day of a shorter month', () => {
    const { press, current } = open([], '2024-02-29');
    press('PageUp', true);
    expect(current()).toBe('2023-02-28');
    press('PageDown');
    expect(current()).toBe('2023-03-28');
  });

  it('CHT-09 stays between 1970 and the last day, whatever is asked for', () => {
    const { calendar, press, current } = open([], '1970-02-01');
    press('PageUp', true);
    expect(current()).toBe('1970-01-01');
    calendar.show(['0002-11-26'], '0002-11-26');
    expect(current()).toBe('1970-01-01');
    calendar.show([], '9999-12-31');
    expect(current()).toBe('2026-11-23');
  });

  it('CHT-09 chooses the day that is pressed, and marks the days of a range', () => {
    const { at, asked } = open(['2026-11-16', '2026-11-03'], '2026-11-16');
    at('2026-11-05')?.click();
    at('2026-11-30')?.click();
    expect(asked).toEqual(['2026-11-05']);
    expect(['2026-11-03', '2026-11-04', '2026-11-15', '2026-11-16'].map((day) => at(day)?.hasAttribute('data-between'))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
