import { arrives, Panel, Tabs, TabPanel } from '@tapedeck/ui';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { collapse, CollapseButton, HeightHandle, useAccountHeight } from '../features/account-height/index.ts';
import { AccountStrip, FiguresFreshness } from '../features/account-summary/index.ts';
import { waitingSpreads } from '../features/orders/order-kinds.ts';
import { CloseAllButton, Positions } from '../features/positions/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { Freshly, PanelBoundary } from '../platform/panel-state.tsx';
import { LoginPrompt, useLoginState } from '../platform/session.tsx';
import { useMedia, usePhone } from '../platform/use-media.ts';
import { useSoon } from '../platform/use-soon.ts';
import { useSelected } from '../platform/use-readable.ts';
import { usePageText } from './page-text.ts';
import styles from './account-panel.module.css';

const loadOrders = () => arrives(() => import('../features/orders/index.ts'));
const CancelAllButton = lazy(() => loadOrders().then((module) => ({ default: module.CancelAllButton })));
const OpenOrders = lazy(() => loadOrders().then((module) => ({ default: module.OpenOrders })));
const OrderHistory = lazy(() =>
  arrives(() => import('../features/orders/order-history.tsx')).then((module) => ({ default: module.OrderHistory })),
);
const TradeHistory = lazy(() => arrives(() => import('../features/history/index.ts')).then((module) => ({ default: module.TradeHistory })));
const ClosedPnl = lazy(() => arrives(() => import('../features/history/index.ts')).then((module) => ({ default: module.ClosedPnl })));
const Transactions = lazy(() => arrives(() => import('../features/history/index.ts')).then((module) => ({ default: module.Transactions })));
const SpreadOrderTable = lazy(() =>
  arrives(() => import('../features/spread/index.ts')).then((module) => ({ default: module.SpreadOrderTable })),
);
const Strategies = lazy(() => arrives(() => import('../features/strategies/index.ts')).then((module) => ({ default: module.Strategies })));
const Assets = lazy(() => arrives(() => import('../features/assets/index.ts')).then((module) => ({ default: module.Assets })));

const TABS = ['positions', 'openOrders', 'strategies', 'orderHistory', 'tradeHistory', 'closedPnl', 'transactions', 'assets'] as const;
type Tab = (typeof TABS)[number];

/** Where the panel is below the market on a screen without scrolling. */
const RESIZES = '(min-width: 960px)';

interface AccountPanelProps {
  onSymbol(symbol: string): void;
  readonly className?: string | undefined;
}

function useCounts(): { positions: number | undefined; openOrders: number | undefined; strategies: number | undefined } {
  const client = useClient();
  const positions = useSelected(client.positions.keys, (keys) => (keys.status === 'idle' ? undefined : keys.data?.length));
  const orders = useSelected(client.orders.open, (own) => (own.status === 'idle' ? undefined : own.data?.length));
  const spreads = useSelected(client.strategies.list, waitingSpreads);
  const strategies = useSelected(client.strategies.list, (list) =>
    list.status === 'idle' ? undefined : list.data?.filter(({ ended }) => ended === undefined).length,
  );
  return { positions, openOrders: orders === undefined ? undefined : orders + spreads, strategies };
}

/** Positions; on a phone below their totals and the button that closes them all. */
function PositionsPart({ onSymbol }: Pick<AccountPanelProps, 'onSymbol'>) {
  const phone = usePhone();
  if (!phone) return <Positions onSymbol={onSymbol} />;
  return (
    <div className={styles['positions']}>
      <AccountStrip>
        <CloseAllButton />
      </AccountStrip>
      <Positions onSymbol={onSymbol} />
    </div>
  );
}

function content(tab: Tab, onSymbol: (symbol: string) => void): ReactNode {
  switch (tab) {
    case 'positions':
      return <PositionsPart onSymbol={onSymbol} />;
    case 'openOrders':
      return (
        <OpenOrders
          onSymbol={onSymbol}
          spreads={
            <Suspense fallback={null}>
              <SpreadOrderTable of="open" />
            </Suspense>
          }
        />
      );
    case 'strategies':
      return <Strategies onSymbol={onSymbol} />;
    case 'orderHistory':
      return <OrderHistory />;
    case 'tradeHistory':
      return <TradeHistory />;
    case 'closedPnl':
      return <ClosedPnl />;
    case 'transactions':
      return <Transactions />;
    case 'assets':
      return <Assets />;
  }
}

/** The account's positions, orders, histories and assets. */
export function AccountPanel({ onSymbol, className }: AccountPanelProps) {
  const text = usePageText();
  const { session } = useClient();
  const [tab, setTab] = useState<Tab>('positions');
  const state = useLoginState();
  const counts = useCounts();
  const phone = usePhone();
  const resizes = useMedia(RESIZES);
  const collapsed = useAccountHeight().isCollapsed && resizes;
  useSoon(loadOrders);
  const label = (name: Tab): string => {
    if (name === 'positions' && counts.positions !== undefined) return text('positionsCount', { count: counts.positions });
    if (name === 'openOrders' && counts.openOrders !== undefined) return text('openOrdersCount', { count: counts.openOrders });
    if (name === 'strategies' && counts.strategies !== undefined) return text('strategiesCount', { count: counts.strategies });
    return text(name);
  };
  const choose = (next: Tab): void => {
    setTab(next);
    if (collapsed) collapse(false);
  };
  const actions = state === 'in' && (
    <>
      {tab === 'positions' || tab === 'assets' ? (
        <FiguresFreshness />
      ) : (
        <Freshly of={session.freshness} select={(freshness) => freshness} />
      )}
      {tab === 'positions' && !phone && <CloseAllButton />}
      {tab === 'openOrders' && (
        <Suspense fallback={null}>
          <CancelAllButton />
        </Suspense>
      )}
    </>
  );
  return (
    <Panel label={text('accountPanel')} className={className}>
      {resizes && <HeightHandle />}
      <Tabs
        label={text('accountPanel')}
        items={TABS.map((value) => ({ value, label: label(value) }))}
        value={tab}
        onChange={choose}
        actions={
          <>
            {actions}
            {resizes && <CollapseButton />}
          </>
        }
      >
        {collapsed
          ? undefined
          : TABS.map((value) => (
              <TabPanel key={value} value={value}>
                {state === 'out' ? <LoginPrompt /> : <PanelBoundary>{content(value, onSymbol)}</PanelBoundary>}
              </TabPanel>
            ))}
      </Tabs>
    </Panel>
  );
}
