import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { CheckIcon, ChevronDownIcon } from '../icon/icons.tsx';
import { cx } from '../cx.ts';
import popup from '../popover/popup.module.css';
import styles from './select.module.css';
import type { SelectProps } from './select.tsx';

/** The select with its list, loaded on first use; it starts open. */
export function LiveSelect<Value extends string>({ label, value, items, disabled, bare, onChange }: SelectProps<Value>) {
  return (
    // The content security policy forbids style elements; our own styles hide the scrollbar.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={items}
        value={value}
        disabled={disabled ?? false}
        modal={false}
        defaultOpen
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Base.Trigger aria-label={label} className={cx(styles['trigger'], bare && styles['bare'])}>
          <Base.Value />
          <Base.Icon className={styles['icon']}>
            <ChevronDownIcon />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={popup['positioner']} sideOffset={4} alignItemWithTrigger={false} align="end">
            <Base.Popup className={popup['popup']}>
              <Base.List>
                {items.map((item) => (
                  <Base.Item key={item.value} value={item.value} className={popup['item']}>
                    <Base.ItemText>{item.label}</Base.ItemText>
                    <Base.ItemIndicator className={styles['icon']}>
                      <CheckIcon />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
