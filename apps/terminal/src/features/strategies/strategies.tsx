import type { OrderView } from '@tapedeck/client';
import {
  lotCount,
  milliseconds,
  pricePerUnit,
  isInverse,
  averageFillPrice,
  quantityOfLots,
  type Instrument,
  type StrategyRecord,
} from '@tapedeck/domain';
import { Button, ChevronDownIcon, DataTable, StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { memo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { lotsText, priceText, ticksText, UNKNOWN } from '../../platform/values.ts';
import { counts, planText, progressOf } from './plan-text.ts';
import styles from './strategies.module.css';
import { useStrategiesText } from './texts.ts';

const COLUMNS = ['contract', 'kind', 'side', 'plan', 'quantity', 'filled', 'average', 'parts', 'status', 'time', 'action'] as const;
const AT_START: readonly string[] = ['contract', 'kind', 'side', 'plan', 'status'];

interface RowProps {
  readonly strategy: StrategyRecord;
  readonly instrument: Instrument;
  /** Its open orders. */
  readonly parts: readonly OrderView[];
  onSymbol(symbol: string): void;
}

/** Average fill price. */
function averageOf(strategy: StrategyRecord, instrument: Instrument) {
  const { filled, filledValue } = strategy;
  if (lotCount(filled) === 0) return undefined;
  if (isInverse(instrument)) return averageFillPrice(instrument, strategy);
  return pricePerUnit(filledValue, quantityOfLots(filled, instrument.lotSize), 'nearest');
}

function Progress({ strategy, instrument }: Pick<RowProps, 'strategy' | 'instrument'>) {
  const text = useStrategiesText();
  const formats = useZonedFormats();
  const filled = lotsText(formats, strategy.filled, instrument);
  const percent = progressOf({ plan: strategy.plan, ...counts(strategy) });
  if (percent === undefined) return <span>{filled}</span>;
  return (
    <span className={styles['progress']}>
      <span>{filled}</span>
      <progress max={100} value={percent} aria-label={text('progress')} />
      <span>{text('percent', { percent })}</span>
    </span>
  );
}

function Stop({ strategy, instrument }: Pick<RowProps, 'strategy' | 'instrument'>) {
  const client = useClient();
  const text = useStrategiesText();
  const [busy, setBusy] = useState(false);
  const kind = text(`kind.${strategy.plan.kind}`);
  const stop = () => {
    setBusy(true);
    void client.strategies.stop(strategy).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'success', id: `stopped-${strategy.strategyId}`, title: text('stopped', { kind, symbol: instrument.symbol }) });
    });
  };
  return (
    <Button size="small" busy={busy} aria-label={text('stopOf', { kind, symbol: instrument.symbol })} onClick={stop}>
      {text('stop')}
    </Button>
  );
}

/** One open order of a strategy. */
function PartRow({ order }: { order: OrderView }) {
  const text = useStrategiesText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const { record, instrument } = order;
  const buy = record.side === 'Buy';
  const price = record.orderType === 'Market' ? common('market') : ticksText(formats, record.price, instrument);
  return (
    <TableRow label={text('partOf', { symbol: instrument.symbol })}>
      <TableCell label={text('contract')} align="start" kind="text">
        <span className={styles['part']}>{text('part', { part: record.strategy?.part ?? 0 })}</span>
      </TableCell>
      <TableCell label={text('kind')} align="start" kind="text">
        {common(record.orderType === 'Limit' ? 'limit' : 'market')}
      </TableCell>
      <TableCell label={text('side')} align="start" kind="text" tone={buy ? 'up' : 'down'}>
        {common(buy ? 'buy' : 'sell')}
      </TableCell>
      <TableCell label={text('plan')} align="start" kind="text">
        {price}
      </TableCell>
      <TableCell label={text('quantity')}>{lotsText(formats, record.quantity, instrument)}</TableCell>
      <TableCell label={text('filled')}>{lotsText(formats, record.filled, instrument)}</TableCell>
      <TableCell label={text('average')}>{UNKNOWN}</TableCell>
      <TableCell label={text('parts')}>{UNKNOWN}</TableCell>
      <TableCell label={text('status')} align="start" kind="text">
        {text('working')}
      </TableCell>
      <TableCell label={inZone(text('time'), formats)} wide>
        {formats.dateTime(milliseconds(record.createdAt))}
      </TableCell>
      <TableCell label={text('action')} kind="actions">
        {UNKNOWN}
      </TableCell>
    </TableRow>
  );
}

