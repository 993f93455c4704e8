import * as v from 'valibot';
import { number, object, record } from '../schema.ts';

/** Maximum keys per call. */
export const PREFERENCE_KEYS_PER_CALL = 64;
const PREFERENCE_LENGTH_MAX = 8_192;

const preferenceKey = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/));
const preferenceValue = v.union([v.pipe(v.string(), v.maxLength(PREFERENCE_LENGTH_MAX)), number, v.boolean()]);

/** POST /v3/private/user/member/pref-setting: sets the given keys, `null` deletes one, the others stay. */
export const preferencesRequest = object({
  upsert_keys: v.pipe(
    record(preferenceKey, v.nullable(preferenceValue)),
    v.check((keys) => Object.keys(keys).length <= PREFERENCE_KEYS_PER_CALL, `at most ${PREFERENCE_KEYS_PER_CALL} keys`),
  ),
});
export type PreferencesRequest = v.InferOutput<typeof preferencesRequest>;

/** All preferences, for GET and POST. */
export const preferencesResult = object({ keys: record(v.string(), preferenceValue) });
/** The same for a reader of single keys: neither another key's value nor an answer of another shape stands in its way. */
export const preferencesOrNone = v.fallback(object({ keys: record(v.string(), v.unknown()) }), { keys: {} });
export type PreferencesResult = v.InferOutput<typeof preferencesResult>;
