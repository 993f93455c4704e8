import type { AccountKind } from '@tapedeck/domain';
import type { ApiKeyTerms, Labels, PreferenceValue } from '@tapedeck/gateway';

export type UserId = number;

/** An account of the exchange that belongs to a user. */
export interface AccountRef {
  readonly account: number;
  readonly kind: AccountKind;
  readonly isDemo: boolean;
}

/**
 * What the identity log holds, one JSON object a record. Names and fields are on disk: they may be added to, never changed.
 * Secrets are in it as hashes, and those of API keys encrypted: a signature cannot be checked by a hash.
 */
export type IdentityRecord =
  | {
      readonly type: 'UserRegistered';
      readonly user: UserId;
      readonly username: string;
      readonly passwordHash: string;
      readonly at: number;
    }
  | { readonly type: 'PasswordChanged'; readonly user: UserId; readonly passwordHash: string }
  | ({ readonly type: 'AccountLinked'; readonly user: UserId } & AccountRef)
  | { readonly type: 'AccountChosen'; readonly user: UserId; readonly account: number }
  | { readonly type: 'UserLabelled'; readonly user: UserId; readonly labels: Labels }
  | { readonly type: 'UserBanned'; readonly user: UserId; readonly banned: boolean }
  | { readonly type: 'PreferencesChanged'; readonly user: UserId; readonly changes: Readonly<Record<string, PreferenceValue | null>> }
  | { readonly type: 'FundsGiven'; readonly account: number; readonly coin: string; readonly at: number }
  | ({ readonly type: 'SessionOpened' } & StoredSession)
  | { readonly type: 'SessionSeen'; readonly id: string; readonly at: number }
  | { readonly type: 'SessionMoved'; readonly id: string; readonly account: number }
  | { readonly type: 'SessionEnded'; readonly id: string }
  | ({ readonly type: 'ApiKeyMade' } & StoredApiKey)
  | ({ readonly type: 'ApiKeyChanged'; readonly id: string } & StoredTerms)
  | { readonly type: 'ApiKeyUsed'; readonly id: string; readonly at: number }
  | { readonly type: 'ApiKeyRevoked'; readonly id: string };

type StoredTerms = Omit<ApiKeyTerms, 'expiresAt'> & { readonly expiresAt?: number };

export interface StoredApiKey extends StoredTerms {
  /** What programs name it by; no secret. */
  readonly id: string;
  readonly user: UserId;
  readonly account: number;
  /** Of an HMAC key; see `SecretBox`. */
  readonly sealedSecret?: string;
  /** Of an RSA key, in PEM form. */
  readonly publicKey?: string;
  readonly madeAt: number;
  readonly usedAt?: number;
}

export interface StoredSession {
  readonly id: string;
  /** Of the cookie's secret; the secret itself is nowhere but in the browser. */
  readonly secretHash: string;
  readonly user: UserId;
  readonly account: number;
  readonly openedAt: number;
  readonly seenAt: number;
}
