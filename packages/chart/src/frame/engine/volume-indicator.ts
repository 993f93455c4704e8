import type { IndicatorTemplate, KLineData } from 'klinecharts';
import type { Palette } from '../palette.ts';

export const VOLUME_INDICATOR = 'tapedeckVolume';
/** Bars of the volume's moving average. */
export const VOLUME_AVERAGE_LENGTH = 20;

export interface VolumePoint {
  readonly volume: number;
  readonly rising: boolean;
  /** Average of the last bars, absent until there are enough. */
  readonly average?: number;
}

interface Cache {
  readonly source: readonly KLineData[];
  readonly points: VolumePoint[];
}

/**
 * Volume and its average, computed from the last known bar on only: a tick costs the same with 500 bars and with 50,000. The chart
 * library makes a new array whenever anything but the end of the data changes, so the array itself tells whether the cache holds.
 */
export function createVolumeCalc(): (bars: readonly KLineData[], indicatorId: string) => VolumePoint[] {
  const caches = new Map<string, Cache>();
  return (bars, indicatorId) => {
    let cache = caches.get(indicatorId);
    if (cache?.source !== bars || cache.points.length > bars.length) {
      cache = { source: bars, points: [] };
      caches.set(indicatorId, cache);
    }
    const { points } = cache;
    for (let index = Math.max(0, points.length - 1); index < bars.length; index += 1) {
      const bar = bars[index];
      if (bar !== undefined) points[index] = volumePoint(bars, bar, index);
    }
    return points;
  };
}

function volumePoint(bars: readonly KLineData[], bar: KLineData, index: number): VolumePoint {
  const volume = bar.volume ?? 0;
  const rising = bar.close >= bar.open;
  if (index < VOLUME_AVERAGE_LENGTH - 1) return { volume, rising };
  let sum = 0;
  for (let back = 0; back < VOLUME_AVERAGE_LENGTH; back += 1) sum += bars[index - back]?.volume ?? 0;
  return { volume, rising, average: sum / VOLUME_AVERAGE_LENGTH };
}

/** Half-transparent bars under the candles. `palette` is asked at every painting, so a theme change needs nothing else. */
export function volumeIndicator(palette: () => Palette): IndicatorTemplate<VolumePoint> {
  const calculate = createVolumeCalc();
  return {
    name: VOLUME_INDICATOR,
    series: 'volume',
    shouldFormatBigNumber: true,
    minValue: 0,
    calc: (bars, indicator) => calculate(bars, indicator.id),
    figures: [
      {
        key: 'volume',
        type: 'bar',
        baseValue: 0,
        styles: ({ data }) => ({ color: translucent(data.current?.rising === false ? palette().down : palette().up) }),
      },
      { key: 'average', type: 'line', styles: () => ({ color: palette().accent }) },
    ],
  };
}

function translucent(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}73` : colour;
}
