import type { Side } from '@tapedeck/domain';

/** What is wrong with a form: a code with the field that it stands beside. */
export interface FormProblem {
  readonly field: string;
  /** A problem of one side concerns that button alone. */
  readonly side?: Side | undefined;
  /** A warning is told at once and keeps nothing from being sent; an error when absent. */
  readonly severity?: 'error' | 'warning';
}

/** A draft beside the market and the account, with what each side of it comes to. */
export interface FormReadings<Draft, Context, Reading> {
  readonly draft: Draft;
  readonly context: Context;
  /** Read when it is first asked for, and once. */
  of(side: Side): Reading;
}

export type ReadDraft<Draft, Context, Reading> = (draft: Draft, context: Context, side: Side) => Reading;

/** Errors, previews and limits of a draft share these readings, so that each side is worked out once. */
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

/** A value worked out when it is first asked for, and once. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
