import type { ReactNode } from 'react';
import { CheckIcon } from '../icon/icons.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  /** Accessible name of a box without visible text. */
  readonly label?: string;
  readonly children?: ReactNode;
}

export function Checkbox({ checked, onChange, disabled, label, children }: CheckboxProps) {
  return (
    <label className={styles['label']}>
      <span className={styles['box']}>
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          disabled={disabled}
          className={styles['input']}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles['tick']}>
          <CheckIcon />
        </span>
      </span>
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}
