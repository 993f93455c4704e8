import type { MarketFeed } from '@tapedeck/client';
import { isSpot, lots, price, priceUnits, ticks, type Instrument, type Lots, type Ticks, quantityCoin } from '@tapedeck/domain';
import { Select } from '@tapedeck/ui';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { usePainter } from '../../platform/painting/use-painter.ts';
import { Freshly, PanelLoading } from '../../platform/panel-state.tsx';
import { usePriceTone } from '../../widgets/price-tone.ts';
import { textHook, useFormats } from '../../platform/texts.tsx';
import { Ticking } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { priceText, UNKNOWN } from '../../platform/values.ts';
import { BookBoard } from './book-board.ts';
import type { BookPick } from './book-messages.ts';
import styles from './order-book.module.css';
import english from './text.en.json';

const useText = textHook('order-book', english);
const VIEWS = ['both', 'bids', 'asks'] as const;
type BookView = (typeof VIEWS)[number];

export interface OrderBookProps {
  readonly feed: MarketFeed;
  onPrice(price: Ticks): void;
  onQuantity(quantity: Lots): void;
}

interface SideProps {
  readonly label: string;
  readonly hint: string;
  readonly name: 'bids' | 'asks';
  readonly surface: RefObject<HTMLDivElement | null>;
  readonly grid: RefObject<HTMLDivElement | null>;
}

function Side({ label, hint, name, surface, grid }: SideProps) {
  return (
    <div ref={surface} className={styles['side']} data-testid={`book-${name}`}>
      <div ref={grid} role="grid" aria-label={label} aria-description={hint} className={styles['grid']} />
    </div>
  );
}

function ViewIcon({ view }: { view: BookView }) {
  return (
    <span className={styles['viewIcon']} aria-hidden="true">
      {view !== 'bids' && <i className={styles['askBlock']} />}
      {view !== 'asks' && <i className={styles['bidBlock']} />}
    </span>
  );
}

interface ToolsProps {
  readonly instrument: Instrument;
  readonly view: BookView;
  readonly group: number;
  onView(view: BookView): void;
  onGroup(group: number): void;
}

function Tools({ instrument, view, group, onView, onGroup }: ToolsProps) {
  const text = useText();
  const formats = useFormats();
  const names = { both: text('viewBoth'), bids: text('viewBids'), asks: text('viewAsks') };
  return (
    <div className={styles['tools']}>
      <div role="group" aria-label={text('view')} className={styles['views']}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={names[name]}
            title={names[name]}
            aria-pressed={view === name}
            onClick={() => onView(name)}
          >
            <ViewIcon view={name} />
          </button>
        ))}
      </div>
      <Select
        bare
        label={text('grouping')}
        value={String(group)}
        items={instrument.depthMergeTimes.map((times) => ({
          value: String(times),
          label: priceText(formats, price(priceUnits(instrument.tickSize) * BigInt(times)), instrument),
        }))}
        onChange={(times) => onGroup(Number(times))}
      />
    </div>
  );
}

function MiddleRow({ feed, onPrice }: { feed: MarketFeed; onPrice: (price: Ticks) => void }) {
  const text = useText();
  const formats = useFormats();
  const { instrument } = feed;
  const toneOf = usePriceTone();
  return (
    <button
      type="button"
      className={styles['middle']}
      onClick={() => {
        const last = feed.ticker.get().ticker?.market.last;
        if (last !== undefined) onPrice(ticks(Number(priceUnits(last) / priceUnits(instrument.tickSize))));
      }}
    >
      <Ticking
        className={styles['last']}
        sources={[feed.ticker]}
        read={() => {
          const { ticker } = feed.ticker.get();
          if (ticker === undefined) return UNKNOWN;
          return { text: priceText(formats, ticker.market.last, instrument), tone: toneOf(ticker.market.last) };
        }}
      />
      {!isSpot(instrument) && (
        <Ticking
          className={styles['mark']}
          sources={[feed.ticker]}
          read={() => text('mark', { price: priceText(formats, feed.ticker.get().ticker?.market.mark, instrument) })}
        />
      )}
    </button>
  );
}

