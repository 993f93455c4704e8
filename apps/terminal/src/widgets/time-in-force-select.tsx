import type { TimeInForce } from '@tapedeck/domain';
import { Select } from '@tapedeck/ui';
import { useCommonText } from '../platform/texts.tsx';

/** Whether traders select it here: post-only is a separate choice. */
const OFFERED: Readonly<Record<TimeInForce, boolean>> = {
  GoodTillCancel: true,
  ImmediateOrCancel: true,
  FillOrKill: true,
  PostOnly: false,
};
const TIMES_IN_FORCE = (Object.keys(OFFERED) as TimeInForce[]).filter((one) => OFFERED[one]);

/** Time in force of a limit order. */
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
