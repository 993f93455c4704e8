import type { MarketFeed } from '@tapedeck/client';
import type { Lots, Ticks } from '@tapedeck/domain';
import { Panel, TabPanel, Tabs } from '@tapedeck/ui';
import { useState } from 'react';
import { OrderBook } from '../features/order-book/index.ts';
import { Trades } from '../features/trades/index.ts';
import { PanelBoundary } from '../platform/panel-state.tsx';
import { useAppText } from './app-text.ts';

interface BookPanelProps {
  readonly feed: MarketFeed;
  readonly className?: string | undefined;
  onPrice(price: Ticks): void;
  onQuantity(quantity: Lots): void;
}

/** Order book and tape in one panel. */
export function BookPanel({ feed, className, onPrice, onQuantity }: BookPanelProps) {
  const text = useAppText();
  const [tab, setTab] = useState<'orderBook' | 'trades'>('orderBook');
  return (
    <Panel label={text('bookPanel')} className={className}>
      <Tabs
        label={text('bookPanel')}
        items={[
          { value: 'orderBook', label: text('orderBook') },
          { value: 'trades', label: text('trades') },
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
      </Tabs>
    </Panel>
  );
}
