import type { OrderItem } from '@tapedeck/protocol';
import { StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable } from '../../platform/paged-table.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { wireText } from '../../platform/values.ts';
import { useOrdersText } from './texts.ts';
import styles from './orders.module.css';

const COLUMNS = ['contract', 'side', 'type', 'price', 'average', 'quantity', 'filled', 'fee', 'status', 'time'] as const;

function HistoryRow({ order }: { order: OrderItem }) {
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useFormats();
  const buy = order.side === 'Buy';
  return (
    <TableRow label={order.symbol}>
      <TableCell label={text('contract')} align="start" kind="title">
        {order.symbol}
      </TableCell>
      <TableCell label={text('side')} align="start" kind="text" tone={buy ? 'up' : 'down'}>
        {common(buy ? 'buy' : 'sell')}
      </TableCell>
      <TableCell label={text('type')} align="start" kind="text">
        <span className={styles['tags']}>
          {common(order.orderType === 'Limit' ? 'limit' : 'market')}
          <Tag>{text(`tif.${order.timeInForce}`)}</Tag>
          {order.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
          {order.strategy !== undefined && <Tag tone="accent">{text(`strategy.${order.strategy.strategyType}`)}</Tag>}
        </span>
      </TableCell>
      <TableCell label={text('price')}>{order.price === '' ? text('market') : wireText(formats, order.price)}</TableCell>
      <TableCell label={text('average')}>{wireText(formats, order.avgPrice)}</TableCell>
      <TableCell label={text('quantity')}>{wireText(formats, order.qty)}</TableCell>
      <TableCell label={text('filled')}>{wireText(formats, order.cumExecQty)}</TableCell>
      <TableCell label={text('fee')}>{wireText(formats, order.cumExecFee)}</TableCell>
      <TableCell label={text('status')} align="start" kind="text">
        {text(`status.${order.orderStatus}`)}
      </TableCell>
      <TableCell label={text('time')}>{formats.dateTime(order.updatedAtE3)}</TableCell>
    </TableRow>
  );
}

/** Orders that have ended, newest first. */
export function OrderHistory() {
  const client = useClient();
  const text = useOrdersText();
  const fetchPage = useCallback((cursor: string) => client.orderHistory(cursor), [client]);
  const columns = COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: ['contract', 'side', 'type', 'status'].includes(id) ? 'start' : 'end',
  }));
  return (
    <PagedTable
      label={text('historyTable')}
      columns={columns}
      fetchPage={fetchPage}
      row={(order) => <HistoryRow key={order.orderId} order={order} />}
      empty={<StateMessage title={text('emptyHistory')} />}
    />
  );
}
