import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './popup.module.css';

export interface PopoverProps {
  /** The interactive element that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  /** Opens under a resting mouse as well, as a hint does. */
  readonly hint?: boolean;
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Popover({
  trigger,
  label,
  hint = false,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} openOnHover={hint} delay={350} />
      <Base.Portal>
        <Base.Positioner className={styles['positioner']} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup aria-label={label} className={cx(styles['popup'], className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
