import type { OrderView, Result } from '@tapedeck/client';
import { lotCount, milliseconds, tickCount } from '@tapedeck/domain';
import { Button, Checkbox, Select, StateMessage, type Column } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { ColumnsButton } from '../../platform/columns-button.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { nextSorting, sortRows, useTableLayout, type Sorting, type SortValue, type TableColumns } from '../../platform/table-layout.ts';
import { cell, useReadable, useSelected } from '../../platform/use-readable.ts';
import { chooseOrders, chosenOf, chosenOrders, orderKey } from './chosen-orders.ts';
import { OpenOrderRow, type OrderColumn } from './open-order-row.tsx';
import styles from './orders.module.css';
import { firstLegs, ofKind, SHOWN_KINDS, shownKind, type ShownKind } from './order-kinds.ts';
import { useOrdersText } from './texts.ts';

const LAYOUT: TableColumns<OrderColumn> = {
  name: 'openOrders',
  all: ['choose', 'contract', 'side', 'type', 'price', 'trigger', 'quantity', 'filled', 'status', 'time', 'action'],
  fixed: ['choose', 'contract', 'action'],
};
const AT_START: ReadonlySet<OrderColumn> = new Set(['choose', 'contract', 'side', 'type', 'status']);
const SORTED: ReadonlySet<OrderColumn> = new Set(['contract', 'side', 'price', 'trigger', 'quantity', 'filled', 'time']);

const sorting = cell<Sorting<OrderColumn> | undefined>(undefined);

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
  return (
    <div role="group" aria-label={text('kinds')} className={styles['kinds']}>
      {SHOWN_KINDS.map((name) => {
        const count = ofKind(orders, name).length;
        return (
          <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => shownKind.set(name)}>
            {text(`kind.${name}`)} {count > 0 && <span className={styles['count']}>{count}</span>}
          </Button>
        );
      })}
    </div>
  );
}

/** Tells how many orders went, or why they did not. */
function useCancelling(): { readonly busy: boolean; run(cancel: () => Promise<Result<number>>): void } {
  const text = useOrdersText();
  const [busy, setBusy] = useState(false);
  const run = (cancel: () => Promise<Result<number>>): void => {
    setBusy(true);
    void cancel().then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'success', id: 'cancel-all', title: text('cancelledAll', { count: result.value }) });
    });
  };
  return { busy, run };
}

function useCancelSeveral(): (orders: readonly OrderView[]) => Promise<Result<number>> {
  const client = useClient();
  return async (orders) => {
    const { cancelled, failure } = await client.cancelOrders(firstLegs(orders).map(({ record }) => record));
    return failure === undefined ? { ok: true, value: cancelled } : { ok: false, failure };
  };
}

/** Cancels the ticked ones of the orders on screen; shown while there are some. */
function CancelChosenButton({ shown }: { shown: readonly OrderView[] }) {
  const text = useOrdersText();
  const chosen = chosenOf(shown, useReadable(chosenOrders));
  const { busy, run } = useCancelling();
  const cancelSeveral = useCancelSeveral();
  if (chosen.length === 0) return null;
  return (
    <Button size="small" tone="accent" busy={busy} onClick={() => run(() => cancelSeveral(chosen))}>
      {text('cancelChosen', { count: chosen.length })}
    </Button>
  );
}

/** Ticks all orders on screen, or none. */
function ChooseAll({ shown }: { shown: readonly OrderView[] }) {
  const text = useOrdersText();
  const live = shown.filter(({ state }) => state === 'live');
  const all = useSelected(chosenOrders, (keys) => live.length > 0 && live.every((order) => keys.has(orderKey(order))));
  return <Checkbox label={text('chooseAll')} checked={all} onChange={(next) => chooseOrders(live.map(orderKey), next)} />;
}

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
  const order = useReadable(sorting);
  const columns = useMemo(
    () =>
      ids.map((id): Column => ({
        ...{ id, label: text(id), align: AT_START.has(id) ? 'start' : 'end' },
        ...(id === 'action' && { kind: 'actions' }),
        ...(id === 'choose' && { head: <ChooseAll shown={shown} /> }),
        ...(SORTED.has(id) && { sort: order?.by === id ? order.direction : 'none' }),
      })),
    [ids, text, order, shown],
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

function OrdersOf({ list, onSymbol }: { list: readonly OrderView[]; onSymbol: (symbol: string) => void }) {
  const text = useOrdersText();
  const kind = useReadable(shownKind);
  const [symbol, setSymbol] = useState(EVERY);
  const layout = useTableLayout(LAYOUT);
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
          <SymbolChoice orders={list} symbol={symbol} onSymbol={setSymbol} />
          <ColumnsButton layout={layout} label={text} />
        </span>
      </div>
      {shown.length === 0 ? (
        <StateMessage title={text(kind === 'all' ? 'emptyOpen' : 'emptyKind')} detail={text('emptyOpenDetail')} />
      ) : (
        <OrdersTable shown={shown} onSymbol={onSymbol} />
      )}
    </div>
  );
}

/** Open orders: those in the book and those that wait, all of them or one kind. */
export function OpenOrders({ onSymbol }: { onSymbol: (symbol: string) => void }) {
  const orders = useReadable(useClient().account.openOrders);
  return <LoadableView value={orders}>{(list) => <OrdersOf list={list} onSymbol={onSymbol} />}</LoadableView>;
}

/** Cancels every open order of the kind on screen; shown while there is one. */
export function CancelAllButton() {
  const client = useClient();
  const text = useOrdersText();
  const kind = useReadable(shownKind);
  const { busy, run } = useCancelling();
  const cancelSeveral = useCancelSeveral();
  const some = useSelected(
    client.account.openOrders,
    (orders) => orders.status !== 'idle' && ofKind(orders.data ?? [], kind).some(({ state }) => state === 'live'),
  );
  if (!some) return null;
  const cancelShown = (): Promise<Result<number>> => {
    if (kind === 'all') return client.cancelAllOrders();
    const orders = client.account.openOrders.get();
    return cancelSeveral(ofKind((orders.status === 'idle' ? undefined : orders.data) ?? [], kind).filter(({ state }) => state === 'live'));
  };
  return (
    <Button size="small" busy={busy} onClick={() => run(cancelShown)}>
      {kind === 'all' ? text('cancelAll') : text('cancelKind', { kind: text(`kind.${kind}`) })}
    </Button>
  );
}
