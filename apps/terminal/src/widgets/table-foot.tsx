import type { ReactNode } from 'react';
import styles from './table-foot.module.css';

export interface FootSum {
  /** Unique in the foot. */
  readonly name: string;
  readonly value: ReactNode;
  readonly coin: string;
  readonly tone?: 'up' | 'down' | 'none';
}

/** Sums below a table, which stay in view while it scrolls. */
export function TableFoot({ label, sums, note }: { label: string; sums: readonly FootSum[]; note?: string | undefined }) {
  return (
    <div role="group" aria-label={label} className={styles['foot']}>
      <span>{label}</span>
      {sums.map(({ name, value, coin, tone }) => (
        <span key={name} className={styles['sum']} data-tone={tone} data-unit={coin}>
          {value}
        </span>
      ))}
      {note !== undefined && <span>{note}</span>}
    </div>
  );
}
