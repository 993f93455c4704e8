import { DataTable, TableCell, TableRow } from '@tapedeck/ui';
import type { ReactNode } from 'react';

interface PlainTableProps {
  readonly label: string;
  /** Names of the columns; the first one is the row's title. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table of values that do not tick. */
export function PlainTable({ label, columns, rows }: PlainTableProps) {
  const alignOf = (at: number) => (at === 0 ? 'start' : 'end');
  return (
    <DataTable label={label} columns={columns.map((name, at) => ({ id: name, label: name, align: alignOf(at) }))}>
      {rows.map(({ key, cells }) => (
        <TableRow key={key}>
          {cells.map((cell, at) => (
            <TableCell key={columns[at]} label={columns[at] ?? ''} align={alignOf(at)} kind={at === 0 ? 'title' : 'number'}>
              {cell}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}
