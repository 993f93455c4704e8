import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { cx } from '../cx.ts';
import styles from './state-view.module.css';

/** Grey bars in the shape of the loading content. */
export function Skeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className={styles['skeleton']}>
      {Array.from({ length: rows }, (_unused, row) => (
        <span key={row} className={styles['bar']} />
      ))}
    </div>
  );
}

export interface StateMessageProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: 'plain' | 'error';
  readonly action?: { readonly label: string; onPress(): void } | undefined;
}

/** Says why a panel is empty (no data, failed, log-in needed) and how to proceed. */
export function StateMessage({ title, detail, tone = 'plain', action }: StateMessageProps) {
  return (
    <div className={styles['message']} role={tone === 'error' ? 'alert' : undefined}>
      <p className={cx(styles['title'], tone === 'error' && styles['error'])}>{title}</p>
      {detail !== undefined && <p className={styles['detail']}>{detail}</p>}
      {action !== undefined && <Button onClick={() => action.onPress()}>{action.label}</Button>}
    </div>
  );
}

/** Freshness of a panel's data, unless it is live. */
export function FreshnessBadge({ tone, children }: { tone: 'warning' | 'error'; children: ReactNode }) {
  return (
    <span role="status" className={cx(styles['badge'], styles[tone])}>
      {children}
    </span>
  );
}
