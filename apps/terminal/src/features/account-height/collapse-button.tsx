import { Button, ChevronDownIcon } from '@tapedeck/ui';
import { collapse, useAccountHeight } from './account-height.ts';
import styles from './account-height.module.css';
import { useText } from './height-handle.tsx';

/** Leaves only the tabs of the account panel, or shows all of it again. */
export function CollapseButton() {
  const text = useText();
  const { isCollapsed } = useAccountHeight();
  return (
    <Button
      tone="ghost"
      size="small"
      className={styles['collapse']}
      aria-expanded={!isCollapsed}
      aria-label={text(isCollapsed ? 'expand' : 'collapse')}
      onClick={() => collapse(!isCollapsed)}
    >
      <ChevronDownIcon />
    </Button>
  );
}
