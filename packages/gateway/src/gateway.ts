import { HistoryUnavailable } from '@tapedeck/venue';
import { failed, failureResponse, responseOf, type Reply } from './answers.ts';
import { AnswerCache } from './answer-cache.ts';
import { CallBudgets } from './call-budgets.ts';
import { Catalogue } from './catalogue.ts';
import { FollowerCounts } from './follower-counts.ts';
import { Lanes } from './lanes.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { NotStored, type Gateway, type GatewayOptions, type GatewayRequest } from './ports.ts';
import type { Route, Services } from './routes/route.ts';
import { METHODS_OF_PATH, ROUTES, inFormOf } from './routes/table.ts';
import { SignalBudget } from './signal-budget.ts';
import { NO_TELEMETRY, TelemetryBudget } from './telemetry.ts';
import { createV5Api } from './v5/handle.ts';
import { IndexHours } from './v5/market/index-hours.ts';
import { OpenInterestLog } from './v5/market/open-interest-log.ts';
import { KeyProofs } from './v5/key-proofs.ts';
import type { ApiKeyPort } from './v5/ports.ts';
import { createProgramStreams } from './v5/streams/program-streams.ts';
import { createStreamHub } from './streams/hub.ts';
import { WorkBudgets } from './work-budgets.ts';

/** Limit per webhook. */
const SIGNALS_PER_SECOND = 10;

/** Routes and streams around a venue, independent of the transport. */
export function createGateway(options: GatewayOptions): Gateway {
  const { venue, history, sessions, users, market, clock, random } = options;
  const catalogue = new Catalogue(venue.instruments);
  const tokens = new OneTimeTokens(random);
  const now = (): number => clock.now();
  const fault = options.fault ?? ignore;
  const workBudgets = options.workLimits === undefined ? undefined : new WorkBudgets(options.workLimits, now);
  const streams = createStreamHub({ venue, catalogue, tokens, workBudgets, now, fault });
  const followers = new FollowerCounts(venue, fault);
  const callBudgets =
    options.callsPerSecond === undefined ? undefined : new CallBudgets(options.callsPerSecond, now, (account) => followers.of(account));
  const openInterests = new OpenInterestLog(venue, catalogue);
  const services: Services = {
    venue,
    history,
    sessions,
    users,
    apiKeyService: options.apiKeyService,
    steps: options.steps,
    catalogue,
    tokens,
    streams,
    openInterests,
    indexHours: new IndexHours(venue),
    answers: new AnswerCache(now, options.steps === undefined ? market.speed : undefined),
    lanes: new Lanes(options.pause ?? (() => Promise.resolve())),
    callBudgets,
    followers,
    workBudgets,
    market,
    telemetry: options.telemetry ?? NO_TELEMETRY,
    telemetryBudget: new TelemetryBudget(now),
    signalBudget: new SignalBudget(Math.min(SIGNALS_PER_SECOND, options.callsPerSecond ?? SIGNALS_PER_SECOND), now),
    now,
    random,
  };
  const keys = options.apiKeys ?? NO_KEYS;
  const proofs = new KeyProofs(keys, workBudgets);
  const v5 = createV5Api({ services, keys, proofs, callBudgets, workBudgets, tradeLimit: options.v5TradeLimit, fault });
  const { shared } = streams;
  const programStreams = createProgramStreams({ venue, catalogue, shared, v5, keys, proofs, workBudgets, now, random, fault });
  return {
    streams,
    programStreams,
    notices: streams.notices,
    handle: async (request) => {
      const found = ROUTE_BY_CALL.get(`${request.method} ${request.path}`);
      if (found === undefined) return failureResponse(METHODS_OF_PATH.has(request.path) ? 'methodUnknown' : 'routeUnknown', now());
      return inFormOf(request.path, responseOf(await run(found, request, services, fault), now()));
    },
    handleV5: (request) => v5.handle(request),
    callBudgets,
    workBudgets,
    knowsKey: (id) => keys.isValid(id),
    close: () => {
      openInterests.close();
      streams.close();
      programStreams.close();
    },
  };
}

const ROUTE_BY_CALL: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

const NO_KEYS: ApiKeyPort = { verify: () => ({ code: 10003, message: 'API key is invalid.' }), isValid: () => false };

const ignore = (): void => undefined;

async function run(route: Route, request: GatewayRequest, services: Services, fault: (error: unknown) => void): Promise<Reply> {
  const input = route.method === 'GET' ? request.query : inputOf(request.body);
  if (input === undefined) return failed('bodyNotJson');
  try {
    return await route.run(input, services, request.session, request.client);
  } catch (error) {
    if (error instanceof HistoryUnavailable) return failed('historyAway');
    if (error instanceof NotStored) return failed('notStored');
    fault(error);
    return failed('serverError');
  }
}

/** The fields of a body; `null` stands for an absent one, as in the public v5 API. `undefined` if the body is not an object. */
function inputOf(body: unknown): object | undefined {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) return undefined;
  for (const value of Object.values(body)) {
    if (value === null) return Object.fromEntries(Object.entries(body).filter(([, one]) => one !== null));
  }
  return body;
}
