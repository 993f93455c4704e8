import type { HistoryFilter, Page, Result } from '@tapedeck/client';
import type { HistoryList } from '@tapedeck/protocol';
import { Button, StateMessage, TableCell, TableRow, type Column, type TableCellProps } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { HistoryFilterBar, useHistoryFilter } from './history-filter.tsx';
import { PanelFailure, PanelLoading } from '../platform/panel-state.tsx';
import styles from './paged-table.module.css';
import {
  nextSorting,
  sortRows,
  useTableLayout,
  type Sorting,
  type SortValue,
  type TableColumns,
  type TableLayoutChoice,
} from './table-layout.ts';
import { useCommonText } from '../platform/texts.tsx';
import { useZonedFormats } from '../platform/time-zone.ts';
import { useTableText } from './tables/texts.ts';
import { usePaged, type Paged } from './use-paged.ts';

/** Account updates come in bursts; the list is requested again after them. */
const RELOAD_AFTER_MS = 400;
/** Refresh interval of an incomplete list. */
const BEHIND_RELOAD_MS = 5_000;

/** A column of a history list. */
export interface PastColumn<T> extends Pick<TableCellProps, 'align' | 'kind' | 'wide'> {
  readonly label: string;
  show(item: T): ReactNode;
  tone?(item: T): TableCellProps['tone'];
  /** Unit of the value. */
  unit?(item: T): string | undefined;
  /** Sort key of the rows; without it the column is not sortable. */
  sort?(item: T): SortValue | undefined;
}
export type PastColumns<Id extends string, T> = Readonly<Record<Id, PastColumn<T>>>;

export interface PagedTableProps<Id extends string, T> {
  readonly label: string;
  /** These four must keep their identity between renders. */
  readonly layout: TableColumns<Id>;
  readonly columns: PastColumns<Id, T>;
  fetchPage(cursor: string, filter: HistoryFilter): Promise<Result<Page<T>>>;
  rowKey(item: T): string;
  /** Accessible name of a row. */
  rowLabel(item: T): string;
  /** The list's name for files, and its fixed filters besides the visible ones. */
  readonly file?: { readonly list: HistoryList; readonly kinds?: readonly string[] | undefined };
  /** Before the filters. */
  readonly choices?: ReactNode;
  readonly empty: string;
  /** Below the table, from the rows that are loaded; `more` while there are older ones. */
  foot?(rows: readonly T[], more: boolean): ReactNode;
}

function useReloads(reload: () => void): void {
  const { histories } = useClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(reload, RELOAD_AFTER_MS);
    };
    const end = histories.version.subscribe(later);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [histories, reload]);
}

