import { preferencesOrNone } from '@tapedeck/protocol';
import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { LOAD_RETRY_MS, REVERSE_TIP_DEBOUNCE_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';

const PATH = '/v3/private/user/member/pref-setting';

/** A small user setting: stored on this machine at once, and with the account one second after the last change. */
export interface Preference {
  readonly value: Readable<string>;
  choose(value: string): void;
}

interface PreferenceNames {
  /** With the account. */
  readonly key: string;
  /** On this machine. */
  readonly stored: string;
  readonly initial: string;
}

/** The user's settings. */
export interface Preferences {
  preference(names: PreferenceNames): Preference;
  /** Loads the account's stored choices, all with one request, which is repeated while the server is away. */
  load(): Promise<void>;
}

type Taking = (stored: Readonly<Record<string, unknown>>) => void;

function createPreference(ports: ClientPorts, http: Http, { key, stored, initial }: PreferenceNames): Preference & { take: Taking } {
  const read = (): string => {
    try {
      return ports.storage.getItem(stored) ?? initial;
    } catch {
      return initial;
    }
  };
  const keep = (value: string): void => {
    try {
      ports.storage.setItem(stored, value);
    } catch {
      // The account stores it.
    }
  };
  const value = createStore(read());
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel = undefined;
    // A setting that cannot be sent stays on this machine.
    await http.post(PATH, { upsert_keys: { [key]: value.get() } }, preferencesOrNone);
  }

  return {
    value,
    choose(next) {
      value.set(next);
      keep(next);
      cancel?.();
      cancel = ports.setTimer(() => void send(), REVERSE_TIP_DEBOUNCE_MS);
    },
    take({ [key]: chosen }) {
      // An unsent choice is newer.
      if (typeof chosen !== 'string' || cancel !== undefined) return;
      value.set(chosen);
      keep(chosen);
    },
  };
}

export function createPreferences(ports: ClientPorts, http: Http): Preferences {
  const takings: Taking[] = [];
  let loading = 0;
  async function load(attempt = (loading += 1)): Promise<void> {
    const answer = await http.get(PATH, {}, preferencesOrNone, 'quiet');
    // Another user has logged in meanwhile.
    if (attempt !== loading) return;
    if (answer.ok) for (const take of takings) take(answer.value.keys);
    else if (OUTCOME_UNKNOWN.has(answer.failure.code)) ports.setTimer(() => void load(attempt), LOAD_RETRY_MS);
  }
  return {
    preference(names) {
      const { take, ...preference } = createPreference(ports, http, names);
      takings.push(take);
      return preference;
    },
    load: () => load(),
  };
}
