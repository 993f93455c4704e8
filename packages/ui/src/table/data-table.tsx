import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './data-table.module.css';

export interface Column {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** Of the column of buttons: it stays in sight. */
  readonly kind?: 'actions';
}

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** `TableRow`s. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** A table that scrolls inside its panel; on a narrow screen each row becomes a card that names its values. */
export function DataTable({ label, columns, children, footer }: DataTableProps) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table role="table" aria-label={label} className={styles['table']}>
        <thead role="rowgroup" className={styles['head']}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} role="columnheader" scope="col" data-align={column.align ?? 'end'} data-kind={column.kind}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
      {footer}
    </div>
  );
}

export function TableRow({ label, children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <tr role="row" aria-label={label} className={styles['row']}>
      {children}
    </tr>
  );
}

export interface TableCellProps {
  /** The column's label, shown beside the value on a narrow screen. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly kind?: 'title' | 'number' | 'text' | 'actions';
  readonly tone?: 'up' | 'down' | 'faint' | undefined;
  /** Takes a whole line of a narrow screen's card. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

export function TableCell({ label, align = 'end', kind = 'number', tone, wide, children }: TableCellProps) {
  return (
    <td
      role="cell"
      data-label={label}
      data-align={align}
      data-tone={tone}
      className={cx(styles['cell'], styles[kind], wide && styles['wide'])}
    >
      {children}
    </td>
  );
}
