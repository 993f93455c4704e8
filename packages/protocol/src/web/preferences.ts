import * as z from 'zod/mini';

/** Keys of one call at most. */
export const PREFERENCE_KEYS_PER_CALL = 64;
const PREFERENCE_LENGTH_MAX = 8_192;

const preferenceKey = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/));
const preferenceValue = z.union([z.string().check(z.maxLength(PREFERENCE_LENGTH_MAX)), z.number(), z.boolean()]);

/** POST /v3/private/user/member/pref-setting: sets the keys that are given, `null` forgets one, the others stay. */
export const preferencesRequest = z.object({
  upsert_keys: z
    .record(preferenceKey, z.nullable(preferenceValue))
    .check(z.refine((keys) => Object.keys(keys).length <= PREFERENCE_KEYS_PER_CALL, `at most ${PREFERENCE_KEYS_PER_CALL} keys`)),
});
export type PreferencesRequest = z.infer<typeof preferencesRequest>;

/** All preferences, of GET and of POST. */
export const preferencesResult = z.object({ keys: z.record(z.string(), preferenceValue) });
export type PreferencesResult = z.infer<typeof preferencesResult>;
