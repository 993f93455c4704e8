import { candleFrame, type CandleRow, type Resolution, readWire } from '@tapedeck/protocol';
import type { TopicMirror } from './topic-mirror.ts';

export type CandleListener = (row: CandleRow | undefined) => void;
export interface CandleMirror extends TopicMirror {
  follow(listener: CandleListener): () => void;
}

export const candleTopic = (symbol: string, series: 'trade' | 'mark', resolution: Resolution): string =>
  `${series === 'trade' ? 'candle' : 'mark_kline'}.${resolution}.${symbol}`;

/**
 * The forming bar; `undefined` goes to the listeners when bars may have been missed. `interrupted`: the connection is lost, so that the
 * history which a listener requests now is missed as well.
 */
export function createCandleMirror(interrupted = false): CandleMirror {
  const listeners = new Set<{ readonly tell: CandleListener }>();
  const tell = (row: CandleRow | undefined): void => {
    for (const listener of [...listeners]) listener.tell(row);
  };
  return {
    follow(listener) {
      const own = { tell: listener };
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    receive(frame) {
      const parsed = readWire(candleFrame, frame);
      if (!parsed.ok) {
        interrupted = true;
        return false;
      }
      tell(parsed.value.data.row);
      return true;
    },
    subscribed() {
      if (interrupted) tell(undefined);
      interrupted = false;
    },
    lost() {
      interrupted = true;
    },
    check: () => true,
  };
}
