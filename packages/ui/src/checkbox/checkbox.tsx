import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { CheckIcon } from '../icon/icons.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function Checkbox({ checked, onChange, disabled, children }: CheckboxProps) {
  return (
    <label className={styles['label']}>
      <Base.Root checked={checked} disabled={disabled ?? false} onCheckedChange={(next) => onChange(next)} className={styles['box']}>
        <Base.Indicator className={styles['tick']}>
          <CheckIcon />
        </Base.Indicator>
      </Base.Root>
      {children}
    </label>
  );
}
