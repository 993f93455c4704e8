import { Menu as Base } from '@base-ui/react/menu';
import { CheckIcon } from '../icon/icons.tsx';
import styles from '../popover/popup.module.css';
import type { MenuProps } from './menu.tsx';

/** The menu with its list, loaded on first use; it starts open. */
export function LiveMenu({ trigger, items }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
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
