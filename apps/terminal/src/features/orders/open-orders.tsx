import type { OrderView } from '@tapedeck/client';
import { lotCount, milliseconds } from '@tapedeck/domain';
import { Button, DataTable, StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { memo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { textHook, useCommonText, useFormats } from '../../platform/texts.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import { lotsText, ticksText } from '../../platform/values.ts';
import styles from './orders.module.css';
import type english from './text.en.json';

export const useOrdersText = textHook<typeof english>('orders');

const COLUMNS = ['contract', 'side', 'type', 'price', 'quantity', 'filled', 'status', 'time', 'action'] as const;

function stateKey({ state, record }: OrderView): 'sending' | 'checking' | 'working' | 'partly' {
  if (state === 'pending') return 'sending';
  if (state === 'checking') return 'checking';
  return lotCount(record.filled) > 0 ? 'partly' : 'working';
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
          <Tag>{text(`tif.${record.timeInForce}`)}</Tag>
          {record.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
        </span>
      </TableCell>
      <TableCell label={text('price')}>{priceShown}</TableCell>
      <TableCell label={text('quantity')}>{lotsText(formats, record.quantity, instrument)}</TableCell>
      <TableCell label={text('filled')}>{lotsText(formats, record.filled, instrument)}</TableCell>
      <TableCell label={text('status')} align="start" kind="text">
        {text(stateKey(order))}
      </TableCell>
      <TableCell label={text('time')}>{formats.dateTime(milliseconds(record.createdAt))}</TableCell>
      <TableCell label={text('action')} kind="actions">
        <Button
          size="small"
          busy={busy || order.state !== 'live'}
          aria-label={text('cancelOf', { symbol: instrument.symbol, price: priceShown })}
          onClick={cancel}
        >
          {common('cancel')}
        </Button>
      </TableCell>
    </TableRow>
  );
});

/** Orders that wait in the book. */
export function OpenOrders({ onSymbol }: { onSymbol: (symbol: string) => void }) {
  const text = useOrdersText();
  const orders = useReadable(useClient().account.openOrders);
  const columns = COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: ['contract', 'side', 'type', 'status'].includes(id) ? 'start' : 'end',
    ...(id === 'action' && { kind: 'actions' }),
  }));
  return (
    <LoadableView value={orders}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('emptyOpen')} detail={text('emptyOpenDetail')} />
        ) : (
          <DataTable label={text('openTable')} columns={columns}>
            {list.map((order) => (
              <OpenOrderRow key={`${order.record.orderId}-${order.record.clientOrderId}`} order={order} onSymbol={onSymbol} />
            ))}
          </DataTable>
        )
      }
    </LoadableView>
  );
}

/** Cancels every open order; shown while there is one. */
export function CancelAllButton() {
  const client = useClient();
  const text = useOrdersText();
  const [busy, setBusy] = useState(false);
  const some = useSelected(client.account.openOrders, (orders) => orders.status !== 'idle' && (orders.data?.length ?? 0) > 0);
  if (!some) return null;
  const cancelAll = () => {
    setBusy(true);
    void client.cancelAllOrders().then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'success', id: 'cancel-all', title: text('cancelledAll', { count: result.value }) });
    });
  };
  return (
    <Button size="small" busy={busy} onClick={cancelAll}>
      {text('cancelAll')}
    </Button>
  );
}
