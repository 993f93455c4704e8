import type { Page, Result } from '@tapedeck/client';
import { Button, DataTable, type Column } from '@tapedeck/ui';
import { useEffect, type ReactNode } from 'react';
import { useClient } from './client-context.tsx';
import { PanelFailure, PanelLoading } from './panel-state.tsx';
import styles from './paged-table.module.css';
import { useCommonText } from './texts.tsx';
import { usePaged } from './use-paged.ts';

/** News of the account come in bursts; the list is asked for again once they are over. */
const RELOAD_AFTER_MS = 400;

export interface PagedTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Must keep its identity between renders. */
  fetchPage(cursor: string): Promise<Result<Page<T>>>;
  row(item: T): ReactNode;
  readonly empty: ReactNode;
}

/** A history by pages; asked for again after something of the account changed. */
export function PagedTable<T>({ label, columns, fetchPage, row, empty }: PagedTableProps<T>) {
  const { account } = useClient();
  const common = useCommonText();
  const paged = usePaged(fetchPage);
  const { reload } = paged;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(reload, RELOAD_AFTER_MS);
    };
    const end = account.version.subscribe(later);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [account, reload]);
  if (paged.rows === undefined) {
    return paged.failure === undefined ? <PanelLoading /> : <PanelFailure failure={paged.failure} onRetry={reload} />;
  }
  if (paged.rows.length === 0) return empty;
  const footer = (
    <div className={styles['more']}>
      {paged.failure !== undefined && <PanelFailure failure={paged.failure} onRetry={() => paged.loadMore()} />}
      {paged.failure === undefined && paged.more && (
        <Button size="small" busy={paged.loading} onClick={() => paged.loadMore()}>
          {common('loadMore')}
        </Button>
      )}
    </div>
  );
  return (
    <DataTable label={label} columns={columns} footer={footer}>
      {paged.rows.map((item) => row(item))}
    </DataTable>
  );
}
