import type { MarketFeed } from '@tapedeck/client';
import { isSpot, type Lots, type Ticks } from '@tapedeck/domain';
import { arrives, Panel, PanelHead, Skeleton, Button } from '@tapedeck/ui';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { SymbolHeader, useTabTitle } from '../features/symbol-header/index.ts';
import { AfterFirstView, useFirstView } from '../platform/first-view.tsx';
import { PanelBoundary } from '../platform/panel-state.tsx';
import { useCommonText } from '../platform/texts.tsx';
import { useMedia } from '../platform/use-media.ts';
import { BookPanel } from './book-panel.tsx';
import { useAppText } from './app-text.ts';
import { AccountBlock, AccountPanel, ChartPanel } from './later.ts';
import { PhoneSections } from './phone-sections.tsx';
import { useSymbolSwitch } from './symbol-switch.ts';
import areas from './desk-areas.module.css';
import styles from './trade-desk.module.css';

const AlgoForm = lazy(() => arrives(() => import('../features/algo-form/index.ts')).then((module) => ({ default: module.AlgoForm })));

const ContractDetails = lazy(() =>
  arrives(() => import('../features/contract-details/index.ts')).then((module) => ({ default: module.ContractDetails })),
);

const PHONE = '(max-width: 719px)';
const PHONE_SECTIONS = ['chart', 'orderBook', 'trade', 'positions'] as const;
type PhoneSection = (typeof PHONE_SECTIONS)[number];

interface Parts {
  readonly header: ReactNode;
  readonly chart: ReactNode;
  readonly book: ReactNode;
  readonly form: ReactNode;
  readonly account: ReactNode;
}

function FormPanel({ children }: { children: ReactNode }) {
  const text = useAppText();
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

function Desk({ header, chart, book, form, account }: Parts) {
  return (
    <main className={styles['desk']}>
      {header}
      {chart}
      {book}
      {form}
      {account}
    </main>
  );
}

/** One section at a time, with the two buttons that matter always at hand. */
function Phone({ header, chart, book, form, account, coins }: Parts & { coins: boolean }) {
  const text = useAppText();
  const [section, setSection] = useState<PhoneSection>('chart');
  const parts: Record<PhoneSection, ReactNode> = { chart, orderBook: book, trade: form, positions: account };
  return (
    <PhoneSections
      sections={PHONE_SECTIONS.map((value) => ({ value, label: text(value) }))}
      parts={parts}
      value={section}
      onChange={(next) => setSection(next)}
      above={<div className={styles['top']}>{header}</div>}
      below={
        section !== 'trade' && (
          <div className={styles['bar']}>
            <Button tone="up" size="large" onClick={() => setSection('trade')}>
              {text(coins ? 'buy' : 'buyLong')}
            </Button>
            <Button tone="down" size="large" onClick={() => setSection('trade')}>
              {text(coins ? 'sell' : 'sellShort')}
            </Button>
          </div>
        )
      }
    />
  );
}

/** The form beside the book, and what a click into the book writes into it. */
export interface DeskForm {
  readonly form: ReactNode;
  onPrice(ticks: Ticks): void;
  onQuantity(lots: Lots): void;
}

/** Loaded when its tab is first chosen. */
export function AlgoPart({ feed }: { feed: MarketFeed }) {
  const common = useCommonText();
  return (
    <Suspense fallback={<Skeleton label={common('loading')} rows={4} />}>
      <AlgoForm feed={feed} />
    </Suspense>
  );
}

/** Header, chart, book, form and account of one market: side by side, or one section at a time on a phone. */
export function TradeDesk({ feed, form, onPrice, onQuantity }: DeskForm & { feed: MarketFeed }) {
  const text = useAppText();
  const phone = useMedia(PHONE);
  useTabTitle(feed, text('product'));
  useFirstView(feed);
  const showSymbol = useSymbolSwitch(feed.instrument);
  const [detailed, setDetailed] = useState(false);
  const parts: Parts = {
    header: (
      <PanelBoundary>
        <SymbolHeader feed={feed} onSymbol={showSymbol} onDetails={() => setDetailed(true)} />
        {detailed && (
          <Suspense fallback={null}>
            <ContractDetails feed={feed} onClose={() => setDetailed(false)} />
          </Suspense>
        )}
      </PanelBoundary>
    ),
    chart: (
      <div className={styles['chart']}>
        <PanelBoundary>
          <AfterFirstView before={<Panel label={text('chart')} className={styles['whole']} />}>
            <ChartPanel feed={feed} onSymbol={showSymbol} />
          </AfterFirstView>
        </PanelBoundary>
      </div>
    ),
    book: <BookPanel feed={feed} className={areas['book']} onPrice={onPrice} onQuantity={onQuantity} />,
    form: <FormPanel>{form}</FormPanel>,
    account: (
      <AfterFirstView before={<Panel label={text('accountPanel')} className={areas['account']} />}>
        <AccountPanel onSymbol={showSymbol} className={areas['account']} />
      </AfterFirstView>
    ),
  };
  return phone ? <Phone {...parts} coins={isSpot(feed.instrument)} /> : <Desk {...parts} />;
}
