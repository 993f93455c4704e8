import type { HistoryFilter } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { useEffect, useId, useMemo, useState } from 'react';
import { useClient } from './client-context.tsx';
import styles from './history-filter.module.css';
import { useCommonText } from './texts.tsx';
import { useReadable } from './use-readable.ts';

const DAY_MS = 86_400_000;
const NO_FILTER: FilterDraft = { symbol: '', from: '', to: '' };

/** What stands in the fields: a symbol, and days as the browser's date fields write them. */
export interface FilterDraft {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
}

/** Typing rests this long before the list is asked for again. */
const TYPING_PAUSE_MS = 250;
/** No symbol is longer; the server refuses more. */
const SYMBOL_LENGTH_MAX = 32;

/**
 * The filter of a draft. A whole symbol selects that symbol, any other text every symbol that contains it. The last day counts whole, and
 * days are those of UTC; text that is no day does not filter.
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
  /** Keeps its identity while it says the same. */
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
  const { symbol, search, from, to } = filterOf(asked, (name) => client.instrument(name) !== undefined);
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

/** Symbol and days that a list of the past is narrowed to. */
export function HistoryFilterBar({ state }: { state: FilterState }) {
  const common = useCommonText();
  const names = useId();
  const client = useClient();
  const [contracts, pairs] = [useReadable(client.catalogue), useReadable(client.pairs)];
  const listed = [contracts, pairs].flatMap((list) => (list.status === 'idle' ? [] : (list.data ?? [])));
  const { draft, change, clear } = state;
  return (
    <div role="group" aria-label={common('filters')} className={styles['filters']}>
      <input
        type="search"
        className={styles['field']}
        aria-label={common('filterSymbol')}
        placeholder={common('filterSymbol')}
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
        {common('filterFrom')}
        <input
          type="date"
          className={styles['field']}
          value={draft.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
      </label>
      <label className={styles['day']}>
        {common('filterTo')}
        <input type="date" className={styles['field']} value={draft.to} onChange={(event) => change({ to: event.currentTarget.value })} />
      </label>
      {(draft.symbol !== '' || draft.from !== '' || draft.to !== '') && (
        <Button size="small" tone="ghost" onClick={clear}>
          {common('filterClear')}
        </Button>
      )}
    </div>
  );
}
