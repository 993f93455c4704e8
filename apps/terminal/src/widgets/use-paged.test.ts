import { expect, test } from 'vitest';
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

test('a filter takes whole days of UTC, a whole symbol, or every symbol that contains the text', () => {
  const known = (symbol: string) => symbol === 'BTCUSDT';
  expect(filterOf({ symbol: ' btcusdt ', from: '2026-03-01', to: '2026-03-01' }, known)).toEqual({
    symbol: 'BTCUSDT',
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 2, 2),
  });
  expect(filterOf({ symbol: 'btc', from: '', to: '' }, known)).toEqual({ search: 'BTC' });
  expect(filterOf({ symbol: ' ', from: '', to: '' }, known)).toEqual({});
});
