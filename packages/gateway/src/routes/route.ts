import { WireMalformed, type SessionResult, type WireSchema } from '@tapedeck/protocol';
import type { HistoryReader, Venue } from '@tapedeck/venue';
import { badParameter, failed, type Failure, type ParameterReply, type Reply } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { ApiKeyDesk, Content, Session, SessionPort, StepPort, StreamHub, UserPort } from '../ports.ts';
import type { SignalBudget } from '../signal-budget.ts';
import type { OpenInterestLog } from '../v5/market/open-interest-log.ts';
import type { TelemetryBudget, TelemetryPort } from '../telemetry.ts';

/** What the routes work with. */
export interface Services {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly apiKeyDesk: ApiKeyDesk;
  readonly steps: StepPort | undefined;
  readonly catalogue: Catalogue;
  readonly tokens: OneTimeTokens;
  readonly streams: StreamHub;
  /** Of contracts, every five minutes. */
  readonly openInterests: Pick<OpenInterestLog, 'rows'>;
  readonly market: SessionResult['market'];
  readonly telemetry: TelemetryPort;
  readonly telemetryBudget: TelemetryBudget;
  readonly signalBudget: SignalBudget;
  readonly now: () => number;
  /** So many random bytes as hexadecimal text, from a source that cannot be guessed. */
  readonly random: (bytes: number) => string;
}

interface RouteBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What it does to the visitor's session or account; `trade` is closed to banned users. */
  readonly effect: 'none' | 'session' | 'trade';
  /** Users on trial may not call it. */
  readonly closedOnTrial?: boolean;
  /** Failures of its own, beside those that its access and effect bring. */
  readonly fails?: readonly Failure[];
  /** One line for the documentation. */
  readonly summary: string;
  /** What the envelope's `result` is after a success. */
  readonly result: WireSchema;
  /** What it answers in place of an envelope. */
  readonly contentType?: string;
  /** How it says what is wrong, where it has a form of its own for that. */
  readonly complaint?: Complaint;
}

/** An error in the form of somebody else's protocol. */
export interface Complaint {
  readonly schema: WireSchema;
  write(message: string): Content;
}

interface PublicRoute<Input> extends RouteBase {
  readonly access: 'public';
  readonly request: WireSchema<Input>;
  readonly answer: (input: Input, services: Services, session: Session | undefined, client: string) => Promise<Reply> | Reply;
}

interface UserRoute<Input> extends RouteBase {
  readonly access: 'user';
  readonly request: WireSchema<Input>;
  readonly answer: (input: Input, services: Services, session: Session) => Promise<Reply> | Reply;
}

/** A route whose input type is closed over: what goes in is checked by its own schema first. */
export interface Route extends RouteBase {
  readonly access: 'public' | 'user';
  readonly request: WireSchema;
  readonly fails: readonly Failure[];
  readonly run: (input: unknown, services: Services, session: Session | undefined, client: string) => Promise<Reply>;
}

export function route<Input>(definition: PublicRoute<Input> | UserRoute<Input>): Route {
  const { method, path, effect, summary, access, request, result } = definition;
  const run: Route['run'] = async (input, services, session, client) => {
    // Who asks is settled before what is asked: a visitor learns nothing about the request.
    const closed = closedTo(definition, session);
    if (closed !== undefined) return failed(closed);
    const parsed = definition.request.safeParse(input);
    if (!parsed.success) return parameterReply(parsed.error.issues[0], input);
    try {
      if (definition.access === 'public') return await definition.answer(parsed.data, services, session, client);
      return session === undefined ? failed('notLoggedIn') : await definition.answer(parsed.data, services, session);
    } catch (error) {
      // A text that fits its schema may still be no tick, lot or share.
      if (error instanceof WireMalformed) return badParameter(error.field);
      throw error;
    }
  };
  const { contentType, complaint, fails = [] } = definition;
  const made = { method, path, effect, summary, access, request, result, closedOnTrial: definition.closedOnTrial === true, fails, run };
  return { ...made, ...(contentType !== undefined && { contentType }), ...(complaint !== undefined && { complaint }) };
}

/** Why somebody may not call a route. */
function closedTo(
  { access, effect, closedOnTrial }: Pick<Route, 'access' | 'effect' | 'closedOnTrial'>,
  session: Session | undefined,
): 'notLoggedIn' | 'banned' | 'onTrial' | undefined {
  if (access === 'user' && session === undefined) return 'notLoggedIn';
  if (effect === 'trade' && session?.banned === true) return 'banned';
  return closedOnTrial === true && session?.labels.isTrial === true ? 'onTrial' : undefined;
}

/** What a schema found; of the words of its library nothing is shown. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly values?: readonly unknown[];
  /** Bounds of lengths. */
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
}

/** More choices than these are a matter for the documentation. */
const CHOICES_SHOWN_MAX = 16;
const WHOLE_BODY = 'body';

/** Which field is wrong (`whole` when all of it is), whether it is there at all, and what it could be when the choice is small. */
export function parameterReply(issue: Issue | undefined, input: unknown, whole = WHOLE_BODY): ParameterReply {
  const path = issue?.path ?? [];
  if (path.length === 0) return badParameter(whole, 'is not valid');
  const value = path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), input);
  return badParameter(path.map(String).join('.'), value === undefined ? 'is missing' : ruleOf(issue));
}

function ruleOf({ values = [], maximum, minimum }: Partial<Issue> = {}): string {
  if (values.length > 0 && values.length <= CHOICES_SHOWN_MAX)
    return `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
  if (maximum !== undefined) return `is longer than ${maximum}`;
  return minimum === undefined ? 'is not valid' : `is shorter than ${minimum}`;
}

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => typeof value === 'object' && value !== null;

/** A whole number of a query within bounds, `fallback` without one, `undefined` when it is outside. */
export function countWithin(text: string | undefined, fallback: number, min: number, max: number): number | undefined {
  const count = text === undefined ? fallback : Number(text);
  return count >= min && count <= max ? count : undefined;
}
