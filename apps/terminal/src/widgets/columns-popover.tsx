import { Button, Checkbox } from '@tapedeck/ui';
import { Popover } from '@tapedeck/ui/popover';
import { useState, type ReactElement } from 'react';
import type { ColumnsButtonProps } from './columns-button.tsx';
import styles from './columns-popover.module.css';
import { useCommonText } from '../platform/texts.tsx';
import { useTableText } from './tables/texts.ts';

type ColumnsPopoverProps<Id extends string> = ColumnsButtonProps<Id> & { readonly trigger: ReactElement<Record<string, unknown>> };

/** A line for each column: its visibility, and buttons that move it. */
export function ColumnsPopover<Id extends string>({ layout, label, trigger }: ColumnsPopoverProps<Id>) {
  const common = useCommonText();
  const text = useTableText();
  const [open, setOpen] = useState(true);
  const { order, hidden, columns } = layout;
  return (
    <Popover label={common('columns')} align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <div className={styles['columns']}>
        <ul>
          {order
            .filter((id) => !columns.fixed.includes(id))
            .map((id) => (
              <li key={id}>
                <Checkbox checked={!hidden.has(id)} onChange={() => layout.toggle(id)}>
                  {label(id)}
                </Checkbox>
                <span>
                  <Button
                    size="small"
                    tone="ghost"
                    aria-label={text('columnEarlier', { column: label(id) })}
                    onClick={() => layout.move(id, -1)}
                  >
                    {'\u2191'}
                  </Button>
                  <Button
                    size="small"
                    tone="ghost"
                    aria-label={text('columnLater', { column: label(id) })}
                    onClick={() => layout.move(id, 1)}
                  >
                    {'\u2193'}
                  </Button>
                </span>
              </li>
            ))}
        </ul>
        <Button size="small" onClick={() => layout.reset()}>
          {text('columnsReset')}
        </Button>
      </div>
    </Popover>
  );
}
