import type { HistoryFilter } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { useEffect, useId, useMemo, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import styles from './history-filter.module.css';
import { useTableText } from './tables/texts.ts';
import { useReadable } from '../platform/use-readable.ts';

const DAY_MS = 86_400_000;
const NO_FILTER: FilterDraft = { symbol: '', from: '', to: '' };

/** Values of the fields: a symbol, and days in the format of the browser's date fields. */
export interface FilterDraft {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
}

/** Pause in typing before the list is requested again. */
const TYPING_PAUSE_MS = 250;
/** No symbol is longer; the server refuses more. */
const SYMBOL_LENGTH_MAX = 32;

/**
 * The filter of a draft. A complete symbol selects that symbol, any other text every symbol that contains it. The last
 * day is included, and days are in UTC; an invalid date does not filter.
 */
export function filterOf({ symbol, from, to }: FilterDraft, isKnown: (symbol: string) => boolean): HistoryFilter {
  const name = symbol.trim().toUpperCase();
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return {
    ...(name !== '' && (isKnown(name) ? { symbol: name } : { search: name.slice(0, SYMBOL_LENGTH_MAX) })),
    ...(!Number.isNaN(first) && { from: first }),
    ...(!Number.isNaN(last) && { to: last + DAY_MS }),
  };
}

export interface FilterState {
  readonly draft: FilterDraft;
  /** Keeps its identity while its values are equal. */
  readonly filter: HistoryFilter;
  change(part: Partial<FilterDraft>): void;
  clear(): void;
}

export function useHistoryFilter(): FilterState {
  const client = useClient();
  const [draft, setDraft] = useState(NO_FILTER);
  const [asked, setAsked] = useState(NO_FILTER);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const { symbol, search, from, to } = filterOf(asked, (name) => client.markets.instrument(name) !== undefined);
  const filter = useMemo(
    () => ({
      ...(symbol !== undefined && { symbol }),
      ...(search !== undefined && { search }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    }),
    [symbol, search, from, to],
  );
  return {
    draft,
    filter,
    change: (part) => setDraft((old) => ({ ...old, ...part })),
    clear: () => setDraft(NO_FILTER),
  };
}

/** Symbol and days that filter a history list. */
export function HistoryFilterBar({ state }: { state: FilterState }) {
  const text = useTableText();
  const names = useId();
  const client = useClient();
  const [contracts, pairs] = [useReadable(client.markets.catalogue), useReadable(client.markets.pairs)];
  const listed = [contracts, pairs].flatMap((list) => (list.status === 'idle' ? [] : (list.data ?? [])));
  const { draft, change, clear } = state;
  return (
    <div role="group" aria-label={text('filters')} className={styles['filters']}>
      <input
        type="search"
        className={styles['field']}
        aria-label={text('filterSymbol')}
        placeholder={text('filterSymbol')}
        maxLength={SYMBOL_LENGTH_MAX}
        list={names}
        autoComplete="off"
        spellCheck={false}
        value={draft.symbol}
        onChange={(event) => change({ symbol: event.currentTarget.value })}
      />
      <datalist id={names}>
        {listed.map(({ symbol }) => (
          <option key={symbol} value={symbol} />
        ))}
      </datalist>
      <label className={styles['day']}>
        <span>{text('filterFrom')}</span>
        <input
          type="date"
          className={styles['field']}
          value={draft.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
      </label>
      <label className={styles['day']}>
        <span>{text('filterTo')}</span>
        <input type="date" className={styles['field']} value={draft.to} onChange={(event) => change({ to: event.currentTarget.value })} />
      </label>
      {(draft.symbol !== '' || draft.from !== '' || draft.to !== '') && (
        <Button size="small" tone="ghost" onClick={clear}>
          {text('filterClear')}
        </Button>
      )}
    </div>
  );
}
