import type { OrderView, Result } from '@tapedeck/client';
import { lotCount, milliseconds, type TriggerSource } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { Button, DataTable, StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { lazy, memo, Suspense, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText, ticksText, UNKNOWN } from '../../platform/values.ts';
import styles from './orders.module.css';
import { firstLegs, ofKind, SHOWN_KINDS, shownKind, type ShownKind } from './order-kinds.ts';
import { useOrdersText } from './texts.ts';

const AmendPopover = lazy(() => import('./amend-popover.tsx').then((module) => ({ default: module.AmendPopover })));

const COLUMNS = ['contract', 'side', 'type', 'price', 'trigger', 'quantity', 'filled', 'status', 'time', 'action'] as const;

function stateKey({ state, record }: OrderView): 'sending' | 'checking' | 'working' | 'partly' | 'waiting' {
  if (state === 'pending') return 'sending';
  if (state === 'checking') return 'checking';
  if (record.status === 'Untriggered') return 'waiting';
  return lotCount(record.filled) > 0 ? 'partly' : 'working';
}

/** What an order waits for: the direction, the price and whose price it is. */
function triggerText(formats: Formats, { record, instrument }: OrderView, source: (name: TriggerSource) => string): string {
  const trigger = record.stop?.trigger;
  if (trigger === undefined) return UNKNOWN;
  const sign = trigger.direction === 'Rising' ? '\u2265' : '\u2264';
  return `${sign} ${ticksText(formats, trigger.price, instrument)} ${source(trigger.source)}`;
}

/** The button that edits an order; what opens behind it is loaded when it is first asked for. */
function EditButton({ order }: { order: OrderView }) {
  const text = useOrdersText();
  const [asked, setAsked] = useState(false);
  const { instrument, record, state } = order;
  const button = (
    <Button
      size="small"
      disabled={state !== 'live'}
      aria-label={text('editOf', { symbol: instrument.symbol })}
      onClick={() => setAsked(true)}
    >
      {text('edit')}
    </Button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <AmendPopover trigger={button} instrument={instrument} record={record} />
    </Suspense>
  );
}

const OpenOrderRow = memo(function OpenOrderRow({ order, onSymbol }: { order: OrderView; onSymbol: (symbol: string) => void }) {
  const client = useClient();
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const { instrument, record } = order;
  const buy = record.side === 'Buy';
  const priceShown = record.orderType === 'Market' ? text('market') : ticksText(formats, record.price, instrument);
  const cancel = () => {
    setBusy(true);
    void client.cancelOrder(record).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
    });
  };
  return (
    <TableRow label={instrument.symbol}>
      <TableCell label={text('contract')} align="start" kind="title">
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
      </TableCell>
      <TableCell label={text('side')} align="start" kind="text" tone={buy ? 'up' : 'down'}>
        {common(buy ? 'buy' : 'sell')}
      </TableCell>
      <TableCell label={text('type')} align="start" kind="text">
        <span className={styles['tags']}>
          {common(record.orderType === 'Limit' ? 'limit' : 'market')}
          {record.stop === undefined ? (
            <Tag>{text(`tif.${record.timeInForce}`)}</Tag>
          ) : (
            <Tag tone="accent">{text(`stop.${record.stop.kind}`)}</Tag>
          )}
          {record.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
          {record.strategy !== undefined && <Tag tone="accent">{text(`strategy.${record.strategy.kind}`)}</Tag>}
        </span>
      </TableCell>
      <TableCell label={text('price')}>{priceShown}</TableCell>
      <TableCell label={text('trigger')}>{triggerText(formats, order, (name) => text(`source.${name}`))}</TableCell>
      <TableCell label={text('quantity')}>
        {record.stop?.wholePosition === true ? text('whole') : lotsText(formats, record.quantity, instrument)}
      </TableCell>
      <TableCell label={text('filled')}>{lotsText(formats, record.filled, instrument)}</TableCell>
      <TableCell label={text('status')} align="start" kind="text">
        {text(stateKey(order))}
      </TableCell>
      <TableCell label={text('time')}>{formats.dateTime(milliseconds(record.createdAt))}</TableCell>
      <TableCell label={text('action')} kind="actions">
        <span className={styles['actions']}>
          <EditButton order={order} />
          <Button
            size="small"
            busy={busy || order.state !== 'live'}
            aria-label={text('cancelOf', { symbol: instrument.symbol, price: priceShown })}
            onClick={cancel}
          >
            {common('cancel')}
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
});

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

/** Open orders: those in the book and those that wait, all of them or one kind. */
export function OpenOrders({ onSymbol }: { onSymbol: (symbol: string) => void }) {
  const text = useOrdersText();
  const orders = useReadable(useClient().account.openOrders);
  const kind = useReadable(shownKind);
  const columns = COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: ['contract', 'side', 'type', 'status'].includes(id) ? 'start' : 'end',
    ...(id === 'action' && { kind: 'actions' }),
  }));
  return (
    <LoadableView value={orders}>
      {(list) => {
        const shown = ofKind(list, kind);
        return (
          <div className={styles['open']}>
            <KindBar orders={list} kind={kind} />
            {shown.length === 0 ? (
              <StateMessage title={text(kind === 'all' ? 'emptyOpen' : 'emptyKind')} detail={text('emptyOpenDetail')} />
            ) : (
              <DataTable label={text('openTable')} columns={columns}>
                {shown.map((order) => (
                  <OpenOrderRow key={`${order.record.orderId}-${order.record.clientOrderId}`} order={order} onSymbol={onSymbol} />
                ))}
              </DataTable>
            )}
          </div>
        );
      }}
    </LoadableView>
  );
}

/** Cancels every open order of the kind on screen; shown while there is one. */
export function CancelAllButton() {
  const client = useClient();
  const text = useOrdersText();
  const [busy, setBusy] = useState(false);
  const kind = useReadable(shownKind);
  const some = useSelected(
    client.account.openOrders,
    (orders) => orders.status !== 'idle' && ofKind(orders.data ?? [], kind).some(({ state }) => state === 'live'),
  );
  if (!some) return null;
  const cancelShown = async (): Promise<Result<number>> => {
    if (kind === 'all') return client.cancelAllOrders();
    const orders = client.account.openOrders.get();
    const list = ofKind((orders.status === 'idle' ? undefined : orders.data) ?? [], kind).filter(({ state }) => state === 'live');
    const { cancelled, failure } = await client.cancelOrders(firstLegs(list).map(({ record }) => record));
    return failure === undefined ? { ok: true, value: cancelled } : { ok: false, failure };
  };
  const cancelAll = () => {
    setBusy(true);
    void cancelShown().then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'success', id: 'cancel-all', title: text('cancelledAll', { count: result.value }) });
    });
  };
  return (
    <Button size="small" busy={busy} onClick={cancelAll}>
      {kind === 'all' ? text('cancelAll') : text('cancelKind', { kind: text(`kind.${kind}`) })}
    </Button>
  );
}
