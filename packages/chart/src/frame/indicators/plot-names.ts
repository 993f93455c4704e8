import type { IndicatorId } from '../../bridge/indicator-names.ts';
import type { ChartTextKey, ChartTexts } from '../../bridge/texts.ts';

const BANDS = ['input.middle', 'plot.upper', 'plot.lower'] as const;
const SIGNAL = ['short.macd', 'input.signal', 'plot.distance'] as const;
const WAYS = ['plot.up', 'plot.down'] as const;
const K_AND_D = ['input.k', 'input.d'] as const;

/** Plot names of indicators with several plots. Kept apart from the rules, because names are needed before a rule is loaded. */
const PLOT_NAMES: { readonly [K in IndicatorId]?: readonly ChartTextKey[] } = {
  ichimoku: ['input.conversion', 'input.base', 'plot.leadingA', 'plot.leadingB', 'plot.lagging'],
  alligator: ['input.jaw', 'input.teeth', 'input.lips'],
  adx: ['short.adx', 'plot.plus', 'plot.minus'],
  superTrend: WAYS,
  aroon: WAYS,
  vortex: ['plot.plus', 'plot.minus'],
  chandelier: ['input.long', 'input.short'],
  macd: SIGNAL,
  percentageOscillator: ['short.percentageOscillator', 'input.signal', 'plot.distance'],
  stochasticRsi: K_AND_D,
  stochastic: K_AND_D,
  elderRay: ['plot.bulls', 'plot.bears'],
  waveTrend: ['short.waveTrend', 'input.signal'],
  bollinger: BANDS,
  keltner: BANDS,
  donchian: BANDS,
  volumeAverage: ['name.volume', 'input.average'],
  engulfing: WAYS,
  harami: WAYS,
  hammer: WAYS,
  shootingStar: WAYS,
  star: WAYS,
  soldiers: WAYS,
};

/** The name of one plot: "Upper", or "Plot" where it is the only one. */
export function plotText(indicator: IndicatorId, plot: number, texts: ChartTexts): string {
  const key = PLOT_NAMES[indicator]?.[plot];
  return key === undefined ? texts.plot : texts[key];
}
