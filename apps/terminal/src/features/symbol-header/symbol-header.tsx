import type { MarketFeed, Ticker } from '@tapedeck/client';
import { isDated, isOption, isSpot, milliseconds, valueCoin, type Instrument, type Timestamp } from '@tapedeck/domain';
import { arrives, BehindButton, Button, ChevronDownIcon, InfoIcon, OnRequest, Panel, Tag } from '@tapedeck/ui';
import { lazy, useEffect, useState } from 'react';
import { CoinIcon } from '../../widgets/coin-icon.tsx';
import { Freshly } from '../../platform/panel-state.tsx';
import { usePriceTone } from '../../widgets/price-tone.ts';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSymbolName } from '../../widgets/symbol-name.ts';
import { usePhone } from '../../platform/use-media.ts';
import { utcClock } from '../../platform/utc-clock.ts';
import { compactMoney, differenceRate, leverageText, percentText, priceText, signedPercentText, UNKNOWN } from '../../platform/values.ts';
import styles from './symbol-header.module.css';
import english from './text.en.json';
import { changeText, openInterestText } from './ticker-values.ts';

const useText = textHook('symbol-header', english);
const MarketsPage = lazy(() => arrives(() => import('./markets-page.tsx')).then((module) => ({ default: module.MarketsPage })));
const SymbolSelector = lazy(() => arrives(() => import('./symbol-selector.tsx')).then((module) => ({ default: module.SymbolSelector })));

type Read = (ticker: Ticker) => TickingValue | string;

const ofTicker = (feed: MarketFeed, read: Read) => () => {
  const { ticker } = feed.ticker.get();
  return ticker === undefined ? UNKNOWN : read(ticker);
};

function Figure({ label, feed, read }: { label: string; feed: MarketFeed; read: Read }) {
  return (
    <div className={styles['figure']}>
      <dt title={label}>{label}</dt>
      <Ticking as="dd" sources={[feed.ticker]} read={ofTicker(feed, read)} />
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
      read={ofTicker(feed, ({ market: { last } }) => ({ text: priceText(formats, last, feed.instrument), tone: toneOf(last) }))}
    />
  );
}

interface DueProps {
  readonly label: string;
  readonly feed: MarketFeed;
  read(market: Ticker['market']): string;
  at(market: Ticker['market']): Timestamp;
}

/** A figure, and the time until it is due. */
function Due({ label, feed, read, at }: DueProps) {
  const formats = useFormats();
  const span = ({ market }: Ticker) => formats.span(milliseconds(at(market)) - milliseconds(market.time));
  return (
    <div className={styles['figure']}>
      <dt title={label}>{label}</dt>
      <dd>
        <Ticking className={styles['funding']} sources={[feed.ticker]} read={ofTicker(feed, ({ market }) => read(market))} />
        <Ticking sources={[feed.ticker]} read={ofTicker(feed, span)} />
      </dd>
    </div>
  );
}

/** Names the displayed symbol; a press offers the others. */
export function SymbolButton({ instrument, onSymbol }: { instrument: Instrument; onSymbol: (symbol: string) => void }) {
  const text = useText();
  const phone = usePhone();
  const [asked, setAsked] = useState(false);
  const name = useSymbolName(instrument.symbol);
  const button = (
    <Button tone="ghost" className={styles['name']} aria-label={`${name}, ${text('choose')}`} onClick={() => setAsked(true)}>
      <CoinIcon instrument={instrument} />
      <span className={styles['symbol']} title={name}>
        {name}
      </span>
      <ChevronDownIcon />
    </Button>
  );
  if (phone) {
    return (
      <>
        {button}
        {asked && (
          <OnRequest onVoid={() => setAsked(false)}>
            <MarketsPage current={instrument.symbol} onSymbol={onSymbol} onClose={() => setAsked(false)} />
          </OnRequest>
        )}
      </>
    );
  }
  return (
    <BehindButton button={button} isAsked={asked} onVoid={() => setAsked(false)}>
      <SymbolSelector trigger={button} current={instrument.symbol} onSymbol={onSymbol} />
    </BehindButton>
  );
}

