import type { TriggerSource } from '@tapedeck/client';
import { Select } from '@tapedeck/ui';
import { useCommonText } from './texts.tsx';

const SOURCES = ['LastPrice', 'MarkPrice', 'IndexPrice'] as const satisfies readonly TriggerSource[];

interface TriggerSourceSelectProps {
  readonly label: string;
  readonly value: TriggerSource;
  readonly disabled?: boolean;
  /** Those that may be chosen; all of them unless told otherwise. */
  readonly sources?: readonly TriggerSource[];
  onChange(source: TriggerSource): void;
}

/** Which price a trigger follows. */
export function TriggerSourceSelect({ sources = SOURCES, ...props }: TriggerSourceSelectProps) {
  const common = useCommonText();
  return <Select bare items={sources.map((value) => ({ value, label: common(`source.${value}`) }))} {...props} />;
}
