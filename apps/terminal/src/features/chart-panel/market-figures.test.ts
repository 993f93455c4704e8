import { price, rate, timestamp } from '@tapedeck/domain';
import { describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { FigureHistory } from './market-figures.ts';

const HOUR = 3_600_000;
/** Fundings of three pages, newest first, as the exchange pages them. */
const PAGES: Readonly<Record<string, { readonly hours: readonly number[]; readonly cursor: string }>> = {
  '': { hours: [40, 32], cursor: 'b' },
  b: { hours: [24, 16], cursor: 'c' },
  c: { hours: [8], cursor: '' },
};

function history() {
  const client = fakeClient();
  const fundings = vi.fn((_symbol: string, cursor: string) => {
    const { hours, cursor: next } = PAGES[cursor] ?? { hours: [], cursor: '' };
    const rows = hours.map((hour) => ({ time: timestamp(hour * HOUR), rate: rate(BigInt(hour) * 100n), mark: price(1n) }));
    return Promise.resolve({ ok: true as const, value: { rows, cursor: next, behindSince: undefined } });
  });
  client.markets.fundings = fundings;
  const figures = new FigureHistory(client);
  const hours = async (before: number): Promise<readonly [readonly number[], boolean]> => {
    const { bars, complete } = await figures.before('BTCUSDT', 'fundingRate', { before: before * HOUR, limit: 100 });
    return [bars.map(({ time }) => time / HOUR), complete];
  };
  return { figures, fundings, hours };
}

describe('figures of the market on the chart', () => {
  it('CHT-28 fundings are read page by page, oldest first, and each page once', async () => {
    const { fundings, hours } = history();
    expect(await hours(1_000)).toEqual([[32, 40], false]);
    expect(await hours(32)).toEqual([[16, 24], false]);
    expect(await hours(16)).toEqual([[8], true]);
    expect(await hours(8)).toEqual([[], true]);
    expect(fundings.mock.calls.map(([, cursor]) => cursor)).toEqual(['', 'b', 'c']);
    // The newest ones again, after an interruption.
    expect(await hours(1_000)).toEqual([[32, 40], false]);
  });

  it('CHT-28 a rate is in percent, as a bar of one value', async () => {
    const { figures } = history();
    const { bars } = await figures.before('BTCUSDT', 'fundingRate', { before: 1_000 * HOUR, limit: 1 });
    expect(bars).toEqual([{ time: 40 * HOUR, open: 0.004, high: 0.004, low: 0.004, close: 0.004, volume: 0 }]);
  });
});
