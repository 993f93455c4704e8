import { createStore, type Store } from '@tapedeck/client';
import type { SortDirection } from '@tapedeck/ui';
import { useMemo } from 'react';
import { keepChoice, readChoice } from '../platform/storage.ts';
import { useReadable } from '../platform/use-readable.ts';

/** Visible columns of a table, in order. */
export interface TableLayout<Id extends string = string> {
  readonly order: readonly Id[];
  readonly hidden: ReadonlySet<Id>;
}

/** The columns of one table in default order, and those that cannot be hidden or moved. */
export interface TableColumns<Id extends string> {
  /** Name of the table, unique among all tables. */
  readonly name: string;
  readonly all: readonly Id[];
  /** Title and action columns of a row. */
  readonly fixed: readonly Id[];
}

const HIDDEN = '-';
/** Stored column choice of each table, as text; the table itself decodes its ids. */
const chosen = new Map<string, Store<string | undefined>>();

function chosenLayout(name: string): Store<string | undefined> {
  const known = chosen.get(name) ?? createStore(readChoice(`columns.${name}`));
  chosen.set(name, known);
  return known;
}

/** Parses `a,-b,c`: ids in order, hidden ones with a dash. Unknown ids are dropped, missing ones are inserted at their default position. */
export function readLayout<Id extends string>(text: string | undefined, { all, fixed }: TableColumns<Id>): TableLayout<Id> {
  const words = (text ?? '').split(',');
  const named = words.map((word) => word.replace(HIDDEN, ''));
  const order = all.filter((id) => named.includes(id)).sort((a, b) => named.indexOf(a) - named.indexOf(b));
  all.forEach((id, at) => {
    if (!order.includes(id)) order.splice(at, 0, id);
  });
  const hidden = new Set(order.filter((id) => words.includes(`${HIDDEN}${id}`) && !fixed.includes(id)));
  return { order, hidden };
}

export const layoutText = ({ order, hidden }: TableLayout): string => order.map((id) => (hidden.has(id) ? `${HIDDEN}${id}` : id)).join(',');

export interface TableLayoutChoice<Id extends string> extends TableLayout<Id> {
  readonly columns: TableColumns<Id>;
  readonly shown: readonly Id[];
  toggle(id: Id): void;
  /** By a number of positions; fixed columns keep theirs. */
  move(id: Id, by: 1 | -1): void;
  reset(): void;
}

/** `order` after a column moves past its next movable neighbour. */
export function movedColumn<Id extends string>(order: readonly Id[], id: Id, by: 1 | -1, fixed: readonly Id[]): readonly Id[] {
  const from = order.indexOf(id);
  const neighbour = order[from + by];
  if (neighbour === undefined || fixed.includes(neighbour)) return order;
  const next = [...order];
  next[from] = neighbour;
  next[from + by] = id;
  return next;
}

/** The layout of a table, stored for the next visit. `columns` must keep its identity. */
export function useTableLayout<Id extends string>(columns: TableColumns<Id>): TableLayoutChoice<Id> {
  const held = chosenLayout(columns.name);
  const text = useReadable(held);
  return useMemo(() => {
    const { order, hidden } = readLayout(text, columns);
    const choose = (next: TableLayout<Id>): void => {
      held.set(layoutText(next));
      keepChoice(`columns.${columns.name}`, layoutText(next));
    };
    const flipped = (id: Id): ReadonlySet<Id> =>
      hidden.has(id) ? new Set([...hidden].filter((other) => other !== id)) : new Set([...hidden, id]);
    return {
      columns,
      order,
      hidden,
      shown: order.filter((id) => !hidden.has(id)),
      toggle: (id) => choose({ order, hidden: flipped(id) }),
      move: (id, by) => choose({ order: movedColumn(order, id, by, columns.fixed), hidden }),
      reset: () => choose({ order: columns.all, hidden: new Set() }),
    };
  }, [held, columns, text]);
}

export interface Sorting<Id extends string> {
  readonly by: Id;
  readonly direction: SortDirection;
}

/** Sorting after a press on a column's header: largest first, then smallest first, then unsorted. */
export function nextSorting<Id extends string>(now: Sorting<Id> | undefined, by: Id): Sorting<Id> | undefined {
  if (now?.by !== by) return { by, direction: 'descending' };
  return now.direction === 'descending' ? { by, direction: 'ascending' } : undefined;
}

export type SortValue = bigint | number | string;

const compare = (a: SortValue, b: SortValue): number => (a === b ? 0 : a < b ? -1 : 1);

/** The rows in the selected order; equal ones keep theirs, and rows without a value come last. */
export function sortRows<Row, Id extends string>(
  rows: readonly Row[],
  sorting: Sorting<Id> | undefined,
  valueOf: (row: Row, by: Id) => SortValue | undefined,
): readonly Row[] {
  if (sorting === undefined) return rows;
  const { by, direction } = sorting;
  const sign = direction === 'ascending' ? 1 : -1;
  const known: { readonly row: Row; readonly value: SortValue }[] = [];
  const unknown: Row[] = [];
  for (const row of rows) {
    const value = valueOf(row, by);
    if (value === undefined) unknown.push(row);
    else known.push({ row, value });
  }
  known.sort((a, b) => sign * compare(a.value, b.value));
  return [...known.map(({ row }) => row), ...unknown];
}
