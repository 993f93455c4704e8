import type { ReactNode } from 'react';
import { ConnectionDot } from '../../features/connection/index.ts';
import { useClient } from '../../platform/client-context.tsx';
import { useSelected } from '../../platform/use-readable.ts';
import styles from './section-icon.module.css';

const CHART = <path d="M7 3v3m0 8v4M4.5 6h5v8h-5ZM17 5v4m0 7v5m-2.5-12h5v7h-5Z" />;
const LINES = <path d="M4 6h16M4 12h16M4 18h16" />;
const PLUS = <path d="M12 5v14M5 12h14" />;
const ROWS = <path d="M4 5h16v14H4Zm0 7h16" />;
const DOTS = <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />;
const PAIR = <path d="M4 8h13l-3-3m6 11H7l3 3" />;
const CHECKS = <path d="m4 6 1.5 1.5L8 5m-4 7 1.5 1.5L8 11m-4 7 1.5 1.5L8 17m4-11h8m-8 6h8m-8 6h8" />;

const ICONS: Readonly<Record<string, ReactNode>> = {
  chart: CHART,
  board: LINES,
  book: LINES,
  trade: PLUS,
  positions: ROWS,
  spreadList: PAIR,
  spreadOrders: CHECKS,
  more: DOTS,
};

/** Open positions of the account. */
function Count() {
  const count = useSelected(useClient().positions.keys, (keys) => (keys.status === 'idle' ? 0 : (keys.data?.length ?? 0)));
  return count > 0 && <span className={styles['count']}>{count}</span>;
}

/** Icon of a section; the one of positions has their number, the last one the state of the connection. */
export function SectionIcon({ of }: { readonly of: string }) {
  return (
    <>
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
      >
        {ICONS[of]}
      </svg>
      {ICONS[of] === ROWS && <Count />}
      {ICONS[of] === DOTS && (
        <span className={styles['connection']}>
          <ConnectionDot />
        </span>
      )}
    </>
  );
}
