import type { ChartTexts } from '@tapedeck/chart';
// By itself: the widget's code comes after the first view.
import { CHART_TEXT_KEYS, type ChartTextKey } from '@tapedeck/chart/texts';
import type { Translate } from '../../platform/texts.tsx';

type FrameText = Exclude<ChartTextKey, 'chart'>;

/** Every word of the frame, which has the same keys here. */
export function frameTexts(text: Translate<FrameText | 'region'>): ChartTexts {
  const words = CHART_TEXT_KEYS.map((key) => [key, text(key === 'chart' ? 'region' : key)] as const);
  return Object.fromEntries(words) as ChartTexts;
}