/** Updates the bar of bids against asks, whose space is reserved from the start: a row that moves under the pointer causes misclicks. */
function useBalance() {
  const element = useRef<HTMLDivElement>(null);
  const text = useText();
  const shown = useRef<number | undefined>(undefined);
  const write = (percent: number | undefined) => {
    const node = element.current;
    if (node === null || shown.current === percent) return;
    shown.current = percent;
    node.toggleAttribute('data-empty', percent === undefined);
    if (percent === undefined) return;
    node.style.setProperty('--bids', `${percent}%`);
    const [bids, asks] = [node.children[1], node.children[2]];
    if (bids !== undefined) bids.textContent = text('bidShare', { percent });
    if (asks !== undefined) asks.textContent = text('askShare', { percent: 100 - percent });
  };
  return { element, write };
}

/** The live order book: painted rows, grouping, views; clicks fill the order form. */
export function OrderBook({ feed, onPrice, onQuantity }: OrderBookProps) {
  const text = useText();
  const formats = useFormats();
  const client = useClient();
  const { instrument } = feed;
  const [view, setView] = useState<BookView>('both');
  const [group, setGroup] = useState(instrument.depthMergeTimes[0] ?? 1);
  const host = useRef<HTMLDivElement>(null);
  const askSurface = useRef<HTMLDivElement>(null);
  const askGrid = useRef<HTMLDivElement>(null);
  const bidSurface = useRef<HTMLDivElement>(null);
  const bidGrid = useRef<HTMLDivElement>(null);
  const painter = usePainter();
  const freshness = useSelected(feed.book, (book) => book.freshness);
  const balance = useBalance();
  const ownOrder = text('ownOrder');
  const handlers = useRef({ onPrice, onQuantity, balance: balance.write });
  handlers.current = { onPrice, onQuantity, balance: balance.write };
  const board = useRef<BookBoard>(undefined);
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const made = new BookBoard({
      feed,
      formats,
      ownOrder,
      painter,
      host: host.current,
      canvasClass: styles['canvas'] ?? '',
      openOrders: client.orders.open,
      onPick: (pick: BookPick) => {
        if (pick.what === 'price') handlers.current.onPrice(ticks(pick.ticks));
        else handlers.current.onQuantity(lots(pick.lots));
      },
      onBidPercent: (percent) => handlers.current.balance(percent),
    });
    board.current = made;
    return () => made.destroy();
  }, [feed, formats, ownOrder, painter, client]);
  useLayoutEffect(() => {
    const pair = (surface: HTMLElement | null, grid: HTMLElement | null) =>
      surface === null || grid === null ? undefined : { surface, grid };
    board.current?.show({ asks: pair(askSurface.current, askGrid.current), bids: pair(bidSurface.current, bidGrid.current), group });
  }, [feed, formats, ownOrder, painter, client, group, view]);
  const waiting = freshness === 'loading' || freshness === 'resyncing';
  const hint = text('fillHint');
  return (
    <div className={styles['book']} data-freshness={freshness}>
      <div className={styles['bar']}>
        <Freshly of={feed.book} select={(book) => book.freshness} />
        <Tools instrument={instrument} view={view} group={group} onView={setView} onGroup={setGroup} />
      </div>
      <div className={styles['head']}>
        {[text('price', { coin: instrument.quoteCoin }), text('quantity', { coin: quantityCoin(instrument) }), text('total')].map(
          (head) => (
            <span key={head} title={head}>
              {head}
            </span>
          ),
        )}
      </div>
      <div ref={host} className={styles['sides']}>
        {view !== 'bids' && <Side label={text('asks')} hint={hint} name="asks" surface={askSurface} grid={askGrid} />}
        <MiddleRow feed={feed} onPrice={onPrice} />
        {view !== 'asks' && <Side label={text('bids')} hint={hint} name="bids" surface={bidSurface} grid={bidGrid} />}
        {waiting && (
          <div className={styles['waiting']}>
            <PanelLoading rows={12} />
          </div>
        )}
      </div>
      <div ref={balance.element} className={styles['balance']} hidden={view !== 'both'} data-empty="">
        <i />
        <span data-tone="up" />
        <span data-tone="down" />
      </div>
    </div>
  );
}
