import type { MarketFeed } from '@tapedeck/client';
import { isSpot, priceOfTicks, type Instrument } from '@tapedeck/domain';
import { arrives, Skeleton } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { createOrderFormStore, OrderForm } from '../features/order-form/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { showForm } from '../intents/form-on-screen.ts';
import { goTo } from '../platform/navigation.tsx';
import { PanelFailure } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { useReadable } from '../platform/use-readable.ts';
import { lotsFieldText } from '../platform/values.ts';
import { inverseFuture, isPair, pathOf, type InverseFutureAddress } from './paths.ts';
import { exchangeNow } from './symbol-switch.ts';
import { AlgoPart, TradeWorkspace } from './trade-workspace.tsx';
import styles from './trade-page.module.css';

const PreListingPage = lazy(() =>
  arrives(() => import('./without-market/pre-listing-page.tsx')).then((module) => ({ default: module.PreListingPage })),
);
const UnknownSymbol = lazy(() =>
  arrives(() => import('./without-market/unknown-symbol.tsx')).then((module) => ({ default: module.UnknownSymbol })),
);
const SpotWorkspace = lazy(() => arrives(() => import('./spot-workspace.tsx')).then((module) => ({ default: module.SpotWorkspace })));

function ContractWorkspace({ feed }: { feed: MarketFeed }) {
  const client = useClient();
  const form = useMemo(() => createOrderFormStore(client, feed), [client, feed]);
  useEffect(() => showForm(form), [form]);
  const { instrument } = feed;
  return (
    <TradeWorkspace
      feed={feed}
      form={<OrderForm form={form} algo={<AlgoPart feed={feed} />} />}
      onPrice={(ticks) => form.dispatch({ type: 'priceSet', price: priceOfTicks(ticks, instrument.tickSize) })}
      onQuantity={(lots) => form.dispatch({ type: 'quantityTyped', text: lotsFieldText(lots, instrument) })}
      onSide={(side) => form.side.set(side)}
    />
  );
}

/** Stands in for a screen whose script is loading. */
function Arriving({ children }: { readonly children: ReactNode }) {
  const common = useCommonText();
  return <Suspense fallback={<Skeleton label={common('loading')} rows={12} />}>{children}</Suspense>;
}

function LiveTradePage({ symbol }: { symbol: string }) {
  const feed = useMarketFeed(symbol);
  return isSpot(feed.instrument) ? (
    <Arriving>
      <SpotWorkspace feed={feed} />
    </Arriving>
  ) : (
    <ContractWorkspace feed={feed} />
  );
}

/** The screen of a listed symbol. */
function ListedPage({ name, listed }: { readonly name: string; readonly listed: Instrument | undefined }) {
  return listed?.status === 'PreLaunch' ? (
    <Arriving>
      <PreListingPage instrument={listed} />
    </Arriving>
  ) : (
    <LiveTradePage symbol={name} />
  );
}

/** The trading screen of the symbol in the address. */
export function TradePage({ symbol }: { symbol: string }) {
  const client = useClient();
  const contracts = useReadable(client.markets.catalogue);
  const pairs = useReadable(client.markets.pairs);
  const catalogue = isPair(symbol) ? pairs : contracts;
  const common = useCommonText();
  const first = useReadable(client.markets.first);
  const instruments = catalogue.status === 'idle' ? undefined : catalogue.data;
  const name = symbol.toUpperCase();
  const listed = instruments?.find((instrument) => instrument.symbol === name);
  const isListed = listed !== undefined;
  // A stored list, shown until the exchange's list arrives, may lack newer listings.
  if (!isListed && first?.symbol !== name && (instruments === undefined || catalogue.status === 'pending')) {
    return (
      <main className={styles['message']}>
        {catalogue.status === 'error' ? <PanelFailure failure={catalogue.error} /> : <Skeleton label={common('loading')} rows={12} />}
      </main>
    );
  }
  if (instruments !== undefined && !isListed && catalogue.status !== 'pending') {
    return (
      <Arriving>
        <UnknownSymbol symbol={symbol} known={instruments.map((instrument) => instrument.symbol)} />
      </Arriving>
    );
  }
  return <ListedPage name={name} listed={listed} />;
}

/**
 * The trading screen of an address that ends with a symbol. A contract opened under the route of another contract type
 * moves to its own route, so that the address always shows how the contract settles.
 */
export function SymbolPage({ symbol, path }: { symbol: string; path: string }) {
  const client = useClient();
  const contracts = useReadable(client.markets.catalogue);
  const instruments = contracts.status === 'idle' ? undefined : contracts.data;
  const name = symbol.toUpperCase();
  const contract = isPair(name) ? undefined : instruments?.find((instrument) => instrument.symbol === name);
  // A visitor of a renamed contract is redirected to the new name.
  const renamed = instruments?.find(({ formerSymbol, status }) => formerSymbol === name && status !== 'PreLaunch');
  const known = contract ?? renamed;
  const route = known && pathOf(known, known.symbol, exchangeNow(client));
  useEffect(() => {
    if (route !== undefined && route !== path.replace(/\/$/, '') && path !== '/') goTo(route, 'replace');
  }, [route, path]);
  return <TradePage symbol={symbol} />;
}

/** The trading screen of an inverse future, which the address names by its delivery. */
export function InverseFuturePage({ address }: { address: InverseFutureAddress }) {
  const client = useClient();
  const catalogue = useReadable(client.markets.catalogue);
  const instruments = catalogue.status === 'idle' ? undefined : catalogue.data;
  const found = instruments && inverseFuture(address, instruments, exchangeNow(client));
  // Until the catalogue has loaded, and if it lists no such contract, the page of a symbol says so.
  return <TradePage symbol={found?.symbol ?? `${address.coins}_${address.code}`} />;
}
