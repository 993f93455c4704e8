import type { HistoryFilter } from '@tapedeck/client';
import { Button } from '@tapedeck/ui';
import { useEffect, useId, useMemo, useState } from 'react';
import { useClient } from '../platform/client-context.tsx';
import { inZone, useZonedFormats, type ZonedFormats } from '../platform/time-zone.ts';
import { DayField } from './day-field.tsx';
import { spanOf } from './days.ts';
import styles from './history-filter.module.css';
import { ZoneSelect } from './zone-select.tsx';
import { useTableText } from './tables/texts.ts';
import { useReadable } from '../platform/use-readable.ts';

const NO_FILTER: FilterDraft = { symbol: '', from: '', to: '' };

/** The text of the fields: a symbol, and days. */
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
 * day is included, and days are those of the chosen zone; what is no day does not filter.
 */
export function filterOf({ symbol, from, to }: FilterDraft, isKnown: (symbol: string) => boolean, formats: ZonedFormats): HistoryFilter {
  const name = symbol.trim().toUpperCase();
  return {
    ...(name !== '' && (isKnown(name) ? { symbol: name } : { search: name.slice(0, SYMBOL_LENGTH_MAX) })),
    ...spanOf(from, to, formats),
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
  const formats = useZonedFormats();
  const [draft, setDraft] = useState(NO_FILTER);
  const [asked, setAsked] = useState(NO_FILTER);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const { symbol, search, from, to } = filterOf(asked, (name) => client.markets.instrument(name) !== undefined, formats);
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
  const formats = useZonedFormats();
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
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={inZone(text(end === 'from' ? 'filterFrom' : 'filterTo'), formats)}
          value={draft[end]}
          formats={formats}
          onChange={(typed) => change({ [end]: typed })}
        />
      ))}
      <ZoneSelect />
      {(draft.symbol !== '' || draft.from !== '' || draft.to !== '') && (
        <Button size="small" tone="ghost" onClick={clear}>
          {text('filterClear')}
        </Button>
      )}
    </div>
  );
}
