import { createStore, type OrderView } from '@tapedeck/client';
import { lotCount, milliseconds, tickCount } from '@tapedeck/domain';
import { Button, Checkbox, Select, StateMessage, type Column } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { ColumnsButton } from '../../widgets/columns-button.tsx';
import { askCancelAll } from '../../intents/confirmation-asked.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { nextSorting, sortRows, useTableLayout, type Sorting, type SortValue, type TableColumns } from '../../widgets/table-layout.ts';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { ZoneSelect } from '../../widgets/zone-select.tsx';
import { chooseOrders, chosenOf, chosenOrders, orderKey } from './chosen-orders.ts';
import { OpenOrderRow, type OrderColumn } from './open-order-row.tsx';
import styles from './orders.module.css';
import { ofKind, SHOWN_KINDS, shownKind, shownSymbol, waitingSpreads, type ShownKind } from './order-kinds.ts';
import { useOrdersText } from './texts.ts';

const LAYOUT: TableColumns<OrderColumn> = {
  name: 'openOrders',
  all: ['choose', 'contract', 'side', 'type', 'price', 'trigger', 'exits', 'quantity', 'filled', 'status', 'time', 'action'],
  fixed: ['choose', 'contract', 'action'],
};
const AT_START: ReadonlySet<OrderColumn> = new Set(['choose', 'contract', 'side', 'type', 'status']);
const SORTED: ReadonlySet<OrderColumn> = new Set(['contract', 'side', 'price', 'trigger', 'quantity', 'filled', 'time']);

const sorting = createStore<Sorting<OrderColumn> | undefined>(undefined);

function sortValue({ instrument, record }: OrderView, by: OrderColumn): SortValue | undefined {
  switch (by) {
    case 'contract':
      return instrument.symbol;
    case 'side':
      return record.side;
    case 'price':
      return record.orderType === 'Market' ? undefined : tickCount(record.price);
    case 'trigger':
      return record.stop?.trigger && tickCount(record.stop.trigger.price);
    case 'quantity':
      return lotCount(record.quantity);
    case 'filled':
      return lotCount(record.filled);
    default:
      return milliseconds(record.createdAt);
  }
}

function KindBar({ orders, kind }: { orders: readonly OrderView[]; kind: ShownKind }) {
  const text = useOrdersText();
  const spreads = useSelected(useClient().strategies.list, waitingSpreads);
  return (
    <div role="group" aria-label={text('kinds')} className={`${styles['kinds'] ?? ''} scrolls-sideways`}>
      {SHOWN_KINDS.map((name) => {
        const count =
          (name === 'futureSpread' ? 0 : ofKind(orders, name).length) + (name === 'futureSpread' || name === 'all' ? spreads : 0);
        return (
          <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => shownKind.set(name)}>
            <span>{text(`kind.${name}`)}</span> {count > 0 && <span className={styles['count']}>{count}</span>}
          </Button>
        );
      })}
    </div>
  );
}

/** Cancels the selected orders; shown while there are any. */
function CancelChosenButton({ shown }: { shown: readonly OrderView[] }) {
  const client = useClient();
  const text = useOrdersText();
  const chosen = chosenOf(shown, useReadable(chosenOrders));
  if (chosen.length === 0) return null;
  return (
    <Button size="small" tone="accent" onClick={() => askCancelAll(client, { of: 'chosen', orders: chosen })}>
      {text('cancelChosen', { count: chosen.length })}
    </Button>
  );
}

/** Selects all displayed orders, or none. */
function ChooseAll({ shown }: { shown: readonly OrderView[] }) {
  const text = useOrdersText();
  const live = shown.filter(({ state }) => state === 'live');
  const all = useSelected(chosenOrders, (keys) => live.length > 0 && live.every((order) => keys.has(orderKey(order))));
  return <Checkbox label={text('chooseAll')} checked={all} onChange={(next) => chooseOrders(live.map(orderKey), next)} />;
}

/** All symbols, as in `shownSymbol`. */
const EVERY = '';

function SymbolChoice({ orders, symbol, onSymbol }: { orders: readonly OrderView[]; symbol: string; onSymbol(symbol: string): void }) {
  const text = useOrdersText();
  const symbols = [...new Set(orders.map(({ instrument }) => instrument.symbol))].sort();
  if (symbols.length < 2 && symbol === EVERY) return null;
  const items = [{ value: EVERY, label: text('everySymbol') }, ...symbols.map((name) => ({ value: name, label: name }))];
  return <Select bare label={text('symbolFilter')} value={symbol} items={items} onChange={onSymbol} />;
}

