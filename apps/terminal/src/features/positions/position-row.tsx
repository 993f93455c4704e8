import type { PositionView, Readable } from '@tapedeck/client';
import {
  averageOpenPrice,
  isOption,
  lossCoverage,
  moneyUnits,
  positionSideOf,
  quantityCoin,
  settlesSessions,
  valueCoin,
  type Instrument,
  type PositionRecord,
} from '@tapedeck/domain';
import { arrives, Button, TableCell, TableRow, Tag } from '@tapedeck/ui';
import { Fragment, lazy, memo, Suspense, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { CoinIcon } from '../../platform/coin-icon.tsx';
import { askMarketClose } from '../../platform/confirmation-asked.ts';
import { useMarginTerms } from '../../platform/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import {
  coinDigits,
  marginDigits,
  lotsText,
  moneyText,
  priceText,
  signedMoneyText,
  signedPercentText,
  toneOf,
  UNKNOWN,
} from '../../platform/values.ts';
import { DeleverageCell } from './deleverage-cell.tsx';
import { OptionLine } from './option-line.tsx';
import { MarginCell } from './margin-cell.tsx';
import type { PositionColumn } from './position-columns.ts';
import styles from './positions.module.css';
import { RealisedCell } from './realised-cell.tsx';
import { ReverseButton } from './reverse-cell.tsx';
import { ExitsCell, TrailingCell } from './exit-cells.tsx';
import { ShareButton } from './share-button.tsx';
import { positionName, usePositionsText } from './texts.ts';

const ClosePopover = lazy(() => arrives(() => import('./close-popover.tsx')).then((module) => ({ default: module.ClosePopover })));

interface RowProps {
  readonly positionKey: string;
  readonly columns: readonly PositionColumn[];
  onSymbol(symbol: string): void;
}

interface CellProps {
  readonly label: string;
  readonly unit: string | undefined;
  readonly position: Readable<PositionView | undefined>;
  read(view: PositionView): TickingValue | string;
}

function TickingCell({ label, unit, position, read }: CellProps) {
  return (
    <TableCell label={label} unit={unit}>
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

interface Named {
  /** What its buttons call the position. */
  readonly name: string;
}

interface CloseCellProps extends Named {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
}

interface FixedCellsProps {
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly position: Readable<PositionView | undefined>;
  readonly positionKey: string;
  onSymbol(symbol: string): void;
}

/** How much of the position its stop-losses would close; nothing where there are none. */
function CoverageTag({ positionKey, record }: { positionKey: string; record: PositionRecord }) {
  const text = usePositionsText();
  const percent = useSelected(useClient().account.exits(positionKey), (exits) => lossCoverage(exits, record.size));
  if (percent === 0) return null;
  return (
    <span title={text('coverageTip', { percent })}>
      <Tag tone={percent < 100 ? 'accent' : 'plain'}>{text('coverageTag', { percent })}</Tag>
    </span>
  );
}

function ContractCell({ instrument, record, position, positionKey, onSymbol }: FixedCellsProps) {
  const text = usePositionsText();
  const common = useCommonText();
  const terms = useMarginTerms();
  const long = positionSideOf(record.side) === 'LONG';
  return (
    <TableCell label={text('contract')} align="start" kind="title">
      <span className={styles['contract']}>
        <CoinIcon instrument={instrument} />
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
        <Tag tone={long ? 'up' : 'down'}>{common(long ? 'long' : 'short')}</Tag>
        <Tag>{terms(instrument, record)}</Tag>
        <CoverageTag positionKey={positionKey} record={record} />
      </span>
      {isOption(instrument) && <OptionLine instrument={instrument} position={position} />}
    </TableCell>
  );
}

function CloseCell({ positionKey, instrument, record, name }: CloseCellProps) {
  const client = useClient();
  const text = usePositionsText();
  const [limitAsked, setLimitAsked] = useState(false);
  const limitButton = (
    <Button size="small" aria-label={text('closeLimitOf', { position: name })} onClick={() => setLimitAsked(true)}>
      {text('closeLimit')}
    </Button>
  );
  return (
    <TableCell label={text('close')} kind="actions">
      <span className={styles['actions']}>
        {limitAsked ? (
          <Suspense fallback={limitButton}>
            <ClosePopover trigger={limitButton} positionKey={positionKey} instrument={instrument} record={record} name={name} />
          </Suspense>
        ) : (
          limitButton
        )}
        <Button size="small" aria-label={text('closeMarketOf', { position: name })} onClick={() => askMarketClose(client, positionKey)}>
          {text('closeMarket')}
        </Button>
        <ReverseButton positionKey={positionKey} name={name} />
      </span>
    </TableCell>
  );
}

/** What the position earns now, and what shows it to others. */
function UnrealisedCell({
  position,
  instrument,
  positionKey,
  name,
}: Pick<FixedCellsProps, 'position' | 'instrument' | 'positionKey'> & Named) {
  const text = usePositionsText();
  const formats = useFormats();
  return (
    <TableCell label={text('unrealised')} wide>
      <span className={styles['earned']}>
        <Ticking
          sources={[position]}
          read={() => {
            const view = position.get();
            if (view === undefined) return UNKNOWN;
            return {
              text: `${signedMoneyText(formats, view.unrealisedPnl, coinDigits(instrument.settleCoin))} ${instrument.settleCoin} (${signedPercentText(formats, view.roi, 2)})`,
              tone: view.unrealisedPnl === undefined ? 'none' : toneOf(moneyUnits(view.unrealisedPnl)),
            };
          }}
        />
        <ShareButton positionKey={positionKey} name={name} />
      </span>
    </TableCell>
  );
}

/** What changes with fills re-renders the row; what changes with the mark price writes its own text. */
export const PositionRow = memo(function PositionRow({ positionKey, columns, onSymbol }: RowProps) {
  const client = useClient();
  const text = usePositionsText();
  const formats = useFormats();
  const position = client.account.position(positionKey);
  const record = useSelected(position, (view) => view?.record);
  const instrument = useSelected(position, (view) => view?.instrument);
  if (record === undefined || instrument === undefined) return null;
  const settle = coinDigits(instrument.settleCoin);
  const margin = marginDigits(instrument.settleCoin);
  const long = record.side === 'Buy';
  const name = positionName(text, instrument, record);
  const own = { positionKey, instrument, record, name };
  const ticking = (id: PositionColumn, read: CellProps['read'], unit?: string) => () => (
    <TickingCell label={text(id)} unit={unit} position={position} read={read} />
  );
  const cells: Readonly<Record<PositionColumn, () => ReactNode>> = {
    contract: () => <ContractCell {...own} position={position} onSymbol={onSymbol} />,
    quantity: () => (
      <TableCell label={text('quantity')} tone={long ? 'up' : 'down'} unit={quantityCoin(instrument)}>
        {long ? '' : '-'}
        {lotsText(formats, record.size, instrument)}
      </TableCell>
    ),
    entry: () => <TableCell label={text('entry')}>{priceText(formats, averageOpenPrice(instrument, record), instrument)}</TableCell>,
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
      {columns.map((id) => (
        <Fragment key={id}>{cells[id]()}</Fragment>
      ))}
    </TableRow>
  );
});
