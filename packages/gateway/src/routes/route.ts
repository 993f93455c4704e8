import { WireMalformed, type SessionResult, type WireSchema, readWire, type LimitRule, type WireIssue } from '@tapedeck/protocol';
import type { HistoryReader, Venue } from '@tapedeck/venue';
import { badParameter, failed, type Failure, type ParameterReply, type Reply } from '../answers.ts';
import type { AnswerCache } from '../answer-cache.ts';
import type { CallBudgets } from '../call-budgets.ts';
import type { FollowerCounts } from '../follower-counts.ts';
import type { Catalogue } from '../catalogue.ts';
import { COSTS, type CostClass } from '../costs.ts';
import type { Lanes } from '../lanes.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { ApiKeyService, Content, Session, SessionPort, StepPort, StreamHub, UserPort } from '../ports.ts';
import type { SignalBudget } from '../signal-budget.ts';
import type { IndexHours } from '../v5/market/index-hours.ts';
import type { OpenInterestLog } from '../v5/market/open-interest-log.ts';
import type { TelemetryBudget, TelemetryPort } from '../telemetry.ts';
import { callerOf, type WorkBudgets } from '../work-budgets.ts';

/** Services available to routes. */
export interface Services {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly apiKeyService: ApiKeyService;
  readonly steps: StepPort | undefined;
  readonly catalogue: Catalogue;
  readonly tokens: OneTimeTokens;
  readonly streams: StreamHub;
  /** Contracts, every five minutes. */
  readonly openInterests: Pick<OpenInterestLog, 'rows'>;
  readonly indexHours: IndexHours;
  /** Market data for all callers. */
  readonly answers: AnswerCache;
  readonly lanes: Lanes;
  /** Absent without a limit. */
  readonly callBudgets: CallBudgets | undefined;
  readonly followers: FollowerCounts;
  /** Absent without a limit. */
  readonly workBudgets: Pick<WorkBudgets, 'charge'> | undefined;
  readonly market: SessionResult['market'];
  readonly telemetry: TelemetryPort;
  readonly telemetryBudget: TelemetryBudget;
  readonly signalBudget: SignalBudget;
  readonly now: () => number;
  /** Random bytes as hexadecimal text, from a cryptographic source. */
  readonly random: (bytes: number) => string;
}

interface RouteBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cost: CostClass;
  /** Effect on the visitor's session or account; `trade` is closed to banned users. */
  readonly effect: 'none' | 'session' | 'trade';
  /** Closed to users on trial. */
  readonly closedOnTrial?: boolean;
  /** Failures of the route itself, in addition to those of its access and effect. */
  readonly fails?: readonly Failure[];
  /** One line for the documentation. */
  readonly summary: string;
  /** Schema of the envelope's `result` after a success. */
  readonly result: WireSchema;
  /** Content type of answers without an envelope. */
  readonly contentType?: string;
  /** Builds error answers, for routes with their own format. */
  readonly complaint?: Complaint;
}

/** An error in the form of another protocol. */
export interface Complaint {
  readonly schema: WireSchema;
  write(message: string): Content;
}

interface PublicRoute<Input> extends RouteBase {
  readonly access: 'public';
  readonly request: WireSchema<Input>;
  /** Age up to which all callers share an answer without an envelope, ms of market time; absent where the answer depends on the caller. */
  readonly sharedMs?: number;
  readonly answer: (input: Input, services: Services, session: Session | undefined, client: string) => Promise<Reply> | Reply;
}

interface UserRoute<Input> extends RouteBase {
  readonly access: 'user';
  readonly request: WireSchema<Input>;
  readonly answer: (input: Input, services: Services, session: Session) => Promise<Reply> | Reply;
}

/** A route with its input type erased: its schema validates the input first. */
export interface Route extends RouteBase {
  readonly access: 'public' | 'user';
  readonly request: WireSchema;
  readonly fails: readonly Failure[];
  readonly run: (input: unknown, services: Services, session: Session | undefined, client: string) => Promise<Reply>;
}

