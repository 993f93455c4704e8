import { partialEntries } from '@tapedeck/client';
import type { Instrument, OrderRecord, PositionExits } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { Button, TableCell } from '@tapedeck/ui';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { askTpsl } from '../../platform/tpsl-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { ticksText, UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

interface CellProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
}

function triggerText(formats: Formats, order: OrderRecord | undefined, instrument: Instrument): string {
  const trigger = order?.stop?.trigger;
  return trigger === undefined ? UNKNOWN : ticksText(formats, trigger.price, instrument);
}

/** Prices of the exits of the whole position, else how many partial ones there are. */
function useExitsText(exits: PositionExits, instrument: Instrument): string | undefined {
  const text = usePositionsText();
  const formats = useFormats();
  const { takeProfit, stopLoss } = exits;
  if (takeProfit !== undefined || stopLoss !== undefined) {
    return `${triggerText(formats, takeProfit, instrument)} / ${triggerText(formats, stopLoss, instrument)}`;
  }
  const count = partialEntries(exits).length;
  return count === 0 ? undefined : text('exitsPartial', { count });
}

/** Take-profit and stop-loss of the position; a press opens their dialog. */
export function ExitsCell({ positionKey, instrument }: CellProps) {
  const text = usePositionsText();
  const exits = useReadable(useClient().account.exits(positionKey));
  const shown = useExitsText(exits, instrument);
  return (
    <TableCell label={text('exits')}>
      <Button
        size="small"
        tone={shown === undefined ? 'plain' : 'ghost'}
        className={styles['exits']}
        aria-label={
          shown === undefined
            ? text('exitsOf', { symbol: instrument.symbol })
            : `${text('exitsOf', { symbol: instrument.symbol })}: ${shown}`
        }
        onClick={() => askTpsl(positionKey)}
      >
        {shown ?? text('exitsNone')}
      </Button>
    </TableCell>
  );
}

/** Where the trailing stop of the position stands. */
export function TrailingCell({ positionKey, instrument }: CellProps) {
  const text = usePositionsText();
  const formats = useFormats();
  const { trailing } = useReadable(useClient().account.exits(positionKey));
  return (
    <TableCell label={text('trailing')} tone={trailing === undefined ? 'faint' : undefined}>
      {triggerText(formats, trailing, instrument)}
    </TableCell>
  );
}
