import type { TriggerSource } from '@tapedeck/client';
import { Select } from '@tapedeck/ui';
import { useCommonText } from './texts.tsx';

const SOURCES = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const satisfies readonly TriggerSource[];

interface TriggerSourceSelectProps {
  readonly label: string;
  readonly value: TriggerSource;
  readonly disabled?: boolean;
  onChange(source: TriggerSource): void;
}

/** Which price a trigger follows. */
export function TriggerSourceSelect(props: TriggerSourceSelectProps) {
  const common = useCommonText();
  return <Select bare items={SOURCES.map((value) => ({ value, label: common(`source.${value}`) }))} {...props} />;
}
