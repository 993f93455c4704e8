import { MARKET_SERIES } from '../../bridge/messages.ts';
import type { StudyEntry } from './chart-document.ts';

/** Indicators computed from bars only, neither directly nor indirectly from market figures. Alerts accept only these. */
export function ofBarsOnly(studies: readonly StudyEntry[]): readonly StudyEntry[] {
  const others = new Set<string>();
  for (const { id, indicator, source } of studies) {
    const isFigure = MARKET_SERIES.some((series) => series === indicator);
    if (isFigure || ('study' in source && others.has(source.study))) others.add(id);
  }
  return studies.filter(({ id }) => !others.has(id));
}
