import { describe, expect, it } from 'vitest';
import { layoutText, movedColumn, nextSorting, readLayout, sortRows, type Sorting, type TableColumns } from './table-layout.ts';

type Id = 'name' | 'a' | 'b' | 'c' | 'actions';
const columns: TableColumns<Id> = { name: 'test', all: ['name', 'a', 'b', 'c', 'actions'], fixed: ['name', 'actions'] };

describe('columns of a table', () => {
  it('are the usual ones until some are chosen, and what was kept is read back', () => {
    expect(readLayout(undefined, columns)).toEqual({ order: columns.all, hidden: new Set() });
    const chosen = readLayout('name,c,-a,b,actions', columns);
    expect(chosen).toEqual({ order: ['name', 'c', 'a', 'b', 'actions'], hidden: new Set(['a']) });
    expect(readLayout(layoutText(chosen), columns)).toEqual(chosen);
  });

  it('forget what a table no longer has, take in what is new at its place, and never lose the fixed ones', () => {
    expect(readLayout('-name,gone,c,a,actions', columns)).toEqual({ order: ['name', 'c', 'b', 'a', 'actions'], hidden: new Set() });
  });

  it('move past each other, but not past fixed ones', () => {
    expect(movedColumn(columns.all, 'b', -1, columns.fixed)).toEqual(['name', 'b', 'a', 'c', 'actions']);
    expect(movedColumn(columns.all, 'a', -1, columns.fixed)).toEqual(columns.all);
    expect(movedColumn(columns.all, 'c', 1, columns.fixed)).toEqual(columns.all);
  });
});

describe('sorting', () => {
  it('goes from the largest to the smallest and back to how rows come', () => {
    const first = nextSorting<Id>(undefined, 'a');
    const second = nextSorting(first, 'a');
    expect([first, second, nextSorting(second, 'a')]).toEqual([
      { by: 'a', direction: 'descending' },
      { by: 'a', direction: 'ascending' },
      undefined,
    ]);
    expect(nextSorting(second, 'b')).toEqual({ by: 'b', direction: 'descending' });
  });

  it('leaves rows without a value last in both directions, and equal ones in their order', () => {
    const rows = [
      { id: 1, a: 5n },
      { id: 2, a: undefined },
      { id: 3, a: 7n },
      { id: 4, a: 5n },
    ];
    const ids = (sorting: Sorting<Id> | undefined) => sortRows(rows, sorting, (row) => row.a).map(({ id }) => id);
    expect(ids(undefined)).toEqual([1, 2, 3, 4]);
    expect(ids({ by: 'a', direction: 'descending' })).toEqual([3, 1, 4, 2]);
    expect(ids({ by: 'a', direction: 'ascending' })).toEqual([1, 4, 3, 2]);
  });
});
