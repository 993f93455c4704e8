import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import {
  callerOf,
  laterResponse,
  type ComeBackLater,
  type Gateway,
  type GatewayResponse,
  type LastingFailure,
  type ProgramStreams,
} from '@tapedeck/gateway';
import { CLOSE_CODES } from '@tapedeck/protocol';
import { answerAndClose } from '../http/answer-and-close.ts';
import { failureAnswer, retryAfter } from '../http/errors.ts';
import type { OriginGuard } from '../http/origin-guard.ts';
import type { Metrics } from '../operation/metrics.ts';
import { doorsOf, type Door, type DoorsOptions } from './doors.ts';
import { Turn } from './frames.ts';
import { HEARING_LIMITS, HearingTurns } from './hearing-turns.ts';
import { SocketLink } from './socket-link.ts';

const MESSAGE_BYTES_MAX = 64 * 1024;
/** Frames of one message, and chunks in which a frame arrives: each keeps the whole buffer that was read with it in memory. */
const UNFINISHED = { maxFragments: 16, maxBufferedChunks: 1_024 };
const PING_MS = 15_000;
const PACE_MS = 1_000;
/** A revoked key ends its connections within a second. */
const CHECK_MS = 250;
const SOCKETS_MAX = 2_000;

export interface SocketServerOptions extends DoorsOptions {
  readonly server: Server;
  readonly programStreams: Pick<ProgramStreams, 'connect' | 'check'>;
  readonly workBudgets: Gateway['workBudgets'];
  readonly guard: OriginGuard;
  readonly now: () => number;
  readonly metrics: Metrics;
}

/** Why a request may not become a socket, whatever its sender. */
function upgradeFailure(
  guard: OriginGuard,
  request: IncomingMessage,
  door: Door | undefined,
  query: URLSearchParams,
): LastingFailure | undefined {
  if (!guard.hostAllowed(request)) return 'hostUnknown';
  if (!guard.originAllowed(request.headers)) return 'originRefused';
  return door === undefined ? 'routeUnknown' : door.refusal(query);
}

/** WebSocket listeners around the gateway's streams. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES_MAX,
    ...UNFINISHED,
    clientTracking: false,
    skipUTF8Validation: false,
  });
  readonly #links = new Set<SocketLink>();
  readonly #perVisitor = new Map<string, number>();
  readonly #turn = new Turn();
  readonly #turns = new HearingTurns(HEARING_LIMITS);
  readonly #doors: ReadonlyMap<string, Door>;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#doors = doorsOf(options);
    options.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => this.#upgrade(request, stream, head));
    this.#timers = [
      setInterval(() => this.#each((link) => link.beat()), PING_MS).unref(),
      setInterval(() => this.#each((link) => link.checkPace()), PACE_MS).unref(),
      setInterval(() => options.programStreams.check(), CHECK_MS).unref(),
    ];
  }

  get count(): number {
    return this.#links.size;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#each((link) => link.end(CLOSE_CODES.goingAway, 'the server stops'));
  }

  #each(action: (link: SocketLink) => void): void {
    for (const link of [...this.#links]) action(link);
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const { guard, now } = this.#options;
    const [path, text] = (request.url ?? '/').split('?', 2);
    const query = new URLSearchParams(text);
    const door = this.#doors.get(path ?? '');
    const failure = upgradeFailure(guard, request, door, query);
    if (failure !== undefined || door === undefined) return refuseUpgrade(stream, failureAnswer(failure ?? 'routeUnknown', now()));
    const later = this.#overBudget(request, door);
    if (later !== undefined) return refuseUpgrade(stream, laterResponse('tooManyRequests', later, now()));
    const { name: visitor, most } = door.visitor(request);
    const open = this.#perVisitor.get(visitor) ?? 0;
    if (open >= most || this.#links.size >= SOCKETS_MAX) {
      // A place is free once a socket closes; sockets without a reader close at the next ping.
      return refuseUpgrade(stream, laterResponse('tooManyRequests', { retryAfterMs: PING_MS }, now()));
    }
    this.#sockets.handleUpgrade(request, stream, head, (socket) => {
      const link = new SocketLink(socket, stream, { turn: this.#turn, turns: this.#turns, now });
      this.#links.add(link);
      this.#perVisitor.set(visitor, open + 1);
      socket.on('close', (code) => {
        this.#options.metrics.socketsClosed.add({ code: String(code) });
        this.#links.delete(link);
        this.#leave(visitor);
      });
      const send = (frames: readonly string[]): boolean => {
        this.#options.metrics.framesSent.add(undefined, frames.length);
        return link.send(frames);
      };
      link.attach(door.open(request, query, { send, close: (code, reason) => link.end(code, reason) }), door.limits);
    });
  }

  #overBudget(request: IncomingMessage, { cost }: Door): ComeBackLater | undefined {
    const { workBudgets, sessionOf, clientOf } = this.#options;
    return workBudgets?.take(cost, callerOf(sessionOf(request)?.user, clientOf(request)));
  }

  #leave(visitor: string): void {
    const left = (this.#perVisitor.get(visitor) ?? 1) - 1;
    if (left > 0) this.#perVisitor.set(visitor, left);
    else this.#perVisitor.delete(visitor);
  }
}

function refuseUpgrade(stream: Duplex, { status, body: envelope, retryAfterMs }: GatewayResponse): void {
  const body = JSON.stringify(envelope);
  const wait = retryAfterMs === undefined ? '' : `retry-after: ${retryAfter({ retryAfterMs })}\r\n`;
  answerAndClose(
    stream,
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\n${wait}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
