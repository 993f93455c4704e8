import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './tabs.module.css';

export interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface TabBarProps<Value extends string> {
  readonly label: string;
  readonly items: readonly TabItem<Value>[];
  readonly actions?: ReactNode;
  readonly compact?: boolean;
}

export interface TabsProps<Value extends string> extends TabBarProps<Value> {
  readonly value: Value;
  onChange(value: Value): void;
  readonly className?: string | undefined;
  /** `TabPanel`s, or anything that belongs below the bar. */
  readonly children: ReactNode;
}

/** A bar of tabs with what it switches below it. */
export function Tabs<Value extends string>({ value, onChange, className, children, ...bar }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className={cx(styles['root'], className)}>
      <div className={cx(styles['bar'], bar.compact && styles['compact'])}>
        <Base.List aria-label={bar.label} className={styles['list']} activateOnFocus>
          {bar.items.map((item) => (
            <Base.Tab key={item.value} value={item.value} className={styles['tab']}>
              {item.label}
            </Base.Tab>
          ))}
        </Base.List>
        {bar.actions !== undefined && <div className={styles['actions']}>{bar.actions}</div>}
      </div>
      {children}
    </Base.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string | undefined; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={cx(styles['panel'], className)}>
      {children}
    </Base.Panel>
  );
}
