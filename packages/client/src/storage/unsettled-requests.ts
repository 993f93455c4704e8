import type { StoragePort } from '../ports/ports.ts';

const KEY = 'tapedeck.requests.unsettled';
/** More would mean that some never settle; the oldest are dropped. */
const KEPT_MAX = 20;
/** A request repeated after this time is a new one. */
const KEPT_MS = 10 * 60_000;

interface Unsettled {
  readonly said: string;
  readonly id: string;
  readonly at: number;
}

/** Ids of calls with unknown outcome, by their content; stored on this machine so that a reload does not lose them. */
export interface UnsettledRequests {
  idOf(said: string): string | undefined;
  keep(said: string, id: string): void;
  settle(said: string): void;
}

function isUnsettled(entry: unknown): entry is Unsettled {
  if (typeof entry !== 'object' || entry === null) return false;
  const { said, id, at } = entry as Readonly<Record<string, unknown>>;
  return typeof said === 'string' && typeof at === 'number' && typeof id === 'string' && /^[a-z0-9]{20}$/.test(id);
}

function read(storage: StoragePort): readonly Unsettled[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isUnsettled) : [];
  } catch {
    return [];
  }
}

/** Denied, full or corrupt storage never blocks a call. */
export function createUnsettledRequests(storage: StoragePort, now: () => number): UnsettledRequests {
  let requests = read(storage);
  const put = (next: readonly Unsettled[]): void => {
    requests = next;
    try {
      if (next.length === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Kept at least in memory.
    }
  };
  return {
    idOf: (said) => requests.find((one) => one.said === said && now() - one.at < KEPT_MS)?.id,
    keep(said, id) {
      put([...requests.filter((one) => one.said !== said), { said, id, at: now() }].slice(-KEPT_MAX));
    },
    settle(said) {
      put(requests.filter((one) => one.said !== said));
    },
  };
}
