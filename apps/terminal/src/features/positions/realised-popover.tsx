import { moneyUnits, negateMoney, type Instrument, type Money, type PositionRecord } from '@tapedeck/domain';
import { Popover } from '@tapedeck/ui/popover';
import { useState, type ReactElement } from 'react';
import { Link } from '../../platform/navigation.tsx';
import { tradeHistoryOf } from '../../platform/products.ts';
import { useFormats } from '../../platform/texts.tsx';
import { coinDigits, signedMoneyText, toneOf } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface RealisedPopoverProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
}

/** Breakdown of a position's realised P&L, with a link to its trades. */
export function RealisedPopover({ trigger, instrument, record, name }: RealisedPopoverProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const [open, setOpen] = useState(true);
  const { settleCoin, kind } = instrument;
  const shown = (value: Money) => signedMoneyText(formats, value, coinDigits(settleCoin));
  const parts = [
    ['tradePnl', record.tradePnl],
    ['fundingFees', record.funding],
    ['tradingFees', negateMoney(record.fees)],
    ['realisedTotal', record.realisedPnl],
  ] as const;
  const history = tradeHistoryOf(kind);
  return (
    <Popover label={text('realisedOf', { position: name })} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <div className={styles['parts']}>
        <dl>
          {parts.map(([key, value]) => (
            <div key={key}>
              <dt>{text(key)}</dt>
              <dd data-tone={toneOf(moneyUnits(value))}>{`${shown(value)} ${settleCoin}`}</dd>
            </div>
          ))}
        </dl>
        {history !== undefined && <Link to={history}>{text('toHistory')}</Link>}
      </div>
    </Popover>
  );
}
