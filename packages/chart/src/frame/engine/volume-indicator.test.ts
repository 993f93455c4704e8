import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KLineData } from 'klinecharts';
import { VOLUME_AVERAGE_LENGTH, createVolumeCalc } from './volume-indicator.ts';

const bar = (index: number, volume: number, rising = true): KLineData => ({
  timestamp: index * 60_000,
  open: 1,
  close: rising ? 2 : 0.5,
  high: 2,
  low: 0.5,
  volume,
});

describe('volume under the candles', () => {
  it('gives the same after any run of ticks and new bars as computed at once', () => {
    const step = fc.record({ volume: fc.nat({ max: 1_000 }), rising: fc.boolean(), closes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
        const incremental = createVolumeCalc();
        const bars: KLineData[] = [];
        for (const { volume, rising, closes } of steps) {
          const index = closes || bars.length === 0 ? bars.length : bars.length - 1;
          bars[index] = bar(index, volume, rising);
          incremental(bars, 'one');
        }
        expect(incremental(bars, 'one')).toEqual(createVolumeCalc()([...bars], 'two'));
      }),
    );
  });

  it('starts again when the bars are others, though as many and from the same moment', () => {
    const calc = createVolumeCalc();
    calc([bar(0, 1), bar(1, 2)], 'one');
    expect(calc([bar(0, 8), bar(1, 9)], 'one').map((point) => point.volume)).toEqual([8, 9]);
  });

  it('averages the last bars once there are enough', () => {
    const bars = Array.from({ length: VOLUME_AVERAGE_LENGTH + 1 }, (_, index) => bar(index, index));
    const points = createVolumeCalc()(bars, 'one');
    expect(points[VOLUME_AVERAGE_LENGTH - 2]?.average).toBeUndefined();
    // 0 + 1 + … + 19 = 190; 190 / 20 = 9.5
    expect(points[VOLUME_AVERAGE_LENGTH - 1]?.average).toBe(9.5);
    expect(points[VOLUME_AVERAGE_LENGTH]?.average).toBe(10.5);
  });

  it('looks at the end of the data only, tick after tick', () => {
    let reads = 0;
    const bars = new Proxy(
      Array.from({ length: 20_000 }, (_, index) => bar(index, 1)),
      {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      },
    );
    const calc = createVolumeCalc();
    calc(bars, 'one');
    reads = 0;
    calc(bars, 'one');
    expect(reads).toBeLessThanOrEqual(VOLUME_AVERAGE_LENGTH + 1);
  });
});
