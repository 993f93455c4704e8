import { isPortfolioMargin, type PositionView, type Readable } from '@tapedeck/client';
import { entryPrice, isOption, moneyUnits, positionSideOf, settlesSessions, type Instrument, type PositionRecord } from '@tapedeck/domain';
import { Button, DataTable, StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { lazy, memo, Suspense, useState } from 'react';
import { useAccountTraits } from '../../platform/account-traits.ts';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import { LoadableView } from '../../platform/panel-state.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useReadable, useSelected } from '../../platform/use-readable.ts';
import {
  coinDigits,
  leverageText,
  lotsText,
  moneyText,
  priceText,
  signedMoneyText,
  signedPercentText,
  toneOf,
  UNKNOWN,
} from '../../platform/values.ts';
import { OptionLine } from './option-line.tsx';
import { MarginCell } from './margin-cell.tsx';
import styles from './positions.module.css';
import { RealisedCell } from './realised-cell.tsx';
import { ReverseButton } from './reverse-cell.tsx';
import { ExitsCell, TrailingCell } from './exit-cells.tsx';
import { usePositionsText } from './texts.ts';

const ClosePopover = lazy(() => import('./close-popover.tsx').then((module) => ({ default: module.ClosePopover })));

interface RowProps {
  readonly positionKey: string;
  onSymbol(symbol: string): void;
}

interface CellProps {
  readonly label: string;
  readonly position: Readable<PositionView | undefined>;
  readonly wide?: boolean;
  read(view: PositionView): TickingValue | string;
}

function TickingCell({ label, position, wide, read }: CellProps) {
  return (
    <TableCell label={label} wide={wide}>
      <Ticking
        sources={[position]}
        read={() => {
          const view = position.get();
          return view === undefined ? UNKNOWN : read(view);
        }}
      />
    </TableCell>
  );
}

interface FixedCellsProps {
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly position: Readable<PositionView | undefined>;
  onSymbol(symbol: string): void;
}

function ContractCell({ instrument, record, position, onSymbol }: FixedCellsProps) {
  const text = usePositionsText();
  const common = useCommonText();
  const formats = useFormats();
  const long = positionSideOf(record.side) === 'LONG';
  const portfolio = isPortfolioMargin(useAccountTraits());
  const margin = portfolio ? text('portfolioTag') : `${common(record.marginMode)} ${leverageText(formats, record.leverage)}`;
  return (
    <TableCell label={text('contract')} align="start" kind="title">
      <span className={styles['contract']}>
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
        <Tag tone={long ? 'up' : 'down'}>{common(long ? 'long' : 'short')}</Tag>
        <Tag>{isOption(instrument) ? text('optionTag') : margin}</Tag>
      </span>
      {isOption(instrument) && <OptionLine instrument={instrument} position={position} />}
    </TableCell>
  );
}

function CloseCell({ positionKey, instrument, record }: { positionKey: string; instrument: Instrument; record: PositionRecord }) {
  const client = useClient();
  const text = usePositionsText();
  const [busy, setBusy] = useState(false);
  const [limitAsked, setLimitAsked] = useState(false);
  const closeAtMarket = () => {
    setBusy(true);
    void client.closePosition(positionKey).then((result) => {
      setBusy(false);
      if (!result.ok) reportFailure(result.failure);
      else notify({ kind: 'info', id: `close-${positionKey}`, title: text('closeSent', { symbol: instrument.symbol }) });
    });
  };
  const limitButton = (
    <Button size="small" aria-label={text('closeLimitOf', { symbol: instrument.symbol })} onClick={() => setLimitAsked(true)}>
      {text('closeLimit')}
    </Button>
  );
  return (
    <TableCell label={text('close')} kind="actions">
      <span className={styles['actions']}>
        {limitAsked ? (
          <Suspense fallback={limitButton}>
            <ClosePopover trigger={limitButton} positionKey={positionKey} instrument={instrument} record={record} />
          </Suspense>
        ) : (
          limitButton
        )}
        <Button size="small" busy={busy} aria-label={text('closeMarketOf', { symbol: instrument.symbol })} onClick={closeAtMarket}>
          {text('closeMarket')}
        </Button>
        <ReverseButton positionKey={positionKey} symbol={instrument.symbol} />
      </span>
    </TableCell>
  );
}

/** What changes with fills re-renders the row; what changes with the mark price writes its own text. */
export const PositionRow = memo(function PositionRow({ positionKey, onSymbol }: RowProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const position = client.account.position(positionKey);
  const record = useSelected(position, (view) => view?.record);
  const instrument = useSelected(position, (view) => view?.instrument);
  if (record === undefined || instrument === undefined) return null;
  const settle = coinDigits(instrument.settleCoin);
  const long = record.side === 'Buy';
  const cell = (label: string, read: CellProps['read'], wide = false) => (
    <TickingCell label={label} position={position} read={read} wide={wide} />
  );
  return (
    <TableRow label={instrument.symbol}>
      <ContractCell instrument={instrument} record={record} position={position} onSymbol={onSymbol} />
      <TableCell label={text('quantity')} tone={long ? 'up' : 'down'}>
        {long ? '' : '-'}
        {lotsText(formats, record.size, instrument)}
      </TableCell>
      <TableCell label={text('entry')}>{priceText(formats, entryPrice(instrument, record.size, record.openValue), instrument)}</TableCell>
      {cell(text('sessionPrice'), (view) => (settlesSessions(instrument) ? priceText(formats, view.entryPrice, instrument) : UNKNOWN))}
      {cell(text('mark'), (view) => priceText(formats, view.markPrice, instrument))}
      {cell(text('liquidation'), (view) => ({
        text: priceText(formats, view.liquidationPrice, instrument),
        tone: view.liquidationPrice === undefined ? 'faint' : 'accent',
      }))}
      {cell(text('breakEven'), (view) => priceText(formats, view.breakEvenPrice, instrument))}
      {cell(text('value'), (view) => moneyText(formats, view.value, settle))}
      {cell(text('initialMargin'), (view) => moneyText(formats, view.initialMargin, settle))}
      {cell(text('maintenanceMargin'), (view) => moneyText(formats, view.maintenanceMargin, settle))}
      {cell(
        text('unrealised'),
        (view) => ({
          text: `${signedMoneyText(formats, view.unrealisedPnl, settle)} (${signedPercentText(formats, view.roi, 2)})`,
          tone: view.unrealisedPnl === undefined ? 'none' : toneOf(moneyUnits(view.unrealisedPnl)),
        }),
        true,
      )}
      <RealisedCell instrument={instrument} record={record} />
      <ExitsCell positionKey={positionKey} instrument={instrument} />
      <TrailingCell positionKey={positionKey} instrument={instrument} record={record} />
      <MarginCell positionKey={positionKey} instrument={instrument} record={record} />
      <CloseCell positionKey={positionKey} instrument={instrument} record={record} />
    </TableRow>
  );
});

const COLUMNS = [
  'contract',
  'quantity',
  'entry',
  'sessionPrice',
  'mark',
  'liquidation',
  'breakEven',
  'value',
  'initialMargin',
  'maintenanceMargin',
  'unrealised',
  'realised',
  'exits',
  'trailing',
  'autoMargin',
  'close',
] as const;

/** Open positions. The set of rows follows openings and closings only. */
export function Positions({ onSymbol }: { onSymbol: (symbol: string) => void }) {
  const text = usePositionsText();
  const keys = useReadable(useClient().account.positionKeys);
  const columns = COLUMNS.map((id): Column => ({
    id,
    label: text(id),
    align: id === 'contract' ? 'start' : 'end',
    ...(id === 'close' && { kind: 'actions' }),
  }));
  return (
    <LoadableView value={keys}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('empty')} detail={text('emptyDetail')} />
        ) : (
          <DataTable label={text('table')} columns={columns}>
            {list.map((key) => (
              <PositionRow key={key} positionKey={key} onSymbol={onSymbol} />
            ))}
          </DataTable>
        )
      }
    </LoadableView>
  );
}
