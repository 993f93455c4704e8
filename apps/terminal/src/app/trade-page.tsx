import type { MarketFeed } from '@tapedeck/client';
import { isSpot, priceOfTicks, type Instrument } from '@tapedeck/domain';
import { arrives, Skeleton, StateMessage } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { createOrderFormStore, OrderForm } from '../features/order-form/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { useFirstView } from '../platform/first-view.tsx';
import { showForm } from '../platform/form-on-screen.ts';
import { goTo, Link } from '../platform/navigation.tsx';
import { PanelFailure } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { useReadable } from '../platform/use-readable.ts';
import { lotsFieldText } from '../platform/values.ts';
import { useAppText } from './app-text.ts';
import { inverseFuture, isPair, nameInAddress, pathOf, tradePath, type InverseFutureAddress } from './paths.ts';
import { exchangeNow } from './symbol-switch.ts';
import { AlgoPart, TradeDesk } from './trade-desk.tsx';
import styles from './trade-page.module.css';

const PreListingPage = lazy(() => arrives(() => import('./pre-listing-page.tsx')).then((module) => ({ default: module.PreListingPage })));
const SpotDesk = lazy(() => arrives(() => import('./spot-desk.tsx')).then((module) => ({ default: module.SpotDesk })));

function ContractDesk({ feed }: { feed: MarketFeed }) {
  const client = useClient();
  const form = useMemo(() => createOrderFormStore(client, feed), [client, feed]);
  useEffect(() => showForm(form), [form]);
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

function UnknownSymbol({ symbol, known }: { symbol: string; known: readonly string[] }) {
  const text = useAppText();
  useFirstView();
  return (
    <main className={styles['message']}>
      <StateMessage title={text('unknownSymbol', { symbol: nameInAddress(symbol) })} detail={text('unknownSymbolDetail')} />
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
  const common = useCommonText();
  if (!isSpot(feed.instrument)) return <ContractDesk feed={feed} />;
  return (
    <Suspense fallback={<Skeleton label={common('loading')} rows={12} />}>
      <SpotDesk feed={feed} />
    </Suspense>
  );
}

/** The screen of a symbol that the list has. */
function ListedPage({ name, listed }: { readonly name: string; readonly listed: Instrument | undefined }) {
  const common = useCommonText();
  if (listed?.status !== 'PreLaunch') return <LiveTradePage key={name} symbol={name} />;
  return (
    <Suspense fallback={<Skeleton label={common('loading')} rows={12} />}>
      <PreListingPage instrument={listed} />
    </Suspense>
  );
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
  const listed = instruments?.find((instrument) => instrument.symbol === name);
  const isListed = listed !== undefined;
  // A copy of the list, shown until the exchange's own is there, may lack what was listed since.
  if (!isListed && first?.symbol !== name && (instruments === undefined || catalogue.status === 'pending')) {
    return (
      <main className={styles['message']}>
        {catalogue.status === 'error' ? <PanelFailure failure={catalogue.error} /> : <Skeleton label={common('loading')} rows={12} />}
      </main>
    );
  }
  if (instruments !== undefined && !isListed && catalogue.status !== 'pending') {
    return <UnknownSymbol symbol={symbol} known={instruments.map((instrument) => instrument.symbol)} />;
  }
  return <ListedPage name={name} listed={listed} />;
}

/**
 * The trading screen of an address that ends with a symbol. A contract opened under the route of another contract type moves to its own
 * route, so that the address always says how the contract settles.
 */
export function SymbolPage({ symbol, path }: { symbol: string; path: string }) {
  const client = useClient();
  const contracts = useReadable(client.catalogue);
  const instruments = contracts.status === 'idle' ? undefined : contracts.data;
  const name = symbol.toUpperCase();
  const contract = isPair(name) ? undefined : instruments?.find((instrument) => instrument.symbol === name);
  const route = contract && pathOf(contract, name, exchangeNow(client));
  useEffect(() => {
    if (route !== undefined && route !== path.replace(/\/$/, '') && path !== '/') goTo(route, 'replace');
  }, [route, path]);
  return <TradePage symbol={symbol} />;
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
