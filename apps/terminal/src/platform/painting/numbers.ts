import type { Instrument } from '@tapedeck/domain';
import { formatsOf, type Formats } from '@tapedeck/i18n';
import { lotStep, tickStep } from '../values.ts';

/** Number formats of a scene, whose texts are painted rather than rendered. */
export interface NumberTerms {
  readonly locale: string;
  /** Units of the last shown decimal per tick and per lot. */
  readonly tick: number;
  readonly lot: number;
  readonly priceDigits: number;
  readonly quantityDigits: number;
}

export interface PaintFormat {
  price(ticks: number): string;
  lots(count: number): string;
}

export function numberTerms(instrument: Instrument, { locale }: Pick<Formats, 'locale'>): NumberTerms {
  const { priceDigits, quantityDigits } = instrument;
  return { locale, tick: tickStep(instrument), lot: lotStep(instrument), priceDigits, quantityDigits };
}

export function paintFormat({ locale, tick, lot, priceDigits, quantityDigits }: NumberTerms): PaintFormat {
  const formats = formatsOf(locale);
  return {
    price: (ticks) => formats.count(ticks * tick, priceDigits),
    lots: (lots) => formats.count(lots * lot, quantityDigits),
  };
}
