import { cx } from '../cx.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  /** What it switches, for those who do not see the column. */
  readonly label: string;
  readonly checked: boolean;
  /** Why it cannot be switched now. It takes focus all the same: the reason is said to who comes there, and told by a press. */
  readonly reason?: string | undefined;
  readonly busy?: boolean;
  onChange(checked: boolean): void;
  /** It was pressed in spite of the reason. */
  onRefused?(reason: string): void;
}

/** On or off. It shows what is, not what was pressed: the owner flips `checked` once that is so. */
export function Switch({ label, checked, reason, busy = false, onChange, onRefused }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={reason !== undefined || undefined}
      // Shown to who points at it; to assistive technology the description beside the label.
      title={reason}
      className={cx(styles['switch'], checked && styles['on'])}
      onClick={() => {
        if (reason !== undefined) onRefused?.(reason);
        else if (!busy) onChange(!checked);
      }}
    >
      <span className={styles['knob']} />
    </button>
  );
}
