import type { MarketFeed } from '@tapedeck/client';
import { milliseconds, quantityCoin, type MarketState } from '@tapedeck/domain';
import { Tag } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { TickingFact } from '../../platform/ticking.tsx';
import { lotsText, UNKNOWN } from '../../platform/values.ts';
import styles from './option-board.module.css';
import { greekText, markText, volatilityText } from './option-values.ts';
import { useBoardText } from './texts.ts';

const GREEKS = ['delta', 'gamma', 'vega', 'theta'] as const;

/** Figures of one option: model price, volatility, greeks. */
export function OptionFacts({ feed }: { feed: MarketFeed }) {
  const text = useBoardText();
  const formats = useFormats();
  const { instrument } = feed;
  const { option, deliveryAt, symbol } = instrument;
  const fact = (label: string, read: (market: MarketState) => string) => (
    <TickingFact
      key={label}
      name={label}
      sources={[feed.ticker]}
      read={() => {
        const market = feed.ticker.get().ticker?.market;
        return market === undefined ? UNKNOWN : read(market);
      }}
    />
  );
  return (
    <section className={styles['facts']} aria-label={text('facts')}>
      <h2 className={styles['name']}>
        <span>{symbol}</span>
        <Tag tone={option?.right === 'Call' ? 'up' : 'down'}>{text(option?.right === 'Call' ? 'call' : 'put')}</Tag>
      </h2>
      <dl>
        <div>
          <dt>{text('expiry')}</dt>
          <dd>{deliveryAt === undefined ? UNKNOWN : text('expiryAt', { at: formats.dateTime(milliseconds(deliveryAt)) })}</dd>
        </div>
        {fact(text('mark'), () => {
          const { ticker } = feed.ticker.get();
          return ticker === undefined ? UNKNOWN : markText(formats, ticker, instrument);
        })}
        {fact(text('iv'), (market) => volatilityText(formats, market.option?.markVolatility))}
        {GREEKS.map((greek) => fact(text(greek), (market) => greekText(formats, greek, market.option)))}
        {fact(text('openInterest'), (market) => `${lotsText(formats, market.openInterest, instrument)} ${quantityCoin(instrument)}`)}
      </dl>
    </section>
  );
}
