import * as z from 'zod/mini';
import { accountKindText } from './session.ts';

/** `trade` includes `read`. */
export const apiScopeText = z.enum(['read', 'trade']);
export type ApiScope = z.infer<typeof apiScopeText>;
/** A secret made by the server (HMAC-SHA256), or the public half of a key pair of the user's (RSA-SHA256). */
const apiKeyKindText = z.enum(['HMAC', 'RSA']);
const apiKeyText = z.string().check(z.regex(/^TD[0-9A-F]{16}$/));
/** Up to 40 characters without control characters, none of them a space at either end. */
const apiKeyNameText = z.string().check(z.regex(/^[^\p{C}\s](?:[^\p{C}]{0,38}[^\p{C}\s])?$/u));

const ADDRESSES_MAX = 20;
const ADDRESS_LENGTH_MAX = 49;

const terms = {
  name: apiKeyNameText,
  scope: apiScopeText,
  /** IP addresses and networks (`192.168.1.0/24`); none stands for every address. */
  addresses: z.array(z.string().check(z.minLength(2), z.maxLength(ADDRESS_LENGTH_MAX))).check(z.maxLength(ADDRESSES_MAX)),
  /** Absent when the key does not expire. */
  expiresAtE3: z.optional(z.number()),
};

export const apiKeyItem = z.object({
  apiKey: apiKeyText,
  kind: apiKeyKindText,
  ...terms,
  /** `secretLost`: the key file of the data folder is not the one that the secret was encrypted with. */
  state: z.enum(['active', 'expired', 'secretLost']),
  /** The account that the key trades on. */
  account: z.string(),
  accountKind: accountKindText,
  isDemo: z.boolean(),
  createdAtE3: z.number(),
  /** Absent before the first use. */
  lastUsedAtE3: z.optional(z.number()),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** GET /user/private/api-keys, newest first. */
export const apiKeyListResult = z.object({ limit: z.number(), list: z.array(apiKeyItem) });
export type ApiKeyListResult = z.infer<typeof apiKeyListResult>;

/** POST /user/private/api-keys/create. */
export const createApiKeyRequest = z.object({
  ...terms,
  kind: apiKeyKindText,
  /** Of an RSA key, in PEM form. */
  publicKey: z.optional(z.string().check(z.maxLength(2_000))),
});
export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequest>;

/** `secret` is told this once, and only for HMAC keys. */
export const createApiKeyResult = z.object({ key: apiKeyItem, secret: z.optional(z.string()) });
export type CreateApiKeyResult = z.infer<typeof createApiKeyResult>;

/** POST /user/private/api-keys/change: everything that may change, as it shall be. */
export const changeApiKeyRequest = z.object({ apiKey: apiKeyText, ...terms });
export type ChangeApiKeyRequest = z.infer<typeof changeApiKeyRequest>;
export const changeApiKeyResult = z.object({ key: apiKeyItem });

/** POST /user/private/api-keys/revoke. */
export const revokeApiKeyRequest = z.object({ apiKey: apiKeyText });
export type RevokeApiKeyRequest = z.infer<typeof revokeApiKeyRequest>;
