import { createStore, type PositionView } from '@tapedeck/client';
import { Select, StateMessage, Switch, type Column } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { ColumnsButton } from '../../platform/columns-button.tsx';
import { LoadableView } from '../../platform/panel-state.tsx';
import { nextSorting, sortRows, useTableLayout, type Sorting } from '../../platform/table-layout.ts';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { useMedia } from '../../platform/use-media.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { EmptyRow } from './empty-row.tsx';
import { cardOrder, columnsFor, NOT_SORTED, POSITION_LAYOUT, sortValue, type PositionColumn } from './position-columns.ts';
import { PositionRow } from './position-row.tsx';
import { PositionsFile } from './positions-file.tsx';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Values tick; rows that change places more often than this could not be read. */
const SORT_INTERVAL_MS = 1_000;
const EVERY = '';
const PHONE = '(max-width: 719px)';

const sorting = createStore<Sorting<PositionColumn> | undefined>(undefined);
const EMPTY_CHOICE = 'positions.empty';
const SHOWN = 'shown';
const emptiesAsked = createStore(readChoice(EMPTY_CHOICE) === SHOWN);
const NONE: readonly PositionView[] = [];

function askForEmpties(asked: boolean): void {
  emptiesAsked.set(asked);
  keepChoice(EMPTY_CHOICE, asked ? SHOWN : '');
}

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

function useSymbols({ keys, empties }: Pick<TableProps, 'keys' | 'empties'>): ReadonlyMap<string, string> {
  const { account } = useClient();
  return useMemo(
    () =>
      new Map([
        ...keys.map((key) => [key, account.position(key).get()?.instrument.symbol ?? key] as const),
        ...empties.map(({ key, instrument }) => [key, instrument.symbol] as const),
      ]),
    [keys, empties, account],
  );
}

interface TableProps {
  /** Of open positions. */
  readonly keys: readonly string[];
  /** Positions of size 0, behind the others. */
  readonly empties: readonly PositionView[];
  /** Below the rows. */
  readonly footer: ReactNode;
  readonly card: boolean;
  onSymbol(symbol: string): void;
}

function PositionTable({ keys, empties, footer, card, onSymbol }: TableProps) {
  const { account } = useClient();
  const text = usePositionsText();
  const { shown } = useTableLayout(POSITION_LAYOUT);
  const order = useReadable(sorting);
  const open = useSorted(keys, order);
  const emptyByKey = useMemo(() => new Map(empties.map((view) => [view.key, view])), [empties]);
  const rows = useMemo(() => [...open, ...emptyByKey.keys()], [open, emptyByKey]);
  const ids = useMemo(() => {
    const known = columnsFor(
      shown,
      keys.map((key) => account.position(key).get()),
    );
    return card ? cardOrder(known) : known;
  }, [shown, keys, account, card]);
  const columns = useMemo(
    () =>
      ids.map((id): Column => ({
        ...{ id, label: text(id), align: id === 'contract' ? 'start' : 'end' },
        ...(id === 'close' && { kind: 'actions' }),
        ...(!NOT_SORTED.has(id) && { sort: order?.by === id ? order.direction : 'none' }),
      })),
    [ids, text, order],
  );
  const renderRow = useCallback(
    (key: string) => {
      const empty = emptyByKey.get(key);
      return empty === undefined ? (
        <PositionRow positionKey={key} columns={ids} card={card} onSymbol={onSymbol} />
      ) : (
        <EmptyRow view={empty} columns={ids} onSymbol={onSymbol} />
      );
    },
    [ids, emptyByKey, card, onSymbol],
  );
  return (
    <LongTable
      label={text('table')}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      renderRow={renderRow}
      footer={footer}
      onSort={(id) => sorting.set(nextSorting(order, POSITION_LAYOUT.all.find((known) => known === id) ?? 'contract'))}
    />
  );
}

function PositionList({ keys, onSymbol }: Pick<TableProps, 'keys' | 'onSymbol'>) {
  const text = usePositionsText();
  const layout = useTableLayout(POSITION_LAYOUT);
  const asked = useReadable(emptiesAsked);
  const known = useReadable(useClient().account.emptyPositions);
  const empties = asked ? known : NONE;
  const symbols = useSymbols({ keys, empties });
  const [symbol, setSymbol] = useState(EVERY);
  const card = useMedia(PHONE);
  const names = [...new Set(symbols.values())].sort();
  const chosen = names.includes(symbol) ? symbol : EVERY;
  const shown = useMemo(() => (chosen === EVERY ? keys : keys.filter((key) => symbols.get(key) === chosen)), [keys, symbols, chosen]);
  const shownEmpties = useMemo(
    () => (chosen === EVERY ? empties : empties.filter(({ instrument }) => instrument.symbol === chosen)),
    [empties, chosen],
  );
  const bar = (
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
      <span className={styles['choice']}>
        {text('showEmpty')}
        <Switch label={text('showEmpty')} checked={asked} onChange={askForEmpties} />
      </span>
      <PositionsFile />
      <ColumnsButton layout={layout} label={text} />
    </div>
  );
  // On a phone the first card stands at the top; what is seldom changed comes after the last.
  const below = card && symbols.size > 0;
  return (
    <div className={styles['list']}>
      {!below && bar}
      {symbols.size === 0 ? (
        <StateMessage title={text('empty')} detail={text('emptyDetail')} />
      ) : (
        <PositionTable keys={shown} empties={shownEmpties} footer={below ? bar : undefined} card={card} onSymbol={onSymbol} />
      )}
    </div>
  );
}

/** Open positions, and empty ones when they are asked for. The set of rows follows openings and closings only. */
export function Positions({ onSymbol }: Pick<TableProps, 'onSymbol'>) {
  const keys = useReadable(useClient().account.positionKeys);
  return <LoadableView value={keys}>{(list) => <PositionList keys={list} onSymbol={onSymbol} />}</LoadableView>;
}