/** Reports an incomplete list, and refreshes it until it is complete. */
function BehindNotice({ since, reload }: { readonly since: number; readonly reload: () => void }) {
  const text = useTableText();
  const formats = useZonedFormats();
  useEffect(() => {
    const timer = setInterval(reload, BEHIND_RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <p role="status" className={styles['behind']}>
      {text('historyBehind', { time: `${formats.time(since)} ${formats.zone}` })}
    </p>
  );
}

interface RowsProps<Id extends string, T> extends Pick<PagedTableProps<Id, T>, 'label' | 'columns' | 'rowKey' | 'rowLabel'> {
  readonly paged: Paged<T>;
  readonly choice: TableLayoutChoice<Id>;
  readonly empty: string;
}

/** The loaded rows in the selected order; later ones are inserted. */
function useSorting<Id extends string, T>(rows: readonly T[] | undefined, columns: PastColumns<Id, T>) {
  const [sorting, setSorting] = useState<Sorting<Id> | undefined>(undefined);
  const sorted = useMemo(() => rows && sortRows(rows, sorting, (row, by) => columns[by].sort?.(row)), [rows, sorting, columns]);
  return { sorting, sorted, sortBy: (id: Id) => setSorting((now) => nextSorting(now, id)) };
}

function Rows<Id extends string, T>({ label, columns, rowKey, rowLabel, paged, choice, empty }: RowsProps<Id, T>) {
  const text = useTableText();
  const { rows, failure, loading, more, loadMore, reload } = paged;
  const { shown } = choice;
  const { sorting, sorted, sortBy } = useSorting(rows, columns);
  const heads = useMemo(
    () =>
      shown.map((id): Column => ({
        ...{ id, label: columns[id].label, align: columns[id].align ?? 'end' },
        ...(columns[id].sort !== undefined && { sort: sorting?.by === id ? sorting.direction : 'none' }),
      })),
    [shown, columns, sorting],
  );
  const renderRow = useCallback(
    (item: T) => (
      <TableRow label={rowLabel(item)}>
        {shown.map((id) => {
          const { label: name, align, kind, wide, tone, unit, show } = columns[id];
          return (
            <TableCell
              key={id}
              label={name}
              tone={tone?.(item)}
              unit={unit?.(item)}
              wide={wide}
              {...(align && { align })}
              {...(kind && { kind })}
            >
              {show(item)}
            </TableCell>
          );
        })}
      </TableRow>
    ),
    [shown, columns, rowLabel],
  );
  const wantsMore = more && !loading && failure === undefined;
  const onEnd = useCallback(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, loadMore]);
  const isEmpty = rows?.length === 0;
  // A page may have no matching rows while a later one does.
  useEffect(() => {
    if (isEmpty) onEnd();
  }, [isEmpty, onEnd]);
  if (rows === undefined || (isEmpty && more)) {
    return failure === undefined ? <PanelLoading /> : <PanelFailure failure={failure} onRetry={reload} />;
  }
  if (isEmpty) return <StateMessage title={empty} />;
  const footer = (
    <div className={styles['more']}>
      {failure !== undefined && <PanelFailure failure={failure} onRetry={loadMore} />}
      {failure === undefined && more && (
        <Button size="small" busy={loading} onClick={loadMore}>
          {text('loadMore')}
        </Button>
      )}
    </div>
  );
  const onSort = (id: string) => {
    const by = shown.find((own) => own === id);
    if (by !== undefined) sortBy(by);
  };
  return <LongTable {...{ label, rowKey, renderRow, footer, onEnd, onSort }} columns={heads} rows={sorted ?? rows} />;
}

/** A history list, newest first: loaded by pages while scrolling, with filters and a file download, and refreshed after account updates. */
export function PagedTable<Id extends string, T>(props: PagedTableProps<Id, T>) {
  const { label, layout, columns, fetchPage, rowKey, rowLabel, file, choices, empty, foot } = props;
  const client = useClient();
  const common = useCommonText();
  const text = useTableText();
  const choice = useTableLayout(layout);
  const filters = useHistoryFilter();
  const { filter } = filters;
  const paged = usePaged(
    useCallback((cursor: string) => fetchPage(cursor, filter), [fetchPage, filter]),
    rowKey,
  );
  useReloads(paged.reload);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className={styles['past']}>
      <div className={styles['bar']}>
        {choices}
        <HistoryFilterBar state={filters} />
        <span className={styles['tools']}>
          {file !== undefined && (
            <a
              className={styles['file']}
              href={client.histories.file(file.list, { ...filter, ...(file.kinds && { kinds: file.kinds }) })}
              download={`${file.list}.csv`}
              title={text('downloadCsvTip')}
            >
              {common('downloadCsv')}
            </a>
          )}
          <ColumnsButton layout={choice} label={(id) => columns[id].label} />
        </span>
        {paged.behindSince !== undefined && <BehindNotice since={paged.behindSince} reload={paged.reload} />}
      </div>
      <Rows {...{ label, columns, rowKey, rowLabel, paged, choice }} empty={isFiltered ? text('nothingMatches') : empty} />
      {paged.rows !== undefined && paged.rows.length > 0 && foot?.(paged.rows, paged.more)}
    </div>
  );
}
