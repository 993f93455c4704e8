import type { CallBudgets } from './call-budgets.ts';
import type { AccountId, AccountKind, Instrument, InstrumentId, Money, Refusal, Timestamp, TradePrinted } from '@tapedeck/domain';
import type { ApiKeyItem, ApiScope, Envelope, NoticeItem, SessionResult } from '@tapedeck/protocol';
import type { Candle, HistoryReader, Venue } from '@tapedeck/venue';
import type { TelemetryPort } from './telemetry.ts';
import type { WorkBudgets, WorkLimits } from './work-budgets.ts';
import type { ApiKeyPort, PublicChannel, V5Request, V5Response } from './v5/ports.ts';

/** Labels that the operator sets for a user. They are displayed and checked by rules, but never affect balances. */
export interface Labels {
  /** 0 for none. */
  readonly vipLevel: number;
  readonly proLevel: number;
  readonly copyRole: 'none' | 'leader' | 'follower';
  /** On trial: order and position history are closed. */
  readonly isTrial: boolean;
}

/** One of a user's accounts at the exchange. */
export interface UserAccount {
  readonly account: AccountId;
  readonly kind: AccountKind;
  readonly isDemo: boolean;
}

/** A logged-in visitor and the selected account. `id` is the name of the session, never the secret of its cookie. */
export interface Session {
  readonly id: string;
  readonly user: number;
  readonly account: AccountId;
  /** The API key, where a program acts for the user. */
  readonly apiKey?: string;
  readonly username: string;
  readonly accountKind: AccountKind;
  readonly isDemo: boolean;
  /** A banned user may read but not trade. */
  readonly banned: boolean;
  readonly labels: Labels;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Too many requests so far: the same one is accepted again after this time. */
export interface ComeBackLater {
  readonly retryAfterMs: number;
}

/** Why a log-in or a registration failed. */
export type LoginRefused = 'refused' | ComeBackLater;
export type RegistrationRefused = 'taken' | 'closed' | ComeBackLater;

/** Storage of sessions; cookies and their secrets belong to the transport. */
export interface SessionPort {
  /** The owner of the machine has a passphrase. */
  readonly needsPassphrase: boolean;
  /** Self-registration is allowed. */
  readonly registrationOpen: boolean;
  /** A new session of a named user, or of the owner of the machine by the passphrase. Guesses are limited by client. */
  login(credentials: Credentials | { readonly passphrase: string | undefined }, client: string): Promise<Session | LoginRefused>;
  register(credentials: Credentials): Promise<Session | RegistrationRefused>;
  /** Ends the user's other sessions on success. */
  changePassword(session: Session, old: string, fresh: string): Promise<'done' | LoginRefused>;
  /** The session is then invalid on the server, even for holders of its cookie. */
  logout(session: Session): Promise<void>;
}

/** A change could not be stored, and was not made. */
export class NotStored extends Error {
  override readonly name = 'NotStored';

