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
  /** Shows all panels at once, without the bar. Panels keep their content when this changes. */
  readonly spread?: boolean;
  /** `TabPanel`s, or other content below the bar. */
  readonly children?: ReactNode;
}

interface Shown {
  readonly id: string;
  readonly value: string;
  readonly spread?: boolean;
}

const ShownTab = createContext<Shown | undefined>(undefined);
const tabId = ({ id, value }: Shown): string => `${id}-tab-${value}`;
const panelId = ({ id, value }: Shown): string => `${id}-panel-${value}`;

/** Target tab of a key press at `index`; `undefined` for other keys. */
function indexAfter(key: string, index: number, count: number, rightToLeft: boolean): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? undefined : (index + (rightToLeft ? -step : step) + count) % count;
}

/**
 * A tab bar above its panel. The bar is one tab stop; arrows, Home and End select. Written here because it is part of
 * every first paint: a library would measure the bar and force a layout before it.
 */
export function Tabs<Value extends string>({ value, onChange, className, spread = false, children, ...bar }: TabsProps<Value>) {
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
    <div className={spread ? styles['spread'] : cx(styles['root'], className)}>
      {!spread && (
        <div className={cx(styles['bar'], compact && styles['compact'])}>
          <div ref={list} role="tablist" aria-label={label} className={cx(styles['list'], 'scrolls-sideways')} onKeyDown={pressed}>
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
      )}
      <ShownTab value={{ id, value, spread }}>{children}</ShownTab>
    </div>
  );
}

interface TabPanelProps {
  readonly value: string;
  readonly className?: string | undefined;
  /** Another tab only hides the content, which keeps its state. */
  readonly keeps?: boolean;
  readonly children: ReactNode;
}

/** Content of a tab; rendered only while its tab is selected. */
export function TabPanel({ value, className, keeps = false, children }: TabPanelProps) {
  const tabs = useContext(ShownTab);
  if (tabs?.spread === true) return <div className={styles['spread']}>{children}</div>;
  const isShown = tabs?.value === value;
  if (tabs === undefined || (!isShown && !keeps)) return null;
  const own = { id: tabs.id, value };
  return (
    <div
      role="tabpanel"
      id={panelId(own)}
      aria-labelledby={tabId(own)}
      tabIndex={0}
      hidden={!isShown}
      className={cx(styles['panel'], className)}
    >
      {children}
    </div>
  );
}
