import type { HistoryFilter } from '@tapedeck/client';
import type { OrderItem } from '@tapedeck/protocol';
import { Button, Tag } from '@tapedeck/ui';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumns } from '../../platform/paged-table.tsx';
import type { TableColumns } from '../../platform/table-layout.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { UNKNOWN, wireText } from '../../platform/values.ts';
import { PAST_KINDS, SHOWN_KINDS, type ShownKind } from './order-kinds.ts';
import styles from './orders.module.css';
import { useOrdersText } from './texts.ts';

type HistoryColumn = 'contract' | 'side' | 'type' | 'price' | 'trigger' | 'average' | 'quantity' | 'filled' | 'fee' | 'status' | 'time';
const LAYOUT: TableColumns<HistoryColumn> = {
  name: 'orderHistory',
  all: ['contract', 'side', 'type', 'price', 'trigger', 'average', 'quantity', 'filled', 'fee', 'status', 'time'],
  fixed: ['contract'],
};

function TypeTags({ order }: { order: OrderItem }) {
  const text = useOrdersText();
  const common = useCommonText();
  return (
    <span className={styles['tags']}>
      {common(order.orderType === 'Limit' ? 'limit' : 'market')}
      {order.stop === undefined ? (
        <Tag>{text(`tif.${order.timeInForce}`)}</Tag>
      ) : (
        <Tag tone="accent">{text(`stop.${order.stop.stopOrderType}`)}</Tag>
      )}
      {order.strategy !== undefined && <Tag tone="accent">{text(`strategy.${order.strategy.strategyType}`)}</Tag>}
      {order.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
    </span>
  );
}

function useColumns(): PastColumns<HistoryColumn, OrderItem> {
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useFormats();
  return useMemo(
    () => ({
      contract: { ...{ label: text('contract'), align: 'start', kind: 'title' }, show: ({ symbol }) => symbol },
      side: {
        ...{ label: text('side'), align: 'start', kind: 'text' },
        tone: ({ side }) => (side === 'Buy' ? 'up' : 'down'),
        show: ({ side }) => common(side === 'Buy' ? 'buy' : 'sell'),
      },
      type: { ...{ label: text('type'), align: 'start', kind: 'text' }, show: (order) => <TypeTags order={order} /> },
      price: { label: text('price'), show: ({ price }) => (price === '' ? text('market') : wireText(formats, price)) },
      trigger: {
        label: text('trigger'),
        show: ({ stop }) => (stop === undefined || stop.triggerPrice === '' ? UNKNOWN : wireText(formats, stop.triggerPrice)),
      },
      average: { label: text('average'), show: ({ avgPrice }) => wireText(formats, avgPrice) },
      quantity: {
        label: text('quantity'),
        show: ({ stop, qty, cumExecQty }) => (stop?.wholePosition === true && cumExecQty === '0' ? text('whole') : wireText(formats, qty)),
      },
      filled: { label: text('filled'), show: ({ cumExecQty }) => wireText(formats, cumExecQty) },
      fee: { label: text('fee'), show: ({ cumExecFee }) => wireText(formats, cumExecFee) },
      status: {
        ...{ label: text('status'), align: 'start', kind: 'text' },
        show: ({ orderStatus }) => text(`status.${orderStatus}`),
      },
      time: { label: text('time'), show: ({ updatedAtE3 }) => formats.dateTime(updatedAtE3) },
    }),
    [text, common, formats],
  );
}

const keyOf = ({ orderId }: OrderItem): string => orderId;
const labelOf = ({ symbol }: OrderItem): string => symbol;

/** All orders ever, newest first; all of them, or those of one kind. */
export function OrderHistory() {
  const client = useClient();
  const text = useOrdersText();
  const [kind, setKind] = useState<ShownKind>('all');
  const kinds = PAST_KINDS[kind];
  const fetchPage = useCallback(
    (cursor: string, filter: HistoryFilter) => client.orderHistory(cursor, { ...filter, ...(kinds && { kinds }) }),
    [client, kinds],
  );
  return (
    <PagedTable
      label={text('historyTable')}
      layout={LAYOUT}
      columns={useColumns()}
      fetchPage={fetchPage}
      rowKey={keyOf}
      rowLabel={labelOf}
      file={{ list: 'orders', kinds }}
      choices={
        <div role="group" aria-label={text('kinds')} className={styles['kinds']}>
          {SHOWN_KINDS.map((name) => (
            <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => setKind(name)}>
              {text(`kind.${name}`)}
            </Button>
          ))}
        </div>
      }
      empty={text('emptyHistory')}
    />
  );
}
