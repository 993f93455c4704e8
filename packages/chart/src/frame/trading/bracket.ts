import type { PlannedBracket } from '../../bridge/messages.ts';
import { onStep } from './line-drag.ts';

export type BracketPart = 'target' | 'entry' | 'stop';

/** Pixels from the entry to the stop of a new plan; its target is twice as far. */
const FIRST_DISTANCE = 50;

export interface BracketScale {
  readonly step: number;
  readonly height: number;
  yOf(price: number): number;
  priceAt(y: number): number;
}

/** A new plan at a price, with a target twice as far as its stop. */
export function newBracket(side: PlannedBracket['side'], entry: number, risk: PlannedBracket['risk'], scale: BracketScale): PlannedBracket {
  const { yOf, priceAt, step } = scale;
  const away = Math.max(step, Math.abs(priceAt(yOf(entry) + FIRST_DISTANCE) - entry));
  const sign = side === 'Buy' ? 1 : -1;
  return movedBracket({ side, entry, stop: entry - sign * away, target: entry + sign * 2 * away, risk }, 'entry', entry, step);
}

/** The plan with one price moved. Stop and target stay on their sides of the entry; moving the entry moves both. */
export function movedBracket(plan: PlannedBracket, part: BracketPart, price: number, step: number): PlannedBracket {
  const sign = plan.side === 'Buy' ? 1 : -1;
  const at = Math.max(step, onStep(price, step));
  const beyond = (own: number, direction: number): number =>
    direction > 0
      ? Math.max(onStep(own, step), onStep(plan.entry + step, step))
      : Math.min(onStep(own, step), onStep(plan.entry - step, step));
  if (part === 'target') return { ...plan, target: Math.max(step, beyond(at, sign)) };
  if (part === 'stop') return { ...plan, stop: Math.max(step, beyond(at, -sign)) };
  const by = at - plan.entry;
  return { ...plan, entry: at, stop: Math.max(step, onStep(plan.stop + by, step)), target: Math.max(step, onStep(plan.target + by, step)) };
}
