import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http, PostOptions, Schema } from '../connection/http.ts';
import { randomId } from '../connection/random-id.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createUnsettledRequests } from '../storage/unsettled-requests.ts';
import type { Result } from '../store/loadable.ts';
import { LOOKUP_INTERVAL_MS } from './order-lookup.ts';

const REQUEST_ID_LENGTH = 20;
/** How often one gesture is sent in all, while answers are lost. */
export const SENDINGS_MAX = 3;

export interface OnceCall<T> {
  readonly path: string;
  /** What is asked for, without an id. */
  readonly body: object;
  readonly schema: Schema<T>;
  /** The field that carries the id. */
  readonly idField?: string;
}

/** Calls that the exchange carries out once, however often they are sent with one id. */
export interface Once {
  /**
   * Sends a call under an id of its own, and again under the same id when its answer is lost. An id whose outcome is still not known is
   * kept, over a reload too: the same call made later by hand goes under it, and so cannot do the thing twice.
   */
  post<T>(call: OnceCall<T>): Promise<Result<T>>;
}

const TAGGED: PostOptions = { tagged: true };

export function createOnce(ports: ClientPorts, http: Http): Once {
  const unsettled = createUnsettledRequests(ports.storage, () => ports.now());
  return {
    async post<T>({ path, body, schema, idField = 'requestId' }: OnceCall<T>): Promise<Result<T>> {
      const said = `${path} ${JSON.stringify(body)}`;
      const before = unsettled.idOf(said);
      const requestId = before ?? randomId(ports, REQUEST_ID_LENGTH);
      let doubted = before !== undefined;
      unsettled.keep(said, requestId);
      const send = (): Promise<Result<T>> => http.post(path, { ...body, [idField]: requestId }, schema, TAGGED);
      let answer = await send();
      for (let sent = 1; sent < SENDINGS_MAX && !answer.ok && OUTCOME_UNKNOWN.has(answer.failure.code); sent += 1) {
        doubted = true;
        await new Promise<void>((resolve) => void ports.setTimer(resolve, LOOKUP_INTERVAL_MS));
        answer = await send();
      }
      // A refusal of a later sending (too many calls, a session that is over) says nothing of an earlier one.
      const known = answer.ok || (!doubted && !OUTCOME_UNKNOWN.has(answer.failure.code));
      if (known) unsettled.settle(said);
      return answer;
    },
  };
}
