import { milliseconds, REFUSALS, type MissedCopy } from '@tapedeck/domain';
import { DataTable, TableCell, TableRow, type Column } from '@tapedeck/ui';
import { useFailureText } from '../../platform/failures.ts';
import { useClient } from '../../platform/client-context.tsx';
import { useCommonText } from '../../platform/texts.tsx';
import { inZone, useZonedFormats } from '../../platform/time-zone.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { UNKNOWN } from '../../platform/values.ts';
import styles from './copy-trading.module.css';
import { useCopyText } from './texts.ts';

/** Orders of the leader that the account could not copy, with the reason. */
export function MissedCopies({ missed }: { missed: readonly MissedCopy[] }) {
  const text = useCopyText();
  const common = useCommonText();
  const formats = useZonedFormats();
  const failureText = useFailureText();
  const catalogue = useReadable(useClient().markets.catalogue);
  const instruments = catalogue.status === 'idle' ? [] : (catalogue.data ?? []);
  if (missed.length === 0) return null;
  const columns: Column[] = [
    { id: 'contract', label: text('contract'), align: 'start' },
    { id: 'side', label: text('side'), align: 'start' },
    { id: 'why', label: text('why'), align: 'start' },
    { id: 'time', label: inZone(text('time'), formats) },
  ];
  return (
    <>
      <h3 className={styles['subtitle']}>{text('missed')}</h3>
      <DataTable label={text('missed')} columns={columns}>
        {missed.map(({ time, instrument, side, reason, order }) => (
          <TableRow key={`${order} ${milliseconds(time)}`} label={reason}>
            <TableCell label={text('contract')} align="start" kind="title">
              {instruments.find(({ id }) => id === instrument)?.symbol ?? UNKNOWN}
            </TableCell>
            <TableCell label={text('side')} align="start" kind="text" tone={side === 'Buy' ? 'up' : 'down'}>
              {common(side === 'Buy' ? 'buy' : 'sell')}
            </TableCell>
            <TableCell label={text('why')} align="start" kind="text" wide>
              <span className={styles['why']}>{failureText({ code: REFUSALS[reason].code, message: REFUSALS[reason].message })}</span>
            </TableCell>
            <TableCell label={inZone(text('time'), formats)} wide>
              {formats.dateTime(milliseconds(time))}
            </TableCell>
          </TableRow>
        ))}
      </DataTable>
    </>
  );
}
