import { moneyUnits, type Instrument, type PositionRecord } from '@tapedeck/domain';
import { arrives, BehindButton, TableCell } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useFormats } from '../../platform/texts.tsx';
import { coinDigits, signedMoneyText, toneOf } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const RealisedPopover = lazy(() => arrives(() => import('./realised-popover.tsx')).then((module) => ({ default: module.RealisedPopover })));

interface RealisedCellProps {
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
}

/** Realised P&L of the position; a press shows its breakdown. */
export function RealisedCell({ instrument, record, name }: RealisedCellProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const total = signedMoneyText(formats, record.realisedPnl, coinDigits(instrument.settleCoin));
  const tone = toneOf(moneyUnits(record.realisedPnl));
  const button = (
    <button
      type="button"
      className={styles['figure']}
      aria-label={`${text('realisedOf', { position: name })}: ${total}`}
      onClick={() => setAsked(true)}
    >
      {total}
    </button>
  );
  return (
    <TableCell label={text('realised')} tone={tone === 'none' ? undefined : tone}>
      <BehindButton button={button} isAsked={asked} onVoid={() => setAsked(false)}>
        <RealisedPopover trigger={button} instrument={instrument} record={record} name={name} />
      </BehindButton>
    </TableCell>
  );
}
