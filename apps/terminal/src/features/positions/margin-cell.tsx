import { canAutoAddMargin } from '@tapedeck/client';
import type { Instrument, PositionRecord } from '@tapedeck/domain';
import { arrives, Button, OnRequest, Switch, TableCell } from '@tapedeck/ui';
import { lazy, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { notify, reportFailure } from '../../platform/notifications.ts';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

const MarginDialog = lazy(() => arrives(() => import('./margin-dialog.tsx')).then((module) => ({ default: module.MarginDialog })));

interface MarginCellProps {
  readonly positionKey: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly name: string;
}

/** The auto add margin switch, and for isolated positions the button to change margin manually. */
export function MarginCell({ positionKey, instrument, record, name }: MarginCellProps) {
  const client = useClient();
  const text = usePositionsText();
  // State at the time of the press: the switch flips only after the toast.
  const [before, setBefore] = useState<boolean | undefined>(undefined);
  const [asked, setAsked] = useState(false);
  const flip = (on: boolean): void => {
    setBefore(record.autoAddMargin);
    void client.positions.setAutoAddMargin(positionKey, on).then((result) => {
      if (result.ok)
        notify({
          kind: 'success',
          id: `auto-margin-${positionKey}`,
          title: text(on ? 'autoMarginOn' : 'autoMarginOff', { position: name }),
        });
      else reportFailure(result.failure);
      setBefore(undefined);
    });
  };
  return (
    <TableCell label={text('autoMargin')} wide>
      <span className={styles['margin']}>
        <Switch
          label={text('autoMarginOf', { position: name })}
          checked={before ?? record.autoAddMargin}
          busy={before !== undefined}
          reason={canAutoAddMargin(record) ? undefined : text(record.marginMode === 'isolated' ? 'autoMarginEmpty' : 'autoMarginShared')}
          onChange={flip}
          onRefused={(reason) => notify({ kind: 'info', id: `auto-margin-${positionKey}`, title: reason })}
        />
        {record.marginMode === 'isolated' && (
          <Button size="small" aria-label={text('marginOf', { position: name })} onClick={() => setAsked(true)}>
            {text('marginAdjust')}
          </Button>
        )}
      </span>
      {asked && (
        <OnRequest onVoid={() => setAsked(false)}>
          <MarginDialog positionKey={positionKey} instrument={instrument} name={name} onClose={() => setAsked(false)} />
        </OnRequest>
      )}
    </TableCell>
  );
}
