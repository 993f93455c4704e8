import { symbolListFrame, type ContractSymbol } from '@tapedeck/protocol';
import { SNAPSHOT_WAIT_MS } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

export const SYMBOL_LIST_TOPIC = 'symbol_list';

export interface SymbolListNews {
  /** The list as a whole has this version now. */
  readonly version: string;
  /** Contracts that are new or have another status. */
  readonly changed: readonly ContractSymbol[];
}

/** Tells what changes in the list of contracts while somebody uses it. */
export function createSymbolListMirror(onNews: (news: SymbolListNews) => void): TopicMirror {
  let askedAt = Number.POSITIVE_INFINITY;
  return {
    receive(frame) {
      const parsed = symbolListFrame.safeParse(frame);
      if (!parsed.success) return false;
      askedAt = Number.POSITIVE_INFINITY;
      onNews({ version: parsed.data.data.version, changed: parsed.data.data.list });
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
