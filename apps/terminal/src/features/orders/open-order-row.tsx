import { takesTpsl, type OrderView } from '@tapedeck/client';
import { isSpot, lotCount, milliseconds } from '@tapedeck/domain';
import { arrives, Button, Checkbox, TableCell, TableRow, Tag } from '@tapedeck/ui';
import { Fragment, lazy, memo, Suspense, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { reportFailure } from '../../platform/notifications.ts';
import { askOrderTpsl } from '../../platform/tpsl-asked.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { lotsText, ticksText } from '../../platform/values.ts';
import { chooseOrders, chosenOrders, orderKey } from './chosen-orders.ts';
import styles from './orders.module.css';
import { useOrdersText } from './texts.ts';
import { waitingText } from './waiting-text.ts';

const AmendPopover = lazy(() => arrives(() => import('./amend-popover.tsx')).then((module) => ({ default: module.AmendPopover })));

export type OrderColumn =
  'choose' | 'contract' | 'side' | 'type' | 'price' | 'trigger' | 'quantity' | 'filled' | 'status' | 'time' | 'action';

interface CellProps {
  readonly order: OrderView;
}

function stateKey({ state, record }: OrderView): 'sending' | 'checking' | 'working' | 'partly' | 'waiting' {
  if (state === 'pending') return 'sending';
  if (state === 'checking') return 'checking';
  if (record.status === 'Untriggered') return 'waiting';
  return lotCount(record.filled) > 0 ? 'partly' : 'working';
}

function ChooseCell({ order }: CellProps) {
  const text = useOrdersText();
  const key = orderKey(order);
  const chosen = useSelected(chosenOrders, (keys) => keys.has(key));
  const price = usePriceText(order);
  return (
    <TableCell label={text('choose')} align="start" kind="text">
      <Checkbox
        label={text('chooseOf', { symbol: order.instrument.symbol, price })}
        checked={chosen}
        disabled={order.state !== 'live'}
        onChange={(next) => chooseOrders([key], next)}
      />
    </TableCell>
  );
}

function usePriceText({ instrument, record }: OrderView): string {
  const text = useOrdersText();
  const formats = useFormats();
  return record.orderType === 'Market' ? text('market') : ticksText(formats, record.price, instrument);
}

function TypeCell({ order: { record } }: CellProps) {
  const text = useOrdersText();
  const common = useCommonText();
  return (
    <TableCell label={text('type')} align="start" kind="text">
      <span className={styles['tags']}>
        {common(record.orderType === 'Limit' ? 'limit' : 'market')}
        {record.stop === undefined ? (
          <Tag>{common(`tif.${record.timeInForce}`)}</Tag>
        ) : (
          <Tag tone="accent">{text(`stop.${record.stop.kind}`)}</Tag>
        )}
        {record.strategy !== undefined && <Tag tone="accent">{text(`strategy.${record.strategy.kind}`)}</Tag>}
        {record.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
      </span>
    </TableCell>
  );
}

/** The button that edits an order; what opens behind it is loaded when it is first asked for. */
function EditButton({ order }: CellProps) {
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

function ActionCell({ order }: CellProps) {
  const client = useClient();
  const text = useOrdersText();
  const common = useCommonText();
  const [busy, setBusy] = useState(false);
  const price = usePriceText(order);
  const cancel = () => {
    setBusy(true);
    void client.cancelOrder(order.record).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure, undefined, order.instrument);
    });
  };
  return (
    <TableCell label={text('action')} kind="actions">
      <span className={styles['actions']}>
        {takesTpsl(order.record) && !(isSpot(order.instrument) && order.record.side === 'Sell') && (
          <Button
            size="small"
            disabled={order.state !== 'live'}
            aria-label={text('tpslOf', { symbol: order.instrument.symbol })}
            onClick={() => askOrderTpsl(order.record.orderId)}
          >
            {text('kind.tpSl')}
          </Button>
        )}
        <EditButton order={order} />
        <Button
          size="small"
          busy={busy || order.state !== 'live'}
          aria-label={text('cancelOf', { symbol: order.instrument.symbol, price })}
          onClick={cancel}
        >
          {common('cancel')}
        </Button>
      </span>
    </TableCell>
  );
}

interface RowProps extends CellProps {
  readonly columns: readonly OrderColumn[];
  onSymbol(symbol: string): void;
}

/** An open order; made again when it changes, not when its neighbours do. */
export const OpenOrderRow = memo(function OpenOrderRow({ order, columns, onSymbol }: RowProps) {
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useFormats();
  const { instrument, record } = order;
  const buy = record.side === 'Buy';
  const price = usePriceText(order);
  const cells: Readonly<Record<OrderColumn, () => ReactNode>> = {
    choose: () => <ChooseCell order={order} />,
    contract: () => (
      <TableCell label={text('contract')} align="start" kind="title">
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
      </TableCell>
    ),
    side: () => (
      <TableCell label={text('side')} align="start" kind="text" tone={buy ? 'up' : 'down'}>
        {common(buy ? 'buy' : 'sell')}
      </TableCell>
    ),
    type: () => <TypeCell order={order} />,
    price: () => <TableCell label={text('price')}>{price}</TableCell>,
    trigger: () => (
      <TableCell label={text('trigger')}>
        {waitingText(formats, record.stop, instrument, { text, source: (name) => common(`source.${name}`) })}
      </TableCell>
    ),
    quantity: () => (
      <TableCell label={text('quantity')}>
        {record.stop?.wholePosition === true ? text('whole') : lotsText(formats, record.quantity, instrument)}
      </TableCell>
    ),
    filled: () => <TableCell label={text('filled')}>{lotsText(formats, record.filled, instrument)}</TableCell>,
    status: () => (
      <TableCell label={text('status')} align="start" kind="text">
        {text(stateKey(order))}
      </TableCell>
    ),
    time: () => (
      <TableCell label={text('time')} wide>
        {formats.dateTime(milliseconds(record.createdAt))}
      </TableCell>
    ),
    action: () => <ActionCell order={order} />,
  };
  return (
    <TableRow label={instrument.symbol}>
      {columns.map((id) => (
        <Fragment key={id}>{cells[id]()}</Fragment>
      ))}
    </TableRow>
  );
});
