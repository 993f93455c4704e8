import type { HistoryFilter } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { ShareIcon } from '@tapedeck/ui';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumn, type PastColumns } from '../../widgets/paged-table.tsx';
import { askPoster } from '../../intents/poster-asked.ts';
import { timeColumn } from '../../widgets/past-columns.ts';
import type { TableColumns } from '../../widgets/table-layout.ts';
import { useCommonText, useFormats } from '../../platform/texts.tsx';
import { useCoinColumns } from './coin-columns.ts';
import { contractColumn } from './contract-column.tsx';
import styles from './history.module.css';
import { useHistoryText } from './texts.ts';

type ClosedColumn = 'contract' | 'closedSide' | 'quantity' | 'entryPrice' | 'exitPrice' | 'closedPnl' | 'fee' | 'fills' | 'time';
const LAYOUT: TableColumns<ClosedColumn> = {
  name: 'closedPnl',
  all: ['contract', 'closedSide', 'quantity', 'entryPrice', 'exitPrice', 'closedPnl', 'fee', 'fills', 'time'],
  fixed: ['contract'],
};

/** The contract, and the share button of its closing P&L. */
function shareableColumn(text: ReturnType<typeof useHistoryText>): PastColumn<ClosedPnlItem> {
  const contract = contractColumn<ClosedPnlItem>(text);
  return {
    ...contract,
    show: (item) => (
      <>
        {contract.show(item)}
        <button
          type="button"
          className={styles['share']}
          aria-label={text('shareOf', { symbol: item.symbol })}
          onClick={() => askPoster({ closed: item })}
        >
          <ShareIcon />
        </button>
      </>
    ),
  };
}

function useColumns(): PastColumns<ClosedColumn, ClosedPnlItem> {
  const text = useHistoryText();
  const common = useCommonText();
  const formats = useFormats();
  const inCoins = useCoinColumns();
  return useMemo(
    () => ({
      contract: shareableColumn(text),
      // A sell closed a long position.
      closedSide: {
        ...{ label: text('closedSide'), align: 'start', kind: 'text' },
        tone: ({ side }) => (side === 'Sell' ? 'up' : 'down'),
        show: ({ side }) => common(side === 'Sell' ? 'long' : 'short'),
        sort: ({ side }) => side,
      },
      quantity: inCoins.quantity(({ closedSize }) => closedSize),
      entryPrice: inCoins.price(text('entryPrice'), ({ avgEntryPrice }) => avgEntryPrice),
      exitPrice: inCoins.price(text('exitPrice'), ({ avgExitPrice }) => avgExitPrice),
      closedPnl: inCoins.closedPnl(({ closedPnl }) => closedPnl),
      fee: inCoins.fee(({ execFee }) => execFee),
      fills: { label: text('fills'), show: ({ fillCount }) => formats.count(fillCount, 0), sort: ({ fillCount }) => fillCount },
      time: timeColumn(text('time'), formats, ({ updatedAtE3 }) => updatedAtE3),
    }),
    [text, common, formats, inCoins],
  );
}

const keyOf = ({ execId }: ClosedPnlItem): string => execId;
const labelOf = ({ symbol }: ClosedPnlItem): string => symbol;

/** P&L of full and partial closes: one row for each closing order, newest first. */
export function ClosedPnl() {
  const client = useClient();
  const text = useHistoryText();
  return (
    <PagedTable
      label={text('closedTable')}
      layout={LAYOUT}
      columns={useColumns()}
      fetchPage={useCallback((cursor: string, filter: HistoryFilter) => client.histories.closedPnl(cursor, filter), [client])}
      rowKey={keyOf}
      rowLabel={labelOf}
      file={{ list: 'closed-pnl' }}
      empty={text('emptyClosed')}
    />
  );
}
