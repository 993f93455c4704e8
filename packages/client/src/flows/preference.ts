import type { Http, Schema } from '../connection/http.ts';
import { REVERSE_TIP_DEBOUNCE_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';

const PATH = '/v3/private/user/member/pref-setting';

/** A small choice of the user: kept on this machine at once, and with the account a second after the last change. */
export interface Preference {
  readonly value: Readable<string>;
  choose(value: string): void;
  /** Takes what the account has kept. */
  load(): Promise<void>;
}

export interface PreferenceNames {
  /** With the account. */
  readonly key: string;
  /** On this machine. */
  readonly stored: string;
  readonly initial: string;
}

/** The choice in an answer, wherever the server puts the keys. */
const keptUnder = (key: string): Schema<string | undefined> => ({
  safeParse(value) {
    const fields = value as { readonly keys?: Readonly<Record<string, unknown>> } | null | undefined;
    const kept = fields?.keys?.[key];
    return { success: true, data: typeof kept === 'string' ? kept : undefined };
  },
});

export function createPreference(ports: ClientPorts, http: Http, { key, stored, initial }: PreferenceNames): Preference {
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
      // The account remembers it.
    }
  };
  const value = createStore(read());
  const schema = keptUnder(key);
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel = undefined;
    // A choice that cannot be sent stays on this machine.
    await http.post(PATH, { upsert_keys: { [key]: value.get() } }, schema);
  }

  return {
    value,
    choose(next) {
      value.set(next);
      keep(next);
      cancel?.();
      cancel = ports.setTimer(() => void send(), REVERSE_TIP_DEBOUNCE_MS);
    },
    async load() {
      const answer = await http.get(PATH, {}, schema);
      if (!answer.ok || answer.value === undefined || cancel !== undefined) return;
      value.set(answer.value);
      keep(answer.value);
    },
  };
}
