import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

/** Up to this length, a list renders completely. */
const ALL_AT_ONCE = 120;
/** Rows beyond both edges: a turn of the wheel lands on rendered rows. */
const OVERSCAN = 12;

export interface LongListProps<Row> {
  readonly id: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly rows: readonly Row[];
  /** Height of each row in pixels, equal to its style. */
  readonly rowHeight: number;
  /** The row with keyboard focus; it is kept in view. */
  readonly active: number;
  /** One option with its own key and its position in the full list. */
  renderRow(row: Row, index: number): ReactNode;
}

/** A list box of any length: a long one renders only the rows in view and a few around them. */
export function LongList<Row>({ id, label, className, rows, rowHeight, active, renderRow }: LongListProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const isLong = rows.length > ALL_AT_ONCE;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  useEffect(() => {
    if (isLong) virtual.scrollToIndex(active, { align: 'auto' });
    else list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, rows, isLong, virtual]);
  const items = isLong ? virtual.getVirtualItems() : [];
  const [first, last] = [items[0], items.at(-1)];
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={className}>
      {isLong ? (
        <div
          role="presentation"
          style={{ paddingBlockStart: first?.start ?? 0, paddingBlockEnd: virtual.getTotalSize() - (last?.end ?? 0) }}
        >
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : renderRow(row, index);
          })}
        </div>
      ) : (
        rows.map(renderRow)
      )}
    </div>
  );
}
