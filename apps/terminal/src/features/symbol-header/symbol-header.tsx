import type { MarketFeed, Ticker } from '@tapedeck/client';
import { isSpot, milliseconds, valueCoin, type Instrument } from '@tapedeck/domain';
import { countdown } from '@tapedeck/i18n';
import { arrives, Button, ChevronDownIcon, InfoIcon, Panel, Tag } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CoinIcon } from '../../platform/coin-icon.tsx';
import { Freshly } from '../../platform/panel-state.tsx';
import { usePriceTone } from '../../platform/price-tone.ts';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSymbolName } from '../../platform/symbol-name.ts';
import { useMedia } from '../../platform/use-media.ts';
import { utcClock } from '../../platform/utc-clock.ts';
import { compactMoney, leverageText, percentText, priceText, UNKNOWN } from '../../platform/values.ts';
import styles from './symbol-header.module.css';
import type english from './text.en.json';
import { changeText, openInterestText } from './ticker-values.ts';

const useText = textHook<typeof english>('symbol-header');
const PHONE = '(max-width: 719px)';
const MarketsPage = lazy(() => arrives(() => import('./markets-page.tsx')).then((module) => ({ default: module.MarketsPage })));
const SymbolSelector = lazy(() => arrives(() => import('./symbol-selector.tsx')).then((module) => ({ default: module.SymbolSelector })));

function Figure({ label, feed, read }: { label: string; feed: MarketFeed; read: (ticker: Ticker) => TickingValue | string }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <Ticking
        as="dd"
        sources={[feed.ticker]}
        read={() => {
          const { ticker } = feed.ticker.get();
          return ticker === undefined ? UNKNOWN : read(ticker);
        }}
      />
    </div>
  );
}

/** The last price, green after a rise and red after a fall. */
function LastPrice({ feed, label }: { feed: MarketFeed; label: string }) {
  const formats = useFormats();
  const toneOf = usePriceTone();
  return (
    <Ticking
      className={styles['last']}
      label={label}
      sources={[feed.ticker]}
      read={() => {
        const { ticker } = feed.ticker.get();
        if (ticker === undefined) return UNKNOWN;
        return { text: priceText(formats, ticker.market.last, feed.instrument), tone: toneOf(ticker.market.last) };
      }}
    />
  );
}

function Funding({ label, feed }: { label: string; feed: MarketFeed }) {
  const formats = useFormats();
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>
        <Ticking
          className={styles['funding']}
          sources={[feed.ticker]}
          read={() => percentText(formats, feed.ticker.get().ticker?.market.fundingRate, 4)}
        />
        <Ticking
          sources={[feed.ticker]}
          read={() => {
            const market = feed.ticker.get().ticker?.market;
            return market === undefined ? UNKNOWN : countdown(milliseconds(market.nextFundingAt) - milliseconds(market.time));
          }}
        />
      </dd>
    </div>
  );
}

/** When a dated contract is delivered, and how long that is from now. */
function Delivery({ label, feed, at }: { label: string; feed: MarketFeed; at: number }) {
  const formats = useFormats();
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>
        <span className={styles['funding']}>{formats.date(at)}</span>
        <Ticking
          sources={[feed.ticker]}
          read={() => {
            const market = feed.ticker.get().ticker?.market;
            return market === undefined ? UNKNOWN : formats.span(at - milliseconds(market.time));
          }}
        />
      </dd>
    </div>
  );
}

/** Names the symbol on screen; a press offers the others. */
export function SymbolButton({ instrument, onSymbol }: { instrument: Instrument; onSymbol: (symbol: string) => void }) {
  const text = useText();
  const phone = useMedia(PHONE);
  const [asked, setAsked] = useState(false);
  const name = useSymbolName(instrument.symbol);
  const button = (
    <Button tone="ghost" className={styles['name']} aria-label={`${name}, ${text('choose')}`} onClick={() => setAsked(true)}>
      <CoinIcon instrument={instrument} />
      {name}
      <ChevronDownIcon />
    </Button>
  );
  if (phone) {
    return (
      <>
        {button}
        {asked && (
          <Suspense fallback={null}>
            <MarketsPage current={instrument.symbol} onSymbol={onSymbol} onClose={() => setAsked(false)} />
          </Suspense>
        )}
      </>
    );
  }
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <SymbolSelector trigger={button} current={instrument.symbol} onSymbol={onSymbol} />
    </Suspense>
  );
}

