import { INDEX_STALE_MS, milliseconds, priceNumber, timestamp } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { PricePath } from '../path/price-path.ts';
import { IndexSources } from './index-sources.ts';

const START = Date.UTC(2026, 10, 21);
const DAY_SECONDS = 86_400;
const path = new PricePath(3, []);
const priceAt = (coin: string, time: number): number => path.coinPriceAt(coin, time);

describe('SIM-01 the sources of the index', () => {
  test('over a day some fail, and the index stays within 3 basis points of the market', () => {
    const sources = new IndexSources(3, priceAt);
    let farOff = 0;
    let stuck = 0;
    for (let second = 0; second < DAY_SECONDS; second += 11) {
      const now = timestamp(START + second * 1_000);
      const value = sources.valueAt('BTC', now);
      const market = priceAt('BTC', milliseconds(now));
      expect(Math.abs(priceNumber(value?.price ?? (0n as never)) / market - 1)).toBeLessThan(0.0003);
      for (const source of sources.sourcesAt('BTC', now)) {
        if (Math.abs(priceNumber(source.price) / market - 1) > 0.015) farOff += 1;
        if (milliseconds(now) - milliseconds(source.changedAt) > INDEX_STALE_MS) stuck += 1;
      }
    }
    expect(farOff).toBeGreaterThan(0);
    expect(stuck).toBeGreaterThan(0);
  });

  test('the same seed says the same at any time, in any order', () => {
    const times = [5_000, 1_000, 9_000_000, 1_000].map((elapsed) => timestamp(START + elapsed));
    const [a, b] = [new IndexSources(9, priceAt), new IndexSources(9, priceAt)];
    const forward = times.map((time) => a.indexAt('ETH', time));
    expect([...times].reverse().map((time) => b.indexAt('ETH', time))).toEqual([...forward].reverse());
    expect(new IndexSources(10, priceAt).sourcesAt('ETH', timestamp(START))).not.toEqual(a.sourcesAt('ETH', timestamp(START)));
  });

  test('when all stop there is an index for a minute more, and then none', () => {
    const stoppedAt = START + 3_600_000;
    const sources = new IndexSources(3, priceAt, (_, time) => (time >= stoppedAt ? stoppedAt : undefined));
    const before = sources.indexAt('BTC', timestamp(stoppedAt));
    expect(sources.indexAt('BTC', timestamp(stoppedAt + 60_000))).toBe(before);
    expect(sources.indexAt('BTC', timestamp(stoppedAt + 60_001))).toBeUndefined();
  });
});
