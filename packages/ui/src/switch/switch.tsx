import { cx } from '../cx.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  /** Accessible name, for users who do not see the column. */
  readonly label: string;
  readonly checked: boolean;
  /** Why the switch is disabled. It stays focusable so that the reason is announced on focus and on press. */
  readonly reason?: string | undefined;
  readonly busy?: boolean;
  onChange(checked: boolean): void;
  /** It was pressed although disabled. */
  onRefused?(reason: string): void;
}

/** On or off. It shows the confirmed state: the owner changes `checked` once the change has taken effect. */
export function Switch({ label, checked, reason, busy = false, onChange, onRefused }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={reason !== undefined || undefined}
      // Shown on hover; assistive technology reads the description beside the label.
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
