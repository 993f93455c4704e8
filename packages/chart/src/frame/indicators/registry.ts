import { AVERAGES } from './averages.ts';
import type { IndicatorDefinition } from './definition.ts';
import { MARKET } from './market.ts';
import { MOMENTUM } from './momentum.ts';
import { PATTERNS } from './patterns.ts';
import { TRENDS } from './trends.ts';
import { VOLATILITY } from './volatility.ts';
import { VOLUMES } from './volumes.ts';

/** Every indicator, in the order of the picker. */
export const INDICATORS: readonly IndicatorDefinition[] = [
  ...AVERAGES,
  ...TRENDS,
  ...MOMENTUM,
  ...VOLATILITY,
  ...VOLUMES,
  ...PATTERNS,
  ...MARKET,
];

const byId = new Map<string, IndicatorDefinition>(INDICATORS.map((definition) => [definition.id, definition]));

export function indicatorOf(id: string): IndicatorDefinition | undefined {
  return byId.get(id);
}
