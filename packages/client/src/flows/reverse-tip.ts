import type { Http, Schema } from '../connection/http.ts';
import { REVERSE_TIP_DEBOUNCE_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';

const PATH = '/v3/private/user/member/pref-setting';
const KEY = 'reverseClickTipStatus';
const STORED = 'tapedeck.reverse.tip';

/** Whether reversing asks first. Kept on this machine at once, and with the account a second after the last change. */
export interface ReverseTip {
  /** True: a press reverses without a dialog. */
  readonly hidden: Readable<boolean>;
  choose(hidden: boolean): void;
  /** Takes what the account has kept. */
  load(): Promise<void>;
}

/** The choice in an answer, wherever the server puts the keys. */
const statusSchema: Schema<string | undefined> = {
  safeParse(value) {
    const fields = value as { readonly keys?: Readonly<Record<string, unknown>> } | null | undefined;
    const status = fields?.keys?.[KEY];
    return { success: true, data: typeof status === 'string' ? status : undefined };
  },
};

export function createReverseTip(ports: ClientPorts, http: Http): ReverseTip {
  const read = (): boolean => {
    try {
      return ports.storage.getItem(STORED) === 'hide';
    } catch {
      return false;
    }
  };
  const keep = (hidden: boolean): void => {
    try {
      ports.storage.setItem(STORED, hidden ? 'hide' : 'show');
    } catch {
      // The account remembers it.
    }
  };
  const hidden = createStore(read());
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel = undefined;
    // A choice that cannot be sent stays on this machine.
    await http.post(PATH, { upsert_keys: { [KEY]: hidden.get() ? 'hide' : 'show' } }, statusSchema);
  }

  return {
    hidden,
    choose(next) {
      hidden.set(next);
      keep(next);
      cancel?.();
      cancel = ports.setTimer(() => void send(), REVERSE_TIP_DEBOUNCE_MS);
    },
    async load() {
      const answer = await http.get(PATH, {}, statusSchema);
      if (!answer.ok || answer.value === undefined || cancel !== undefined) return;
      hidden.set(answer.value === 'hide');
      keep(answer.value === 'hide');
    },
  };
}