  constructor(options?: ErrorOptions) {
    super('the server cannot store anything at the moment', options);
  }
}

export type PreferenceValue = string | number | boolean;

/** A user's data besides the session: accounts and preferences. */
export interface UserPort {
  accounts(user: number): readonly UserAccount[];
  /** The owner of an account; `undefined` for an unknown one. */
  userOf(account: AccountId): number | undefined;
  /** Selects the user's account of that kind and mode, and opens it if necessary. */
  switchAccount(session: Session, wanted: { readonly kind: AccountKind; readonly isDemo: boolean }): Promise<Session>;
  /** Credits paper funds; refused if the account received that coin less than a day ago. */
  paperFunds(session: Session, coin: string, amount: Money): Promise<'done' | ComeBackLater | Refusal>;
  preferences(user: number): Readonly<Record<string, PreferenceValue>>;
  /** `null` deletes a key. If more than the server stores would be kept, nothing changes, and the answer says how much it stores. */
  changePreferences(user: number, changes: Readonly<Record<string, PreferenceValue | null>>): 'done' | { readonly why: string };
}

/** Terms of an API key that its owner sets. */
export interface ApiKeyTerms {
  readonly name: string;
  readonly scope: ApiScope;
  /** IP addresses and networks; an empty list allows every address. */
  readonly addresses: readonly string[];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly expiresAt: number | undefined;
}

/** An API key as its owner sees it: without its secret. */
export interface ApiKey extends ApiKeyTerms {
  readonly id: string;
  readonly kind: ApiKeyItem['kind'];
  readonly state: ApiKeyItem['state'];
  readonly account: UserAccount;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

/** Why a key cannot be created or changed. */
export type ApiKeyNotMade = 'full' | { readonly field: 'addresses' | 'expiresAt' | 'publicKey'; readonly why: string };

/** Creates and revokes the API keys of users; `ApiKeyPort` authenticates programs. */
export interface ApiKeyService {
  /** Maximum per user. */
  readonly perUser: number;
  /** Newest first. */
  list(user: number): readonly ApiKey[];
  /** For the selected account. With a public key it is an RSA key; otherwise a secret is generated, and returned only here. */
  create(
    session: Session,
    terms: ApiKeyTerms,
    publicKey?: string,
  ): { readonly key: ApiKey; readonly secret: string | undefined } | ApiKeyNotMade;
  /** `undefined` if the user has no such key. */
  change(user: number, id: string, terms: ApiKeyTerms): ApiKey | ApiKeyNotMade | undefined;
  /** False if the user has no such key. */
  revoke(user: number, id: string): boolean;
}

/** Advances a market with stepped time. */
export interface StepPort {
  /** Time is shared by all users: only some may advance it. */
  mayStep(user: number): boolean;
  /**
   * Resolves once the time is reached and all events are published and durable; `time` in milliseconds. `bars` are the
   * minutes of the instrument that closed meanwhile, oldest first; none without one.
   */
  step(milliseconds: number, instrument?: InstrumentId): Promise<Stepped>;
}

/** Result of a step. */
export interface Stepped {
  readonly time: number;
  /** The recording has ended. */
  readonly ended: boolean;
  readonly bars: readonly Candle[];
}

export interface GatewayRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; `undefined` without a body. */
  readonly body: unknown;
  readonly session: Session | undefined;
  /** The transport's name of the caller's machine or network: for rate limits only, it grants no trust. */
  readonly client: string;
}

/** Instruction to the transport about the visitor's cookie. */
export type SessionInstruction = { readonly kind: 'set'; readonly session: Session } | { readonly kind: 'clear' };

/** An answer without an envelope. */
export interface Content {
  readonly type: string;
  /** File name, for downloads. */
  readonly name?: string;
  readonly parts: string | AsyncIterable<string>;
}

export interface GatewayResponse {
  /** HTTP status: 200 for every business answer, refusals included. */
  readonly status: number;
  readonly body: Envelope;
  readonly session?: SessionInstruction;
  /** Whether later answers may contain this very result object: its encoding can be cached. */
  readonly shared?: true;
  /** Sent instead of the body. */
  readonly content?: Content;
  /** Time to wait before the next attempt: with every 429. */
  readonly retryAfterMs?: number;
}

export interface GatewayOptions {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly apiKeyService: ApiKeyService;
  /** Present in stepped time. */
  readonly steps?: StepPort | undefined;
  /** Authenticates programs; absent if none are allowed. */
  readonly apiKeys?: ApiKeyPort;
  readonly market: SessionResult['market'];
  /** Receiver of clients' measurements and traces; discarded if absent. */
  readonly telemetry?: TelemetryPort;
  /** Trading calls allowed per user and second; also limits the signals of a webhook. */
  readonly callsPerSecond?: number | undefined;
  /** Trading calls of each kind allowed per user and second on the public v5 API, where they differ from the exchange's limits. */
  readonly v5TradeLimit?: number | undefined;
  /** Work that callers may cause; without a limit if absent. */
  readonly workLimits?: WorkLimits | undefined;
  /** Resolves after everything that waits in the event loop has had its turn; at once if absent. */
  readonly pause?: () => Promise<void>;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly clock: { now(): number };
  /** Random bytes as hexadecimal text, from a cryptographic source. */
  readonly random: (bytes: number) => string;
  /** Receives every unexpected error, for the operator's log; visitors never see it. */
  readonly fault?: (error: unknown) => void;
}

export interface Gateway {
  /** Answers one request. Never rejects. */
  handle(request: GatewayRequest): Promise<GatewayResponse>;
  /** Answers one request of the public v5 API. Never rejects. */
  handleV5(request: V5Request): Promise<V5Response>;
  /** Call budget of each user; `undefined` without a limit. `handleV5` counts requests of the public v5 API. */
  readonly callBudgets: Pick<CallBudgets, 'take'> | undefined;
  /** Budgets of the work that callers cause; `undefined` without a limit. Streams, and `handleV5` for the users of keys, take from them themselves. */
  readonly workBudgets: Pick<WorkBudgets, 'take' | 'begin' | 'owed'> | undefined;
  /** Whether an API key of this id is valid: only its owner can sign with it. */
  knowsKey(id: string): boolean;
  readonly streams: StreamHub;
  readonly programStreams: ProgramStreams;
  readonly notices: NoticeBoard;
  /** Stops listening to the venue and closes every connection with 1001. */
  close(): void;
}

export type StreamKind = 'public' | 'private';

/** The other end of a socket. */
export interface Visitor {
  readonly session: Session | undefined;
  /** As in `GatewayRequest`. */
  readonly client: string;
}

/** Subscriptions and frames, independent of sockets. */
export interface StreamHub {
  /**
   * A socket was opened. `send` takes complete text frames in order and returns whether to continue: `false` reports a
   * congested socket, and public topics are held back until `drained`. `close` is called at most once, and nothing is
   * sent after it.
   */
  connect(
    kind: StreamKind,
    visitor: Visitor,
    send: (frames: readonly string[]) => boolean,
    close: (code: number, reason: string) => void,
  ): Connection;
  /** Reads a market without subscribing. A market that quotes only for subscribers gets a moment to quote. */
  glance(instrument: InstrumentId): Promise<void>;
  /** The newest trades, oldest first: for a contract since the start, for others since the first request. */
  newestTrades(instrument: Instrument): readonly { readonly trade: TradePrinted; readonly time: Timestamp }[];
  /** Closes the private connections of a session that has ended or selected another account. */
  endSession(sessionId: string, reason?: 'sessionEnded' | 'accountSwitched'): void;
  readonly connections: number;
}

/** A path below `/v5/`: public channels by category, the private channel of a key's account, and order entry. */
export type ProgramChannel = PublicChannel | 'private' | 'trade';

/** The streams of the public v5 API, independent of sockets. */
export interface ProgramStreams {
  /** A socket was opened from an address, by a client; without a message for `idleMs` it is closed. `send` and `close` are those of `StreamHub`. */
  connect(
    channel: ProgramChannel,
    visitor: { readonly address: string; readonly client: string; readonly idleMs: number },
    send: (frames: readonly string[]) => boolean,
    close: (code: number, reason: string) => void,
  ): Connection;
  /** Called a few times a second: ends connections that are silent, did not log in, or whose key has ended. */
  check(): void;
  readonly connections: number;
}

/** Operator notices, sent on the topic `public.notice`. They last as long as the process. */
export interface NoticeBoard {
  /** Active ones, oldest first. */
  readonly notices: readonly NoticeItem[];
  /** `duration` in milliseconds. */
  publish(text: string, duration: number): NoticeItem;
  /** `undefined` if there is no active notice of that number. */
  withdraw(id: number): NoticeItem | undefined;
}

export interface Connection {
  /** The user of its session or key, once it has one. */
  readonly user?: number | undefined;
  /** A text frame from the other end. Never throws. */
  receive(text: string): void;
  /** The congested socket is empty again: every public topic that was held back is sent from a snapshot. */
  drained(): void;
  /** The socket has closed. */
  closed(): void;
}
