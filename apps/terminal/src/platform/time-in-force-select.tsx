import type { TimeInForce } from '@tapedeck/domain';
import { Select } from '@tapedeck/ui';
import { useCommonText } from './texts.tsx';

const TIMES_IN_FORCE = ['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill'] as const satisfies readonly TimeInForce[];

/** How long a limit order may wait; post-only is a choice of its own. */
export function TimeInForceSelect({ value, onChange }: { value: TimeInForce; onChange(value: TimeInForce): void }) {
  const text = useCommonText();
  return (
    <Select
      bare
      label={text('timeInForce')}
      value={value}
      items={TIMES_IN_FORCE.map((known) => ({ value: known, label: text(`tif.${known}`) }))}
      onChange={onChange}
    />
  );
}