function OrdersTable({ shown, onSymbol }: { shown: readonly OrderView[]; onSymbol: (symbol: string) => void }) {
  const text = useOrdersText();
  const { shown: ids } = useTableLayout(LAYOUT);
  const formats = useZonedFormats();
  const order = useReadable(sorting);
  const columns = useMemo(
    () =>
      ids.map((id): Column => ({
        ...{ id, label: id === 'time' ? inZone(text(id), formats) : text(id), align: AT_START.has(id) ? 'start' : 'end' },
        ...(id === 'action' && { kind: 'actions' }),
        ...(id === 'choose' && { head: <ChooseAll shown={shown} /> }),
        ...(SORTED.has(id) && { sort: order?.by === id ? order.direction : 'none' }),
      })),
    [ids, text, formats, order, shown],
  );
  const rows = useMemo(() => sortRows(shown, order, sortValue), [shown, order]);
  const renderRow = useCallback((view: OrderView) => <OpenOrderRow order={view} columns={ids} onSymbol={onSymbol} />, [ids, onSymbol]);
  return (
    <LongTable
      label={text('openTable')}
      columns={columns}
      rows={rows}
      rowKey={orderKey}
      renderRow={renderRow}
      onSort={(id) => sorting.set(nextSorting(order, LAYOUT.all.find((known) => known === id) ?? 'time'))}
    />
  );
}

interface OpenOrdersProps {
  onSymbol(symbol: string): void;
  /** Futures-spread orders, which have a table of their own. */
  readonly spreads?: ReactNode;
}

function OrdersOf({ list, onSymbol, spreads }: OpenOrdersProps & { readonly list: readonly OrderView[] }) {
  const text = useOrdersText();
  const kind = useReadable(shownKind);
  const symbol = useReadable(shownSymbol);
  // Another visit starts with all symbols.
  useEffect(() => () => shownSymbol.set(''), []);
  const layout = useTableLayout(LAYOUT);
  const isWaiting = useSelected(useClient().strategies.list, (all) => waitingSpreads(all) > 0);
  const hasSpreads = kind === 'futureSpread' || (kind === 'all' && symbol === EVERY && isWaiting);
  const shown = useMemo(
    () => ofKind(list, kind).filter(({ instrument }) => symbol === EVERY || instrument.symbol === symbol),
    [list, kind, symbol],
  );
  return (
    <div className={styles['open']}>
      <div className={styles['bar']}>
        <KindBar orders={list} kind={kind} />
        <span className={styles['tools']}>
          <CancelChosenButton shown={shown} />
          <SymbolChoice orders={list} symbol={symbol} onSymbol={(next) => shownSymbol.set(next)} />
          <ZoneSelect />
          <ColumnsButton layout={layout} label={text} />
        </span>
      </div>
      <div className={styles['lists']}>
        {shown.length > 0 && <OrdersTable shown={shown} onSymbol={onSymbol} />}
        {hasSpreads && <div className={styles['spreads']}>{spreads}</div>}
        {shown.length === 0 && !hasSpreads && (
          <StateMessage title={text(kind === 'all' ? 'emptyOpen' : 'emptyKind')} detail={text('emptyOpenDetail')} />
        )}
      </div>
    </div>
  );
}

/** Open orders, resting and conditional: all, or those of one kind. */
export function OpenOrders(props: OpenOrdersProps) {
  const orders = useReadable(useClient().orders.open);
  return <LoadableView value={orders}>{(list) => <OrdersOf list={list} {...props} />}</LoadableView>;
}

/** Cancels the orders of the table: all open orders of the selected kind and symbol. Hidden while there are none. */
export function CancelAllButton() {
  const client = useClient();
  const text = useOrdersText();
  const kind = useReadable(shownKind);
  const symbol = useReadable(shownSymbol);
  const spreads = useSelected(client.strategies.list, (list) => waitingSpreads(list) > 0);
  const some = useSelected(
    client.orders.open,
    (orders) =>
      orders.status !== 'idle' &&
      ofKind(orders.data ?? [], kind).some(({ state, instrument }) => state === 'live' && (symbol === '' || instrument.symbol === symbol)),
  );
  const onlySpreads = spreads && (kind === 'futureSpread' || (kind === 'all' && !some && symbol === ''));
  if (!onlySpreads && !some) return null;
  const ask = () => {
    const scope = { ...(symbol !== '' && { symbol }), ...(kind !== 'all' && kind !== 'futureSpread' && { tab: kind }) };
    askCancelAll(client, onlySpreads ? { of: 'spreads' } : { of: 'scope', scope });
  };
  return (
    <Button size="small" onClick={ask}>
      {kind === 'all' ? text('cancelAll') : text('cancelKind', { kind: text(`kind.${kind}`) })}
    </Button>
  );
}
