import { HistoryUnavailable } from '@tapedeck/venue';
import { FAILURES, refusalMessage } from '../answers.ts';
import type { CallBudgets } from '../call-budgets.ts';
import { NotStored, type ComeBackLater } from '../ports.ts';
import type { Services } from '../routes/route.ts';
import { callerOf, type WorkBudgets } from '../work-budgets.ts';
import type { ApiKeyPort, Caller, KeyRefused, V5Request, V5Response } from './ports.ts';
import { RateLimits, limitHeaders, type LimitState } from './rate-limits.ts';
import type { KeyProofs, ProofLater } from './key-proofs.ts';
import { KEY_CODES, keyOf, isRefused, signatureOf, timeRefusal } from './signed-request.ts';
import { V5_ROUTES } from './table.ts';
import { TOO_MANY, type V5Call, type V5Reply, type V5Route } from './v5-route.ts';

const OK = 200;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const ROUTE_UNKNOWN = 10017;
const SERVER_ERROR = 10016;

export interface V5Options {
  readonly services: Services;
  readonly keys: ApiKeyPort;
  /** Budget for each user's trading calls, shared with calls by session. */
  readonly callBudgets: Pick<CallBudgets, 'take'> | undefined;
  readonly proofs: KeyProofs;
  readonly workBudgets: Pick<WorkBudgets, 'take'> | undefined;
  /** Trading calls of each kind allowed per user and second; the exchange's limits if absent. */
  readonly tradeLimit: number | undefined;
  readonly fault: (error: unknown) => void;
}

/** Remaining budget of the limit that counted a call. */
type Limits = Omit<LimitState, 'granted'>;

/** Answer to a signed call, and the remaining budget of its limit. */
export interface Served {
  readonly reply: V5Reply;
  readonly limits: Limits;
}

/** The public v5 API, independent of the transport: one set of routes, rate limits and failures. */
export interface V5Api {
  /** Answers a request over HTTP. Never rejects. */
  handle(request: V5Request): Promise<V5Response>;
  /** Answers the call of a route by `POST` for an authenticated caller. Never rejects. */
  call(path: string, input: Input, caller: Caller): Promise<Served | Failed>;
}

/** A call that failed before it counted. */
export interface Failed {
  readonly reply: V5Reply;
  readonly limits?: undefined;
}

export function createV5Api({ services, keys, proofs, callBudgets, workBudgets, tradeLimit, fault }: V5Options): V5Api {
  const { now } = services;
  const limits = new RateLimits(now);
  const serve = async (route: V5Route, input: Input | undefined, caller: Caller): Promise<Served> => {
    const limit = (route.access === 'trade' ? tradeLimit : undefined) ?? route.limit ?? Infinity;
    const state = limits.take(caller.session.user, route.path, categoryOf(input), limit, route.units(input ?? {}));
    if (state.granted === 0) return { reply: TOO_MANY, limits: state };
    const budget = callBudgets?.take(route.path, input, caller.session);
    if (budget?.granted === false) return { reply: TOO_MANY, limits: budget };
    return { reply: await run(route, input, { services, caller, client: '', granted: state.granted }), limits: state };
  };
  const answer = async (request: V5Request): Promise<V5Response> => {
    const route = ROUTE_BY_CALL.get(`${request.method} ${request.path}`);
    if (route === undefined) return respond({ kind: 'error', code: ROUTE_UNKNOWN, message: 'Route not found.', status: NOT_FOUND }, now());
    if (route.access === 'public')
      return respond(await run(route, inputOf(request), { services, caller: undefined, client: request.client, granted: 1 }), now());
    const caller = proofs.of(request.client, keyOf(request) ?? '', () => prove(request, keys, now()));
    if (isRefused(caller)) return keyRefused(caller, now());
    const closed = closedTo(route, caller);
    const later = workBudgets?.take(closed === undefined ? route.cost : 'light', callerOf(caller.session.user, ''));
    if (later !== undefined) return tooMuchWork(later, now());
    if (closed !== undefined) return respond({ kind: 'error', ...closed }, now());
    const served = await serve(route, inputOf(request), caller);
    return { ...respond(served.reply, now(), served.limits), user: caller.session.user };
  };
  const failure = (error: unknown): V5Reply => {
    if (error instanceof HistoryUnavailable)
      return { kind: 'error', code: SERVER_ERROR, message: 'The history is not available at the moment. Trading goes on.' };
    if (error instanceof NotStored) return { kind: 'error', code: SERVER_ERROR, message: FAILURES.notStored.message };
    fault(error);
    return { kind: 'error', code: SERVER_ERROR, message: FAILURES.serverError.message };
  };
  return {
    handle: async (request) => {
      try {
        return await answer(request);
      } catch (error) {
        return respond(failure(error), now());
      }
    },
    call: async (path, input, caller) => {
      const route = ROUTE_BY_CALL.get(`POST ${path}`);
      if (route === undefined) return { reply: { kind: 'error', code: ROUTE_UNKNOWN, message: 'Route not found.' } };
      const closed = closedTo(route, caller);
      if (closed !== undefined) return { reply: { kind: 'error', ...closed } };
      try {
        return await serve(route, present(input), caller);
      } catch (error) {
        return { reply: failure(error) };
      }
    },
  };
}

