import { isOption, type Instrument, type Ticks, priceOfTicks, type Coin } from '@tapedeck/domain';
import { Panel, PanelHead, StateMessage, TabPanel, Tabs } from '@tapedeck/ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { boardExpiries, OptionBoard, OptionFacts, useBoardText, type BoardExpiry } from '../features/option-board/index.ts';
import { createOrderFormStore, OrderForm } from '../features/order-form/index.ts';
import { useTabTitle } from '../features/symbol-header/index.ts';
import { useClient } from '../platform/client-context.tsx';
import { AfterFirstView } from '../platform/first-view.tsx';
import { goTo } from '../platform/navigation.tsx';
import { LoadableView, PanelBoundary } from '../platform/panel-state.tsx';
import { useMarketFeed } from '../platform/use-market-feed.ts';
import { usePhone } from '../platform/use-media.ts';
import { useReadable } from '../platform/use-readable.ts';
import { lotsFieldText } from '../platform/values.ts';
import { BookPanel } from './book-panel.tsx';
import { usePageText } from './page-text.ts';
import { AccountBlock, AccountPanel } from './later.ts';
import { OPTION_COINS, OPTION_SETTLES, optionPath, type OptionAddress } from './paths.ts';
import { useSymbolSwitch } from './symbol-switch.ts';
import { PhoneSections, type More } from './phone-sections.tsx';
import areas from './workspace-areas.module.css';
import styles from './option-page.module.css';

/** New strikes are listed within a minute. */
const RELOAD_MS = 60_000;
const PHONE_SECTIONS = ['board', 'book', 'trade', 'positions'] as const;
type PhoneSection = (typeof PHONE_SECTIONS)[number];

interface Choice {
  readonly symbol: string;
  /** Price of the clicked quote. */
  readonly price: Ticks | undefined;
}

/** Follows the board of a coin while it is displayed. */
function useBoard(base: Coin, settle: Coin) {
  const { markets } = useClient();
  useEffect(() => {
    void markets.options.load(base, settle);
    const timer = setInterval(() => void markets.options.load(base, settle), RELOAD_MS);
    return () => clearInterval(timer);
  }, [markets.options, base, settle]);
  return useReadable(markets.options.board(base, settle));
}

interface TicketParts {
  readonly book: ReactNode;
  readonly form: ReactNode;
}

/** Book, facts and order form of the selected option. */
function useTicket({ symbol, price }: Choice): TicketParts {
  const client = useClient();
  const text = usePageText();
  const feed = useMarketFeed(symbol);
  const form = useMemo(() => createOrderFormStore(client, feed), [client, feed]);
  const { instrument } = feed;
  useTabTitle(feed, text('product'));
  useEffect(() => {
    if (price !== undefined) form.dispatch({ type: 'priceSet', price: priceOfTicks(price, instrument.tickSize) });
  }, [form, price, instrument]);
  return {
    book: (
      <BookPanel
        feed={feed}
        className={areas['book']}
        onPrice={(ticks) => form.dispatch({ type: 'priceSet', price: priceOfTicks(ticks, instrument.tickSize) })}
        onQuantity={(lots) => form.dispatch({ type: 'quantityTyped', text: lotsFieldText(lots, instrument) })}
      />
    ),
    form: (
      <Panel label={text('tradePanel')} className={areas['form']}>
        <PanelHead title={text('trade')} />
        <div className={areas['formBody']} data-skip-target>
          <PanelBoundary>
            <OptionFacts feed={feed} />
            <OrderForm form={form} />
          </PanelBoundary>
          <AfterFirstView>
            <AccountBlock />
          </AfterFirstView>
        </div>
      </Panel>
    ),
  };
}

function BoardPanel({ address, expiries, shown, onExpiry, board }: BoardPanelProps) {
  const text = useBoardText();
  return (
    <Panel label={text('optionBoard')} className={styles['board']}>
      <div className={styles['choices']}>
        <Tabs
          compact
          label={text('optionCoin')}
          items={OPTION_COINS.map((value) => ({ value, label: value }))}
          value={address.base}
          onChange={(base) => goTo(optionPath({ ...address, base }))}
        />
        <Tabs
          compact
          label={text('optionSettle')}
          items={OPTION_SETTLES.map((value) => ({ value, label: value }))}
          value={address.settle}
          onChange={(settle) => goTo(optionPath({ ...address, settle }))}
        />
      </div>
      <Tabs
        className={styles['expiries']}
        label={text('optionExpiry')}
        items={expiries.map(({ name }) => ({ value: name, label: name }))}
        value={shown.name}
        onChange={onExpiry}
      >
        <TabPanel value={shown.name} className={styles['boardBody']}>
          <PanelBoundary>{board}</PanelBoundary>
        </TabPanel>
      </Tabs>
    </Panel>
  );
}

