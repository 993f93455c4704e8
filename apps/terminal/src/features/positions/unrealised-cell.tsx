import type { PositionView, Readable } from '@tapedeck/client';
import { moneyUnits, type Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { TableCell } from '@tapedeck/ui';
import { useFormats } from '../../platform/texts.tsx';
import { Ticking, type TickingValue } from '../../platform/ticking.tsx';
import { coinDigits, signedMoneyText, signedPercentText, toneOf, UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { ShareButton } from './share-button.tsx';
import { usePositionsText } from './texts.ts';

interface UnrealisedCellProps {
  readonly position: Readable<PositionView | undefined>;
  readonly instrument: Instrument;
  readonly positionKey: string;
  readonly name: string;
  /** The main figure of a card, with separate coin and return. */
  readonly card: boolean;
}

const profitText = (formats: Formats, { unrealisedPnl, instrument }: PositionView): string =>
  signedMoneyText(formats, unrealisedPnl, coinDigits(instrument.settleCoin));

const returnText = (formats: Formats, { roi }: PositionView): string => signedPercentText(formats, roi, 2);

/** Unrealised P&L of the position, with its share button. */
export function UnrealisedCell({ position, instrument, positionKey, name, card }: UnrealisedCellProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const reading = (write: (view: PositionView) => string) => (): TickingValue | string => {
    const view = position.get();
    if (view === undefined) return UNKNOWN;
    return { text: write(view), tone: view.unrealisedPnl === undefined ? 'none' : toneOf(moneyUnits(view.unrealisedPnl)) };
  };
  const sources = [position];
  const profit = (view: PositionView) => profitText(formats, view);
  const earned = (view: PositionView) => returnText(formats, view);
  return (
    <TableCell column="unrealised" label={text('unrealised')} wide>
      <span className={styles['earned']}>
        {card ? (
          <>
            <Ticking className={styles['profit']} sources={sources} read={reading(profit)} />
            <span className={styles['coin']}>{` ${instrument.settleCoin} `}</span>
            <Ticking className={styles['return']} sources={sources} read={reading(earned)} />
          </>
        ) : (
          <Ticking
            className={styles['steady']}
            sources={sources}
            read={reading((view) => `${profit(view)} ${instrument.settleCoin} (${earned(view)})`)}
          />
        )}
        <ShareButton positionKey={positionKey} name={name} />
      </span>
    </TableCell>
  );
}
