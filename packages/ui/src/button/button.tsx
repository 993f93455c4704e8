import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './button.module.css';

export type ButtonTone = 'plain' | 'ghost' | 'accent' | 'up' | 'down' | 'link';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: ButtonTone;
  readonly size?: 'small' | 'normal' | 'large';
  readonly pressed?: boolean;
  /** Work in progress: announced, and further presses do nothing. */
  readonly busy?: boolean;
  /** Whether the button submits typed values; by default its tone and type decide. */
  readonly sends?: boolean;
}

/** Tones of buttons that send a command. */
const SENDING: ReadonlySet<ButtonTone> = new Set(['accent', 'up', 'down']);

/** A sending button carries `data-sends`, which blocks presses on values that just changed. */
export function Button({ tone = 'plain', size = 'normal', pressed, busy, sends, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      data-sends={(sends ?? (SENDING.has(tone) || rest.type === 'submit')) || undefined}
      {...rest}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={cx(styles['button'], styles[tone], styles[size], className)}
    />
  );
}
