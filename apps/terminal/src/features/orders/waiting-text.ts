import { tickCount, type Instrument, type StopRecord, type TriggerSource } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { triggerText } from '../../widgets/trigger-text.ts';
import { percentText, ticksText, UNKNOWN } from '../../platform/values.ts';
import type { useOrdersText } from './texts.ts';

interface Words {
  readonly text: ReturnType<typeof useOrdersText>;
  readonly source: (name: TriggerSource) => string;
}

/**
 * Trigger of a conditional order: direction, price and price source. For an MMR close, the maintenance margin rate; for a trailing stop,
 * its distance, and its activation price until it is active.
 */
export function waitingText(formats: Formats, stop: StopRecord | undefined, instrument: Instrument, { text, source }: Words): string {
  if (stop === undefined) return UNKNOWN;
  const { trailing, marginRate } = stop;
  if (marginRate !== undefined) return text('triggerMmr', { rate: percentText(formats, marginRate) });
  const price = triggerText(formats, { stop }, instrument, source);
  if (price !== undefined) return price;
  if (trailing === undefined) return UNKNOWN;
  const distance =
    tickCount(trailing.distance) > 0 ? ticksText(formats, trailing.distance, instrument) : percentText(formats, trailing.share);
  return tickCount(trailing.activation) > 0
    ? text('triggerTrailingFrom', { distance, price: ticksText(formats, trailing.activation, instrument) })
    : text('triggerTrailing', { distance });
}
