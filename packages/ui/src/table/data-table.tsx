import { createContext, useContext, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import { cx } from '../cx.ts';
import styles from './data-table.module.css';
import { useHiddenSides } from './hidden-sides.ts';

export type SortDirection = 'ascending' | 'descending';

export interface Column {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** Of the column of buttons: it stays in sight. */
  readonly kind?: 'actions';
  /** What stands in the head in place of the label, which then only names it. */
  readonly head?: ReactNode;
  /** Of a column that rows can be sorted by: how they are now. */
  readonly sort?: SortDirection | 'none';
}

interface HeadProps {
  readonly columns: readonly Column[];
  onSort?(id: string): void;
}

export interface DataTableProps extends HeadProps {
  readonly label: string;
  /** `TableRow`s. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

interface TableFrameProps extends DataTableProps {
  /** The element that scrolls. */
  readonly scroll?: RefObject<HTMLDivElement | null>;
  readonly head?: Ref<HTMLTableRowElement>;
  /** All of them, where only those in sight are there. */
  readonly rowCount?: number | undefined;
}

function HeadCell({ column, onSort }: { column: Column; onSort?: ((id: string) => void) | undefined }) {
  const { id, label, align = 'end', kind, head, sort } = column;
  const sorts = sort !== undefined && onSort !== undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-label={head === undefined ? undefined : label}
      aria-sort={sort}
      data-align={align}
      data-kind={kind}
    >
      {head ??
        (sorts ? (
          <button type="button" className={styles['sort']} data-sort={sort} onClick={() => onSort(id)}>
            {label}
          </button>
        ) : (
          label
        ))}
    </th>
  );
}

/** The table's frame: it scrolls inside its panel, under a head that stays. */
export function TableFrame({ label, columns, children, footer, onSort, scroll, head, rowCount }: TableFrameProps) {
  const own = useRef<HTMLDivElement>(null);
  const frame = scroll ?? own;
  useHiddenSides(frame);
  return (
    <div ref={frame} className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table role="table" aria-label={label} aria-rowcount={rowCount} className={styles['table']}>
        <thead role="rowgroup" className={styles['head']}>
          <tr ref={head} role="row">
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
      {footer}
    </div>
  );
}

/** A table that scrolls inside its panel; on a narrow screen each row becomes a card that names its values. */
export function DataTable(props: DataTableProps) {
  return <TableFrame {...props} />;
}

/** Where a row stands in a long table, and who wants to know its height. */
export interface RowPlace {
  readonly index: number;
  measure(row: HTMLTableRowElement | null): void;
}
export const RowPlaceContext = createContext<RowPlace | undefined>(undefined);

export function TableRow({ label, children }: { label?: string | undefined; children: ReactNode }) {
  const place = useContext(RowPlaceContext);
  return (
    <tr
      ref={place?.measure}
      data-index={place?.index}
      // The head is the first row.
      aria-rowindex={place === undefined ? undefined : place.index + 2}
      role="row"
      aria-label={label}
      className={styles['row']}
    >
      {children}
    </tr>
  );
}

export interface TableCellProps {
  /** Id of its column, for a style that lays out a card of its own. */
  readonly column?: string;
  /** The column's label, shown beside the value on a narrow screen. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly kind?: 'title' | 'number' | 'text' | 'actions';
  readonly tone?: 'up' | 'down' | 'faint' | undefined;
  /** Takes a whole line of a narrow screen's card. */
  readonly wide?: boolean | undefined;
  /** What the value is in; written after it. */
  readonly unit?: string | undefined;
  readonly children: ReactNode;
}

export function TableCell({ column, label, align = 'end', kind = 'number', tone, wide, unit, children }: TableCellProps) {
  return (
    <td
      role="cell"
      data-column={column}
      data-label={label}
      data-align={align}
      data-tone={tone}
      data-unit={unit}
      className={cx(styles['cell'], styles[kind], wide && styles['wide'])}
    >
      {children}
    </td>
  );
}
