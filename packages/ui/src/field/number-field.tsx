import { useId, type ClipboardEvent, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { pastedNumber, withPasted } from './pasted-number.ts';
import styles from './number-field.module.css';

export interface NumberFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly label: string;
  readonly value: string;
  onText(text: string): void;
  /** Pasting may include a leading minus. */
  readonly signed?: boolean;
  /** Arrow keys: +1 and -1, tenfold with shift. */
  onStep?(steps: number): void;
  readonly unit?: ReactNode;
  /** Buttons at the end of the field. */
  readonly actions?: ReactNode;
  readonly error?: string | undefined;
}

const stepOf = (key: string): number => (key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0);

/** Lets the browser insert a plain number; otherwise returns the replacement text, if any. */
function takePaste(event: ClipboardEvent<HTMLInputElement>, signed: boolean): string | undefined {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const text = event.clipboardData.getData('text');
  const [before, after] = [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)];
  const pasted = pastedNumber(text, signed);
  const whole = pasted === undefined ? undefined : withPasted(before, pasted, after);
  if (whole !== undefined && pasted === text) return undefined;
  event.preventDefault();
  return whole;
}

/** Frame of a number field: label, unit, actions, error message. The caller decides which texts are allowed. */
export function NumberField({ label, value, onText, signed = false, onStep, unit, actions, error, className, ...rest }: NumberFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={cx(styles['field'], className)}>
      <div className={styles['box']} data-invalid={error !== undefined || undefined}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={id}
          type="text"
          inputMode="decimal"
          className={styles['input']}
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={(event) => {
            const pasted = takePaste(event, signed);
            if (pasted !== undefined) onText(pasted);
          }}
          onKeyDown={(event) => {
            const steps = stepOf(event.key);
            if (steps !== 0 && onStep !== undefined) {
              event.preventDefault();
              onStep(event.shiftKey ? steps * 10 : steps);
            }
            rest.onKeyDown?.(event);
          }}
        />
        {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
        {actions}
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
