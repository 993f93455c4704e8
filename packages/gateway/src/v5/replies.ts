import { CursorUnknown } from '@tapedeck/venue';
import { FAILURES, parameterMessage, type Reply } from '../answers.ts';
import type { Caller } from './ports.ts';
import type { Category } from '@tapedeck/protocol/v5';
import { PARAMETER_ERROR, v5Done, v5Error, v5Refused, type V5Reply } from './v5-route.ts';

/** The answer of a web API route in the form of the public v5 API; `category` as for `v5Refused`. */
export function v5ReplyOf(reply: Reply, result: (done: object) => object = (done) => done, category?: Category): V5Reply {
  switch (reply.kind) {
    case 'done':
      return v5Done(result(reply.result));
    case 'refused':
      return v5Refused(reply.refusal, category);
    case 'parameter':
      return v5Error(PARAMETER_ERROR, `params error: ${parameterMessage(reply.field, reply.why)}`);
    case 'failed':
    case 'later': {
      const { code, message } = FAILURES[reply.failure];
      return v5Error(code, message);
    }
    case 'content':
      return v5Done({});
  }
}

export const symbolUnknown = (): V5Reply => v5Error(PARAMETER_ERROR, 'params error: symbol invalid');
export const badField = (field: string, why = 'invalid'): V5Reply => v5Error(PARAMETER_ERROR, `params error: ${field} ${why}`);

/** Answer to a user on trial who requests the history, which is closed to them. */
export const closedOnTrial = ({ session }: Caller): V5Reply | undefined =>
  session.labels.isTrial ? v5Error(FAILURES.onTrial.code, FAILURES.onTrial.message) : undefined;

/** The id before which a page of a list by ids begins; `undefined` for an unknown cursor. */
export function positionIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return Infinity;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}

/** A history page; an unknown cursor is an invalid parameter. */
export async function paged(answer: () => Promise<V5Reply>): Promise<V5Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof CursorUnknown) return badField('cursor');
    throw error;
  }
}
