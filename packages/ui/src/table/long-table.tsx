import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import styles from './data-table.module.css';
import { RowPlaceContext, TableFrame, type Column, type RowPlace } from './data-table.tsx';

/** A table this short is simply there: what is not in sight costs little, and a page's search finds it. */
const ALL_AT_ONCE = 40;
const ROW_HEIGHT = 43;
/** Rows beyond both edges: a turn of the wheel lands on rows that are there already. */
const OVERSCAN = 16;
/** Widths are looked at once in so many rows: reading them lays the table out. */
const WIDTHS_EVERY = 24;
/** The end counts as reached this many rows before it. */
const END_ROWS = 12;

export interface LongTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column[];
  onSort?(id: string): void;
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  /** One `TableRow`; should keep its identity, so that rows in sight are not made again as others come. */
  renderRow(row: Row): ReactNode;
  readonly footer?: ReactNode;
  /** The last rows came near: more may be asked for. */
  onEnd?(): void;
}

interface PlacedProps<Row> extends Pick<LongTableProps<Row>, 'renderRow'> {
  readonly row: Row;
  readonly index: number;
  readonly measure: RowPlace['measure'];
}

const Placed = memo(function Placed<Row>({ row, index, measure, renderRow }: PlacedProps<Row>) {
  const place = useMemo(() => ({ index, measure }), [index, measure]);
  return <RowPlaceContext value={place}>{renderRow(row)}</RowPlaceContext>;
}) as <Row>(props: PlacedProps<Row>) => ReactNode;

/** Stands for the rows that are out of sight. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr role="presentation" className={styles['gap']} style={{ height }}>
      <td />
    </tr>
  );
}

const release = (cells: readonly HTMLElement[]): void => {
  for (const cell of cells) cell.style.minWidth = '';
};

const widen = (cells: readonly HTMLElement[]): void => {
  // Rounded down: widths rounded up would together be wider than the table.
  const widths = cells.map((cell) => Math.floor(cell.getBoundingClientRect().width));
  cells.forEach((cell, at) => {
    const width = widths[at] ?? 0;
    if (width > Number.parseInt(cell.style.minWidth || '0', 10)) cell.style.minWidth = `${width}px`;
  });
};

/**
 * Columns only ever get wider while rows come and go: a column that follows each row would jump. A table that has room to spare stretches
 * its columns; when a wider value then no longer fits beside them, they share the room anew before anything is cut off.
 */
function useSteadyColumns(head: RefObject<HTMLTableRowElement | null>, columns: readonly Column[], shown: number | undefined): void {
  const full = useRef(false);
  useLayoutEffect(() => {
    full.current = false;
    const cells = [...(head.current?.cells ?? [])];
    return () => release(cells);
  }, [head, columns]);
  useLayoutEffect(() => {
    const row = head.current;
    // A head without rows says nothing about the widths that their values need.
    if (row === null || shown === undefined) return;
    const cells = [...row.cells];
    const room = row.closest('[role="group"]')?.clientWidth ?? 0;
    if (!full.current && row.offsetWidth > room) {
      release(cells);
      full.current = row.offsetWidth > room;
    }
    widen(cells);
  }, [head, columns, shown]);
}

function LiveRows<Row>({ label, columns, onSort, rows, rowKey, renderRow, footer, onEnd }: LongTableProps<Row>) {
  const scroll = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  // Another function would make the library measure all rows anew.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    [rows, rowKey],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey,
    // Scrolling is an event among others: React gathers what it brings.
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  useSteadyColumns(head, columns, first && Math.floor(first.index / WIDTHS_EVERY));
  const nearEnd = last !== undefined && last.index >= rows.length - END_ROWS;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd, rows.length]);
  const frame = { label, columns, footer, rowCount: rows.length + 1, scroll, head, ...(onSort && { onSort }) };
  return (
    <TableFrame {...frame}>
      <Gap height={first?.start ?? 0} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <Placed key={key} row={row} index={index} measure={virtual.measureElement} renderRow={renderRow} />
        );
      })}
      <Gap height={last === undefined ? 0 : virtual.getTotalSize() - last.end} />
    </TableFrame>
  );
}

/** A table of any length: of a long one only the rows in sight are there, and a few around them. */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { rows, rowKey, renderRow, onEnd: _onEnd, ...frame } = props;
  if (rows.length > ALL_AT_ONCE) return <LiveRows {...props} />;
  return (
    <TableFrame {...frame}>
      {rows.map((row) => (
        <ShortRow key={rowKey(row)} row={row} renderRow={renderRow} />
      ))}
    </TableFrame>
  );
}

const ShortRow = memo(function ShortRow<Row>({ row, renderRow }: { row: Row; renderRow: (row: Row) => ReactNode }) {
  return renderRow(row);
}) as <Row>(props: { row: Row; renderRow: (row: Row) => ReactNode }) => ReactNode;
