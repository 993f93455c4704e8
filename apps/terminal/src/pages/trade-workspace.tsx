import type { MarketFeed } from '@tapedeck/client';
import { isSpot, type Lots, type Side, type Ticks } from '@tapedeck/domain';
import { arrives, Button, OnRequest, Panel, PanelHead, Skeleton } from '@tapedeck/ui';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { SymbolHeader, useTabTitle } from '../features/symbol-header/index.ts';
import { AfterFirstView, useFirstView } from '../platform/first-view.tsx';
import { PanelBoundary } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { usePhone } from '../platform/use-media.ts';
import { BookPanel } from './book-panel.tsx';
import { usePageText } from './page-text.ts';
import { AccountBlock, AccountPanel, ChartPanel } from './later.ts';
import { PhoneSections, type More } from './phone-sections.tsx';
import { useSymbolSwitch } from './symbol-switch.ts';
import areas from './workspace-areas.module.css';
import styles from './trade-workspace.module.css';

const AlgoForm = lazy(() => arrives(() => import('../features/algo-form/index.ts')).then((module) => ({ default: module.AlgoForm })));

const ContractDetails = lazy(() =>
  arrives(() => import('../features/contract-details/index.ts')).then((module) => ({ default: module.ContractDetails })),
);

const PHONE_SECTIONS = ['chart', 'book', 'trade', 'positions'] as const;
type PhoneSection = (typeof PHONE_SECTIONS)[number];

/** Symbol and figures of the market, and its details on request. */
function MarketHeader({ feed, onSymbol }: { feed: MarketFeed; onSymbol: (symbol: string) => void }) {
  const [detailed, setDetailed] = useState(false);
  return (
    <PanelBoundary>
      <SymbolHeader feed={feed} onSymbol={onSymbol} onDetails={() => setDetailed(true)} />
      {detailed && (
        <OnRequest onVoid={() => setDetailed(false)}>
          <ContractDetails feed={feed} onClose={() => setDetailed(false)} />
        </OnRequest>
      )}
    </PanelBoundary>
  );
}

function FormPanel({ children }: { children: ReactNode }) {
  const text = usePageText();
  return (
    <Panel label={text('tradePanel')} className={areas['form']}>
      <PanelHead title={text('trade')} />
      <div className={areas['formBody']} data-skip-target>
        <PanelBoundary>{children}</PanelBoundary>
        <AfterFirstView>
          <AccountBlock />
        </AfterFirstView>
      </div>
    </Panel>
  );
}

/** The form beside the book, and the actions of a click in the book. */
export interface WorkspaceForm {
  readonly form: ReactNode;
  onPrice(ticks: Ticks): void;
  onQuantity(lots: Lots): void;
  /** The side that a phone's button asks for. */
  onSide(side: Side): void;
}

/** Loaded when its tab is first selected. */
export function AlgoPart({ feed }: { feed: MarketFeed }) {
  const common = useCommonText();
  return (
    <Suspense fallback={<Skeleton label={common('loading')} rows={4} />}>
      <AlgoForm feed={feed} />
    </Suspense>
  );
}

/** The two main buttons of a phone, always within reach. */
function TradeBar({ coins, onTrade }: { readonly coins: boolean; onTrade(side: Side): void }) {
  const text = usePageText();
  return (
    <div className={styles['bar']}>
      <Button tone="up" size="large" onClick={() => onTrade('Buy')}>
        {text(coins ? 'buy' : 'buyLong')}
      </Button>
      <Button tone="down" size="large" onClick={() => onTrade('Sell')}>
        {text(coins ? 'sell' : 'sellShort')}
      </Button>
    </div>
  );
}

/**
 * Header, chart, book, form and account of one market: side by side, or one section at a time on a phone. Both are one tree: a frame that
 * moves in the page starts again, and the chart would lose its undo history and its position. A switch to another market keeps the frame,
 * the account and the section as well; the parts with a key start again.
 */
export function TradeWorkspace({ feed, form, onPrice, onQuantity, onSide }: WorkspaceForm & { feed: MarketFeed }) {
  const text = usePageText();
  useTabTitle(feed, text('product'));
  useFirstView(feed);
  const showSymbol = useSymbolSwitch(feed.instrument);
  const phone = usePhone();
  const [section, setSection] = useState<PhoneSection | More>('chart');
  const { symbol } = feed.instrument;
  /** On a phone, the market of a row is shown by its chart. */
  const fromAccount = (name: string): void => {
    setSection('chart');
    showSymbol(name);
  };
  const trade = (side: Side): void => {
    onSide(side);
    setSection('trade');
  };
  const parts: Record<PhoneSection, ReactNode> = {
    chart: (
      <div className={styles['chart']}>
        <PanelBoundary>
          <AfterFirstView before={<Panel label={text('chart')} className={styles['whole']} />}>
            <ChartPanel feed={feed} onSymbol={showSymbol} />
          </AfterFirstView>
        </PanelBoundary>
      </div>
    ),
    book: <BookPanel key={symbol} feed={feed} className={areas['book']} onPrice={onPrice} onQuantity={onQuantity} />,
    trade: <FormPanel key={symbol}>{form}</FormPanel>,
    positions: (
      <AfterFirstView before={<Panel label={text('accountPanel')} className={areas['account']} />}>
        <AccountPanel onSymbol={fromAccount} className={areas['account']} />
      </AfterFirstView>
    ),
  };
  return (
    <PhoneSections
      sections={PHONE_SECTIONS.map((value) => ({ value, label: text(value) }))}
      parts={parts}
      value={section}
      onChange={(next) => setSection(next)}
      keeps="chart"
      beside={phone ? undefined : styles['workspace']}
      above={
        <div className={phone ? styles['top'] : styles['head']}>
          <MarketHeader key={symbol} feed={feed} onSymbol={showSymbol} />
        </div>
      }
      below={phone && section !== 'trade' && section !== 'more' && <TradeBar coins={isSpot(feed.instrument)} onTrade={trade} />}
    />
  );
}
