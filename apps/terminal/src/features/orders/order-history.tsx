import type { HistoryFilter } from '@tapedeck/client';
import { planOrderStatus, planTab } from '@tapedeck/domain';
import { decodeStop, type OrderItem } from '@tapedeck/protocol';
import { Button, Tag } from '@tapedeck/ui';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumns } from '../../widgets/paged-table.tsx';
import {
  EXACT_DIGITS,
  moneyColumn,
  priceColumn,
  quantityColumn,
  sideColumn,
  timeColumn,
  titleColumn,
  wireQuantity,
} from '../../widgets/past-columns.ts';
import { useRowCoins } from '../../widgets/row-coins.ts';
import type { TableColumns } from '../../widgets/table-layout.ts';
import { useCommonText } from '../../platform/texts.tsx';
import { useZonedFormats } from '../../platform/time-zone.ts';
import { wireNumber, wirePrice, wireText } from '../../platform/values.ts';
import { waitingText } from './waiting-text.ts';
import { isStrategyKind, PAST_KIND_NAMES, pastKinds, type PastKind } from './order-kinds.ts';
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
      <span>{common(order.orderType === 'Limit' ? 'limit' : 'market')}</span>
      {order.stop === undefined ? (
        <Tag>{common(`tif.${order.timeInForce}`)}</Tag>
      ) : (
        <Tag tone="accent">{text(`stop.${order.stop.stopOrderType}`)}</Tag>
      )}
      {order.strategy !== undefined && <Tag tone="accent">{text(`strategy.${order.strategy.strategyType}`)}</Tag>}
      {order.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
    </span>
  );
}

/** Spot orders have their own statuses, which distinguish a cancelled trigger from a cancelled order. */
function statusKey({ planType, orderStatus, cumExecQty }: OrderItem) {
  if (planType === undefined) return `status.${orderStatus}` as const;
  return `spotStatus.${planOrderStatus(orderStatus, planTab(planType) !== 'activity', cumExecQty !== '0')}` as const;
}

const isWhole = ({ stop, cumExecQty }: OrderItem): boolean => stop?.wholePosition === true && cumExecQty === '0';

function useColumns(): PastColumns<HistoryColumn, OrderItem> {
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const coins = useRowCoins();
  return useMemo(
    () => ({
      contract: titleColumn(text('contract'), ({ symbol }) => symbol),
      side: sideColumn(text('side'), common, ({ side }) => side),
      type: {
        ...{ label: text('type'), align: 'start', kind: 'text' },
        show: (order) => <TypeTags order={order} />,
        sort: ({ orderType, stop, strategy }) => strategy?.strategyType ?? stop?.stopOrderType ?? orderType,
      },
      price: {
        label: text('price'),
        show: (order) => (order.price === '' ? text('market') : wirePrice(formats, order.price, coins.instrument(order))),
        sort: ({ price }) => wireNumber(price),
      },
      trigger: {
        label: text('trigger'),
        show: (order) => {
          const instrument = coins.instrument(order);
          if (instrument === undefined) return wireText(formats, order.stop?.triggerPrice ?? '');
          const stop = order.stop && decodeStop(order.stop, instrument);
          return waitingText(formats, stop, instrument, { text, source: (name) => common(`source.${name}`) });
        },
        sort: ({ stop }) => wireNumber(stop?.triggerPrice),
      },
      average: priceColumn(text('average'), formats, ({ avgPrice }: OrderItem) => avgPrice, coins.instrument),
      quantity: {
        label: text('quantity'),
        show: (order) => (isWhole(order) ? text('whole') : wireQuantity(formats, order.qty, coins.instrument(order))),
        sort: ({ qty }) => wireNumber(qty),
        unit: (order) => (isWhole(order) ? undefined : coins.quantity(order)),
      },
      filled: quantityColumn(text('filled'), formats, ({ cumExecQty }: OrderItem) => cumExecQty, coins),
      fee: moneyColumn({
        label: text('fee'),
        formats,
        of: ({ cumExecFee }: OrderItem) => cumExecFee,
        coin: ({ feeCurrency }) => feeCurrency,
        digits: EXACT_DIGITS,
      }),
      status: {
        ...{ label: text('status'), align: 'start', kind: 'text' },
        show: (order) => text(statusKey(order)),
        sort: (order) => text(statusKey(order)),
      },
      time: timeColumn(text('time'), formats, ({ updatedAtE3 }) => updatedAtE3),
    }),
    [text, common, formats, coins],
  );
}

const keyOf = ({ orderId }: OrderItem): string => orderId;
const labelOf = ({ symbol }: OrderItem): string => symbol;

/** All orders, newest first; all, or those of one kind. */
export function OrderHistory() {
  const client = useClient();
  const text = useOrdersText();
  const [kind, setKind] = useState<PastKind>('all');
  const kinds = useMemo(() => pastKinds(kind), [kind]);
  const fetchPage = useCallback(
    (cursor: string, filter: HistoryFilter) => client.histories.orders(cursor, { ...filter, ...(kinds && { kinds }) }),
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
          {PAST_KIND_NAMES.map((name) => (
            <Button key={name} size="small" tone="ghost" pressed={name === kind} onClick={() => setKind(name)}>
              {text(isStrategyKind(name) ? `strategy.${name}` : `kind.${name}`)}
            </Button>
          ))}
        </div>
      }
      empty={text('emptyHistory')}
    />
  );
}
