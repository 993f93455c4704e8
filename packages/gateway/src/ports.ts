import type { CallBudgets } from './call-budgets.ts';
import type { AccountId, AccountKind, Instrument, InstrumentId, Money, Refusal, Timestamp, TradePrinted } from '@tapedeck/domain';
import type { ApiKeyItem, ApiScope, Envelope, NoticeItem, SessionResult } from '@tapedeck/protocol';
import type { Candle, HistoryReader, Venue } from '@tapedeck/venue';
import type { TelemetryPort } from './telemetry.ts';
import type { ApiKeyPort, PublicChannel, V5Request, V5Response } from './v5/ports.ts';

/** What an operator says about a user; shown, and asked for by rules, but never by money. */
export interface Labels {
  /** 0 is none. */
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

/** A logged-in visitor and the account that they look at. `id` is the session's own name, never the secret of its cookie. */
export interface Session {
  readonly id: string;
  readonly user: number;
  readonly account: AccountId;
  /** The key behind it, where a program acts for the user. */
  readonly apiKey?: string;
  readonly username: string;
  readonly accountKind: AccountKind;
  readonly isDemo: boolean;
  /** A banned user may look but not trade. */
  readonly banned: boolean;
  readonly labels: Labels;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Too many requests so far: the same one may be looked at after this time. */
export interface ComeBackLater {
  readonly retryAfterMs: number;
}

/** Why a log-in or a registration did not happen. */
export type LoginRefused = 'refused' | ComeBackLater;
export type RegistrationRefused = 'taken' | 'closed' | ComeBackLater;

/** Where sessions are kept; cookies and their secrets are the transport's. */
export interface SessionPort {
  /** The owner of the machine has a passphrase to log in by. */
  readonly needsPassphrase: boolean;
  /** Visitors may make users of their own. */
  readonly registrationOpen: boolean;
  /** A new session of a named user, or of the owner of the machine by the passphrase. Guesses are limited by client. */
  login(credentials: Credentials | { readonly passphrase: string | undefined }, client: string): Promise<Session | LoginRefused>;
  register(credentials: Credentials): Promise<Session | RegistrationRefused>;
  /** Ends the user's other sessions when it is done. */
  changePassword(session: Session, old: string, fresh: string): Promise<'done' | LoginRefused>;
  /** After it the session is dead on the server, whoever still holds its cookie. */
  logout(session: Session): Promise<void>;
}

export type PreferenceValue = string | number | boolean;

/** What belongs to a user beside the session: accounts and preferences. */
export interface UserPort {
  accounts(user: number): readonly UserAccount[];
  /** Lets the session look at the user's account of that kind and mode, which is opened when there is none. */
  switchAccount(session: Session, wanted: { readonly kind: AccountKind; readonly isDemo: boolean }): Promise<Session>;
  /** Credits paper money; later when the account had some of that coin less than a day ago. */
  paperFunds(session: Session, coin: string, amount: Money): Promise<'done' | ComeBackLater | Refusal>;
  preferences(user: number): Readonly<Record<string, PreferenceValue>>;
  /** `null` forgets a key. False when there would be too many. */
  changePreferences(user: number, changes: Readonly<Record<string, PreferenceValue | null>>): boolean;
}

/** What the owner of an API key decides about it. */
export interface ApiKeyTerms {
  readonly name: string;
  readonly scope: ApiScope;
  /** IP addresses and networks; none stands for every address. */
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

/** Why a key is not made or changed. */
export type ApiKeyNotMade = 'full' | { readonly field: 'addresses' | 'expiresAt' | 'publicKey'; readonly why: string };

/** Where users make and revoke their API keys; programs are let in by `ApiKeyPort`. */
export interface ApiKeyDesk {
  /** The most that a user can have. */
  readonly perUser: number;
  /** Newest first. */
  list(user: number): readonly ApiKey[];
  /** For the account that the session looks at. With a public key it is an RSA key; otherwise a secret is made, and told only here. */
  create(
    session: Session,
    terms: ApiKeyTerms,
    publicKey?: string,
  ): { readonly key: ApiKey; readonly secret: string | undefined } | ApiKeyNotMade;
  /** `undefined` when the user has no such key. */
  change(user: number, id: string, terms: ApiKeyTerms): ApiKey | ApiKeyNotMade | undefined;
  /** False when the user has no such key. */
  revoke(user: number, id: string): boolean;
}

/** Of a market whose time goes on by steps. */
export interface StepPort {
  /** Time is everybody's: not each user may let it go on. */
  mayStep(user: number): boolean;
  /**
   * Resolves once time has arrived, and everything that happened is published and durable as ever; `time` in milliseconds. `bars` are the
   * minutes of the instrument that ended meanwhile, oldest first; none without one.
   */
  step(milliseconds: number, instrument?: InstrumentId): Promise<Stepped>;
}

/** Where a step has led. */
export interface Stepped {
  readonly time: number;
  /** A recording has no more trades. */
  readonly ended: boolean;
  readonly bars: readonly Candle[];
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
  /** The transport's name of the caller's machine or network: for limits only, nobody is trusted because of it. */
  readonly client: string;
}

/** What the transport does to the visitor's cookie. */
export type SessionInstruction = { readonly kind: 'set'; readonly session: Session } | { readonly kind: 'clear' };

/** An answer that is not an envelope. */
export interface Content {
  readonly type: string;
  /** Of a file that is to be saved. */
  readonly name?: string;
  readonly parts: string | AsyncIterable<string>;
}

export interface GatewayResponse {
  /** HTTP status: 200 for every business answer, refusals included. */
  readonly status: number;
  readonly body: Envelope;
  readonly session?: SessionInstruction;
  /** Sent in place of the body. */
  readonly content?: Content;
  /** How long to wait before the next attempt: with every 429. */
  readonly retryAfterMs?: number;
}

export interface GatewayOptions {
  readonly venue: Venue;
  readonly history: HistoryReader;
  readonly sessions: SessionPort;
  readonly users: UserPort;
  readonly apiKeyDesk: ApiKeyDesk;
  /** Where time goes on by steps; by itself without it. */
  readonly steps?: StepPort | undefined;
  /** Lets programs in; none gets in without it. */
  readonly apiKeys?: ApiKeyPort;
  readonly market: SessionResult['market'];
  /** Where clients' measurements and traces go; nowhere without it. */
  readonly telemetry?: TelemetryPort;
  /** Trading calls that each user may make in a second; bounds the signals of a webhook too. */
  readonly callsPerSecond?: number | undefined;
  /** Trading calls of each kind that a user may make in a second by the public v5 API, where that is not as the exchange has it. */
  readonly v5TradeLimit?: number | undefined;
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
  /** Answers one request of the public v5 API. Never rejects. */
  handleV5(request: V5Request): Promise<V5Response>;
  /** What each user may still send; `undefined` without a limit. Requests of the public v5 API are counted within `handleV5`. */
  readonly callBudgets: Pick<CallBudgets, 'take'> | undefined;
  readonly streams: StreamHub;
  readonly programStreams: ProgramStreams;
  readonly notices: NoticeBoard;
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
  /** A look at a market without following it: resolves once a market that is quoted only for those who look is quoted, or soon after. */
  glance(instrument: InstrumentId): Promise<void>;
  /** The newest trades, oldest first: of a contract since the start, of others since somebody first asked. */
  newestTrades(instrument: Instrument): readonly { readonly trade: TradePrinted; readonly time: Timestamp }[];
  /** Closes the private connections of a session that has ended, or that looks at another account now. */
  endSession(sessionId: string, reason?: 'sessionEnded' | 'accountSwitched'): void;
  readonly connections: number;
}

/** A path below `/v5/`: public ones by what they are about, the account of a key, and order entry. */
export type ProgramChannel = PublicChannel | 'private' | 'trade';

/** The streams of the public v5 API, without sockets. */
export interface ProgramStreams {
  /** A socket was opened from an address; without a message for `idleMs` it is cut. `send` and `close` are as those of `StreamHub`. */
  connect(
    channel: ProgramChannel,
    visitor: { readonly client: string; readonly idleMs: number },
    send: (frames: readonly string[]) => boolean,
    close: (code: number, reason: string) => void,
  ): Connection;
  /** To be called a few times a second: ends connections whose key has ended, that did not log in, or that are silent. */
  check(): void;
  readonly connections: number;
}

/** What the operator has to say to everybody, under the topic `public.notice`. It lasts as long as the process. */
export interface NoticeBoard {
  /** Those that hold, oldest first. */
  readonly notices: readonly NoticeItem[];
  /** `duration` in milliseconds. */
  publish(text: string, duration: number): NoticeItem;
  /** `undefined` when no notice of that number holds. */
  withdraw(id: number): NoticeItem | undefined;
}

export interface Connection {
  /** A text frame from the other end. Never throws. */
  receive(text: string): void;
  /** The congested socket is empty again: every public topic that was held back is sent afresh. */
  drained(): void;
  /** The socket is gone. */
  closed(): void;
}
