import { lazy, useState, type ReactElement } from 'react';
import { arrives } from '../arrives.ts';
import { BehindButton } from '../on-request.tsx';
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
  /** Without a frame, as in a panel header. */
  readonly bare?: boolean;
  onChange(value: Value): void;
}

const load = () => arrives(() => import('./live-select.tsx'));
const LiveSelect = lazy(() => load().then((module) => ({ default: module.LiveSelect }))) as <Value extends string>(
  props: SelectProps<Value>,
) => ReactElement;

/** A choice among a few values. The trigger renders at once; the list loads on first use. */
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
  return (
    <BehindButton button={trigger} isAsked={asked} onVoid={() => setAsked(false)}>
      <LiveSelect {...props} />
    </BehindButton>
  );
}
