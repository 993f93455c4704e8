import type { Failure, Page, Result } from '@tapedeck/client';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Paged<T> {
  readonly rows: readonly T[] | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly more: boolean;
  /** Since when the list may lack something, ms. */
  readonly behindSince: number | undefined;
  loadMore(): void;
  reload(): void;
}

interface State<T> {
  readonly rows: readonly T[] | undefined;
  readonly cursor: string;
  readonly behindSince?: number | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
}

const NOTHING = { rows: undefined, cursor: '', failure: undefined, loading: true } as const;

/**
 * The newest page merged with the loaded rows. If they overlap, the loaded rows stay and readers keep their place; if rows are missing
 * between them, only the page counts.
 */
export function renewed<T>(page: Page<T>, before: Pick<State<T>, 'rows' | 'cursor'>, keyOf: (row: T) => string): Page<T> {
  const fresh = new Set(page.rows.map(keyOf));
  const older = (before.rows ?? []).filter((row) => !fresh.has(keyOf(row)));
  const met = (before.rows?.length ?? 0) > older.length;
  // A short page is the whole list.
  if (!met || page.cursor === '') return page;
  return { rows: [...page.rows, ...older], cursor: before.cursor };
}

/**
 * Pages of a list, newest first: the first at once, the next when asked for. An answer to an outdated question is dropped. Both functions
 * must keep their identity; another `fetchPage` is another list.
 */
export function usePaged<T>(fetchPage: (cursor: string) => Promise<Result<Page<T>>>, keyOf: (row: T) => string): Paged<T> {
  const [state, setState] = useState<State<T>>(NOTHING);
  const asked = useRef(0);
  const ask = useCallback(
    (cursor: string, join: (page: Page<T>, before: State<T>) => Page<T>) => {
      const ticket = ++asked.current;
      setState((old) => ({ ...old, loading: true, failure: undefined }));
      void fetchPage(cursor).then((result) => {
        if (ticket !== asked.current) return;
        if (!result.ok) setState((old) => ({ ...old, failure: result.failure, loading: false }));
        else {
          const { behindSince } = result.value;
          setState((old) => ({ ...join(result.value, old), behindSince, failure: undefined, loading: false }));
        }
      });
    },
    [fetchPage],
  );
  const reload = useCallback(() => ask('', (page, before) => renewed(page, before, keyOf)), [ask, keyOf]);
  useEffect(() => {
    setState(NOTHING);
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);
  const { cursor } = state;
  const loadMore = useCallback(
    () => ask(cursor, (page, before) => ({ rows: [...(before.rows ?? []), ...page.rows], cursor: page.cursor })),
    [ask, cursor],
  );
  const { rows, failure, loading, behindSince } = state;
  return { rows, failure, loading, more: cursor !== '', behindSince, loadMore, reload };
}
