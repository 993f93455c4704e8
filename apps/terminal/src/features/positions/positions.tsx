import { createStore, type PositionView } from '@tapedeck/client';
import { arrives, Select, StateMessage, Switch, type Column } from '@tapedeck/ui';
import { LongTable } from '@tapedeck/ui/long-table';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useClient } from '../../platform/client-context.tsx';
import { ColumnsButton } from '../../widgets/columns-button.tsx';
import { LoadableView, PanelLoading } from '../../platform/panel-state.tsx';
import { useSoon } from '../../platform/use-soon.ts';
import { nextSorting, sortRows, useTableLayout, type Sorting } from '../../widgets/table-layout.ts';
import { keepChoice, readChoice } from '../../platform/storage.ts';
import { usePhone } from '../../platform/use-media.ts';
import { useReadable } from '../../platform/use-readable.ts';
import { firstStepsClosed } from './first-steps/first-steps-closed.ts';
import { cardOrder, columnsFor, NOT_SORTED, POSITION_LAYOUT, sortValue, type PositionColumn } from './position-columns.ts';
import { PositionsFile } from './positions-file.tsx';
import styles from './positions.module.css';
import { usePositionsText } from './texts.ts';

/** Many accounts have no position: the rows load with the first one, or once the rest of the screen is there. */
const loadRows = () => arrives(() => import('./position-rows.tsx'));
const PositionSums = lazy(() => loadRows().then((module) => ({ default: module.PositionSums })));
const AnyRow = lazy(() => loadRows().then((module) => ({ default: module.AnyRow })));

const FirstSteps = lazy(() => arrives(() => import('./first-steps/first-steps.tsx')).then((module) => ({ default: module.FirstSteps })));

/** Values tick; rows that change places more often than this are unreadable. */
const SORT_INTERVAL_MS = 1_000;
const TIPS: Readonly<Partial<Record<PositionColumn, 'initialMarginTip' | 'maintenanceMarginTip'>>> = {
  initialMargin: 'initialMarginTip',
  maintenanceMargin: 'maintenanceMarginTip',
};
const EVERY = '';

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

/** The keys in sort order, updated periodically; the table is notified only of a new order. */
function useSorted(keys: readonly string[], order: Sorting<PositionColumn> | undefined): readonly string[] {
  const { positions } = useClient();
  const sort = useCallback(
    () =>
      sortRows(keys, order, (key, by) => {
        const view = positions.position(key).get();
        return view && sortValue(view, by);
      }),
    [keys, order, positions],
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
  const { positions } = useClient();
  return useMemo(
    () =>
      new Map([
        ...keys.map((key) => [key, positions.position(key).get()?.instrument.symbol ?? key] as const),
        ...empties.map(({ key, instrument }) => [key, instrument.symbol] as const),
      ]),
    [keys, empties, positions],
  );
}

function NoPositions() {
  const text = usePositionsText();
  if (useReadable(firstStepsClosed)) return <StateMessage title={text('empty')} detail={text('emptyDetail')} />;
  return (
    <Suspense fallback={null}>
      <FirstSteps title={text('empty')} />
    </Suspense>
  );
}

interface TableProps {
  /** Keys of open positions. */
  readonly keys: readonly string[];
  /** Positions of size 0, after the others. */
  readonly empties: readonly PositionView[];
  /** Below the rows. */
  readonly footer: ReactNode;
  readonly card: boolean;
  onSymbol(symbol: string): void;
}

function PositionTable({ keys, empties, footer, card, onSymbol }: TableProps) {
  const { positions } = useClient();
  const text = usePositionsText();
  const { shown } = useTableLayout(POSITION_LAYOUT);
  const order = useReadable(sorting);
  const open = useSorted(keys, order);
  const emptyByKey = useMemo(() => new Map(empties.map((view) => [view.key, view])), [empties]);
  const rows = useMemo(() => [...open, ...emptyByKey.keys()], [open, emptyByKey]);
  const ids = useMemo(() => {
    const known = columnsFor(
      shown,
      keys.map((key) => positions.position(key).get()),
    );
    return card ? cardOrder(known) : known;
  }, [shown, keys, positions, card]);
  const columns = useMemo(
    () =>
      ids.map((id): Column => ({
        ...{ id, label: text(id), align: id === 'contract' ? 'start' : 'end' },
        ...(id === 'close' && { kind: 'actions' }),
        ...(TIPS[id] !== undefined && { tip: text(TIPS[id]) }),
        ...(!NOT_SORTED.has(id) && { sort: order?.by === id ? order.direction : 'none' }),
      })),
    [ids, text, order],
  );
  const renderRow = useCallback(
    (key: string) => <AnyRow positionKey={key} empty={emptyByKey.get(key)} columns={ids} card={card} onSymbol={onSymbol} />,
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
  const known = useReadable(useClient().positions.empty);
  const empties = asked ? known : NONE;
  const symbols = useSymbols({ keys, empties });
  const [symbol, setSymbol] = useState(EVERY);
  const card = usePhone();
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
        <span>{text('showEmpty')}</span>
        <Switch label={text('showEmpty')} checked={asked} onChange={askForEmpties} />
      </span>
      <PositionsFile />
      <ColumnsButton layout={layout} label={text} />
    </div>
  );
  // On a phone the first card is at the top; rarely used controls follow the last one.
  const below = card && symbols.size > 0;
  return (
    <div className={styles['list']}>
      {!below && bar}
      {symbols.size === 0 ? (
        <NoPositions />
      ) : (
        <Suspense fallback={<PanelLoading />}>
          <PositionTable keys={shown} empties={shownEmpties} footer={below ? bar : undefined} card={card} onSymbol={onSymbol} />
          {!card && shown.length > 1 && <PositionSums key={shown.join(' ')} keys={shown} />}
        </Suspense>
      )}
    </div>
  );
}

/** Open positions, and on request empty ones. The rows change only with openings and closings. */
export function Positions({ onSymbol }: Pick<TableProps, 'onSymbol'>) {
  const keys = useReadable(useClient().positions.keys);
  useSoon(loadRows);
  return <LoadableView value={keys}>{(list) => <PositionList keys={list} onSymbol={onSymbol} />}</LoadableView>;
}
