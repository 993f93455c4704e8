import type { TapeTrade } from '@tapedeck/client';
import type { Instrument } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { paddedText, priceText } from '../../platform/values.ts';

/** Price, quantity and time of a trade, as the tape shows them. */
export function tapeTexts(
  { price, quantity, time }: TapeTrade,
  formats: Formats,
  instrument: Pick<Instrument, 'priceDigits' | 'quantityDigits'>,
): readonly [price: string, quantity: string, time: string] {
  return [priceText(formats, price, instrument), paddedText(formats, quantity, instrument.quantityDigits), formats.time(time)];
}
