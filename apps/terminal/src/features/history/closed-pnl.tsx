import type { HistoryFilter } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumns } from '../../platform/paged-table.tsx';
import { numberColumn, timeColumn } from '../../platform/past-columns.ts';
import type { TableColumns } from '../../platform/table-layout.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useCoinColumns } from './coin-columns.ts';
import { contractColumn } from './contract-column.tsx';
import { useHistoryText } from './texts.ts';

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
  const inCoins = useCoinColumns();
  return useMemo(
    () => ({
      contract: contractColumn(text),
      // A sale closed a long position.
      closedSide: {
        ...{ label: text('closedSide'), align: 'start', kind: 'text' },
        tone: ({ side }) => (side === 'Sell' ? 'up' : 'down'),
        show: ({ side }) => common(side === 'Sell' ? 'long' : 'short'),
        sort: ({ side }) => side,
      },
      quantity: inCoins.quantity(({ closedSize }) => closedSize),
      entryPrice: numberColumn(text('entryPrice'), formats, ({ avgEntryPrice }) => avgEntryPrice),
      exitPrice: numberColumn(text('exitPrice'), formats, ({ avgExitPrice }) => avgExitPrice),
      closedPnl: inCoins.closedPnl(({ closedPnl }) => closedPnl),
      fee: inCoins.fee(({ execFee }) => execFee),
      time: timeColumn(text('time'), formats, ({ createdAtE3 }) => createdAtE3),
    }),
    [text, common, formats, inCoins],
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