interface BoardPanelProps {
  readonly address: OptionAddress;
  readonly expiries: readonly BoardExpiry[];
  readonly shown: BoardExpiry;
  readonly board: ReactNode;
  onExpiry(name: string): void;
}

interface Parts extends TicketParts {
  readonly board: ReactNode;
  readonly account: ReactNode;
}

function Phone({
  board,
  book,
  form,
  account,
  section,
  onSection,
}: Parts & { section: PhoneSection | More; onSection(next: PhoneSection | More): void }) {
  const text = usePageText();
  const parts: Record<PhoneSection, ReactNode> = { board, book, trade: form, positions: account };
  return (
    <PhoneSections
      sections={PHONE_SECTIONS.map((value) => ({ value, label: text(value) }))}
      parts={parts}
      value={section}
      onChange={onSection}
    />
  );
}

/** The at-the-money call of an expiry. */
function middleOf({ rows }: BoardExpiry): string {
  return rows[Math.floor(rows.length / 2)]?.call.symbol ?? '';
}

/** The initial option. It stays while the board lists it, because newly listed strikes must not change the option being traded. */
function useFirstOf(shown: BoardExpiry): string {
  const [first, setFirst] = useState(() => middleOf(shown));
  if (shown.rows.some(({ call }) => call.symbol === first)) return first;
  const next = middleOf(shown);
  if (next !== first) setFirst(next);
  return next;
}

const expiryOf = (symbol: string | undefined): string | undefined => symbol?.split('-')[1];

function OptionWorkspace({ address, expiries }: { address: OptionAddress; expiries: readonly [BoardExpiry, ...BoardExpiry[]] }) {
  const client = useClient();
  const phone = usePhone();
  const [section, setSection] = useState<PhoneSection | More>('board');
  // The address names the option, however it came there: a press on the board, a position, a link.
  const held = address.symbol === undefined ? undefined : client.markets.instrument(address.symbol);
  const named = held !== undefined && isOption(held) ? held.symbol : undefined;
  const [quoted, setQuoted] = useState<Choice | undefined>(undefined);
  const [expiry, setExpiry] = useState({ of: named, name: expiryOf(named) });
  if (expiry.of !== named) setExpiry({ of: named, name: expiryOf(named) ?? expiry.name });
  const shown = expiries.find((one) => one.name === expiry.name) ?? expiries[0];
  const first = useFirstOf(shown);
  const symbol = named ?? first;
  const price = quoted?.symbol === symbol ? quoted.price : undefined;
  const choice = useMemo(() => ({ symbol, price }), [symbol, price]);
  const ticket = useTicket(choice);
  const open = useSymbolSwitch(undefined);
  const parts: Parts = {
    ...ticket,
    board: (
      <BoardPanel
        address={address}
        expiries={expiries}
        shown={shown}
        onExpiry={(name) => setExpiry({ of: named, name })}
        board={
          <OptionBoard
            key={shown.name}
            expiry={shown}
            chosen={choice.symbol}
            onChoose={(next, at) => {
              setQuoted({ symbol: next, price: at });
              goTo(`${optionPath(address)}/${next}`, 'replace');
              setSection('trade');
            }}
          />
        }
      />
    ),
    account: (
      <AfterFirstView>
        <AccountPanel onSymbol={open} className={areas['account']} />
      </AfterFirstView>
    ),
  };
  return phone ? (
    <Phone {...parts} section={section} onSection={setSection} />
  ) : (
    <main className={styles['workspace']}>
      {parts.board}
      {parts.book}
      {parts.form}
      {parts.account}
    </main>
  );
}

function NoOptions() {
  const text = useBoardText();
  return (
    <main>
      <StateMessage title={text('noOptions')} detail={text('noOptionsDetail')} />
    </main>
  );
}

const expiriesOf = (list: readonly Instrument[]) => boardExpiries(list);

/** Options of one coin, settled in USDC or USDT. */
export function OptionPage({ address }: { address: OptionAddress }) {
  const board = useBoard(address.base, address.settle);
  const { markets } = useClient();
  return (
    <LoadableView value={board} onRetry={() => void markets.options.load(address.base, address.settle)}>
      {(list) => {
        const [first, ...rest] = expiriesOf(list);
        return first === undefined ? (
          <NoOptions />
        ) : (
          <OptionWorkspace key={`${address.settle} ${address.base}`} address={address} expiries={[first, ...rest]} />
        );
      }}
    </LoadableView>
  );
}
