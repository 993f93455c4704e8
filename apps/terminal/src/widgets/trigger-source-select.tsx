import type { TriggerSource } from '@tapedeck/client';
import { Select } from '@tapedeck/ui';
import { useCommonText } from '../platform/texts.tsx';

const SOURCES = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const satisfies readonly TriggerSource[];

interface TriggerSourceSelectProps {
  readonly label: string;
  readonly value: TriggerSource;
  readonly disabled?: boolean;
  /** Available sources; all by default. */
  readonly sources?: readonly TriggerSource[];
  onChange(source: TriggerSource): void;
}

/** Which price a trigger follows. */
export function TriggerSourceSelect({ sources = SOURCES, ...props }: TriggerSourceSelectProps) {
  const common = useCommonText();
  return <Select bare items={sources.map((value) => ({ value, label: common(`source.${value}`) }))} {...props} />;
}
