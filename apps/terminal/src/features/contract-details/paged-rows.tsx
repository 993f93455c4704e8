import { Button } from '@tapedeck/ui';
import type { ReactNode } from 'react';
import { PanelFailure, PanelLoading } from '../../platform/panel-state.tsx';
import type { Paged } from '../../widgets/use-paged.ts';
import styles from './contract-details.module.css';
import { useDetailsText } from './texts.ts';

interface PagedRowsProps<Row> {
  readonly list: Paged<Row>;
  /** Shown without rows. */
  readonly empty: ReactNode;
  children(rows: readonly Row[]): ReactNode;
}

/** The loaded history rows, and a button for older ones. */
export function PagedRows<Row>({ list, empty, children }: PagedRowsProps<Row>) {
  const text = useDetailsText();
  const { rows, failure } = list;
  if (rows === undefined) return failure === undefined ? <PanelLoading /> : <PanelFailure failure={failure} onRetry={list.reload} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      {failure !== undefined && <PanelFailure failure={failure} onRetry={list.loadMore} />}
      {list.more && failure === undefined && (
        <Button className={styles['older']} busy={list.loading} onClick={list.loadMore}>
          {text('older')}
        </Button>
      )}
    </>
  );
}
