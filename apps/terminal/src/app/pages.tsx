import { arrives, StateMessage } from '@tapedeck/ui';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { inviteLanguageOf } from '../platform/invite.ts';
import { useFirstView } from '../platform/first-view.tsx';
import { goTo, usePath } from '../platform/navigation.tsx';
import { useAppText } from './app-text.ts';
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
const ReverseHelp = lazy(() => arrives(() => import('../features/help/index.ts')).then((module) => ({ default: module.ReverseHelp })));

function NotFound() {
  const text = useAppText();
  return (
    <main>
      <StateMessage
        title={text('notFound')}
        detail={text('notFoundDetail')}
        action={{ label: text('toTrade'), onPress: () => goTo(tradePath(HOME_SYMBOL)) }}
      />
    </main>
  );
}

/** A page without a trading desk asks for the rest of itself at once, and gives the tab its name: no price of a desk left stays there. */
function OtherPage({ path, children }: { path: string; children: ReactNode }) {
  const text = useAppText();
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

/** The page of the address; the first contract's where the address names none, and the address then says so. */
export function CurrentPage() {
  const path = usePath();
  useEffect(() => {
    if (path === HOME) goTo(tradePath(HOME_SYMBOL), 'replace');
  }, [path]);
  return <Suspense fallback={null}>{pageOf(path)}</Suspense>;
}
