import type { ClosedPnlItem } from '@tapedeck/protocol';
import { StateMessage, TableCell, TableRow, Tag, type Column } from '@tapedeck/ui';
import { useCallback } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable } from '../../platform/paged-table.tsx';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { wireText } from '../../platform/values.ts';
import { signTone, useHistoryText } from './texts.ts';

const COLUMNS = ['contract', 'closedSide', 'quantity', 'entryPrice', 'exitPrice', 'closedPnl', 'fee', 'time'] as const;

function ClosedRow({ item }: { item: ClosedPnlItem }) {
  const text = useHistoryText();
  const common = useCommonText();
  const formats = useFormats();
  const long = item.side === 'Sell';
  return (
    <TableRow label={item.symbol}>
      <TableCell label={text('contract')} align="start" kind="title">
        {item.symbol} {item.execType !== 'Trade' && <Tag>{text(`kind.${item.execType}`)}</Tag>}
      </TableCell>
      <TableCell label={text('closedSide')} align="start" kind="text" tone={long ? 'up' : 'down'}>
        {common(long ? 'long' : 'short')}
      </TableCell>
      <TableCell label={text('quantity')}>{wireText(formats, item.closedSize)}</TableCell>
      <TableCell label={text('entryPrice')}>{wireText(formats, item.avgEntryPrice)}</TableCell>
      <TableCell label={text('exitPrice')}>{wireText(formats, item.avgExitPrice)}</TableCell>
      <TableCell label={text('closedPnl')} tone={signTone(item.closedPnl)}>
        {wireText(formats, item.closedPnl)}
      </TableCell>
      <TableCell label={text('fee')}>{wireText(formats, item.execFee)}</TableCell>
      <TableCell label={text('time')}>{formats.dateTime(item.createdAtE3)}</TableCell>
    </TableRow>
  );
}

/** What closed positions, or parts of them, earned; newest first. */
export function ClosedPnl() {
  const client = useClient();
  const text = useHistoryText();
  const fetchPage = useCallback((cursor: string) => client.closedPnl(cursor), [client]);
  const columns = COLUMNS.map((id): Column => ({ id, label: text(id), align: id === 'contract' || id === 'closedSide' ? 'start' : 'end' }));
  return (
    <PagedTable
      label={text('closedTable')}
      columns={columns}
      fetchPage={fetchPage}
      row={(item) => <ClosedRow key={item.execId} item={item} />}
      empty={<StateMessage title={text('emptyClosed')} />}
    />
  );
}
