import type { HistoryFilter } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumns } from '../../platform/paged-table.tsx';
import { inCoin, numberColumn, signedColumn, timeColumn } from '../../platform/past-columns.ts';
import { useRowCoins } from '../../platform/row-coins.ts';
import type { TableColumns } from '../../platform/table-layout.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
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
  const coins = useRowCoins();
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
      quantity: inCoin(
        numberColumn(text('quantity'), formats, ({ closedSize }) => closedSize),
        coins.quantity,
      ),
      entryPrice: numberColumn(text('entryPrice'), formats, ({ avgEntryPrice }) => avgEntryPrice),
      exitPrice: numberColumn(text('exitPrice'), formats, ({ avgExitPrice }) => avgExitPrice),
      closedPnl: inCoin(
        signedColumn(text('closedPnl'), formats, ({ closedPnl }) => closedPnl),
        coins.settle,
      ),
      fee: inCoin(
        numberColumn(text('fee'), formats, ({ execFee }) => execFee),
        coins.fee,
      ),
      time: timeColumn(text('time'), formats, ({ createdAtE3 }) => createdAtE3),
    }),
    [text, common, formats, coins],
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
