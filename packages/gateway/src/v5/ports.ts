import type { ApiScope } from '@tapedeck/protocol';
import type { Category } from '@tapedeck/protocol/v5';
import type { Session } from '../ports.ts';

/**
 * The owner of an API key, authenticated for one request or one connection. The fields are read on each access: a
 * connection that keeps its caller immediately sees a ban, a narrower scope or the end of the key.
 */
export interface Caller {
  /** The name of the key, never its secret. */
  readonly keyId: string;
  /** Scopes of the key: read, or read and trade. Empty once the key is no longer valid. */
  readonly scopes: ReadonlySet<ApiScope>;
  /** Represents a log-in to the account of the key. */
  readonly session: Session;
}

/** Why a key is refused: codes and messages of the public v5 API. */
export interface KeyRefused {
  readonly code: number;
  readonly message: string;
}

/** A signed text, as sent. */
export interface SignedText {
  readonly apiKey: string;
  /** The signed text, byte for byte. */
  readonly text: string;
  /** Hexadecimal HMAC-SHA256, or RSA-SHA256 in base64. */
  readonly signature: string;
  /** The address of the request, for keys that are bound to addresses. */
  readonly client: string;
}

/** Storage of API keys. Secrets never leave it. */
export interface ApiKeyPort {
  /** Compares in constant time. A revoked key is unknown within a second. */
  verify(signed: SignedText): Caller | KeyRefused;
  /** Whether the key is still valid: checked repeatedly by open connections. */
  isValid(keyId: string): boolean;
}

/** A request of the public v5 API; query and body as sent, for the signature. */
export interface V5Request {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** After the question mark, still escaped. */
  readonly query: string;
  /** Parsed; `undefined` if a name is repeated or a part is too long. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  /** The parsed body; `undefined` if empty. */
  readonly value: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** For rate limits. */
  readonly client: string;
  /** For keys that are bound to addresses. */
  readonly address: string;
}

/** The envelope of the public v5 API. */
export interface V5Envelope {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result: unknown;
  readonly retExtInfo: object;
  readonly time: number;
}

export interface V5Response {
  readonly status: number;
  readonly body: V5Envelope;
  /** Rate-limit headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** `body.result` in JSON, where it is known. */
  readonly resultText?: string;
  /** The user of a signed request. */
  readonly user?: number;
}

/** Subject of a public stream. `spread` has no markets here, `status` reports planned outages. */
export type PublicChannel = Category | 'spread' | 'status';
