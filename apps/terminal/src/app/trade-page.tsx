import type { MarketFeed } from '@tapedeck/client';
import { isSpot, priceOfTicks, type Lots, type Ticks } from '@tapedeck/domain';
import { Panel, PanelHead, Skeleton, StateMessage, Button } from '@tapedeck/ui';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { createOrderFormStore, OrderForm } from '../features/order-form/index.ts';
import { createSpotFormStore, SpotForm } from '../features/spot-form/index.ts';
import { SymbolHeader, useTabTitle } from '../features/symbol-header/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { AfterFirstView } from '../platform/first-view.tsx';
import { Link } from '../platform/navigation.tsx';
import { PanelBoundary, PanelFailure } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { useMedia } from '../platform/use-media.ts';
import { useReadable } from '../platform/use-readable.ts';
import { lotsFieldText } from '../platform/values.ts';
import { BookPanel } from './book-panel.tsx';
import { useAppText } from './app-text.ts';
import { AccountBlock, AccountPanel, ChartPanel, ReverseDialogs, TpslDialogs } from './later.ts';
import { inverseFuture, isPair, tradePath, type InverseFutureAddress } from './paths.ts';
import { PhoneSections } from './phone-sections.tsx';
import { exchangeNow, useSymbolSwitch } from './symbol-switch.ts';
import styles from './trade-page.module.css';

const AlgoForm = lazy(() => import('../features/algo-form/index.ts').then((module) => ({ default: module.AlgoForm })));

const PHONE = '(max-width: 719px)';
const PHONE_SECTIONS = ['chart', 'orderBook', 'trade', 'positions'] as const;
type PhoneSection = (typeof PHONE_SECTIONS)[number];

interface Parts {
  readonly header: ReactNode;
  readonly chart: ReactNode;
  readonly book: ReactNode;
  readonly form: ReactNode;
  readonly account: ReactNode;
}

function FormPanel({ children }: { children: ReactNode }) {
  const text = useAppText();
  return (
    <Panel label={text('tradePanel')} className={styles['form']}>
      <PanelHead title={text('trade')} />
      <div className={styles['formBody']}>
        <PanelBoundary>{children}</PanelBoundary>
        <AfterFirstView>
          <AccountBlock />
        </AfterFirstView>
      </div>
    </Panel>
  );
}

function Desk({ header, chart, book, form, account }: Parts) {
  return (
    <main className={styles['desk']}>
      {header}
      {chart}
      {book}
      {form}
      {account}
    </main>
  );
}

/** One section at a time, with the two buttons that matter always at hand. */
function Phone({ header, chart, book, form, account, coins }: Parts & { coins: boolean }) {
  const text = useAppText();
  const [section, setSection] = useState<PhoneSection>('chart');
  const parts: Record<PhoneSection, ReactNode> = { chart, orderBook: book, trade: form, positions: account };
  return (
    <PhoneSections
      sections={PHONE_SECTIONS.map((value) => ({ value, label: text(value) }))}
      parts={parts}
      value={section}
      onChange={(next) => setSection(next)}
      above={<div className={styles['top']}>{header}</div>}
      below={
        section !== 'trade' && (
          <div className={styles['bar']}>
            <Button tone="up" size="large" onClick={() => setSection('trade')}>
              {text(coins ? 'buy' : 'buyLong')}
            </Button>
            <Button tone="down" size="large" onClick={() => setSection('trade')}>
              {text(coins ? 'sell' : 'sellShort')}
            </Button>
          </div>
        )
      }
    />
  );
}

/** The form beside the book, and what a click into the book writes into it. */
interface DeskForm {
  readonly form: ReactNode;
  onPrice(ticks: Ticks): void;
  onQuantity(lots: Lots): void;
}

/** Loaded when its tab is first chosen. */
function AlgoPart({ feed }: { feed: MarketFeed }) {
  const common = useCommonText();
  return (
    <Suspense fallback={<Skeleton label={common('loading')} rows={4} />}>
      <AlgoForm feed={feed} />
    </Suspense>
  );
}

function ContractDesk({ feed }: { feed: MarketFeed }) {
  const client = useClient();
  const form = useMemo(() => createOrderFormStore(client, feed), [client, feed]);
  const { instrument } = feed;
  return (
    <TradeDesk
      feed={feed}
      form={<OrderForm form={form} algo={<AlgoPart feed={feed} />} />}
      onPrice={(ticks) => form.dispatch({ type: 'priceSet', price: priceOfTicks(ticks, instrument.tickSize) })}
      onQuantity={(lots) => form.dispatch({ type: 'quantityTyped', text: lotsFieldText(lots, instrument) })}
    />
  );
}

