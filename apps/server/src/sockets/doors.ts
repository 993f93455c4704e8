import type { IncomingMessage } from 'node:http';
import type {
  Connection,
  CostClass,
  LastingFailure,
  ProgramChannel,
  ProgramStreams,
  Session,
  StreamHub,
  StreamKind,
} from '@tapedeck/gateway';
import type { LinkLimits } from './socket-link.ts';

/** Maximum sockets of one session, or of one client without a session. */
export const SOCKETS_PER_VISITOR_MAX = 32;
/** Programs of one client: each opens a few. */
export const PROGRAM_SOCKETS_PER_CLIENT_MAX = 500;

/** Sends frames and ends the connection. */
interface Wire {
  readonly send: (frames: readonly string[]) => boolean;
  readonly close: (code: number, reason: string) => void;
}

/** A path that can become a socket. */
export interface Door {
  readonly limits: LinkLimits;
  /** Cost of opening it; a private one costs its client nothing, so that other programs of the machine keep nobody from trading. */
  readonly cost: CostClass;
  /** Why the query is refused. */
  refusal(query: URLSearchParams): LastingFailure | undefined;
  /** Client of a socket, and its maximum number of sockets. */
  visitor(request: IncomingMessage): { readonly name: string; readonly most: number };
  open(request: IncomingMessage, query: URLSearchParams, wire: Wire): Connection;
}

export interface DoorsOptions {
  readonly streams: StreamHub;
  readonly programStreams: Pick<ProgramStreams, 'connect'>;
  readonly sessionOf: (request: IncomingMessage) => Session | undefined;
  /** The client's key for rate limits. */
  readonly clientOf: (request: IncomingMessage) => string;
  /** The client's full address, for keys that are bound to addresses. */
  readonly addressOf: (request: IncomingMessage) => string;
}

const TERMINAL_MESSAGES_MAX = 200;
/** Programs may subscribe to hundreds of topics one by one. */
const PROGRAM_MESSAGES_MAX = 2_000;
/** 3,000 requests a second. */
const ORDER_MESSAGES_MAX = 30_000;

const CHANNELS: Readonly<Record<string, ProgramChannel>> = {
  '/v5/public/spot': 'spot',
  '/v5/public/linear': 'linear',
  '/v5/public/inverse': 'inverse',
  '/v5/public/option': 'option',
  '/v5/public/spread': 'spread',
  '/v5/public/misc/status': 'status',
  '/v5/private': 'private',
  '/v5/trade': 'trade',
};

/** Every path that can become a socket. */
export function doorsOf(options: DoorsOptions): ReadonlyMap<string, Door> {
  const programs = Object.entries(CHANNELS).map(([path, channel]) => [path, programDoor(channel, options)] as const);
  return new Map([['/realtime', terminalDoor('public', options)], ['/private', terminalDoor('private', options)], ...programs]);
}

function terminalDoor(kind: StreamKind, { streams, sessionOf, clientOf }: DoorsOptions): Door {
  return {
    limits: { messages: TERMINAL_MESSAGES_MAX, mustSpeak: kind === 'private' },
    cost: kind === 'private' ? 'probe' : 'light',
    refusal: (query) => (query.get('v') === '2' ? undefined : 'streamVersion'),
    visitor: (request) => ({ name: sessionOf(request)?.id ?? clientOf(request), most: SOCKETS_PER_VISITOR_MAX }),
    open: (request, _query, { send, close }) =>
      streams.connect(kind, { session: sessionOf(request), client: clientOf(request) }, send, close),
  };
}

/** Cookies have no effect here. */
function programDoor(channel: ProgramChannel, { programStreams, clientOf, addressOf }: DoorsOptions): Door {
  return {
    limits: { messages: channel === 'trade' ? ORDER_MESSAGES_MAX : PROGRAM_MESSAGES_MAX, mustSpeak: false },
    cost: channel === 'private' || channel === 'trade' ? 'probe' : 'light',
    refusal: (query) => (idleOf(query) === undefined ? 'badRequest' : undefined),
    visitor: (request) => ({ name: `program ${clientOf(request)}`, most: PROGRAM_SOCKETS_PER_CLIENT_MAX }),
    open: (request, query, { send, close }) => {
      const visitor = { address: addressOf(request), client: clientOf(request), idleMs: idleOf(query) ?? IDLE_MS };
      return programStreams.connect(channel, visitor, send, close);
    },
  };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const IDLE_MS = 10 * MINUTE_MS;
const IDLE_MIN_MS = 30 * SECOND_MS;

/** `max_active_time`, from 30 seconds to 10 minutes (`30s`, `5m`); `undefined` if invalid. */
function idleOf(query: URLSearchParams): number | undefined {
  const asked = query.get('max_active_time');
  if (asked === null) return IDLE_MS;
  const [, count, unit] = /^(\d{1,3})([sm])$/.exec(asked) ?? [];
  const milliseconds = Number(count) * (unit === 'm' ? MINUTE_MS : SECOND_MS);
  return milliseconds >= IDLE_MIN_MS && milliseconds <= IDLE_MS ? milliseconds : undefined;
}
