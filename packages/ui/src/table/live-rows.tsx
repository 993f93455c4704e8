import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import styles from './data-table.module.css';
import { RowPlaceContext, TableFrame, type Column, type RowPlace } from './data-table.tsx';
import type { LongTableProps } from './long-table.tsx';

const ROW_HEIGHT = 43;
/** Rows beyond both edges: a turn of the wheel lands on rendered rows. */
const OVERSCAN = 16;
/** Widths are read once per this number of rows: reading them forces a layout. */
const WIDTHS_EVERY = 24;
/** The end counts as reached this many rows before it. */
const END_ROWS = 12;

interface PlacedProps<Row> extends Pick<LongTableProps<Row>, 'renderRow'> {
  readonly row: Row;
  readonly index: number;
  readonly measure: RowPlace['measure'];
}

const Placed = memo(function Placed<Row>({ row, index, measure, renderRow }: PlacedProps<Row>) {
  const place = useMemo(() => ({ index, measure }), [index, measure]);
  return <RowPlaceContext value={place}>{renderRow(row)}</RowPlaceContext>;
}) as <Row>(props: PlacedProps<Row>) => ReactNode;

/** Keeps the height of the rows out of view. */
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
  // Rounded down: widths rounded up would exceed the table together.
  const widths = cells.map((cell) => Math.floor(cell.getBoundingClientRect().width));
  cells.forEach((cell, at) => {
    const width = widths[at] ?? 0;
    if (width > Number.parseInt(cell.style.minWidth || '0', 10)) cell.style.minWidth = `${width}px`;
  });
};

/**
 * Columns only grow while rows come and go: a column that follows each row would jump. A table with spare room
 * stretches its columns; when a wider value no longer fits, they share the room again before anything is cut off.
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
    // A header without rows does not determine the widths of values.
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

/** A long table: only the rows in view and a few around them are rendered. */
export function LiveRows<Row>({ label, columns, onSort, rows, rowKey, renderRow, footer, onEnd }: LongTableProps<Row>) {
  const scroll = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  // A new function would make the library measure all rows again.
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
    // Lets React batch scrolling with other events.
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
