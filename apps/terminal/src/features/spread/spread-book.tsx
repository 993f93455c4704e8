import { lots, type SpreadLevel, type Side } from '@tapedeck/domain';
import { useMemo } from 'react';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { lotsText } from '../../platform/values.ts';
import styles from './spread.module.css';
import { distanceText, levelsFor, type SpreadFeeds } from './spread-values.ts';
import { useSpreadText } from './texts.ts';

const DEPTH = 8;
const ROWS = Array.from({ length: DEPTH }, (_, i) => i);

/** The levels of a side, computed once for all cells that show the same books. */
function memoLevels(feeds: SpreadFeeds, side: Side): () => readonly SpreadLevel[] {
  let key = '';
  let levels: readonly SpreadLevel[] = [];
  return () => {
    const next = `${feeds.far.book.get().update} ${feeds.near.book.get().update}`;
    if (next !== key) {
      key = next;
      levels = levelsFor(feeds, side, DEPTH);
    }
    return levels;
  };
}

interface SideProps {
  readonly feeds: SpreadFeeds;
  readonly side: Side;
  onPrice(distance: number): void;
}

/** One side of the spread's book; a click sets its price in the form. */
function BookSide({ feeds, side, onPrice }: SideProps) {
  const text = useSpreadText();
  const formats = useFormats();
  const read = useMemo(() => memoLevels(feeds, side), [feeds, side]);
  const sources = [feeds.far.book, feeds.near.book];
  const { instrument } = feeds.far;
  const order = side === 'Buy' ? [...ROWS].reverse() : ROWS;
  return (
    <div role="group" aria-label={text(side === 'Buy' ? 'asks' : 'bids')} className={styles['side']}>
      {order.map((at) => (
        <button
          key={at}
          type="button"
          className={styles['level']}
          onClick={() => {
            const level = read()[at];
            if (level !== undefined) onPrice(level.distance);
          }}
        >
          <Ticking
            className={styles['number']}
            sources={sources}
            read={() => {
              const level = read()[at];
              const tone = side === 'Buy' ? 'down' : 'up';
              return { text: level === undefined ? '' : distanceText(formats, level.distance, instrument), tone };
            }}
          />
          <Ticking
            className={styles['number']}
            sources={sources}
            read={() => {
              const level = read()[at];
              return level === undefined ? '' : lotsText(formats, lots(level.lots), instrument);
            }}
          />
        </button>
      ))}
    </div>
  );
}

/** Book of a spread: the combined levels of its two legs. */
export function SpreadBook({ feeds, onPrice }: { feeds: SpreadFeeds; onPrice(distance: number): void }) {
  const text = useSpreadText();
  const { far } = feeds;
  return (
    <div className={styles['book']}>
      <div className={styles['head2']} aria-hidden="true">
        <span>{text('distance', { coin: far.instrument.quoteCoin })}</span>
        <span>{text('quantity')}</span>
      </div>
      <BookSide feeds={feeds} side="Buy" onPrice={onPrice} />
      <hr className={styles['middle']} />
      <BookSide feeds={feeds} side="Sell" onPrice={onPrice} />
      <p className={styles['note']}>{text('bookHint')}</p>
    </div>
  );
}
