import { partialEntries } from '@tapedeck/client';
import {
  tickCount,
  trailingShapeRefusal,
  type Instrument,
  type OrderRecord,
  type PositionExits,
  type PositionRecord,
  type TrailingTerms,
} from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { arrives, BehindButton, Button, TableCell } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { useFormats } from '../../platform/texts.tsx';
import { askTpsl } from '../../intents/tpsl-asked.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { percentText, ticksText, UNKNOWN } from '../../platform/values.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const TrailingPopover = lazy(() => arrives(() => import('./trailing-popover.tsx')).then((module) => ({ default: module.TrailingPopover })));

interface CellProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly name: string;
}

function triggerText(formats: Formats, order: OrderRecord | undefined, instrument: Instrument): string {
  const trigger = order?.stop?.trigger;
  return trigger === undefined ? UNKNOWN : ticksText(formats, trigger.price, instrument);
}

/** Prices of the exits of the entire position, else the number of partial ones. */
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

/** Number of exit orders of the position, `undefined` without one. */
function useExitCount({ takeProfit, stopLoss, partial }: PositionExits): string | undefined {
  const text = usePositionsText();
  const orders = [{ takeProfit, stopLoss }, ...partial].flatMap((entry) => [entry.takeProfit ?? [], entry.stopLoss ?? []].flat());
  return orders.length === 0 ? undefined : text('exitsCount', { number: orders.length });
}

/** Take-profit and stop-loss of the position; a press opens their dialog. A card shows only their number. */
export function ExitsCell({ positionKey, instrument, name, card }: CellProps & { readonly card: boolean }) {
  const text = usePositionsText();
  const exits = useReadable(useClient().positions.exits(positionKey));
  const shown = useExitsText(exits, instrument);
  const count = useExitCount(exits);
  const called = text('exitsOf', { position: name });
  return (
    <TableCell column="exits" label={text('exits')}>
      <Button
        size="small"
        tone={shown === undefined || card ? 'plain' : 'ghost'}
        className={styles['exits']}
        aria-label={shown === undefined ? called : `${called}: ${shown}`}
        onClick={() => askTpsl(positionKey)}
      >
        {card ? (count ?? text('exitsAdd')) : (shown ?? text('exitsNone'))}
      </Button>
    </TableCell>
  );
}

/** Distance of a trailing stop. */
function distanceText(formats: Formats, terms: TrailingTerms | undefined, instrument: Instrument): string {
  if (terms === undefined) return UNKNOWN;
  return tickCount(terms.distance) > 0 ? ticksText(formats, terms.distance, instrument) : percentText(formats, terms.share);
}

/** Price of the stop once it is active, and its distance; `undefined` without a trailing stop. */
function trailingText(formats: Formats, order: OrderRecord | undefined, instrument: Instrument): string | undefined {
  if (order === undefined) return undefined;
  const at = order.stop?.trigger === undefined ? '' : `${triggerText(formats, order, instrument)} `;
  return `${at}(${distanceText(formats, order.stop?.trailing, instrument)})`;
}

/** Level and distance of the position's trailing stop; a press sets it. */
export function TrailingCell({ positionKey, instrument, record, name }: CellProps & { readonly record: PositionRecord }) {
  const text = usePositionsText();
  const formats = useFormats();
  const { trailing } = useReadable(useClient().positions.exits(positionKey));
  const offered = trailingShapeRefusal(instrument) === undefined;
  const [asked, setAsked] = useState(false);
  const called = text('trailingOf', { position: name });
  const shown = trailingText(formats, trailing, instrument);
  const button = (
    <Button
      size="small"
      tone={shown === undefined ? 'plain' : 'ghost'}
      className={styles['exits']}
      aria-label={shown === undefined ? called : `${called}: ${shown}`}
      onClick={() => setAsked(true)}
    >
      {shown ?? text('exitsNone')}
    </Button>
  );
  return (
    <TableCell label={text('trailing')}>
      {!offered ? (
        <span title={text('trailingNone')}>{UNKNOWN}</span>
      ) : (
        <BehindButton button={button} isAsked={asked} onVoid={() => setAsked(false)}>
          <TrailingPopover
            trigger={button}
            positionKey={positionKey}
            instrument={instrument}
            record={record}
            name={called}
            terms={trailing?.stop?.trailing}
          />
        </BehindButton>
      )}
    </TableCell>
  );
}
