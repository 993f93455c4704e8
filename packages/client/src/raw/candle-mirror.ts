import { candleFrame, type CandleRow, type Resolution } from '@tapedeck/protocol';
import type { TopicMirror } from './topic-mirror.ts';

export type CandleListener = (row: CandleRow | undefined) => void;
export interface CandleMirror extends TopicMirror {
  follow(listener: CandleListener): () => void;
}

export const candleTopic = (symbol: string, series: 'trade' | 'mark', resolution: Resolution): string =>
  `${series === 'trade' ? 'candle' : 'mark_kline'}.${resolution}.${symbol}`;

/** The forming bar; `undefined` goes to the listeners when bars may have been missed. */
export function createCandleMirror(): CandleMirror {
  const listeners = new Set<{ readonly tell: CandleListener }>();
  let interrupted = false;
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
      const parsed = candleFrame.safeParse(frame);
      if (!parsed.success) {
        interrupted = true;
        return false;
      }
      tell(parsed.data.data.row);
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
