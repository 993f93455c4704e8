import type { Instrument, OrderRecord, TriggerSource } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { ticksText } from '../platform/values.ts';

/** Trigger of an order: direction, price and price source. `undefined` for triggers without a price. */
export function triggerText(
  formats: Formats,
  { stop }: Pick<OrderRecord, 'stop'>,
  instrument: Instrument,
  source: (name: TriggerSource) => string,
): string | undefined {
  const trigger = stop?.trigger;
  if (trigger === undefined) return undefined;
  const sign = trigger.direction === 'Rising' ? '\u2265' : '\u2264';
  return `${sign} ${ticksText(formats, trigger.price, instrument)} ${source(trigger.source)}`;
}
