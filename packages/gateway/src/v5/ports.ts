import type { ApiScope, Category } from '@tapedeck/protocol';
import type { Session } from '../ports.ts';

/**
 * The owner of an API key, let in for one request or one connection. The fields are looked up each time they are read: a connection
 * that keeps its caller sees a ban, a narrower scope or the end of the key at once.
 */
export interface Caller {
  /** The key's own name, never its secret. */
  readonly keyId: string;
  /** What the key may do: look at its account, or trade for it too. Empty once it no longer opens the door. */
  readonly scopes: ReadonlySet<ApiScope>;
  /** Stands for a log-in to the account that the key was made for. */
  readonly session: Session;
}

/** Why a key does not open the door: codes and words of the public v5 API. */
export interface KeyRefused {
  readonly code: number;
  readonly message: string;
}

/** A signed text, as it was sent. */
export interface SignedText {
  readonly apiKey: string;
  /** What the signature is made of, byte for byte. */
  readonly text: string;
  /** Hexadecimal HMAC-SHA256, or RSA-SHA256 in base64. */
  readonly signature: string;
  /** The address that the request comes from, for keys that are bound to addresses. */
  readonly client: string;
}

/** Where API keys are kept. Secrets never leave it. */
export interface ApiKeyPort {
  /** Compares in constant time. A key that was revoked is unknown within a second. */
  verify(signed: SignedText): Caller | KeyRefused;
  /** Whether the key still opens the door: asked again and again by connections that stay open. */
  isValid(keyId: string): boolean;
}

/** A request of the public v5 API; query and body as they were sent, for the signature. */
export interface V5Request {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** After the question mark, still escaped. */
  readonly query: string;
  /** The same, read; `undefined` when a name is repeated or something is too long. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  /** The body read; `undefined` when there is none. */
  readonly value: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly client: string;
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
  /** What is left of the rate limit. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a public stream is about. `spread` has no market here, `status` tells of outages that are planned. */
export type PublicChannel = Category | 'spread' | 'status';
