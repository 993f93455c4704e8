import { Select, StateMessage, type Column } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { ColumnsButton } from '../../platform/columns-button.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { nextSorting, sortRows, useTableLayout, type Sorting } from '../../platform/table-layout.ts';
import { cell, useReadable } from '../../platform/use-readable.ts';
import { columnsFor, NOT_SORTED, POSITION_LAYOUT, sortValue, type PositionColumn } from './position-columns.ts';
import { PositionRow } from './position-row.tsx';
import { PositionsFile } from './positions-file.tsx';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Values tick; rows that change places more often than this could not be read. */
const SORT_INTERVAL_MS = 1_000;
const EVERY = '';

const sorting = cell<Sorting<PositionColumn> | undefined>(undefined);
const keyOf = (key: string): string => key;
const sameOrder = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((key, at) => key === b[at]);

/** The keys in the order asked for, looked at again from time to time; the table is told only when the order is another one. */
function useSorted(keys: readonly string[], order: Sorting<PositionColumn> | undefined): readonly string[] {
  const { account } = useClient();
  const sort = useCallback(
    () =>
      sortRows(keys, order, (key, by) => {
        const view = account.position(key).get();
        return view && sortValue(view, by);
      }),
    [keys, order, account],
  );
  const [sorted, setSorted] = useState(sort);
  useEffect(() => {
    const look = (): void => setSorted((before) => (sameOrder(before, sort()) ? before : sort()));
    look();
    if (order === undefined) return undefined;
    const timer = setInterval(look, SORT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [sort, order]);
  return sorted;
}

function useSymbols(keys: readonly string[]): ReadonlyMap<string, string> {
  const { account } = useClient();
  return useMemo(() => new Map(keys.map((key) => [key, account.position(key).get()?.instrument.symbol ?? key])), [keys, account]);
}

interface TableProps {
  readonly keys: readonly string[];
  onSymbol(symbol: string): void;
}

function PositionTable({ keys, onSymbol }: TableProps) {
  const { account } = useClient();
  const text = usePositionsText();
  const { shown } = useTableLayout(POSITION_LAYOUT);
  const order = useReadable(sorting);
  const rows = useSorted(keys, order);
  const ids = useMemo(
    () =>
      columnsFor(
        shown,
        keys.map((key) => account.position(key).get()),
      ),
    [shown, keys, account],
  );
  const columns = useMemo(
    () =>
      ids.map((id): Column => ({
        ...{ id, label: text(id), align: id === 'contract' ? 'start' : 'end' },
        ...(id === 'close' && { kind: 'actions' }),
        ...(!NOT_SORTED.has(id) && { sort: order?.by === id ? order.direction : 'none' }),
      })),
    [ids, text, order],
  );
  const renderRow = useCallback((key: string) => <PositionRow positionKey={key} columns={ids} onSymbol={onSymbol} />, [ids, onSymbol]);
  return (
    <LongTable
      label={text('table')}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      renderRow={renderRow}
      onSort={(id) => sorting.set(nextSorting(order, POSITION_LAYOUT.all.find((known) => known === id) ?? 'contract'))}
    />
  );
}

function PositionList({ keys, onSymbol }: TableProps) {
  const text = usePositionsText();
  const layout = useTableLayout(POSITION_LAYOUT);
  const symbols = useSymbols(keys);
  const [symbol, setSymbol] = useState(EVERY);
  const names = [...new Set(symbols.values())].sort();
  const chosen = names.includes(symbol) ? symbol : EVERY;
  const shown = useMemo(() => (chosen === EVERY ? keys : keys.filter((key) => symbols.get(key) === chosen)), [keys, symbols, chosen]);
  return (
    <div className={styles['list']}>
      <div className={styles['bar']}>
        {names.length > 1 && (
          <Select
            bare
            label={text('symbolFilter')}
            value={chosen}
            items={[{ value: EVERY, label: text('everySymbol') }, ...names.map((name) => ({ value: name, label: name }))]}
            onChange={setSymbol}
          />
        )}
        <PositionsFile />
        <ColumnsButton layout={layout} label={text} />
      </div>
      <PositionTable keys={shown} onSymbol={onSymbol} />
    </div>
  );
}

/** Open positions. The set of rows follows openings and closings only. */
export function Positions({ onSymbol }: Pick<TableProps, 'onSymbol'>) {
  const text = usePositionsText();
  const keys = useReadable(useClient().account.positionKeys);
  return (
    <LoadableView value={keys}>
      {(list) =>
        list.length === 0 ? (
          <StateMessage title={text('empty')} detail={text('emptyDetail')} />
        ) : (
          <PositionList keys={list} onSymbol={onSymbol} />
        )
      }
    </LoadableView>
  );
}
