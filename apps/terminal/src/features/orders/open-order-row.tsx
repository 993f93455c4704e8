import { takesTpsl, type OrderView } from '@tapedeck/client';
import { isSpot, lotCount, milliseconds, type ExitLeg } from '@tapedeck/domain';
import { arrives, BehindButton, Button, Checkbox, TableCell, TableRow, Tag } from '@tapedeck/ui';
import { Fragment, lazy, memo, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { reportFailure } from '../../platform/notifications.ts';
import { askOrderTpsl } from '../../intents/tpsl-asked.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useSelected } from '../../platform/use-readable.ts';
import { lotsText, ticksText, UNKNOWN } from '../../platform/values.ts';
import { chooseOrders, chosenOrders, orderKey } from './chosen-orders.ts';
import styles from './orders.module.css';
import { useOrdersText } from './texts.ts';
import { waitingText } from './waiting-text.ts';

const AmendPopover = lazy(() => arrives(() => import('./amend-popover.tsx')).then((module) => ({ default: module.AmendPopover })));

export type OrderColumn =
  'choose' | 'contract' | 'side' | 'type' | 'price' | 'trigger' | 'exits' | 'quantity' | 'filled' | 'status' | 'time' | 'action';

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
    <TableCell column="choose" label={text('choose')} align="start" kind="text">
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
  const hasMoreTags = record.stop !== undefined || record.strategy !== undefined || record.reduceOnly;
  return (
    <TableCell label={text('type')} align="start" kind="text" wide={hasMoreTags}>
      <span className={styles['tags']}>
        <span>{common(record.orderType === 'Limit' ? 'limit' : 'market')}</span>
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

/** Trigger prices of the attached take-profit and stop-loss; `undefined` without any. */
function useExitsText({ instrument, record: { exits } }: OrderView): string | undefined {
  const formats = useFormats();
  if (exits === undefined) return undefined;
  const priceOf = (leg: ExitLeg | undefined): string => (leg === undefined ? UNKNOWN : ticksText(formats, leg.trigger, instrument));
  return `${priceOf(exits.takeProfit)} / ${priceOf(exits.stopLoss)}`;
}

/** Attached take-profit and stop-loss; a press opens their dialog while they can change. */
function ExitsCell({ order }: CellProps) {
  const text = useOrdersText();
  const { instrument, record, state } = order;
  const shown = useExitsText(order);
  const offered = takesTpsl(record) && !(isSpot(instrument) && record.side === 'Sell');
  const name = text('tpslOf', { symbol: instrument.symbol });
  return (
    <TableCell label={text('exits')} wide={shown !== undefined}>
      {offered ? (
        <Button
          size="small"
          tone={shown === undefined ? 'plain' : 'ghost'}
          className={shown === undefined ? undefined : styles['exits']}
          disabled={state !== 'live'}
          aria-label={shown === undefined ? name : `${name}: ${shown}`}
          onClick={() => askOrderTpsl(record.orderId)}
        >
          {shown ?? text('exitsNone')}
        </Button>
      ) : (
        (shown ?? UNKNOWN)
      )}
    </TableCell>
  );
}

/** The edit button of an order; the script behind it loads on first use. */
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
  return (
    <BehindButton button={button} isAsked={asked} onVoid={() => setAsked(false)}>
      <AmendPopover trigger={button} instrument={instrument} record={record} />
    </BehindButton>
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
    void client.orders.cancel(order.record).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure, undefined, order.instrument);
    });
  };
  return (
    <TableCell label={text('action')} kind="actions">
      <span className={styles['actions']}>
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

/** An open order; rendered again when it changes, not when its neighbours do. */
export const OpenOrderRow = memo(function OpenOrderRow({ order, columns, onSymbol }: RowProps) {
  const text = useOrdersText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const { instrument, record } = order;
  const buy = record.side === 'Buy';
  const price = usePriceText(order);
  const cells: Readonly<Record<OrderColumn, () => ReactNode>> = {
    choose: () => <ChooseCell order={order} />,
    contract: () => (
      <TableCell column="contract" label={text('contract')} align="start" kind="title">
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
    exits: () => <ExitsCell order={order} />,
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
      <TableCell label={inZone(text('time'), formats)} wide>
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
