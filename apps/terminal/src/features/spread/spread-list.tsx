import type { TickerFeed } from '@tapedeck/client';
import { tickCount, type SpreadPair } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { cx } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useTickerFeed } from '../../platform/use-market-feed.ts';
import { UNKNOWN } from '../../platform/values.ts';
import styles from './spread.module.css';
import { distanceText } from './spread-values.ts';
import { useSpreadText } from './texts.ts';

/** Price of the spread at the best prices of both legs; `--` if a side is empty. */
function quoteText(formats: Formats, far: TickerFeed, near: TickerFeed, side: 'bid' | 'ask'): string {
  const [f, n] = [far.ticker.get().ticker?.market, near.ticker.get().ticker?.market];
  if (f === undefined || n === undefined) return UNKNOWN;
  const [own, other] = side === 'ask' ? [f.bestAsk, n.bestBid] : [f.bestBid, n.bestAsk];
  const [a, b] = [tickCount(own), tickCount(other)];
  return a === 0 || b === 0 ? UNKNOWN : distanceText(formats, a - b, far.instrument);
}

function PairRow({ pair, current, onChoose }: { pair: SpreadPair; current: boolean; onChoose: () => void }) {
  const formats = useFormats();
  const far = useTickerFeed(pair.far.symbol);
  const near = useTickerFeed(pair.near.symbol);
  const sources = [far.ticker, near.ticker];
  return (
    <button type="button" className={cx(styles['pair'], current && styles['current'])} aria-pressed={current} onClick={onChoose}>
      <span className={styles['names']}>
        <b>{pair.far.symbol}</b>
        <span>{pair.near.symbol}</span>
      </span>
      <Ticking className={styles['number']} sources={sources} read={() => ({ text: quoteText(formats, far, near, 'bid'), tone: 'up' })} />
      <Ticking className={styles['number']} sources={sources} read={() => ({ text: quoteText(formats, far, near, 'ask'), tone: 'down' })} />
    </button>
  );
}

interface SpreadListProps {
  readonly pairs: readonly SpreadPair[];
  readonly current: SpreadPair;
  onChoose(pair: SpreadPair): void;
}

/** The spreads of one coin with their current prices. */
export function SpreadList({ pairs, current, onChoose }: SpreadListProps) {
  const text = useSpreadText();
  return (
    <>
      <div className={styles['head']} aria-hidden="true">
        <span>{text('pair')}</span>
        <span>{text('bid')}</span>
        <span>{text('ask')}</span>
      </div>
      <div role="group" aria-label={text('list')} className={styles['list']}>
        {pairs.map((pair) => (
          <PairRow
            key={`${pair.far.symbol} ${pair.near.symbol}`}
            pair={pair}
            current={pair.far.id === current.far.id && pair.near.id === current.near.id}
            onChoose={() => onChoose(pair)}
          />
        ))}
      </div>
    </>
  );
}
