import { formatsOf } from '@tapedeck/i18n';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { zonedFormats } from '../platform/time-zone.ts';
import { readDay } from './days.ts';
import { filterOf } from './history-filter.tsx';
import { renewed } from './use-paged.ts';

const page = (ids: readonly number[], cursor: string) => ({ rows: ids.map((id) => ({ id })), cursor });
const renew = (fresh: ReturnType<typeof page>, before: ReturnType<typeof page>) => {
  const { rows, cursor } = renewed(fresh, before, ({ id }) => String(id));
  return [rows.map(({ id }) => id), cursor];
};

test('the newest page goes over what was loaded, and a reader far down keeps their rows', () => {
  expect(renew(page([9, 8, 7], 'c7'), page([8, 7, 6, 5], 'c5'))).toEqual([[9, 8, 7, 6, 5], 'c5']);
});

test('where rows are missing in between, or the page is the whole list, only the page is true', () => {
  expect(renew(page([9, 8, 7], 'c7'), page([5, 4], 'c4'))).toEqual([[9, 8, 7], 'c7']);
  expect(renew(page([9], ''), page([9, 8], 'c8'))).toEqual([[9], '']);
});

const known = (symbol: string) => symbol === 'BTCUSDT';
const utc = zonedFormats(formatsOf('en'), 'utc');

test('a filter takes whole days of UTC, a whole symbol, or every symbol that contains the text', () => {
  expect(filterOf({ symbol: ' btcusdt ', from: '2026-03-01', to: '2026-03-01' }, known, utc)).toEqual({
    symbol: 'BTCUSDT',
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 2, 2),
  });
  expect(filterOf({ symbol: 'btc', from: '', to: '' }, known, utc)).toEqual({ search: 'BTC' });
  expect(filterOf({ symbol: ' ', from: '', to: 'tomorrow' }, known, utc)).toEqual({});
});

describe('in the zone of the device', () => {
  /** Minutes that the clock of the device is ahead of UTC. */
  const ahead = (of: (time: number) => number) =>
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
      return -of(this.getTime());
    });
  afterEach(() => vi.restoreAllMocks());
  const device = () => zonedFormats(formatsOf('en'), 'device');

  test('ORD-01 a day is that of Tokyo: 08:00 there is today, and so it is written', () => {
    ahead(() => 9 * 60);
    const { from = 0, to = 0 } = filterOf({ symbol: '', from: '2026-03-01', to: '2026-03-01' }, known, device());
    expect([from, to]).toEqual([Date.UTC(2026, 1, 28, 15), Date.UTC(2026, 2, 1, 15)]);
    expect([device().dateTime(from), device().dateTime(to - 1_000)]).toEqual(['2026-03-01 00:00:00', '2026-03-01 23:59:59']);
    expect([device().date(from), device().time(from), device().dateMinute(from)]).toEqual(['2026-03-01', '00:00:00', '2026-03-01 00:00']);
  });

  test('ORD-01 a day on which the clocks go forward has 23 hours', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    ahead((time) => (time < change ? 60 : 120));
    const { from = 0, to = 0 } = filterOf({ symbol: '', from: '2026-03-29', to: '2026-03-29' }, known, device());
    expect([from, (to - from) / 3_600_000]).toEqual([Date.UTC(2026, 2, 28, 23), 23]);
  });
});

test.each([
  ['en', '2026-03-01', '2026-03-01'],
  ['en', ' 2026/3/1 ', '2026-03-01'],
  ['de', '01.03.2026', '2026-03-01'],
  ['de', '1.3.2026', '2026-03-01'],
  ['de', '2026-03-01', '2026-03-01'],
  ['ja', '2026年3月1日', '2026-03-01'],
  ['en', '2026-02-30', undefined],
  ['en', '2026-13-01', undefined],
  ['de', '01.03.26', undefined],
  ['en', '2026-03', undefined],
  ['en', '1 March 2026', undefined],
])('ORD-01 in %s, the day %s is %s', (locale, typed, day) => {
  const read = readDay(typed, zonedFormats(formatsOf(locale), 'utc'));
  expect(read === undefined ? undefined : new Date(read).toISOString().slice(0, 10)).toBe(day);
});
