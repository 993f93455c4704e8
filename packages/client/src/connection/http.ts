import { nameOfField, readWire, type WireSchema } from '@tapedeck/protocol';
import type { ClientPorts } from '../ports/ports.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import { REQUEST_TIMEOUT_MS } from '../constants.ts';
import { createClientTags } from './client-tags.ts';
import { readAnswer, readFile, type NormalisedAnswer } from './answer.ts';
import { businessOf, v5Headers, v5Parameters, type Business, type CallSubject } from './v5-parameters.ts';
import { NOT_AN_OBJECT, NO_ANSWER, OUTCOME_UNKNOWN, TIMED_OUT, UNEXPECTED_SHAPE } from './failure-codes.ts';

const SERVER_ERROR_STATUS = 500;

export interface HttpOptions {
  /** '' for the page's own origin. */
  readonly origin: string;
  readonly language: () => string;
  /** Business type of a symbol in the instrument lists; derived from its name if it is in none. */
  business?(symbol: string): Business | undefined;
  /** Additional headers of every request. */
  headers?(): Readonly<Record<string, string>>;
  /** Receives every failure of any call. */
  onFailure?(failure: Failure): void;
}

export type Query = Readonly<Record<string, string | number | undefined>>;
export interface PostOptions {
  /** Adds a random `X-Client-Tag`, as order calls have; it is tracked for 60 s. */
  readonly tagged?: boolean;
  /** Origin of the call on screen, sent as `X-Referer`. */
  readonly referer?: string;
  /** Changes nothing, so that a lost answer leaves no doubt. */
  readonly reads?: true;
  /** Reports a failure only to the caller. */
  readonly quiet?: true;
}

export interface Http {
  /** With `quiet`, reports a failure only to the caller. */
  get<T>(path: string, query: Query, schema: WireSchema<T>, how?: 'quiet'): Promise<Result<T>>;
  /** A JSON file without an envelope. Reports a failure only to the caller. */
  file<T>(path: string, schema: WireSchema<T>): Promise<Result<T>>;
  post<T>(path: string, body: unknown, schema: WireSchema<T>, options?: PostOptions): Promise<Result<T>>;
  /** Whether this page recently sent the tag. */
  isOwnTag(tag: string): boolean;
  /** Server clock minus local clock in milliseconds, from the last answer that contained it. */
  clockOffset(): number;
}

function urlOf(origin: string, path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`],
  );
  return `${origin}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

function failureOf({ code, message, details, verbatim, isAnswered }: NormalisedAnswer): Failure {
  return {
    ...{ code, message },
    ...(details !== undefined && { details }),
    ...(verbatim !== undefined && { verbatim }),
    ...(isAnswered !== undefined && { isAnswered }),
  };
}

/** A change whose answer was lost may have been carried out. */
function doubted<T>(answer: Result<T>): Result<T> {
  return answer.ok || !OUTCOME_UNKNOWN.has(answer.failure.code) ? answer : failed({ ...answer.failure, unsettled: true });
}

/** REST calls: headers, time-out, time stamp, normalised answers (specs/api-request-pipeline.md). Never rejects. */
export function createHttp(ports: ClientPorts, options: HttpOptions): Http {
  let offset = 0;
  const tags = createClientTags(ports);
  const businessAsked = (subject: CallSubject): Business => businessOf(subject, (symbol) => options.business?.(symbol));

  async function exchange(
    method: 'GET' | 'POST',
    url: string,
    body: string | undefined,
    extra: Readonly<Record<string, string>>,
    readBody = readAnswer,
  ): Promise<NormalisedAnswer> {
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      platform: 'pc',
      lang: options.language(),
      ...options.headers?.(),
      ...extra,
    };
    const request = { method, url, headers, credentials: 'include' as const };
    const none = (code: number): NormalisedAnswer => ({ code, message: '', result: undefined, timeNow: undefined, hasError: true });
    const pending = ports.fetch(body === undefined ? request : { ...request, body });
    return new Promise((resolve) => {
      const cancelTimer = ports.setTimer(() => {
        resolve(none(TIMED_OUT));
        pending.abort();
      }, REQUEST_TIMEOUT_MS);
      const settle = (answer: NormalisedAnswer): void => {
        cancelTimer();
        resolve(answer);
      };
      pending.answer.then(
        (answer) => {
          const read = readBody(answer.body);
          settle(answer.status >= SERVER_ERROR_STATUS && !read.hasError ? none(NOT_AN_OBJECT) : read);
        },
        () => settle(none(NO_ANSWER)),
      );
    });
  }

  function decode<T>(answer: NormalisedAnswer, schema: WireSchema<T>, how?: 'quiet'): Result<T> {
    const refuse = (failure: Failure): Result<T> => {
      if (how !== 'quiet') options.onFailure?.(failure);
      return failed(failure);
    };
    if (answer.timeNow !== undefined) offset = answer.timeNow - ports.now();
    if (answer.hasError) return refuse(failureOf(answer));
    const parsed = readWire(schema, answer.result);
    if (parsed.ok) return succeeded(parsed.value);
    // An answer without its required data counts as none.
    if (answer.result === undefined || answer.result === null) {
      return refuse({ code: NOT_AN_OBJECT, message: '', details: { nonResponse: true } });
    }
    return failed({ code: UNEXPECTED_SHAPE, message: nameOfField(parsed.issue) });
  }

  return {
    async get(path, query, schema, how) {
      const business = businessAsked(query);
      const added = { ...v5Parameters(path, business), ...query, timestamp: ports.now() };
      return decode(await exchange('GET', urlOf(options.origin, path, added), undefined, v5Headers(path, business)), schema, how);
    },
    async file(path, schema) {
      return decode(await exchange('GET', urlOf(options.origin, path, {}), undefined, {}, readFile), schema, 'quiet');
    },
    async post(path, body, schema, call) {
      const business = businessAsked(typeof body === 'object' && body !== null ? body : {});
      const extra: Record<string, string> = {
        ...v5Headers(path, business),
        ...(call?.tagged === true && { 'X-Client-Tag': tags.make() }),
        ...(call?.referer !== undefined && { 'X-Referer': call.referer }),
      };
      const url = urlOf(options.origin, path, v5Parameters(path, business));
      const answer = decode(await exchange('POST', url, JSON.stringify(body), extra), schema, call?.quiet === true ? 'quiet' : undefined);
      return call?.reads === true ? answer : doubted(answer);
    },
    isOwnTag: (tag) => tags.isOwn(tag),
    clockOffset: () => offset,
  };
}
