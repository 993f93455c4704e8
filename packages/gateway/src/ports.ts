import type { AccountId, AccountKind } from '@tapedeck/domain';
import type { Envelope, SessionResult } from '@tapedeck/protocol';
import type { HistoryReader, Venue } from '@tapedeck/venue';

/** A logged-in visitor. `id` is the session's own name, never the secret of its cookie. */
export interface Session {
  readonly id: string;
  readonly account: AccountId;
  readonly username: string;
  readonly accountKind: AccountKind;
  readonly isDemo: boolean;
  /** A banned user may look but not trade. */
  readonly banned: boolean;
}

/** Where sessions are kept; cookies and their secrets are the transport's. */
export interface SessionPort {
  readonly needsPassphrase: boolean;
  /** A new session, `undefined` when the passphrase is not right. */
  login(passphrase: string | undefined): Promise<Session | undefined>;
  /** After it the session is dead on the server, whoever still holds its cookie. */
  logout(session: Session): Promise<void>;
}

export interface GatewayRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; `undefined` when there was no body. */
  readonly body: unknown;
  readonly session: Session | undefined;
}

/** What the transport does to the visitor's cookie. */
export type SessionInstruction = { readonly kind: 'set'; readonly session: Session } | { readonly kind: 'clear' };

export interface GatewayResponse {
  /** HTTP status: 200 for every business answer, refusals included. */
  readonly status: number;
  readonly body: Envelope;
  readonly session?: SessionInstruction;
}

export interface GatewayOptions {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly market: SessionResult['market'];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly clock: { now(): number };
  /** So many random bytes as hexadecimal text, from a source that cannot be guessed. */
  readonly random: (bytes: number) => string;
  /** Told of every unexpected error, for the operator's log; visitors never see it. */
  readonly fault?: (error: unknown) => void;
}

export interface Gateway {
  /** Answers one request. Never rejects. */
  handle(request: GatewayRequest): Promise<GatewayResponse>;
  readonly streams: StreamHub;
  /** Stops listening to the venue and closes every connection with 1001. */
  close(): void;
}

export type StreamKind = 'public' | 'private';

/** Subscriptions and frames without sockets. */
export interface StreamHub {
  /**
   * A socket was opened. `send` takes whole text frames in order and answers whether to go on: `false` says that the socket is
   * congested, and public topics are held back until `drained`. `close` is called at most once, and nothing is sent after it.
   */
  connect(
    kind: StreamKind,
    session: Session | undefined,
    send: (frames: readonly string[]) => boolean,
    close: (code: number, reason: string) => void,
  ): Connection;
  /** Closes the private connections of a session that has ended. */
  endSession(sessionId: string): void;
  readonly connections: number;
}

export interface Connection {
  /** A text frame from the other end. Never throws. */
  receive(text: string): void;
  /** The congested socket is empty again: every public topic that was held back is sent afresh. */
  drained(): void;
  /** The socket is gone. */
  closed(): void;
}
