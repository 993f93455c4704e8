import { useContext, useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { NumberWritingContext } from './number-writing.ts';
import styles from './number-field.module.css';
import { useTyping } from './use-typing.ts';

export interface NumberFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> {
  readonly label: string;
  readonly value: string;
  /** Plain digits with at most one point, which may end them; '' while the text means no number. */
  onText(text: string): void;
  /** A leading minus is allowed. */
  readonly signed?: boolean;
  /** Arrow keys: +1 and -1, tenfold with shift. */
  onStep?(steps: number): void;
  readonly unit?: ReactNode;
  /** Buttons at the end of the field. */
  readonly actions?: ReactNode;
  readonly error?: string | undefined;
}

const stepOf = (key: string): number => (key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0);

/**
 * A number field: label, unit, actions, error message. It reads digits of every script and a decimal comma; a text that may
 * mean two numbers stays as typed, and the buttons that send are blocked until it is clear. The caller limits the decimals.
 */
export function NumberField({ label, value, onText, signed = false, onStep, unit, actions, error, className, ...rest }: NumberFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const { isCommaDecimal, unread, refused } = useContext(NumberWritingContext);
  const typing = useTyping({ value, habit: { isCommaDecimal, isSigned: signed }, onNumber: onText });
  const problem = typing.isUnread ? unread(typing.shown) : error;
  const message = typing.refused === undefined ? problem : refused(typing.refused);
  return (
    <div className={cx(styles['field'], className)}>
      <div className={styles['box']} data-invalid={problem !== undefined || undefined}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...typing.listeners}
          id={id}
          type="text"
          // The keypad of decimals has no minus on iOS.
          inputMode={signed ? 'text' : 'decimal'}
          className={styles['input']}
          value={typing.shown}
          data-unread={typing.isUnread || undefined}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : errorId}
          onBlur={(event) => {
            typing.left();
            // The form has no number that it could settle.
            if (!typing.isUnread) rest.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            typing.keyed(event);
            const steps = event.nativeEvent.isComposing ? 0 : stepOf(event.key);
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
      {message !== undefined && (
        <p id={errorId} className={styles['error']} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
