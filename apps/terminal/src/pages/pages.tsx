import { arrives } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { inviteLanguageOf } from '../platform/invite.ts';
import { useClient } from '../platform/client-context.tsx';
import { useFirstView } from '../platform/first-view.tsx';
import { useReadable } from '../platform/use-readable.ts';
import { goTo, usePath } from '../platform/navigation.tsx';
import { usePageText } from './page-text.ts';
import {
  API_KEYS_PATH,
  COPY_PATH,
  HOME_SYMBOL,
  inverseFutureOfPath,
  optionOfPath,
  productOfPath,
  spreadOfPath,
  symbolOfPath,
  tradePath,
} from './paths.ts';
import { InverseFuturePage, SymbolPage } from './trade-page.tsx';

const HOME = '/';
const OptionPage = lazy(() => arrives(() => import('./option-page.tsx')).then((module) => ({ default: module.OptionPage })));
const TradeHistoryPage = lazy(() =>
  arrives(() => import('../features/history/index.ts')).then((module) => ({ default: module.TradeHistoryPage })),
);
const CopyTradingPage = lazy(() =>
  arrives(() => import('../features/copy-trading/index.ts')).then((module) => ({ default: module.CopyTradingPage })),
);
const ApiKeysPage = lazy(() => arrives(() => import('../features/api-keys/index.ts')).then((module) => ({ default: module.ApiKeysPage })));
const SpreadPage = lazy(() => arrives(() => import('./spread-page.tsx')).then((module) => ({ default: module.SpreadPage })));
const InvitePage = lazy(() => arrives(() => import('../features/invite/index.ts')).then((module) => ({ default: module.InvitePage })));
const NotFound = lazy(() => arrives(() => import('./without-market/not-found.tsx')).then((module) => ({ default: module.NotFound })));
const ReverseHelp = lazy(() => arrives(() => import('../features/help/index.ts')).then((module) => ({ default: module.ReverseHelp })));

/** A page without a workspace loads its remaining parts at once, and sets the tab's title: no price of a workspace stays there. */
function OtherPage({ path, children }: { path: string; children: ReactNode }) {
  const text = usePageText();
  const name = nameOf(path);
  const product = text('product');
  const title = name === undefined ? product : `${text(name)} | ${product}`;
  useFirstView();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return children;
}

const isAt = (page: string, path: string): boolean => path.replace(/\/$/, '') === page;

function nameOf(path: string) {
  if (optionOfPath(path) !== undefined) return 'options';
  if (spreadOfPath(path) !== undefined) return 'spreadPage';
  if (productOfPath(path) !== undefined) return 'tradeHistory';
  if (isAt(API_KEYS_PATH, path)) return 'apiKeys';
  return isAt(COPY_PATH, path) ? 'copyTrading' : undefined;
}

function pageOf(path: string): ReactNode {
  const symbol = path === HOME ? HOME_SYMBOL : symbolOfPath(path);
  if (symbol !== undefined) return <SymbolPage symbol={symbol} path={path} />;
  const future = inverseFutureOfPath(path);
  if (future !== undefined) return <InverseFuturePage address={future} />;
  return <OtherPage path={path}>{otherPageOf(path)}</OtherPage>;
}

function otherPageOf(path: string): ReactNode {
  const option = optionOfPath(path);
  if (option !== undefined) return <OptionPage address={option} />;
  const spread = spreadOfPath(path);
  if (spread !== undefined) return <SpreadPage address={spread.address} />;
  const product = productOfPath(path);
  if (product !== undefined) return <TradeHistoryPage product={product} />;
  if (isAt(COPY_PATH, path)) return <CopyTradingPage />;
  if (isAt(API_KEYS_PATH, path)) return <ApiKeysPage />;
  const language = inviteLanguageOf(path);
  if (language !== undefined) return <InvitePage language={language} />;
  return path === '/help/reverse' ? <ReverseHelp /> : <NotFound />;
}

/** Symbol for addresses without one: that of the recording, else the first contract. */
function useHomeSymbol(): string | undefined {
  const session = useReadable(useClient().session.state);
  const known = session.status === 'success' ? session.data.market.symbol : undefined;
  return session.status === 'success' || session.status === 'error' ? (known ?? HOME_SYMBOL) : undefined;
}

/** The page of the address; without a symbol, the first contract's, and the address is updated. */
export function CurrentPage() {
  const path = usePath();
  const home = useHomeSymbol();
  useEffect(() => {
    if (path === HOME && home !== undefined) goTo(tradePath(home), 'replace');
  }, [path, home]);
  return <Suspense fallback={null}>{pageOf(path)}</Suspense>;
}
