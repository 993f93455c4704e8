import type { MarketFeed } from '@tapedeck/client';
import type { Lots, Ticks } from '@tapedeck/domain';
import { arrives, Panel, Skeleton, TabPanel, Tabs } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { OrderBook } from '../features/order-book/index.ts';
import { PanelBoundary } from '../platform/panel-state.tsx';
import { keepChoice, readChoice } from '../platform/storage.ts';
import { useCommonText } from '../platform/texts.tsx';
import { usePageText } from './page-text.ts';

const Trades = lazy(() => arrives(() => import('../features/trades/index.ts')).then((module) => ({ default: module.Trades })));

const DepthChart = lazy(() => arrives(() => import('../features/depth-chart/index.ts')).then((module) => ({ default: module.DepthChart })));

const TABS = ['orderBook', 'trades', 'depth'] as const;
type BookTab = (typeof TABS)[number];
const CHOICE = 'bookPanel';

interface BookPanelProps {
  readonly feed: MarketFeed;
  readonly className?: string | undefined;
  onPrice(price: Ticks): void;
  onQuantity(quantity: Lots): void;
}

/** Order book, tape and depth chart in one panel, which keeps the chosen tab. */
export function BookPanel({ feed, className, onPrice, onQuantity }: BookPanelProps) {
  const text = usePageText();
  const common = useCommonText();
  const [tab, setTab] = useState<BookTab>(() => TABS.find((known) => known === readChoice(CHOICE)) ?? 'orderBook');
  return (
    <Panel label={text('bookPanel')} className={className}>
      <Tabs
        label={text('bookPanel')}
        items={TABS.map((value) => ({ value, label: text(value) }))}
        value={tab}
        onChange={(value) => {
          setTab(value);
          // A symbol switch mounts the panel again, and so does the next visit.
          keepChoice(CHOICE, value);
        }}
      >
        <TabPanel value="orderBook">
          <PanelBoundary>
            <OrderBook feed={feed} onPrice={onPrice} onQuantity={onQuantity} />
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="trades">
          <PanelBoundary>
            <Suspense fallback={<Skeleton label={common('loading')} rows={14} />}>
              <Trades feed={feed} />
            </Suspense>
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="depth">
          <PanelBoundary>
            <Suspense fallback={<Skeleton label={common('loading')} rows={12} />}>
              <DepthChart feed={feed} />
            </Suspense>
          </PanelBoundary>
        </TabPanel>
      </Tabs>
    </Panel>
  );
}
