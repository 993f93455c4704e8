import type { MarketFeed } from '@tapedeck/client';
import type { Lots, Ticks } from '@tapedeck/domain';
import { arrives, Panel, Skeleton, TabPanel, Tabs } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
import { OrderBook } from '../features/order-book/index.ts';
import { Trades } from '../features/trades/index.ts';
import { PanelBoundary } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useAppText } from './app-text.ts';

const DepthChart = lazy(() => arrives(() => import('../features/depth-chart/index.ts')).then((module) => ({ default: module.DepthChart })));

interface BookPanelProps {
  readonly feed: MarketFeed;
  readonly className?: string | undefined;
  onPrice(price: Ticks): void;
  onQuantity(quantity: Lots): void;
}

/** Order book, tape and depth chart in one panel. */
export function BookPanel({ feed, className, onPrice, onQuantity }: BookPanelProps) {
  const text = useAppText();
  const common = useCommonText();
  const [tab, setTab] = useState<'orderBook' | 'trades' | 'depth'>('orderBook');
  return (
    <Panel label={text('bookPanel')} className={className}>
      <Tabs
        label={text('bookPanel')}
        items={[
          { value: 'orderBook', label: text('orderBook') },
          { value: 'trades', label: text('trades') },
          { value: 'depth', label: text('depth') },
        ]}
        value={tab}
        onChange={(value) => setTab(value)}
      >
        <TabPanel value="orderBook">
          <PanelBoundary>
            <OrderBook feed={feed} onPrice={onPrice} onQuantity={onQuantity} />
          </PanelBoundary>
        </TabPanel>
        <TabPanel value="trades">
          <PanelBoundary>
            <Trades feed={feed} />
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
