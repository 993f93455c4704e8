import { cx } from '../cx.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  /** What it switches, for those who do not see the column. */
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  onChange(checked: boolean): void;
}

/** On or off. It shows what is, not what was pressed: the owner flips `checked` once that is so. */
export function Switch({ label, checked, disabled = false, busy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      disabled={disabled}
      className={cx(styles['switch'], checked && styles['on'])}
      onClick={() => {
        if (!busy) onChange(!checked);
      }}
    >
      <span className={styles['knob']} />
    </button>
  );
}