/** Paths that metrics count by name. */
export const V5_PATHS: ReadonlySet<string> = new Set(V5_ROUTES.map(({ path }) => path));

/** Paths that answer only signed requests. */
export const V5_SIGNED_PATHS: ReadonlySet<string> = new Set(V5_ROUTES.filter(({ access }) => access !== 'public').map(({ path }) => path));

const ROUTE_BY_CALL: ReadonlyMap<string, V5Route> = new Map(V5_ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

/** Checks time and signature, in this order, before the request itself. */
function prove(request: V5Request, keys: ApiKeyPort, now: number): Caller | KeyRefused {
  const signature = signatureOf(request);
  if (isRefused(signature)) return signature;
  const late = timeRefusal(signature, now);
  if (late !== undefined) return late;
  return keys.verify(signature);
}

function keyRefused(refused: KeyRefused | ProofLater, now: number): V5Response {
  if ('retryAfterMs' in refused) return tooMuchWork(refused, now);
  const { code, message } = refused;
  return respond({ kind: 'error', code, message, status: code === KEY_CODES.key ? UNAUTHORIZED : OK }, now);
}

/** Why a caller may not call a route. */
function closedTo({ access }: V5Route, { scopes, session }: Caller): KeyRefused | undefined {
  if (access === 'trade' && session.banned) return { code: FAILURES.banned.code, message: FAILURES.banned.message };
  if (access === 'public' || scopes.has(access)) return undefined;
  return { code: KEY_CODES.scope, message: `Permission denied: this API key has no permission to ${access}.` };
}

type Input = Readonly<Record<string, unknown>>;

const present = (fields: object): Input => Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== null));

/** The fields of the query or of the body; `null` stands for an absent one. `undefined` if malformed. */
function inputOf({ method, parameters, value }: V5Request): Input | undefined {
  if (method === 'GET') return parameters;
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return present(value);
}

const categoryOf = (input: Input | undefined): string | undefined =>
  typeof input?.['category'] === 'string' ? input['category'] : undefined;

async function run(route: V5Route, input: Input | undefined, call: V5Call): Promise<V5Reply> {
  if (input === undefined)
    return {
      kind: 'error',
      code: KEY_CODES.parameter,
      message: 'params error: the query repeats a name, or the body is not a JSON object',
    };
  return route.run(input, call);
}

const MS_PER_S = 1_000;

/** The reads of a user, or the failed proofs of a client, take more than their share. */
function tooMuchWork({ retryAfterMs }: ComeBackLater, now: number): V5Response {
  const { status } = FAILURES.tooManyRequests;
  const response = respond({ ...TOO_MANY, status }, now);
  return { ...response, headers: { 'Retry-After': String(Math.ceil(retryAfterMs / MS_PER_S)) } };
}

function respond(reply: V5Reply, time: number, limits?: Limits): V5Response {
  const headers = limits === undefined ? {} : limitHeaders(limits);
  switch (reply.kind) {
    case 'done': {
      const { result, text, message = 'OK', retExtInfo = {}, beside } = reply;
      const body = { retCode: 0, retMsg: message, ...beside, result, retExtInfo, time };
      return { status: OK, body, headers, ...(text !== undefined && { resultText: text }) };
    }
    case 'refused': {
      return {
        status: OK,
        body: { retCode: reply.code, retMsg: refusalMessage(reply.refusal), result: {}, retExtInfo: {}, time },
        headers,
      };
    }
    case 'error': {
      const { code, message, status = OK, retExtInfo = {} } = reply;
      return { status, body: { retCode: code, retMsg: message, result: {}, retExtInfo, time }, headers };
    }
  }
}
