import { createContext, useContext, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
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
  readonly children?: ReactNode;
}

interface Shown {
  readonly id: string;
  readonly value: string;
}

const ShownTab = createContext<Shown | undefined>(undefined);
const tabId = ({ id, value }: Shown): string => `${id}-tab-${value}`;
const panelId = ({ id, value }: Shown): string => `${id}-panel-${value}`;

/** Where a key leads from the tab at `index`, `undefined` when it leads nowhere. */
function indexAfter(key: string, index: number, count: number, rightToLeft: boolean): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? undefined : (index + (rightToLeft ? -step : step) + count) % count;
}

/**
 * A bar of tabs with what it switches below it. The bar is one stop of the Tab key; arrows, Home and End choose. Made without a library:
 * it stands in every first view, where a library's measuring of the bar would force a layout before the first paint.
 */
export function Tabs<Value extends string>({ value, onChange, className, children, ...bar }: TabsProps<Value>) {
  const { label, items, actions, compact } = bar;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const choose = (next: Value, button: Element | undefined): void => {
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (next !== value) onChange(next);
  };
  const pressed = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const from = items.findIndex((item) => item.value === value);
    const to = indexAfter(event.key, from, items.length, getComputedStyle(event.currentTarget).direction === 'rtl');
    const next = to === undefined ? undefined : items[to];
    if (to === undefined || next === undefined) return;
    event.preventDefault();
    const button = list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to];
    button?.focus();
    choose(next.value, button);
  };
  return (
    <div className={cx(styles['root'], className)}>
      <div className={cx(styles['bar'], compact && styles['compact'])}>
        <div ref={list} role="tablist" aria-label={label} className={styles['list']} onKeyDown={pressed}>
          {items.map((item) => {
            const chosen = item.value === value;
            return (
              <button
                key={item.value}
                type="button"
                role="tab"
                id={tabId({ id, value: item.value })}
                aria-selected={chosen}
                aria-controls={chosen && children !== undefined ? panelId({ id, value }) : undefined}
                tabIndex={chosen ? 0 : -1}
                className={styles['tab']}
                onClick={(event) => choose(item.value, event.currentTarget)}
              >
                {item.label}
              </button>
            );
          })}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      <ShownTab value={{ id, value }}>{children}</ShownTab>
    </div>
  );
}

/** What a tab shows; there only while its tab is chosen. */
export function TabPanel({ value, className, children }: { value: string; className?: string | undefined; children: ReactNode }) {
  const shown = useContext(ShownTab);
  if (shown?.value !== value) return null;
  return (
    <div role="tabpanel" id={panelId(shown)} aria-labelledby={tabId(shown)} tabIndex={0} className={cx(styles['panel'], className)}>
      {children}
    </div>
  );
}
