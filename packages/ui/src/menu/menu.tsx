import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { CheckIcon } from '../icon/icons.tsx';
import styles from '../popover/popup.module.css';

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  /** Given for a choice among several: the chosen one carries a tick. */
  readonly checked?: boolean;
  onSelect(): void;
}
export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
}

export function Menu({ trigger, items, open, onOpenChange }: MenuProps) {
  return (
    <Base.Root modal={false} {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles['positioner']} sideOffset={6} align="end" collisionPadding={8}>
          <Base.Popup className={styles['popup']}>
            {items.map((item) => (
              <Base.Item
                key={item.id}
                className={styles['item']}
                onClick={item.onSelect}
                aria-current={item.checked === true ? 'true' : undefined}
              >
                <span>{item.label}</span>
                {item.checked === true && <CheckIcon />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
