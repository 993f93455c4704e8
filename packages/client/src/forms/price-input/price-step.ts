import { formatDecimal, price, priceOfTicks, priceUnits, type Instrument, type Price } from '@tapedeck/domain';
import { blurredNumber, numberIn, roundTypedPrice, typedNumber, type NumberBounds } from '../../inputs/number-input.ts';

/** Steps of the popover, in ticks; each as plus and as minus. */
export { PRICE_OFFSET_TICKS as PRICE_STEP_PRESETS } from '../../constants.ts';

/** Bounds of a typed price. */
export function priceBounds({ minPrice, maxPrice, tickSize }: Instrument): NumberBounds {
  return { min: priceUnits(priceOfTicks(minPrice, tickSize)), max: priceUnits(priceOfTicks(maxPrice, tickSize)) };
}

/** Plain text of a price for a field, with the decimals of the instrument. */
export const fieldPrice = (value: Price, instrument: Instrument): string =>
  formatDecimal(priceUnits(value), undefined, instrument.priceDigits);

/** A typed price on blur: clamped, on a tick, formatted; '' without a number. */
export function settledPrice(text: string, instrument: Instrument): string {
  const units = numberIn(blurredNumber(text, priceBounds(instrument)));
  return units === undefined ? '' : fieldPrice(roundTypedPrice(price(units), instrument.tickSize), instrument);
}

/** A price moved by a number of steps of `step` units (a tick unless given) and clamped; an empty field starts at `from`. */
export function steppedPrice(
  text: string,
  steps: number,
  instrument: Instrument,
  { from, step }: { from?: Price | undefined; step?: bigint } = {},
): string {
  const { min, max } = priceBounds(instrument);
  const before = numberIn(text) ?? (from === undefined ? 0n : priceUnits(from));
  const next = before + BigInt(steps) * (step ?? priceUnits(instrument.tickSize));
  return fieldPrice(price(next < min ? min : next > max ? max : next), instrument);
}

/** The step of the popover's plus and minus buttons, as text. */
export type PriceStepAction =
  | { readonly type: 'stepTyped'; readonly text: string }
  | { readonly type: 'stepBlurred' }
  | { readonly type: 'stepMoved'; readonly ticks: number }
  | { readonly type: 'stepPreset'; readonly ticks: number }
  | { readonly type: 'stepCleared' }
  | { readonly type: 'stepToMin' };

const tickText = (instrument: Instrument, ticks: bigint): string => fieldPrice(price(priceUnits(instrument.tickSize) * ticks), instrument);

/** The step after an action: at least a tick, at most the highest price, on a tick; '' after clearing. */
export function reducePriceStep(text: string, action: PriceStepAction, instrument: Instrument): string {
  const tick = priceUnits(instrument.tickSize);
  const { max } = priceBounds(instrument);
  switch (action.type) {
    case 'stepTyped':
      return typedNumber(action.text, { precision: instrument.priceDigits });
    case 'stepBlurred': {
      const units = numberIn(blurredNumber(text, { min: tick, max }));
      return units === undefined ? '' : fieldPrice(roundTypedPrice(price(units), instrument.tickSize), instrument);
    }
    case 'stepMoved': {
      const next = (numberIn(text) ?? 0n) + BigInt(action.ticks) * tick;
      return fieldPrice(price(next < tick ? tick : next > max ? max : next), instrument);
    }
    case 'stepPreset':
      return tickText(instrument, BigInt(action.ticks));
    case 'stepCleared':
      return '';
    case 'stepToMin':
      return tickText(instrument, 1n);
  }
}

/** Step of the plus and minus buttons; one tick while the field is empty. */
export function priceStepUnits(text: string, instrument: Instrument): bigint {
  const units = numberIn(text);
  const tick = priceUnits(instrument.tickSize);
  return units === undefined || units < tick ? tick : (units / tick) * tick;
}