function TradeDesk({ feed, form, onPrice, onQuantity }: DeskForm & { feed: MarketFeed }) {
  const text = useAppText();
  const phone = useMedia(PHONE);
  useTabTitle(feed, text('product'));
  const showSymbol = useSymbolSwitch(feed.instrument);
  const parts: Parts = {
    header: (
      <PanelBoundary>
        <SymbolHeader feed={feed} onSymbol={showSymbol} />
      </PanelBoundary>
    ),
    chart: (
      <div className={styles['chart']}>
        <PanelBoundary>
          <AfterFirstView before={<Panel label={text('chart')} className={styles['whole']} />}>
            <ChartPanel feed={feed} />
          </AfterFirstView>
        </PanelBoundary>
      </div>
    ),
    book: <BookPanel feed={feed} className={styles['book']} onPrice={onPrice} onQuantity={onQuantity} />,
    form: <FormPanel>{form}</FormPanel>,
    account: (
      <AfterFirstView before={<Panel label={text('accountPanel')} className={styles['account']} />}>
        <AccountPanel onSymbol={showSymbol} className={styles['account']} />
      </AfterFirstView>
    ),
  };
  return (
    <>
      {phone ? <Phone {...parts} coins={isSpot(feed.instrument)} /> : <Desk {...parts} />}
      <AfterFirstView>
        <ReverseDialogs />
        <TpslDialogs />
      </AfterFirstView>
    </>
  );
}

function SpotDesk({ feed }: { feed: MarketFeed }) {
  const client = useClient();
  const form = useMemo(() => createSpotFormStore(client, feed), [client, feed]);
  const { instrument } = feed;
  return (
    <TradeDesk
      feed={feed}
      form={<SpotForm form={form} algo={<AlgoPart feed={feed} />} />}
      onPrice={(ticks) => form.dispatch({ type: 'priceSet', price: priceOfTicks(ticks, instrument.tickSize) })}
      onQuantity={(lots) => form.dispatch({ type: 'quantitySet', text: lotsFieldText(lots, instrument) })}
    />
  );
}

function UnknownSymbol({ symbol, known }: { symbol: string; known: readonly string[] }) {
  const text = useAppText();
  return (
    <main className={styles['message']}>
      <StateMessage title={text('unknownSymbol', { symbol })} detail={text('unknownSymbolDetail')} />
      <ul className={styles['links']}>
        {known.slice(0, 6).map((name) => (
          <li key={name}>
            <Link to={tradePath(name)}>{name}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

function LiveTradePage({ symbol }: { symbol: string }) {
  const feed = useMarketFeed(symbol);
  return isSpot(feed.instrument) ? <SpotDesk feed={feed} /> : <ContractDesk feed={feed} />;
}

/** The trading screen of the symbol in the address. */
export function TradePage({ symbol }: { symbol: string }) {
  const client = useClient();
  const contracts = useReadable(client.catalogue);
  const pairs = useReadable(client.pairs);
  const catalogue = isPair(symbol) ? pairs : contracts;
  const common = useCommonText();
  const first = useReadable(client.first);
  const instruments = catalogue.status === 'idle' ? undefined : catalogue.data;
  const name = symbol.toUpperCase();
  if (instruments === undefined && first?.symbol !== name) {
    return (
      <main className={styles['message']}>
        {catalogue.status === 'error' ? <PanelFailure failure={catalogue.error} /> : <Skeleton label={common('loading')} rows={12} />}
      </main>
    );
  }
  if (instruments?.some((instrument) => instrument.symbol === name) === false) {
    return <UnknownSymbol symbol={symbol} known={instruments.map((instrument) => instrument.symbol)} />;
  }
  return <LiveTradePage key={name} symbol={name} />;
}

/** The trading screen of an inverse future, which the address names by when it ends. */
export function InverseFuturePage({ address }: { address: InverseFutureAddress }) {
  const client = useClient();
  const catalogue = useReadable(client.catalogue);
  const instruments = catalogue.status === 'idle' ? undefined : catalogue.data;
  const found = instruments && inverseFuture(address, instruments, exchangeNow(client));
  // Until the catalogue is there, and where it lists no such contract, the page of a symbol says so.
  return <TradePage symbol={found?.symbol ?? `${address.coins}_${address.code}`} />;
}
