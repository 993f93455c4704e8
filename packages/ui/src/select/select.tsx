import { lazy, Suspense, useState, type ReactElement } from 'react';
import { arrives } from '../arrives.ts';
import { cx } from '../cx.ts';
import { ChevronDownIcon } from '../icon/icons.tsx';
import styles from './select.module.css';

export interface SelectItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
}
export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly items: readonly SelectItem<Value>[];
  readonly disabled?: boolean;
  /** No frame around it, as in a panel's head. */
  readonly bare?: boolean;
  onChange(value: Value): void;
}

const load = () => arrives(() => import('./live-select.tsx'));
const LiveSelect = lazy(() => load().then((module) => ({ default: module.LiveSelect }))) as <Value extends string>(
  props: SelectProps<Value>,
) => ReactElement;

/** A choice among a few. What opens it stands at once; the list behind it is loaded when it is first asked for. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, items, disabled, bare } = props;
  const [asked, setAsked] = useState(false);
  const trigger = (
    <button
      type="button"
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      disabled={disabled}
      className={cx(styles['trigger'], bare && styles['bare'])}
      onPointerEnter={() => void load()}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      <span>{items.find((item) => item.value === value)?.label}</span>
      <span className={styles['icon']}>
        <ChevronDownIcon />
      </span>
    </button>
  );
  if (!asked) return trigger;
  return (
    <Suspense fallback={trigger}>
      <LiveSelect {...props} />
    </Suspense>
  );
}
