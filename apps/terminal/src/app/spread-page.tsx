import { spreadPairs, type Instrument, type SpreadPair } from '@tapedeck/domain';
import { Panel, PanelHead, StateMessage, Tabs } from '@tapedeck/ui';
import { useMemo } from 'react';
import { createSpreadFormStore, SpreadBook, SpreadForm, SpreadList, SpreadOrders, useSpreadText } from '../features/spread/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { AfterFirstView } from '../platform/first-view.tsx';
import { goTo } from '../platform/navigation.tsx';
import { LoadableView, PanelBoundary } from '../platform/panel-state.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { useReadable } from '../platform/use-readable.ts';
import { AccountPanel } from './account-panel.tsx';
import { useAppText } from './app-text.ts';
import { spreadPath, type SpreadAddress } from './paths.ts';
import styles from './spread-page.module.css';
import { useSymbolSwitch } from './symbol-switch.ts';

/** Contracts that are margined alike: `BTC USDT`, `BTC USD`. */
const familyOf = ({ near }: SpreadPair): string => `${near.baseCoin} ${near.quoteCoin}`;

function Desk({ pair, pairs }: { pair: SpreadPair; pairs: readonly SpreadPair[] }) {
  const client = useClient();
  const text = useAppText();
  const spread = useSpreadText();
  const far = useMarketFeed(pair.far.symbol);
  const near = useMarketFeed(pair.near.symbol);
  const feeds = useMemo(() => ({ far, near }), [far, near]);
  const form = useMemo(() => createSpreadFormStore(client, feeds), [client, feeds]);
  const open = useSymbolSwitch(undefined);
  const families = [...new Set(pairs.map(familyOf))];
  const family = familyOf(pair);
  const show = (next: SpreadPair | undefined): void => {
    if (next !== undefined) goTo(spreadPath({ near: next.near.symbol, far: next.far.symbol }));
  };
  return (
    <main className={styles['desk']} aria-label={text('spreadPage')}>
      <Panel label={spread('list')} className={styles['list']}>
        <PanelHead title={spread('list')} />
        <div className={styles['families']}>
          <Tabs
            compact
            label={spread('coin')}
            items={families.map((value) => ({ value, label: value }))}
            value={family}
            onChange={(value) => show(pairs.find((one) => familyOf(one) === value))}
          />
        </div>
        <PanelBoundary>
          <SpreadList pairs={pairs.filter((one) => familyOf(one) === family)} current={pair} onChoose={show} />
        </PanelBoundary>
      </Panel>
      <Panel label={spread('book')} className={styles['book']}>
        <PanelHead title={spread('book')} />
        <PanelBoundary>
          <SpreadBook feeds={feeds} onPrice={(distance) => form.change({ orderType: 'Limit', price: form.priceText(distance) })} />
        </PanelBoundary>
      </Panel>
      <Panel label={text('tradePanel')} className={styles['form']}>
        <PanelHead title={`${pair.far.symbol} / ${pair.near.symbol}`} />
        <PanelBoundary>
          <SpreadForm form={form} />
        </PanelBoundary>
      </Panel>
      <Panel label={spread('orders')} className={styles['orders']}>
        <PanelBoundary>
          <SpreadOrders />
        </PanelBoundary>
      </Panel>
      <AfterFirstView>
        <AccountPanel onSymbol={open} className={styles['account']} />
      </AfterFirstView>
    </main>
  );
}

/** The pair of an address: the one that it names, else the first of its near leg's coin, else the first of all. */
function pairOf(pairs: readonly SpreadPair[], address: SpreadAddress | undefined): SpreadPair | undefined {
  const named = pairs.find(({ near, far }) => near.symbol === address?.near && far.symbol === address.far);
  return named ?? pairs[0];
}

const listed = (instruments: readonly Instrument[]): SpreadPair[] => spreadPairs(instruments.filter(({ status }) => status === 'Trading'));

/** Two contracts of one coin traded against each other. */
export function SpreadPage({ address }: { address: SpreadAddress | undefined }) {
  const catalogue = useReadable(useClient().catalogue);
  const text = useAppText();
  return (
    <LoadableView value={catalogue}>
      {(instruments) => {
        const pairs = listed(instruments);
        const pair = pairOf(pairs, address);
        if (pair === undefined) {
          return (
            <main>
              <StateMessage title={text('noSpreads')} detail={text('noSpreadsDetail')} />
            </main>
          );
        }
        return <Desk key={`${pair.near.symbol} ${pair.far.symbol}`} pair={pair} pairs={pairs} />;
      }}
    </LoadableView>
  );
}
