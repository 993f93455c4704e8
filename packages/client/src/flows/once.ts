import { type WireSchema } from '@tapedeck/protocol';
import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http, PostOptions } from '../connection/http.ts';
import { randomId } from '../connection/random-id.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createUnsettledRequests } from '../storage/unsettled-requests.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import { LOOKUP_INTERVAL_MS } from './order-lookup.ts';

const REQUEST_ID_LENGTH = 20;
/** Maximum number of attempts per gesture while answers are lost. */
export const SENDINGS_MAX = 3;

export interface OnceCall<T> {
  readonly path: string;
  /** The request without an id. */
  readonly body: object;
  readonly schema: WireSchema<T>;
  /** The field with the id. */
  readonly idField?: string;
}

/** A request that is safe to repeat, such as cancelling all orders. */
export type RepeatedCall<T> = Omit<OnceCall<T>, 'idField'>;

export interface Repeated<T> {
  readonly answer: Result<T>;
  /** The answer of an earlier attempt was lost: it may have carried out everything. */
  readonly doubted: boolean;
}

export interface SettingCall {
  readonly path: string;
  readonly body: object;
  readonly schema: WireSchema;
  /** The code that reports the requested state as already set. */
  readonly already: number;
}

/** Calls that take effect at most once, however often they are sent. */
export interface Once {
  /**
   * Sends a call under an id of its own, and again under the same id if its answer is lost. An id with an unknown
   * outcome is kept, even over a reload: the same call made again manually uses it, and so cannot take effect twice.
   */
  post<T>(call: OnceCall<T>): Promise<Result<T>>;
  /**
   * Sets a state such as a leverage, which is safe to repeat. Sent again if its answer is lost; a refusal because the
   * state is already set then shows that an earlier attempt succeeded.
   */
  set(call: SettingCall): Promise<Result<void>>;
  /** Sends a call that is safe to repeat, and again if its answer is lost. */
  repeat<T>(call: RepeatedCall<T>): Promise<Repeated<T>>;
}

const TAGGED: PostOptions = { tagged: true };

const isLost = <T>(answer: Result<T>): boolean => !answer.ok && OUTCOME_UNKNOWN.has(answer.failure.code);

/** `account` is the account of current requests: a call made for another account is not repeated. */
export function createOnce(ports: ClientPorts, http: Http, account: () => string | undefined): Once {
  const unsettled = createUnsettledRequests(ports.storage, () => ports.now());
  /** Sends until an answer arrives, a few times at most. */
  async function sent<T>(send: () => Promise<Result<T>>): Promise<{ readonly answer: Result<T>; readonly times: number }> {
    const own = account();
    let answer = await send();
    let times = 1;
    for (; times < SENDINGS_MAX && isLost(answer); times += 1) {
      await new Promise<void>((resolve) => void ports.setTimer(resolve, LOOKUP_INTERVAL_MS));
      if (account() !== own) break;
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
      // A refusal of a later attempt (too many calls, an ended session) says nothing about an earlier one.
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
