import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http, PostOptions, Schema } from '../connection/http.ts';
import { randomId } from '../connection/random-id.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createUnsettledRequests } from '../storage/unsettled-requests.ts';
import { succeeded, type Result } from '../store/loadable.ts';
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

/** What may simply be done again, such as cancelling everything. */
export type RepeatedCall<T> = Omit<OnceCall<T>, 'idField'>;

export interface Repeated<T> {
  readonly answer: Result<T>;
  /** The answer of an earlier sending was lost: it may have done all there was to do. */
  readonly doubted: boolean;
}

export interface SettingCall {
  readonly path: string;
  readonly body: object;
  readonly schema: Schema<unknown>;
  /** The code that says that it is as asked already. */
  readonly already: number;
}

/** Calls that have one effect at most, however often they are sent. */
export interface Once {
  /**
   * Sends a call under an id of its own, and again under the same id when its answer is lost. An id whose outcome is still not known is
   * kept, over a reload too: the same call made later by hand goes under it, and so cannot do the thing twice.
   */
  post<T>(call: OnceCall<T>): Promise<Result<T>>;
  /**
   * Brings something to a state, such as a leverage: twice is as good as once. Sent again when its answer is lost; that it is as asked
   * already then says that an earlier sending got through.
   */
  set(call: SettingCall): Promise<Result<void>>;
  /** Sends a call that does no harm a second time, and again when its answer is lost. */
  repeat<T>(call: RepeatedCall<T>): Promise<Repeated<T>>;
}

const TAGGED: PostOptions = { tagged: true };

const isLost = <T>(answer: Result<T>): boolean => !answer.ok && OUTCOME_UNKNOWN.has(answer.failure.code);

export function createOnce(ports: ClientPorts, http: Http): Once {
  const unsettled = createUnsettledRequests(ports.storage, () => ports.now());
  /** Sends until an answer comes, a few times at most. */
  async function sent<T>(send: () => Promise<Result<T>>): Promise<{ readonly answer: Result<T>; readonly times: number }> {
    let answer = await send();
    let times = 1;
    for (; times < SENDINGS_MAX && isLost(answer); times += 1) {
      await new Promise<void>((resolve) => void ports.setTimer(resolve, LOOKUP_INTERVAL_MS));
      answer = await send();
    }
    return { answer, times };
  }
  return {
    async post<T>({ path, body, schema, idField = 'requestId' }: OnceCall<T>): Promise<Result<T>> {
      const said = `${path} ${JSON.stringify(body)}`;
      const before = unsettled.idOf(said);
      const requestId = before ?? randomId(ports, REQUEST_ID_LENGTH);
      unsettled.keep(said, requestId);
      const { answer, times } = await sent<T>(() => http.post(path, { ...body, [idField]: requestId }, schema, TAGGED));
      // A refusal of a later sending (too many calls, a session that is over) says nothing of an earlier one.
      const doubted = before !== undefined || times > 1;
      if (answer.ok || (!doubted && !isLost(answer))) unsettled.settle(said);
      return answer;
    },
    async set({ path, body, schema, already }) {
      const { answer, times } = await sent(() => http.post(path, body, schema, TAGGED));
      return answer.ok || (times > 1 && answer.failure.code === already) ? succeeded(undefined) : answer;
    },
    async repeat<T>({ path, body, schema }: RepeatedCall<T>) {
      const { answer, times } = await sent<T>(() => http.post(path, body, schema, TAGGED));
      return { answer, doubted: times > 1 };
    },
  };
}
