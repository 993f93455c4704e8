import { symbolListFrame, type ContractSymbol, readWire } from '@tapedeck/protocol';
import { SNAPSHOT_WAIT_MS } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

export const SYMBOL_LIST_TOPIC = 'symbol_list';

export interface SymbolListNews {
  /** Current version of the entire list. */
  readonly version: string;
  /** New contracts, or contracts with a new status. */
  readonly changed: readonly ContractSymbol[];
}

/** Reports changes of the contract list while it has subscribers. */
export function createSymbolListMirror(onNews: (news: SymbolListNews) => void): TopicMirror {
  let askedAt = Number.POSITIVE_INFINITY;
  return {
    receive(frame) {
      const parsed = readWire(symbolListFrame, frame);
      if (!parsed.ok) return false;
      askedAt = Number.POSITIVE_INFINITY;
      onNews({ version: parsed.value.data.version, changed: parsed.value.data.list });
      return true;
    },
    subscribed(now) {
      askedAt = now;
    },
    lost() {
      askedAt = Number.POSITIVE_INFINITY;
    },
    check: (now) => now - askedAt <= SNAPSHOT_WAIT_MS,
  };
}
