import { createStore, type Store } from '@tapedeck/client';
import type { SortDirection } from '@tapedeck/ui';
import { useMemo } from 'react';
import { keepChoice, readChoice } from './storage.ts';
import { useReadable } from './use-readable.ts';

/** Which columns a table shows, in which order. */
export interface TableLayout<Id extends string = string> {
  readonly order: readonly Id[];
  readonly hidden: ReadonlySet<Id>;
}

/** The columns of one table: all of them in their usual order, and which of them cannot be taken away or moved. */
export interface TableColumns<Id extends string> {
  /** Of the table, among all tables. */
  readonly name: string;
  readonly all: readonly Id[];
  /** The name of the row, and what can be done about it. */
  readonly fixed: readonly Id[];
}

const HIDDEN = '-';
/** What each table's columns were chosen to be, as text; the table that follows it reads its own ids back. */
const chosen = new Map<string, Store<string | undefined>>();

function chosenLayout(name: string): Store<string | undefined> {
  const known = chosen.get(name) ?? createStore(readChoice(`columns.${name}`));
  chosen.set(name, known);
  return known;
}

/** Reads `a,-b,c`: ids in order, hidden ones with a dash. Unknown ids fall out, missing ones come in at their usual place. */
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
  /** By so many places; fixed columns keep theirs. */
  move(id: Id, by: 1 | -1): void;
  reset(): void;
}

/** What `order` becomes when a column goes past its next movable neighbour. */
export function movedColumn<Id extends string>(order: readonly Id[], id: Id, by: 1 | -1, fixed: readonly Id[]): readonly Id[] {
  const from = order.indexOf(id);
  const neighbour = order[from + by];
  if (neighbour === undefined || fixed.includes(neighbour)) return order;
  const next = [...order];
  next[from] = neighbour;
  next[from + by] = id;
  return next;
}

/** The layout of a table, kept for the next visit. `columns` must keep its identity. */
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

/** What a press on a column's head makes of the sorting: largest first, then smallest first, then as it comes. */
export function nextSorting<Id extends string>(now: Sorting<Id> | undefined, by: Id): Sorting<Id> | undefined {
  if (now?.by !== by) return { by, direction: 'descending' };
  return now.direction === 'descending' ? { by, direction: 'ascending' } : undefined;
}

export type SortValue = bigint | number | string;

const compare = (a: SortValue, b: SortValue): number => (a === b ? 0 : a < b ? -1 : 1);

/** The rows in the order asked for; equal ones keep theirs, and those without a value stand last. */
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
