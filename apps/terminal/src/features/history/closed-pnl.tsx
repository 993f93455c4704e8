import type { HistoryFilter } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { Tag } from '@tapedeck/ui';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumns } from '../../platform/paged-table.tsx';
import type { TableColumns } from '../../platform/table-layout.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { wireNumber, wireText } from '../../platform/values.ts';
import { signTone, useHistoryText } from './texts.ts';

type ClosedColumn = 'contract' | 'closedSide' | 'quantity' | 'entryPrice' | 'exitPrice' | 'closedPnl' | 'fee' | 'time';
const LAYOUT: TableColumns<ClosedColumn> = {
  name: 'closedPnl',
  all: ['contract', 'closedSide', 'quantity', 'entryPrice', 'exitPrice', 'closedPnl', 'fee', 'time'],
  fixed: ['contract'],
};

function useColumns(): PastColumns<ClosedColumn, ClosedPnlItem> {
  const text = useHistoryText();
  const common = useCommonText();
  const formats = useFormats();
  return useMemo(
    () => ({
      contract: {
        ...{ label: text('contract'), align: 'start', kind: 'title' },
        show: ({ symbol, execType }) => (
          <>
            {symbol} {execType !== 'Trade' && <Tag>{text(`kind.${execType}`)}</Tag>}
          </>
        ),
        sort: ({ symbol }) => symbol,
      },
      // A sale closed a long position.
      closedSide: {
        ...{ label: text('closedSide'), align: 'start', kind: 'text' },
        tone: ({ side }) => (side === 'Sell' ? 'up' : 'down'),
        show: ({ side }) => common(side === 'Sell' ? 'long' : 'short'),
        sort: ({ side }) => side,
      },
      quantity: {
        label: text('quantity'),
        show: ({ closedSize }) => wireText(formats, closedSize),
        sort: ({ closedSize }) => wireNumber(closedSize),
      },
      entryPrice: {
        label: text('entryPrice'),
        show: ({ avgEntryPrice }) => wireText(formats, avgEntryPrice),
        sort: ({ avgEntryPrice }) => wireNumber(avgEntryPrice),
      },
      exitPrice: {
        label: text('exitPrice'),
        show: ({ avgExitPrice }) => wireText(formats, avgExitPrice),
        sort: ({ avgExitPrice }) => wireNumber(avgExitPrice),
      },
      closedPnl: {
        label: text('closedPnl'),
        tone: ({ closedPnl }) => signTone(closedPnl),
        show: ({ closedPnl }) => wireText(formats, closedPnl),
        sort: ({ closedPnl }) => wireNumber(closedPnl),
      },
      fee: { label: text('fee'), show: ({ execFee }) => wireText(formats, execFee), sort: ({ execFee }) => wireNumber(execFee) },
      time: { label: text('time'), show: ({ createdAtE3 }) => formats.dateTime(createdAtE3), sort: ({ createdAtE3 }) => createdAtE3 },
    }),
    [text, common, formats],
  );
}

const keyOf = ({ execId }: ClosedPnlItem): string => execId;
const labelOf = ({ symbol }: ClosedPnlItem): string => symbol;

/** What closed positions, or parts of them, earned; newest first. */
export function ClosedPnl() {
  const client = useClient();
  const text = useHistoryText();
  return (
    <PagedTable
      label={text('closedTable')}
      layout={LAYOUT}
      columns={useColumns()}
      fetchPage={useCallback((cursor: string, filter: HistoryFilter) => client.closedPnl(cursor, filter), [client])}
      rowKey={keyOf}
      rowLabel={labelOf}
      file={{ list: 'closed-pnl' }}
      empty={text('emptyClosed')}
    />
  );
}
