import { cx } from '@tapedeck/ui';
import { useRef, type ReactNode } from 'react';
import { useTicking, writeTicking, type TickingProps, type TickingValue } from '../platform/ticking.tsx';
import { UNKNOWN } from '../platform/values.ts';
import styles from './figure-table.module.css';

/** A figure of a preview, with a value for each column. */
export interface FigureRow {
  readonly name: string;
  readonly label: ReactNode;
  readonly read: readonly (() => TickingValue | string)[];
}

interface Ticks {
  readonly sources: TickingProps['sources'];
  /** Identity of the trader's input: a row that has had a value for it stays, so that the market moves no rows. */
  input(): unknown;
}

function Row({ row: { label, read }, sources, input }: Ticks & { readonly row: FigureRow }) {
  const element = useRef<HTMLTableRowElement>(null);
  const filledFor = useRef<unknown>(undefined);
  useTicking(sources, () => {
    const node = element.current;
    if (node === null) return;
    for (const [column, readValue] of read.entries()) {
      const value = readValue();
      if ((typeof value === 'string' ? value : value.text) !== UNKNOWN) filledFor.current = input();
      const cell = node.cells[column + 1];
      if (cell !== undefined) writeTicking(cell, value);
    }
    const hidden = filledFor.current !== input();
    if (node.hidden !== hidden) node.hidden = hidden;
  });
  return (
    <tr ref={element}>
      <th scope="row">{label}</th>
      {read.map((_, column) => (
        <td key={column} />
      ))}
    </tr>
  );
}

interface FigureTableProps extends Ticks {
  readonly label: string;
  /** Heads of the columns; a table of one column needs none. */
  readonly columns?: readonly string[];
  readonly rows: readonly FigureRow[];
  readonly className?: string | undefined;
}

/** Figures of a preview, a row each. A row without any value is hidden. */
export function FigureTable({ label, columns, rows, className, sources, input }: FigureTableProps) {
  return (
    <table className={cx(styles['figures'], className)} aria-label={label}>
      {columns !== undefined && (
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <Row key={row.name} row={row} sources={sources} input={input} />
        ))}
      </tbody>
    </table>
  );
}
