import type { PositionView } from '@tapedeck/client';
import { lots, moneyUnits, quantityCoin } from '@tapedeck/domain';
import { TableCell, TableRow, Tag } from '@tapedeck/ui';
import { useMarginTerms } from '../../widgets/margin-terms.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { coinDigits, lotsText, signedMoneyText, toneOf, UNKNOWN } from '../../platform/values.ts';
import type { PositionColumn } from './position-columns.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface EmptyRowProps {
  readonly view: PositionView;
  readonly columns: readonly PositionColumn[];
  onSymbol(symbol: string): void;
}

function ContractCell({ view: { instrument, record }, onSymbol }: Omit<EmptyRowProps, 'columns'>) {
  const text = usePositionsText();
  const common = useCommonText();
  const terms = useMarginTerms();
  return (
    <TableCell column="contract" label={text('contract')} align="start" kind="title">
      <span className={styles['contract']}>
        <button type="button" className={styles['symbol']} onClick={() => onSymbol(instrument.symbol)}>
          {instrument.symbol}
        </button>
        {/* In one-way mode a position without a size has no side. */}
        {record.positionIndex !== 0 && <Tag>{common(record.positionIndex === 1 ? 'long' : 'short')}</Tag>}
        <Tag>{terms(instrument, record)}</Tag>
        <Tag>{text('emptyTag')}</Tag>
      </span>
    </TableCell>
  );
}

/** A position of size 0. It cannot be closed, and nothing in it ticks. */
export function EmptyRow({ view, columns, onSymbol }: EmptyRowProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const { instrument, record } = view;
  const { symbol, settleCoin } = instrument;
  const name = text(`name.empty.${record.positionIndex}`, { symbol });
  const realised = toneOf(moneyUnits(record.realisedPnl));
  return (
    <TableRow label={name}>
      {columns.map((id) => {
        if (id === 'contract') return <ContractCell key={id} view={view} onSymbol={onSymbol} />;
        if (id === 'close')
          return (
            <TableCell key={id} column={id} label={text('close')} kind="actions">
              {null}
            </TableCell>
          );
        if (id === 'quantity')
          return (
            <TableCell key={id} column={id} label={text('quantity')} unit={quantityCoin(instrument)}>
              {lotsText(formats, lots(0), instrument)}
            </TableCell>
          );
        if (id === 'realised')
          return (
            <TableCell key={id} label={text('realised')} tone={realised === 'none' ? undefined : realised}>
              {signedMoneyText(formats, record.realisedPnl, coinDigits(settleCoin))}
            </TableCell>
          );
        return (
          <TableCell key={id} column={id} label={text(id)}>
            {UNKNOWN}
          </TableCell>
        );
      })}
    </TableRow>
  );
}
