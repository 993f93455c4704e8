import { REFUSALS } from '@tapedeck/domain';
import { HistoryUnavailable } from '@tapedeck/venue';
import { FAILURES, refusalMessage } from '../answers.ts';
import type { CallBudgets } from '../call-budgets.ts';
import type { Services } from '../routes/route.ts';
import type { ApiKeyPort, Caller, KeyRefused, V5Request, V5Response } from './ports.ts';
import { RateLimits, limitHeaders, type LimitState } from './rate-limits.ts';
import { KEY_CODES, isRefused, signatureOf, timeRefusal } from './signed-request.ts';
import { V5_ROUTES } from './table.ts';
import type { V5Reply, V5Route } from './v5-route.ts';

const OK = 200;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const ROUTE_UNKNOWN = 10017;
const TOO_MANY: V5Reply = { kind: 'error', code: 10006, message: 'Too many visits!' };
const SERVER_ERROR = 10016;

export interface V5Options {
  readonly services: Services;
  readonly keys: ApiKeyPort;
  /** Of each user's trading calls, shared with those of sessions. */
  readonly callBudgets: Pick<CallBudgets, 'take'> | undefined;
  readonly fault: (error: unknown) => void;
}

/** Answers requests of the public v5 API (reference, section 1). Never rejects. */
export function createV5Handler({ services, keys, callBudgets, fault }: V5Options): (request: V5Request) => Promise<V5Response> {
  const limits = new RateLimits(services.now);
  const answer = async (request: V5Request): Promise<V5Response> => {
    const { now } = services;
    const route = ROUTE_BY_CALL.get(`${request.method} ${request.path}`);
    if (route === undefined) return respond({ kind: 'error', code: ROUTE_UNKNOWN, message: 'Route not found.', status: NOT_FOUND }, now());
    if (route.access === 'public') return respond(await run(route, request, services, undefined), now());
    const caller = letIn(request, route, keys, now());
    if (isRefused(caller)) return respond({ kind: 'error', ...caller, status: caller.code === KEY_CODES.key ? UNAUTHORIZED : OK }, now());
    const input = inputOf(request);
    const state = limits.take(caller.session.user, route.path, categoryOf(input), route.limit ?? Infinity, 1);
    if (state.granted === 0) return respond(TOO_MANY, now(), state);
    const budget = callBudgets?.take(route.path, input, caller.session);
    if (budget?.granted === false) return respond(TOO_MANY, now(), budget);
    return respond(await run(route, request, services, caller), now(), state);
  };
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof HistoryUnavailable)
        return respond(
          { kind: 'error', code: SERVER_ERROR, message: 'The history is not available at the moment. Trading goes on.' },
          services.now(),
        );
      fault(error);
      return respond({ kind: 'error', code: SERVER_ERROR, message: 'The server could not do this.' }, services.now());
    }
  };
}

/** What metrics count by name. */
export const V5_PATHS: ReadonlySet<string> = new Set(V5_ROUTES.map(({ path }) => path));

const ROUTE_BY_CALL: ReadonlyMap<string, V5Route> = new Map(V5_ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

/** Key, time and scope, in this order: what a request asks for is nobody's business before. */
function letIn(request: V5Request, route: V5Route, keys: ApiKeyPort, now: number): Caller | KeyRefused {
  const signature = signatureOf(request);
  if (isRefused(signature)) return signature;
  const late = timeRefusal(signature, now);
  if (late !== undefined) return late;
  const caller = keys.verify(signature);
  if (isRefused(caller)) return caller;
  if (route.access === 'trade' && caller.session.banned) return { code: FAILURES.banned.code, message: FAILURES.banned.message };
  if (route.access !== 'public' && caller.scopes.has(route.access)) return caller;
  return { code: KEY_CODES.scope, message: `Permission denied: this API key has no permission to ${route.access}.` };
}

/** The fields of the query or of the body; `null` stands for an absent one. `undefined` when there is something else. */
function inputOf({ method, parameters, value }: V5Request): Readonly<Record<string, unknown>> | undefined {
  if (method === 'GET') return parameters;
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
}

const categoryOf = (input: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof input?.['category'] === 'string' ? input['category'] : undefined;

async function run(route: V5Route, request: V5Request, services: Services, caller: Caller | undefined): Promise<V5Reply> {
  const input = inputOf(request);
  if (input === undefined)
    return {
      kind: 'error',
      code: KEY_CODES.parameter,
      message: 'params error: the query repeats a name, or the body is not a JSON object',
    };
  return route.run(input, services, caller);
}

function respond(reply: V5Reply, time: number, limits?: Omit<LimitState, 'granted'>): V5Response {
  const headers = limits === undefined ? {} : limitHeaders(limits);
  switch (reply.kind) {
    case 'done': {
      const { result, message = 'OK', retExtInfo = {}, beside } = reply;
      return { status: OK, body: { retCode: 0, retMsg: message, ...beside, result, retExtInfo, time }, headers };
    }
    case 'refused': {
      const { code } = REFUSALS[reply.refusal.reason];
      return { status: OK, body: { retCode: code, retMsg: refusalMessage(reply.refusal), result: {}, retExtInfo: {}, time }, headers };
    }
    case 'error': {
      const { code, message, status = OK, retExtInfo = {} } = reply;
      return { status, body: { retCode: code, retMsg: message, result: {}, retExtInfo, time }, headers };
    }
  }
}
