import type { AlertOperator } from '../../bridge/alerts.ts';

/** A watched value at one time, and its target. */
export interface Reading {
  readonly value: number;
  /** The lowest and the highest that it reached since the reading before. */
  readonly low: number;
  readonly high: number;
  /** If there are several, the index identifies each. */
  readonly levels: readonly number[];
}

/** Whether a condition came true between two readings; `before` is `undefined` at the first one, where nothing can be crossed. */
export function holds(operator: AlertOperator, before: Reading | undefined, now: Reading): boolean {
  const { levels, low, high } = now;
  if (levels.length === 0 || [now.value, low, high, ...levels].some((figure) => Number.isNaN(figure))) return false;
  switch (operator) {
    case 'above':
      return levels.some((level) => high > level);
    case 'below':
      return levels.some((level) => low < level);
    case 'rise':
      return levels.some((level) => high >= level);
    case 'fall':
      return levels.some((level) => low <= level);
    case 'enter':
      return before !== undefined && isOutside(before.value, before.levels) && high >= Math.min(...levels) && low <= Math.max(...levels);
    case 'leave':
      return before !== undefined && isInside(before.value, before.levels) && (low < Math.min(...levels) || high > Math.max(...levels));
    case 'crossUp':
      return rose(before, now);
    case 'crossDown':
      return fell(before, now);
    case 'cross':
      return rose(before, now) || fell(before, now);
  }
}

const isInside = (value: number, levels: readonly number[]): boolean =>
  levels.length > 1 && value >= Math.min(...levels) && value <= Math.max(...levels);
const isOutside = (value: number, levels: readonly number[]): boolean =>
  levels.length > 1 && (value < Math.min(...levels) || value > Math.max(...levels));

/** Reaching a level crosses it; leaving a level does not. */
function rose(before: Reading | undefined, { high, levels }: Reading): boolean {
  return before?.levels.length === levels.length && levels.some((level, index) => before.value < levelAt(before, index) && high >= level);
}

function fell(before: Reading | undefined, { low, levels }: Reading): boolean {
  return before?.levels.length === levels.length && levels.some((level, index) => before.value > levelAt(before, index) && low <= level);
}

const levelAt = ({ levels }: Reading, index: number): number => levels[index] ?? Number.NaN;
