import type { FormProblem } from './readings.ts';

/**
 * Why the last press was not sent: it is told until something is changed, though its reason may have passed by itself. A reason that
 * vanished with the next price would leave the trader with a press that did nothing and said nothing.
 */
export interface HeldBack<P extends FormProblem> {
  /** Takes what kept a press from being sent; nothing of it when it was sent. */
  keep(wrong: readonly P[]): void;
  forget(): void;
  /** What is wrong now, and what of the kept has passed. */
  beside(wrong: readonly P[]): readonly P[];
}

export function createHeldBack<P extends FormProblem>(): HeldBack<P> {
  let kept: readonly P[] = [];
  return {
    keep: (wrong) => (kept = wrong),
    forget: () => (kept = []),
    beside: (wrong) => [...wrong, ...kept.filter((was) => !wrong.some(({ field, side }) => field === was.field && side === was.side))],
  };
}
