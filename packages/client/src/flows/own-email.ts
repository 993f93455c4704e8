import { preferencesResult } from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import { succeeded, type Result } from '../store/loadable.ts';

const PATH = '/v3/private/user/member/pref-setting';
const KEY = 'email';

/** The user's e-mail address, stored with the account; posters show it masked. */
export interface OwnEmail {
  /** '' if absent. */
  read(): Promise<Result<string>>;
  /** '' deletes it. */
  keep(email: string): Promise<Result<string>>;
}

const emailIn = (keys: Readonly<Record<string, unknown>>): string => (typeof keys[KEY] === 'string' ? keys[KEY] : '');

export function createOwnEmail(http: Http): OwnEmail {
  const of = (answer: Result<{ readonly keys: Readonly<Record<string, unknown>> }>): Result<string> =>
    answer.ok ? succeeded(emailIn(answer.value.keys)) : answer;
  return {
    read: async () => of(await http.get(PATH, {}, preferencesResult)),
    keep: async (email) => of(await http.post(PATH, { upsert_keys: { [KEY]: email === '' ? null : email } }, preferencesResult)),
  };
}
