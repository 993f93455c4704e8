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
 * Records of the identity log, one JSON object each. Names and fields are on disk: add to them, never change them. Secrets are stored as
 * hashes; secrets of API keys are encrypted, because checking a signature needs the secret.
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
  /** Public name of the key for programs. */
  readonly id: string;
  readonly user: UserId;
  readonly account: number;
  /** HMAC keys only; see `SecretBox`. */
  readonly sealedSecret?: string;
  /** RSA keys only, in PEM form. */
  readonly publicKey?: string;
  readonly madeAt: number;
  readonly usedAt?: number;
}

export interface StoredSession {
  readonly id: string;
  /** Hash of the cookie's secret; only the browser has the secret itself. */
  readonly secretHash: string;
  readonly user: UserId;
  readonly account: number;
  readonly openedAt: number;
  readonly seenAt: number;
}