const StrategyRow = memo(function StrategyRow({ strategy, instrument, parts, onSymbol }: RowProps) {
  const text = useStrategiesText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const [open, setOpen] = useState(false);
  const { plan, ended } = strategy;
  const buy = strategy.side === 'Buy';
  const kind = text(`kind.${plan.kind}`);
  return (
    <>
      <TableRow label={text('rowOf', { kind, symbol: instrument.symbol })}>
        <TableCell label={text('contract')} align="start" kind="title">
          <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
            {instrument.symbol}
          </button>
        </TableCell>
        <TableCell label={text('kind')} align="start" kind="text">
          <span className={styles['tags']}>
            <Tag tone="accent">{kind}</Tag>
            {strategy.reduceOnly && <Tag>{text('reduceOnly')}</Tag>}
          </span>
        </TableCell>
        <TableCell label={text('side')} align="start" kind="text" tone={plan.kind === 'Grid' ? undefined : buy ? 'up' : 'down'}>
          {plan.kind === 'Grid' ? text('bothSides') : common(buy ? 'buy' : 'sell')}
        </TableCell>
        <TableCell label={text('plan')} align="start" kind="text" wide>
          {planText(plan, instrument, { text, formats })}
        </TableCell>
        <TableCell label={text('quantity')}>{lotsText(formats, strategy.quantity, instrument)}</TableCell>
        <TableCell label={text('filled')}>
          <Progress strategy={strategy} instrument={instrument} />
        </TableCell>
        <TableCell label={text('average')}>{priceText(formats, averageOf(strategy, instrument), instrument)}</TableCell>
        <TableCell label={text('parts')}>
          <Button
            size="small"
            tone="ghost"
            aria-expanded={open}
            aria-label={text('partsOf', { kind, symbol: instrument.symbol })}
            disabled={parts.length === 0}
            onClick={() => setOpen(!open)}
          >
            <span>{text('partsCount', { open: parts.length, placed: strategy.placed })}</span> <ChevronDownIcon />
          </Button>
        </TableCell>
        <TableCell label={text('status')} align="start" kind="text" tone={ended === undefined ? undefined : 'faint'}>
          {ended === undefined ? text('running') : text(`ended.${ended}`)}
        </TableCell>
        <TableCell label={inZone(text('time'), formats)} wide>
          {formats.dateTime(milliseconds(strategy.createdAt))}
        </TableCell>
        <TableCell label={text('action')} kind="actions">
          {ended === undefined ? <Stop strategy={strategy} instrument={instrument} /> : UNKNOWN}
        </TableCell>
      </TableRow>
      {open && parts.map((order) => <PartRow key={order.record.orderId} order={order} />)}
    </>
  );
});

/** Running ones first, then recently ended ones; each newest first. */
const sorted = (list: readonly StrategyRecord[]): readonly StrategyRecord[] =>
  [...list].sort((a, b) => Number(a.ended !== undefined) - Number(b.ended !== undefined) || b.strategyId - a.strategyId);

/** Strategies of the account, each with its open orders below it. */
export function Strategies({ onSymbol }: { onSymbol: (symbol: string) => void }) {
  const client = useClient();
  const text = useStrategiesText();
  const formats = useZonedFormats();
  const strategies = useReadable(client.strategies.list);
  const orders = useReadable(client.orders.open);
  const open = (orders.status === 'idle' ? undefined : orders.data) ?? [];
  const columns = COLUMNS.map((id): Column => ({
    id,
    label: id === 'time' ? inZone(text(id), formats) : text(id),
    align: AT_START.includes(id) ? 'start' : 'end',
    ...(id === 'action' && { kind: 'actions' }),
  }));
  return (
    <LoadableView value={strategies}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('empty')} detail={text('emptyDetail')} />
        ) : (
          <DataTable label={text('table')} columns={columns}>
            {sorted(list).map((strategy) => {
              const instrument = client.markets.instrumentById(strategy.instrument);
              if (instrument === undefined) return null;
              const parts = open.filter(({ record }) => record.strategy?.id === strategy.strategyId);
              return (
                <StrategyRow key={strategy.strategyId} strategy={strategy} instrument={instrument} parts={parts} onSymbol={onSymbol} />
              );
            })}
          </DataTable>
        )
      }
    </LoadableView>
  );
}
