import type { FailureDetails } from '../errors/failure-details.ts';

/** Remote data in one union; pending and error keep the previous data. */
export type Loadable<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending'; readonly data?: T }
  | { readonly status: 'success'; readonly data: T }
  | { readonly status: 'error'; readonly error: Failure; readonly data?: T };

/** Reason of a failed request: the code of the answer, or 9000001 for a time-out and 9000000 without an answer. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  /** Details of the answer besides its code. */
  readonly details?: FailureDetails;
  /** The body was plain text: it is shown unchanged. */
  readonly verbatim?: true;
  /** The server answered, but without a code. */
  readonly isAnswered?: true;
  /** It is unknown whether the call was carried out. */
  readonly unsettled?: true;
}
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const succeeded = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = <T = never>(failure: Failure): Result<T> => ({ ok: false, failure });

/** The data, whatever the status. */
export function dataOf<T>(loadable: Loadable<T>): T | undefined {
  return loadable.status === 'idle' ? undefined : loadable.data;
}

export function pendingOf<T>(before: Loadable<T>): Loadable<T> {
  const data = dataOf(before);
  return data === undefined ? { status: 'pending' } : { status: 'pending', data };
}

/** The state after an answer; a failure keeps the previous data. */
export function settledOf<T>(before: Loadable<T>, result: Result<T>): Loadable<T> {
  if (result.ok) return { status: 'success', data: result.value };
  const data = dataOf(before);
  return data === undefined ? { status: 'error', error: result.failure } : { status: 'error', error: result.failure, data };
}