interface FiguresProps {
  readonly feed: MarketFeed;
  readonly isPhone: boolean;
  /** On a phone, it stands below the price. */
  readonly change: Read;
}

function Figures({ feed, isPhone, change }: FiguresProps) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = feed;
  const { deliveryAt } = instrument;
  // A perpetual or a pair whose end is announced has a delivery too.
  const hasBasis = isDated(instrument);
  return (
    <div
      className={`${styles['scroll'] ?? ''} scrolls-sideways`}
      {...(isPhone && { tabIndex: 0, role: 'group', 'aria-label': text('region') })}
    >
      <dl className={styles['figures']}>
        {!isPhone && <Figure label={text('change24h')} feed={feed} read={change} />}
        {!isSpot(instrument) && (
          <Figure label={text('mark')} feed={feed} read={(ticker) => priceText(formats, ticker.market.mark, instrument)} />
        )}
        <Figure label={text('index')} feed={feed} read={(ticker) => priceText(formats, ticker.market.index, instrument)} />
        {hasBasis && (
          <Figure
            label={text('basis')}
            feed={feed}
            read={({ market }) => signedPercentText(formats, differenceRate(market.mark, market.index))}
          />
        )}
        {deliveryAt !== undefined && (
          <Due label={text('delivery')} feed={feed} read={() => formats.date(milliseconds(deliveryAt))} at={() => deliveryAt} />
        )}
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
            {!hasBasis && (
              <Due
                label={text('funding')}
                feed={feed}
                read={({ fundingRate }) => percentText(formats, fundingRate, 4)}
                at={({ nextFundingAt }) => nextFundingAt}
              />
            )}
          </>
        )}
      </dl>
    </div>
  );
}

interface SymbolHeaderProps {
  readonly feed: MarketFeed;
  onSymbol(symbol: string): void;
  /** Opens the contract details. */
  onDetails(): void;
}

/** Name and figures of the displayed contract. */
export function SymbolHeader({ feed, onSymbol, onDetails }: SymbolHeaderProps) {
  const text = useText();
  const common = useCommonText();
  const formats = useFormats();
  const { instrument } = feed;
  const top = instrument.tiers[0]?.maxLeverage;
  const phone = usePhone();
  const change = (ticker: Ticker) => changeText(formats, ticker, instrument);
  return (
    <Panel label={text('region')} className={`${styles['header'] ?? ''} scrolls-sideways`}>
      <div className={styles['title']}>
        <h1 className={styles['heading']}>
          <SymbolButton instrument={instrument} onSymbol={onSymbol} />
        </h1>
        <span className={styles['tags']}>
          <Tag>{common(isSpot(instrument) ? 'spot' : instrument.kind.endsWith('Perpetual') ? 'perpetual' : 'futures')}</Tag>
          {top !== undefined && <Tag>{leverageText(formats, top)}</Tag>}
        </span>
        <Button tone="ghost" size="small" aria-label={text('details')} onClick={onDetails}>
          <InfoIcon />
        </Button>
      </div>
      <div className={styles['price']}>
        <LastPrice feed={feed} label={text('last')} />
        {phone && <Ticking className={styles['change']} label={text('change24h')} sources={[feed.ticker]} read={ofTicker(feed, change)} />}
        <Freshly of={feed.ticker} select={(value) => value.freshness} />
      </div>
      <Figures feed={feed} isPhone={phone} change={change} />
    </Panel>
  );
}

/** Writes the last price into the tab's title, at most once a second. */
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
          : `${priceText(formats, isOption(feed.instrument) ? ticker.market.mark : ticker.market.last, feed.instrument)} ${symbol} | ${product}`;
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
