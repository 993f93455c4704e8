import type { PositionView, Readable } from '@tapedeck/client';
import {
  averageOpenPrice,
  isOption,
  lossCoverage,
  positionSideOf,
  quantityCoin,
  settlesSessions,
  valueCoin,
  type Instrument,
  type PositionRecord,
} from '@tapedeck/domain';
import { ChevronDownIcon, TableCell, TableRow, Tag } from '@tapedeck/ui';
import { Fragment, memo, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { CoinIcon } from '../../widgets/coin-icon.tsx';
import { useMarginTerms } from '../../widgets/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import { coinDigits, marginDigits, lotsText, moneyText, priceText, UNKNOWN } from '../../platform/values.ts';
import { CloseCell } from './close-cell.tsx';
import { DeleverageCell } from './deleverage-cell.tsx';
import { OptionLine } from './option-line.tsx';
import { MarginCell } from './margin-cell.tsx';
import { CARD_COLUMNS, type PositionColumn } from './position-columns.ts';
import styles from './positions.module.css';
import { RealisedCell } from './realised-cell.tsx';
import { ExitsCell, TrailingCell } from './exit-cells.tsx';
import { positionName, usePositionsText } from './texts.ts';
import { UnrealisedCell } from './unrealised-cell.tsx';

interface RowProps {
  readonly positionKey: string;
  readonly columns: readonly PositionColumn[];
  /** A card on a phone, with the main figures, which expands to the others. */
  readonly card: boolean;
  onSymbol(symbol: string): void;
}

interface CellProps {
  readonly column: PositionColumn;
  readonly label: string;
  readonly unit: string | undefined;
  readonly position: Readable<PositionView | undefined>;
  read(view: PositionView): TickingValue | string;
}

function TickingCell({ column, label, unit, position, read }: CellProps) {
  return (
    <TableCell column={column} label={label} unit={unit}>
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
  readonly positionKey: string;
  /** Expands a card; a table row has all of its figures. */
  readonly unfold: ReactNode;
  onSymbol(symbol: string): void;
}

/** Share of the position that its stop-losses would close; nothing without any. */
function CoverageTag({ positionKey, record }: { positionKey: string; record: PositionRecord }) {
  const text = usePositionsText();
  const percent = useSelected(useClient().positions.exits(positionKey), (exits) => lossCoverage(exits, record.size));
  if (percent === 0) return null;
  return (
    <span title={text('coverageTip', { percent })}>
      <Tag tone={percent < 100 ? 'accent' : 'plain'}>{text('coverageTag', { percent })}</Tag>
    </span>
  );
}

function ContractCell({ instrument, record, position, positionKey, unfold, onSymbol }: FixedCellsProps) {
  const text = usePositionsText();
  const common = useCommonText();
  const terms = useMarginTerms();
  const long = positionSideOf(record.side) === 'LONG';
  return (
    <TableCell column="contract" label={text('contract')} align="start" kind="title">
      <span className={styles['contract']}>
        <CoinIcon instrument={instrument} />
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
        <Tag tone={long ? 'up' : 'down'}>{common(long ? 'long' : 'short')}</Tag>
        <Tag>{terms(instrument, record)}</Tag>
        <CoverageTag positionKey={positionKey} record={record} />
        {unfold}
      </span>
      {isOption(instrument) && <OptionLine instrument={instrument} position={position} />}
    </TableCell>
  );
}

/** Expands and collapses a card. */
function UnfoldButton({ name, open, onPress }: { name: string; open: boolean; onPress: () => void }) {
  const text = usePositionsText();
  return (
    <button
      type="button"
      className={styles['unfold']}
      aria-label={text('detailsOf', { position: name })}
      aria-expanded={open}
      onClick={onPress}
    >
      <ChevronDownIcon />
    </button>
  );
}

/** Fills re-render the row; values that follow the mark price update themselves. */
export const PositionRow = memo(function PositionRow({ positionKey, columns, card, onSymbol }: RowProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const position = client.positions.position(positionKey);
  const record = useSelected(position, (view) => view?.record);
  const instrument = useSelected(position, (view) => view?.instrument);
  if (record === undefined || instrument === undefined) return null;
  const settle = coinDigits(instrument.settleCoin);
  const margin = marginDigits(instrument.settleCoin);
  const long = record.side === 'Buy';
  const name = positionName(text, instrument, record);
  const own = { positionKey, instrument, record, name, card };
  const shown = card && !open ? columns.filter((id) => CARD_COLUMNS.includes(id)) : columns;
  const unfold = card && <UnfoldButton name={name} open={open} onPress={() => setOpen(!open)} />;
  const ticking = (id: PositionColumn, read: CellProps['read'], unit?: string) => () => (
    <TickingCell column={id} label={text(id)} unit={unit} position={position} read={read} />
  );
  const cells: Readonly<Record<PositionColumn, () => ReactNode>> = {
    contract: () => <ContractCell {...own} position={position} unfold={unfold} onSymbol={onSymbol} />,
    quantity: () => (
      <TableCell column="quantity" label={text('quantity')} tone={long ? 'up' : 'down'} unit={quantityCoin(instrument)}>
        {`${long ? '' : '-'}${lotsText(formats, record.size, instrument)}`}
      </TableCell>
    ),
    entry: () => (
      <TableCell column="entry" label={text('entry')}>
        {priceText(formats, averageOpenPrice(instrument, record), instrument)}
      </TableCell>
    ),
    sessionPrice: ticking('sessionPrice', (view) =>
      settlesSessions(instrument) ? priceText(formats, view.entryPrice, instrument) : UNKNOWN,
    ),
    mark: ticking('mark', (view) => priceText(formats, view.markPrice, instrument)),
    liquidation: ticking('liquidation', (view) => ({
      text: priceText(formats, view.liquidationPrice, instrument),
      tone: view.liquidationPrice === undefined ? 'faint' : 'accent',
    })),
    breakEven: ticking('breakEven', (view) => priceText(formats, view.breakEvenPrice, instrument)),
    value: ticking('value', (view) => moneyText(formats, view.value, settle), valueCoin(instrument)),
    initialMargin: ticking('initialMargin', (view) => moneyText(formats, view.initialMargin, margin)),
    maintenanceMargin: ticking('maintenanceMargin', (view) => moneyText(formats, view.maintenanceMargin, margin)),
    unrealised: () => <UnrealisedCell {...own} position={position} />,
    realised: () => <RealisedCell {...own} />,
    exits: () => <ExitsCell {...own} />,
    trailing: () => <TrailingCell {...own} />,
    autoMargin: () => <MarginCell {...own} />,
    deleverage: () => <DeleverageCell rank={record.deleverageRank} />,
    close: () => <CloseCell {...own} />,
  };
  return (
    <TableRow label={name}>
      {shown.map((id) => (
        <Fragment key={id}>{cells[id]()}</Fragment>
      ))}
    </TableRow>
  );
});
