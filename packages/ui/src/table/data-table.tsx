import { createContext, useContext, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import { cx } from '../cx.ts';
import styles from './data-table.module.css';
import { useHiddenSides } from './hidden-sides.ts';

export type SortDirection = 'ascending' | 'descending';

export interface Column {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** The column of buttons, which stays in view. */
  readonly kind?: 'actions';
  /** Replaces the label in the header; the label is then only its accessible name. */
  readonly head?: ReactNode;
  /** Explains the column. */
  readonly tip?: string;
  /** Sortable columns only: the current direction. */
  readonly sort?: SortDirection | 'none';
}

interface HeadProps {
  readonly columns: readonly Column[];
  onSort?(id: string): void;
}

interface HeadCellProps {
  readonly column: Column;
  readonly onSort?: ((id: string) => void) | undefined;
  /** Scrolls to the columns that are hidden behind the actions. */
  readonly onMore: () => void;
}

export interface DataTableProps extends HeadProps {
  readonly label: string;
  /** `TableRow`s. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

interface TableFrameProps extends DataTableProps {
  /** The scrolling element. */
  readonly scroll?: RefObject<HTMLDivElement | null>;
  readonly head?: Ref<HTMLTableRowElement>;
  /** Total number of rows, if only those in view are rendered. */
  readonly rowCount?: number | undefined;
}

function HeadCell({ column, onSort, onMore }: HeadCellProps) {
  const { id, label, align = 'end', kind, head, sort, tip } = column;
  const sorts = sort !== undefined && onSort !== undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-label={head === undefined ? undefined : label}
      aria-sort={sort}
      title={tip}
      data-align={align}
      data-kind={kind}
    >
      {head ??
        (sorts ? (
          <button type="button" className={styles['sort']} data-sort={sort} onClick={() => onSort(id)}>
            {label}
          </button>
        ) : (
          <span>{label}</span>
        ))}
      {/* For the pointer: the keyboard scrolls the table, and a screen reader reads every column. */}
      {kind === 'actions' && <button type="button" aria-hidden tabIndex={-1} hidden className={styles['more']} onClick={onMore} />}
    </th>
  );
}

/** The table's frame: it scrolls inside its panel, under a sticky header. */
export function TableFrame({ label, columns, children, footer, onSort, scroll, head, rowCount }: TableFrameProps) {
  const own = useRef<HTMLDivElement>(null);
  const frame = scroll ?? own;
  useHiddenSides(frame);
  const onMore = (): void => frame.current?.scrollBy({ left: frame.current.clientWidth / 2 });
  return (
    <div ref={frame} className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table role="table" aria-label={label} aria-rowcount={rowCount} className={styles['table']}>
        <thead role="rowgroup" className={styles['head']}>
          <tr ref={head} role="row">
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} onSort={onSort} onMore={onMore} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
      {footer}
    </div>
  );
}

/** A table that scrolls inside its panel; on a narrow screen each row becomes a card with labelled values. */
export function DataTable(props: DataTableProps) {
  return <TableFrame {...props} />;
}

/** Position of a row in a long table, and the callback that measures its height. */
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
      // The header is the first row.
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
  /** Id of its column, for a style with its own card layout. */
  readonly column?: string;
  /** The column's label, shown beside the value on a narrow screen. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly kind?: 'title' | 'number' | 'text' | 'actions';
  readonly tone?: 'up' | 'down' | 'faint' | undefined;
  /** Takes a full line of a narrow screen's card. */
  readonly wide?: boolean | undefined;
  /** Unit of the value, written after it. */
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

/** Sums below a table, which stay in view while it scrolls. */
export function TableFoot({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles['foot']}>
      {children}
    </div>
  );
}

/** A sum in one coin. */
export function FootSum({ coin, children }: { readonly coin: string; readonly children: ReactNode }) {
  return (
    <span className={styles['sum']} data-unit={coin}>
      {children}
    </span>
  );
}