export function route<Input>(definition: PublicRoute<Input> | UserRoute<Input>): Route {
  const { method, path, cost, effect, summary, access, request, result } = definition;
  const run: Route['run'] = async (input, services, session, client) => {
    // Access is checked before the input, so that a visitor learns nothing about the request's validity.
    const closed = closedTo(definition, session);
    if (closed !== undefined) return failed(closed);
    const parsed = readWire(definition.request, input);
    if (!parsed.ok) return parameterReply(parsed.issue, input);
    try {
      const { name, isStranger } = callerOf(session?.user, client);
      const lane = isStranger ? 'strangers' : 'users';
      const inTurn = async (answer: () => Promise<Reply> | Reply, isNeeded?: () => boolean): Promise<Reply> =>
        COSTS[cost].inTurn ? services.lanes.run(`${lane} ${cost}`, name, async () => answer(), isNeeded) : answer();
      if (definition.access === 'public') {
        const make = async (): Promise<Reply> => definition.answer(parsed.value, services, session, client);
        if (definition.sharedMs === undefined) return await inTurn(make);
        return await services.answers.get(`${path} ${JSON.stringify(parsed.value)}`, definition.sharedMs, { lane, inTurn, make, weigh });
      }
      if (session === undefined) return failed('notLoggedIn');
      return await inTurn(() => definition.answer(parsed.value, services, session));
    } catch (error) {
      // A text that fits its schema may still not be a whole tick, lot or share.
      if (error instanceof WireMalformed) return badParameter(error.field);
      throw error;
    }
  };
  const { contentType, complaint, fails = [] } = definition;
  const made = {
    method,
    path,
    cost,
    effect,
    summary,
    access,
    request,
    result,
    closedOnTrial: definition.closedOnTrial === true,
    fails,
    run,
  };
  return { ...made, ...(contentType !== undefined && { contentType }), ...(complaint !== undefined && { complaint }) };
}

/** Length of an answer without an envelope; 0 for any other. */
const weigh = (reply: Reply): number =>
  reply.kind === 'content' && typeof reply.content.parts === 'string' ? reply.content.parts.length : 0;

/** Why a visitor may not call a route. */
function closedTo(
  { access, effect, closedOnTrial }: Pick<Route, 'access' | 'effect' | 'closedOnTrial'>,
  session: Session | undefined,
): 'notLoggedIn' | 'banned' | 'onTrial' | undefined {
  if (access === 'user' && session === undefined) return 'notLoggedIn';
  if (effect === 'trade' && session?.banned === true) return 'banned';
  return closedOnTrial === true && session?.labels.isTrial === true ? 'onTrial' : undefined;
}

/** Longer lists of choices are left to the documentation. */
const CHOICES_SHOWN_MAX = 16;
const WHOLE_BODY = 'body';

/** Names the invalid field (`whole` for the entire input), whether it is missing, and its choices if they are few. */
export function parameterReply({ path, ...rule }: WireIssue, input: unknown, whole = WHOLE_BODY): ParameterReply {
  if (path.length === 0) return badParameter(whole, 'is not valid');
  const value = path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), input);
  return badParameter(path.map(String).join('.'), value === undefined ? 'is missing' : ruleOf(rule));
}

const MISSED: Readonly<Record<LimitRule, string>> = {
  max_length: 'is longer than',
  min_length: 'is shorter than',
  max_value: 'is more than',
  min_value: 'is less than',
};

function ruleOf({ choices, limit }: Omit<WireIssue, 'path'>): string {
  if (choices.length > 0 && choices.length <= CHOICES_SHOWN_MAX)
    return `must be ${choices.length === 1 ? '' : 'one of '}${choices.map(String).join(', ')}`;
  return limit === undefined ? 'is not valid' : `${MISSED[limit.rule]} ${limit.value}`;
}

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => typeof value === 'object' && value !== null;

/** A whole number of a query within bounds, `fallback` if absent, `undefined` if out of range. */
export function countWithin(text: string | undefined, fallback: number, min: number, max: number): number | undefined {
  const count = text === undefined ? fallback : Number(text);
  return count >= min && count <= max ? count : undefined;
}
