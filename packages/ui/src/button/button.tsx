import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './button.module.css';

export type ButtonTone = 'plain' | 'ghost' | 'accent' | 'up' | 'down' | 'link';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: ButtonTone;
  readonly size?: 'small' | 'normal' | 'large';
  readonly pressed?: boolean;
  /** Work is under way: announced, and further presses do nothing. */
  readonly busy?: boolean;
  /** Whether it sends what is typed beside it; by its tone and type unless said otherwise. */
  readonly sends?: boolean;
}

/** Tones of buttons that send something. */
const SENDING: ReadonlySet<ButtonTone> = new Set(['accent', 'up', 'down']);

/** A button that sends carries `data-sends`, by which presses on values that just changed are held back. */
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
