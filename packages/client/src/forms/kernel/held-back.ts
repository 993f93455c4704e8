import type { FormProblem } from './readings.ts';

/**
 * Errors that blocked the last press: shown until the next edit, even if they have since been resolved. An error that
 * vanished with the next price would leave the trader with a press that silently did nothing.
 */
export interface HeldBack<P extends FormProblem> {
  /** Stores the errors that blocked a press; clears them after a successful one. */
  keep(wrong: readonly P[]): void;
  forget(): void;
  /** The current errors, plus the stored ones that have since been resolved. */
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
