import type { Instrument, OrderRecord, TriggerSource } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { ticksText } from './values.ts';

/** What an order waits for: the direction, the price and whose price it is. `undefined` for one that waits for no price. */
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
