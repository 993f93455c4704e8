import type { HistoryFilter } from '@tapedeck/client';
import { formatDecimal, parseDecimal } from '@tapedeck/domain';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { ShareIcon, Tag } from '@tapedeck/ui';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { PagedTable, type PastColumn, type PastColumns } from '../../widgets/paged-table.tsx';
import { askPoster } from '../../intents/poster-asked.ts';
import { timeColumn } from '../../widgets/past-columns.ts';
import type { TableColumns } from '../../widgets/table-layout.ts';
import { useCommonText } from '../../platform/texts.tsx';
import { useZonedFormats } from '../../platform/time-zone.ts';
import { ClosedSums } from './closed-sums.tsx';
import { useCoinColumns } from './coin-columns.ts';
import { contractColumn } from './contract-column.tsx';
import styles from './history.module.css';
import { useHistoryText } from './texts.ts';

/** The result comes first, then how it came about. */
const COLUMNS = [
  ...(['contract', 'closedSide', 'quantity', 'netPnl', 'entryPrice', 'exitPrice'] as const),
  ...(['grossPnl', 'fees', 'funding', 'fills', 'time'] as const),
] as const;
type ClosedColumn = (typeof COLUMNS)[number];
const LAYOUT: TableColumns<ClosedColumn> = { name: 'closedPnl', all: COLUMNS, fixed: ['contract'] };

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

/** The P&L before costs, with what session settlements paid out earlier. */
const grossOf = ({ closedPnl, settledPnl }: ClosedPnlItem): string =>
  settledPnl === undefined ? closedPnl : formatDecimal((parseDecimal(closedPnl) ?? 0n) + (parseDecimal(settledPnl) ?? 0n));

/** The P&L after costs; before them, and marked, where they are unknown. */
function netColumn(text: ReturnType<typeof useHistoryText>, inCoins: ReturnType<typeof useCoinColumns>): PastColumn<ClosedPnlItem> {
  const figure = inCoins.profit<ClosedPnlItem>(text('netPnl'), ({ netPnl, closedPnl }) => netPnl ?? closedPnl);
  return {
    ...figure,
    show: (item) => (
      <>
        {item.netPnl === undefined && (
          <span title={text('beforeCostsTip')}>
            <Tag>{text('beforeCosts')}</Tag>{' '}
          </span>
        )}
        {figure.show(item)}
      </>
    ),
  };
}

function useColumns(): PastColumns<ClosedColumn, ClosedPnlItem> {
  const text = useHistoryText();
  const common = useCommonText();
  const formats = useZonedFormats();
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
      netPnl: netColumn(text, inCoins),
      grossPnl: inCoins.profit(text('grossPnl'), grossOf),
      fees: inCoins.cost(text('fees'), ({ fees }) => fees),
      funding: inCoins.cost(text('fundingPaid'), ({ funding }) => funding),
      fills: { label: text('fills'), show: ({ fillCount }) => formats.count(fillCount, 0), sort: ({ fillCount }) => fillCount },
      time: timeColumn(text('time'), formats, ({ updatedAtE3 }) => updatedAtE3),
    }),
    [text, common, formats, inCoins],
  );
}

const sums = (rows: readonly ClosedPnlItem[], more: boolean): ReactNode => <ClosedSums rows={rows} more={more} />;
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
      foot={sums}
      empty={text('emptyClosed')}
    />
  );
}
