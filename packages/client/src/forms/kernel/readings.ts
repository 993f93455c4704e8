import type { Side } from '@tapedeck/domain';

/** An error of a form: a code, and the field that it belongs to. */
export interface FormProblem {
  readonly field: string;
  /** An error of one side concerns that button alone. */
  readonly side?: Side | undefined;
  /** A warning is shown at once and does not prevent sending; an error if absent. */
  readonly severity?: 'error' | 'warning';
}

/** A draft with market and account, and the reading of each side. */
export interface FormReadings<Draft, Context, Reading> {
  readonly draft: Draft;
  readonly context: Context;
  /** Computed on first access, once. */
  of(side: Side): Reading;
}

export type ReadDraft<Draft, Context, Reading> = (draft: Draft, context: Context, side: Side) => Reading;

/** Errors, previews and limits of a draft share these readings, so that each side is computed once. */
export function formReadings<Draft, Context, Reading extends object>(
  read: ReadDraft<Draft, Context, Reading>,
  draft: Draft,
  context: Context,
): FormReadings<Draft, Context, Reading> {
  const known = new Map<Side, Reading>();
  return {
    draft,
    context,
    of(side) {
      const reading = known.get(side) ?? read(draft, context, side);
      known.set(side, reading);
      return reading;
    },
  };
}

/** A value computed on first access, once. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
