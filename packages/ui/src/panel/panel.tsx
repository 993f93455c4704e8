import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './panel.module.css';

/** A framed part of the screen: a region with a name. */
export function Panel({ label, className, children }: { label: string; className?: string | undefined; children?: ReactNode }) {
  return (
    <section aria-label={label} className={cx(styles['panel'], className)}>
      {children}
    </section>
  );
}

/** A panel header without tabs. */
export function PanelHead({ title, actions }: { title: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles['head']}>
      <h2 className={styles['title']}>{title}</h2>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
