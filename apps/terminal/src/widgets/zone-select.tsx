import { Select } from '@tapedeck/ui';
import { chooseZone, deviceZoneName, zoneChosen } from '../platform/time-zone.ts';
import { useReadable } from '../platform/use-readable.ts';
import { useTableText } from './tables/texts.ts';

/** The zone of the times in all tables. On a device in UTC there is nothing to choose. */
export function ZoneSelect() {
  const text = useTableText();
  const choice = useReadable(zoneChosen);
  const device = deviceZoneName();
  if (device === 'UTC') return null;
  const items = [
    { value: 'utc', label: 'UTC' },
    { value: 'device', label: device },
  ] as const;
  return <Select bare label={text('timeZone')} value={choice} items={items} onChange={chooseZone} />;
}
