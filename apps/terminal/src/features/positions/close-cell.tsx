import type { Instrument, PositionRecord } from '@tapedeck/domain';
import { arrives, BehindButton, Button, TableCell } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { askMarketClose } from '../../intents/confirmation-asked.ts';
import styles from './positions.module.css';
import { ReverseButton } from './reverse-cell.tsx';
import { usePositionsText } from './texts.ts';

const ClosePopover = lazy(() => arrives(() => import('./close-popover.tsx')).then((module) => ({ default: module.ClosePopover })));

interface CloseCellProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  /** Name of the position in its buttons. */
  readonly name: string;
  /** One button each to close at a limit price and at market. */
  readonly card: boolean;
}

/** Closes or reverses the position. */
export function CloseCell({ positionKey, instrument, record, name, card }: CloseCellProps) {
  const client = useClient();
  const text = usePositionsText();
  const [formAsked, setFormAsked] = useState(false);
  const formButton = (
    <Button size="small" aria-label={text(card ? 'closeOf' : 'closeLimitOf', { position: name })} onClick={() => setFormAsked(true)}>
      {text(card ? 'close' : 'closeLimit')}
    </Button>
  );
  const form = (
    <BehindButton button={formButton} isAsked={formAsked} onVoid={() => setFormAsked(false)}>
      <ClosePopover trigger={formButton} positionKey={positionKey} instrument={instrument} record={record} name={name} />
    </BehindButton>
  );
  const reverse = <ReverseButton positionKey={positionKey} name={name} />;
  return (
    <TableCell column="close" label={text('close')} kind="actions">
      <span className={styles['actions']}>
        {card ? (
          <>
            {reverse}
            {form}
          </>
        ) : (
          <>
            {form}
            <Button size="small" aria-label={text('closeMarketOf', { position: name })} onClick={() => askMarketClose(client, positionKey)}>
              {text('closeMarket')}
            </Button>
            {reverse}
          </>
        )}
      </span>
    </TableCell>
  );
}
