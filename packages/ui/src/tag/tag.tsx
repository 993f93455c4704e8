import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './tag.module.css';

export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'up' | 'down' | 'accent'; children: ReactNode }) {
  return <span className={cx(styles['tag'], styles[tone])}>{children}</span>;
}