interface SymbolHeaderProps {
  readonly feed: MarketFeed;
  onSymbol(symbol: string): void;
  /** Somebody wants to know more of the contract than its figures. */
  onDetails(): void;
}

/** Name and figures of the contract on screen. */
export function SymbolHeader({ feed, onSymbol, onDetails }: SymbolHeaderProps) {
  const text = useText();
  const common = useCommonText();
  const formats = useFormats();
  const { instrument } = feed;
  const top = instrument.tiers[0]?.maxLeverage;
  return (
    <Panel label={text('region')} className={styles['header']}>
      <div className={styles['title']}>
        <h1 className={styles['heading']}>
          <SymbolButton instrument={instrument} onSymbol={onSymbol} />
        </h1>
        <Tag>{common(isSpot(instrument) ? 'spot' : instrument.kind.endsWith('Perpetual') ? 'perpetual' : 'futures')}</Tag>
        {top !== undefined && <Tag>{leverageText(formats, top)}</Tag>}
        <Button tone="ghost" size="small" aria-label={text('details')} onClick={onDetails}>
          <InfoIcon />
        </Button>
      </div>
      <div className={styles['price']}>
        <LastPrice feed={feed} label={text('last')} />
        <Freshly of={feed.ticker} select={(value) => value.freshness} />
      </div>
      <dl className={styles['figures']}>
        <Figure label={text('change24h')} feed={feed} read={(ticker) => changeText(formats, ticker, instrument)} />
        {!isSpot(instrument) && (
          <Figure label={text('mark')} feed={feed} read={(ticker) => priceText(formats, ticker.market.mark, instrument)} />
        )}
        <Figure label={text('index')} feed={feed} read={(ticker) => priceText(formats, ticker.market.index, instrument)} />
        <Figure label={text('high24h')} feed={feed} read={(ticker) => priceText(formats, ticker.high24h, instrument)} />
        <Figure label={text('low24h')} feed={feed} read={(ticker) => priceText(formats, ticker.low24h, instrument)} />
        <Figure
          label={text('turnover24h')}
          feed={feed}
          read={(ticker) => `${compactMoney(formats, ticker.turnover24h)} ${valueCoin(instrument)}`}
        />
        {!isSpot(instrument) && (
          <>
            <Figure label={text('openInterest')} feed={feed} read={(ticker) => openInterestText(formats, ticker, instrument)} />
            {instrument.deliveryAt === undefined ? (
              <Funding label={text('funding')} feed={feed} />
            ) : (
              <Delivery label={text('delivery')} feed={feed} at={milliseconds(instrument.deliveryAt)} />
            )}
          </>
        )}
      </dl>
    </Panel>
  );
}

/** Writes the last price into the tab's title, once a second at most. */
export function useTabTitle(feed: MarketFeed | undefined, product: string): void {
  const formats = useFormats();
  useEffect(() => {
    if (feed === undefined) {
      document.title = product;
      return undefined;
    }
    const write = () => {
      const { ticker } = feed.ticker.get();
      const { symbol } = feed.instrument;
      const title =
        ticker === undefined
          ? `${symbol} | ${product}`
          : `${priceText(formats, ticker.market.last, feed.instrument)} ${symbol} | ${product}`;
      if (document.title !== title) document.title = title;
    };
    write();
    const end = utcClock.subscribe(write);
    let first = true;
    const endFirst = feed.ticker.subscribe(() => {
      if (first && feed.ticker.get().ticker !== undefined) {
        first = false;
        write();
      }
    });
    return () => {
      end();
      endFirst();
    };
  }, [feed, formats, product]);
}
