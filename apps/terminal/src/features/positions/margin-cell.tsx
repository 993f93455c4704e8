import { canAutoAddMargin } from '@tapedeck/client';
import type { Instrument, PositionRecord } from '@tapedeck/domain';
import { arrives, Button, Switch, TableCell } from '@tapedeck/ui';
import { lazy, Suspense, useState } from 'react';
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

/** The switch of auto add margin, and of an isolated position what moves its margin by hand. */
export function MarginCell({ positionKey, instrument, record, name }: MarginCellProps) {
  const client = useClient();
  const text = usePositionsText();
  // What was there when it was pressed: the switch flips only after the toast.
  const [before, setBefore] = useState<boolean | undefined>(undefined);
  const [asked, setAsked] = useState(false);
  const flip = (on: boolean): void => {
    setBefore(record.autoAddMargin);
    void client.margin.setAutoAddMargin(positionKey, on).then((result) => {
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
        <Suspense fallback={null}>
          <MarginDialog positionKey={positionKey} instrument={instrument} name={name} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </TableCell>
  );
}
