import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** Sums below a table, which stay in view while it scrolls. */
export function TableFoot({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles['foot']}>
      {children}
    </div>
  );
}

/** A sum in one coin. */
export function FootSum({ coin, children }: { readonly coin: string; readonly children: ReactNode }) {
  return (
    <span className={styles['sum']} data-unit={coin}>
      {children}
    </span>
  );
}
