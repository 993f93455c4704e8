import { spreadPairs, type Instrument, type SpreadPair } from '@tapedeck/domain';
import { Panel, PanelHead, StateMessage, Tabs } from '@tapedeck/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { createSpreadFormStore, SpreadBook, SpreadForm, SpreadList, SpreadOrders, useSpreadText } from '../features/spread/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { AfterFirstView } from '../platform/first-view.tsx';
import { goTo } from '../platform/navigation.tsx';
import { LoadableView, PanelBoundary } from '../platform/panel-state.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { usePhone } from '../platform/use-media.ts';
import { useReadable } from '../platform/use-readable.ts';
import { AccountPanel } from './account-panel.tsx';
import { usePageText } from './page-text.ts';
import { spreadPath, type SpreadAddress } from './paths.ts';
import { PhoneSections, type More } from './phone-sections.tsx';
import styles from './spread-page.module.css';
import { useSymbolSwitch } from './symbol-switch.ts';

/** Contracts with the same margin: `BTC USDT`, `BTC USD`. */
const familyOf = ({ near }: SpreadPair): string => `${near.baseCoin} ${near.quoteCoin}`;

const PHONE_SECTIONS = ['spreadList', 'book', 'trade', 'spreadOrders', 'positions'] as const;
type PhoneSection = (typeof PHONE_SECTIONS)[number];

interface ListPanelProps {
  readonly pair: SpreadPair;
  readonly pairs: readonly SpreadPair[];
  onChoose(pair: SpreadPair | undefined): void;
}

function ListPanel({ pair, pairs, onChoose }: ListPanelProps) {
  const spread = useSpreadText();
  const families = [...new Set(pairs.map(familyOf))];
  const family = familyOf(pair);
  return (
    <Panel label={spread('list')} className={styles['list']}>
      <PanelHead title={spread('list')} />
      <div className={styles['families']}>
        <Tabs
          compact
          label={spread('coin')}
          items={families.map((value) => ({ value, label: value }))}
          value={family}
          onChange={(value) => onChoose(pairs.find((one) => familyOf(one) === value))}
        />
      </div>
      <PanelBoundary>
        <SpreadList pairs={pairs.filter((one) => familyOf(one) === family)} current={pair} onChoose={onChoose} />
      </PanelBoundary>
    </Panel>
  );
}

/** Panels of one spread; `onPicked` is called when a price of the book is chosen. */
function useParts({ pair, pairs, onChoose, onPicked }: ListPanelProps & { onPicked(): void }): Record<PhoneSection, ReactNode> {
  const client = useClient();
  const text = usePageText();
  const spread = useSpreadText();
  const far = useMarketFeed(pair.far.symbol);
  const near = useMarketFeed(pair.near.symbol);
  const feeds = useMemo(() => ({ far, near }), [far, near]);
  const form = useMemo(() => createSpreadFormStore(client, feeds), [client, feeds]);
  const open = useSymbolSwitch(undefined);
  const pick = (distance: number): void => {
    form.dispatch({ type: 'distanceTaken', distance });
    onPicked();
  };
  return {
    spreadList: <ListPanel pair={pair} pairs={pairs} onChoose={onChoose} />,
    book: (
      <Panel label={spread('book')} className={styles['book']}>
        <PanelHead title={spread('book')} />
        <PanelBoundary>
          <SpreadBook feeds={feeds} onPrice={pick} />
        </PanelBoundary>
      </Panel>
    ),
    trade: (
      <Panel label={text('tradePanel')} className={styles['form']}>
        <PanelHead title={`${pair.far.symbol} / ${pair.near.symbol}`} />
        <PanelBoundary>
          <div data-skip-target>
            <SpreadForm form={form} />
          </div>
        </PanelBoundary>
      </Panel>
    ),
    spreadOrders: (
      <Panel label={spread('orders')} className={styles['orders']}>
        <PanelBoundary>
          <SpreadOrders />
        </PanelBoundary>
      </Panel>
    ),
    positions: (
      <AfterFirstView>
        <AccountPanel onSymbol={open} className={styles['account']} />
      </AfterFirstView>
    ),
  };
}

function Phone({ parts, section, onSection }: PhoneProps) {
  const text = usePageText();
  return (
    <PhoneSections
      label={text('spreadPage')}
      sections={PHONE_SECTIONS.map((value) => ({ value, label: text(value) }))}
      parts={parts}
      value={section}
      onChange={onSection}
    />
  );
}

interface PhoneProps {
  readonly parts: Record<PhoneSection, ReactNode>;
  readonly section: PhoneSection | More;
  onSection(section: PhoneSection | More): void;
}

interface WorkspaceProps {
  readonly pair: SpreadPair;
  readonly pairs: readonly SpreadPair[];
  readonly section: PhoneSection | More;
  onSection(section: PhoneSection | More): void;
}

function Workspace({ pair, pairs, section, onSection }: WorkspaceProps) {
  const text = usePageText();
  const phone = usePhone();
  const onChoose = (next: SpreadPair | undefined): void => {
    if (next !== undefined) goTo(spreadPath({ near: next.near.symbol, far: next.far.symbol }));
  };
  const parts = useParts({ pair, pairs, onChoose, onPicked: () => onSection('trade') });
  if (phone) return <Phone parts={parts} section={section} onSection={onSection} />;
  return (
    <main className={styles['workspace']} aria-label={text('spreadPage')}>
      {parts.spreadList}
      {parts.book}
      {parts.trade}
      {parts.spreadOrders}
      {parts.positions}
    </main>
  );
}

/** The pair of an address: the named one, else the first of its near leg's coin, else the first of all. */
function pairOf(pairs: readonly SpreadPair[], address: SpreadAddress | undefined): SpreadPair | undefined {
  const named = pairs.find(({ near, far }) => near.symbol === address?.near && far.symbol === address.far);
  return named ?? pairs[0];
}

const listed = (instruments: readonly Instrument[]): SpreadPair[] => spreadPairs(instruments.filter(({ status }) => status === 'Trading'));

/** Trades two contracts of one coin against each other. */
export function SpreadPage({ address }: { address: SpreadAddress | undefined }) {
  const catalogue = useReadable(useClient().markets.catalogue);
  const text = useSpreadText();
  // It stays while another spread is selected.
  const [section, setSection] = useState<PhoneSection | More>('spreadList');
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
        return <Workspace key={`${pair.near.symbol} ${pair.far.symbol}`} {...{ pair, pairs, section }} onSection={setSection} />;
      }}
    </LoadableView>
  );
}
