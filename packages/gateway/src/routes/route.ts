import { WireMalformed, type SessionResult, type WireSchema } from '@tapedeck/protocol';
import type { HistoryReader, Venue } from '@tapedeck/venue';
import { badParameter, failed, type Reply } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { Session, SessionPort, StreamHub, UserPort } from '../ports.ts';
import type { TelemetryBudget, TelemetryPort } from '../telemetry.ts';

/** What the routes work with. */
export interface Services {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly catalogue: Catalogue;
  readonly tokens: OneTimeTokens;
  readonly streams: StreamHub;
  readonly market: SessionResult['market'];
  readonly telemetry: TelemetryPort;
  readonly telemetryBudget: TelemetryBudget;
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
  /** One line for the documentation. */
  readonly summary: string;
  /** What the envelope's `result` is after a success. */
  readonly result: WireSchema;
  /** What it answers in place of an envelope. */
  readonly contentType?: string;
}

interface PublicRoute<Input> extends RouteBase {
  readonly access: 'public';
  readonly request: WireSchema<Input>;
  readonly answer: (input: Input, services: Services, session: Session | undefined) => Promise<Reply> | Reply;
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
  readonly run: (input: unknown, services: Services, session: Session | undefined) => Promise<Reply>;
}

export function route<Input>(definition: PublicRoute<Input> | UserRoute<Input>): Route {
  const { method, path, effect, summary, access, request, result } = definition;
  const run: Route['run'] = async (input, services, session) => {
    // Who asks is settled before what is asked: a visitor learns nothing about the request.
    const closed = closedTo(definition, session);
    if (closed !== undefined) return failed(closed);
    const parsed = definition.request.safeParse(input);
    if (!parsed.success) return badParameter(fieldOf(parsed.error.issues));
    try {
      if (definition.access === 'public') return await definition.answer(parsed.data, services, session);
      return session === undefined ? failed('notLoggedIn') : await definition.answer(parsed.data, services, session);
    } catch (error) {
      // A text that fits its schema may still be no tick, lot or share.
      if (error instanceof WireMalformed) return badParameter(error.field);
      throw error;
    }
  };
  const { contentType } = definition;
  const made = { method, path, effect, summary, access, request, result, closedOnTrial: definition.closedOnTrial === true, run };
  return contentType === undefined ? made : { ...made, contentType };
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

function fieldOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const path = issues[0]?.path ?? [];
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

/** A whole number of a query within bounds, `fallback` without one, `undefined` when it is outside. */
export function countWithin(text: string | undefined, fallback: number, min: number, max: number): number | undefined {
  const count = text === undefined ? fallback : Number(text);
  return count >= min && count <= max ? count : undefined;
}
