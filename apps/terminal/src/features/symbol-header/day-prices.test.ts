import type { Result } from '@tapedeck/client';
import type { CandleRow } from '@tapedeck/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createDayPrices } from './day-prices.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR + 1;
type Answer = Result<{ rows: readonly CandleRow[]; complete: boolean }>;

const bar = (hour: number, open: string, close: string): CandleRow => [hour * HOUR, open, open, close, close, '1', '1'];
const failed: Answer = { ok: false, failure: { kind: 'network', message: 'away' } as never };

function world() {
  let now = NOW;
  const answers: ((answer: Answer) => void)[] = [];
  const candles = vi.fn(
    (_query: { symbol: string; before: number; limit: number }) => new Promise<Answer>((resolve) => answers.push(resolve)),
  );
  const source = createDayPrices({ candles, exchangeTime: { get: () => now, subscribe: () => () => undefined } });
  return {
    source,
    candles,
    symbols: () => candles.mock.calls.map(([{ symbol }]) => symbol),
    /** Answers the oldest request that waits. */
    answer: async (answer: Answer): Promise<void> => {
      answers.shift()?.(answer);
      await Promise.resolve();
      await Promise.resolve();
    },
    pass: (ms: number) => (now += ms),
  };
}
const rows = (...list: CandleRow[]): Answer => ({ ok: true, value: { rows: list, complete: false } });

describe('the prices of a day', () => {
  it('MKT-05 are the first opening and every close of the last 24 hours', async () => {
    const { source, answer, candles } = world();
    const take = vi.fn();
    source.want('BTCUSDT', take);
    expect(candles.mock.calls[0]?.[0]).toMatchObject({ symbol: 'BTCUSDT', before: NOW, limit: 24, resolution: '60' });
    await answer(rows(bar(970, '1', '2'), bar(977, '10', '11'), bar(1_000, '12', '13.5')));
    expect(take.mock.calls).toEqual([[[10, 11, 13.5]]]);
  });

  it('MKT-05 come by four requests at a time, and not for a row that left before its turn', async () => {
    const { source, answer, symbols } = world();
    const leave = ['A', 'B', 'C', 'D', 'E', 'F'].map((symbol) => source.want(symbol, () => undefined));
    expect(symbols()).toEqual(['A', 'B', 'C', 'D']);
    leave[4]?.();
    await answer(rows());
    expect(symbols()).toEqual(['A', 'B', 'C', 'D', 'F']);
  });

  it('MKT-05 are asked for once in five minutes, and again after a failure', async () => {
    const { source, answer, symbols, pass } = world();
    const take = vi.fn();
    source.want('A', take);
    source.want('A', take);
    await answer(failed);
    expect(take.mock.lastCall).toEqual([[]]);
    source.want('A', take);
    await answer(rows(bar(1_000, '1', '2')));
    source.want('A', take);
    expect(symbols()).toEqual(['A', 'A']);
    expect(take.mock.lastCall).toEqual([[1, 2]]);
    pass(5 * 60_000);
    source.want('A', take);
    expect(symbols()).toEqual(['A', 'A', 'A']);
  });
});
