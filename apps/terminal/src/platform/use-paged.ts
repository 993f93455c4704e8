import type { Failure, Page, Result } from '@tapedeck/client';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Paged<T> {
  readonly rows: readonly T[] | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly more: boolean;
  loadMore(): void;
  reload(): void;
}

interface State<T> {
  readonly rows: readonly T[] | undefined;
  readonly cursor: string;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
}

/** Pages of a list, newest first: the first at once, the next when asked for. An answer to an outdated question is dropped. */
export function usePaged<T>(fetchPage: (cursor: string) => Promise<Result<Page<T>>>): Paged<T> {
  const [state, setState] = useState<State<T>>({ rows: undefined, cursor: '', failure: undefined, loading: true });
  const asked = useRef(0);
  const ask = useCallback(
    (cursor: string, before: readonly T[]) => {
      const ticket = ++asked.current;
      setState((old) => ({ ...old, loading: true, failure: undefined }));
      void fetchPage(cursor).then((result) => {
        if (ticket !== asked.current) return;
        if (result.ok)
          setState({ rows: [...before, ...result.value.rows], cursor: result.value.cursor, failure: undefined, loading: false });
        else setState((old) => ({ ...old, failure: result.failure, loading: false }));
      });
    },
    [fetchPage],
  );
  const reload = useCallback(() => ask('', []), [ask]);
  useEffect(() => {
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);
  return {
    rows: state.rows,
    failure: state.failure,
    loading: state.loading,
    more: state.cursor !== '',
    loadMore: () => ask(state.cursor, state.rows ?? []),
    reload,
  };
}
