import {
  formatDecimal,
  lotCount,
  priceOfTicks,
  priceUnits,
  quantityCoin,
  quantityOfLots,
  quantityUnits,
  tickCount,
  ticks,
  type Instrument,
  type Lots,
} from '@tapedeck/domain';
import { lotsText, priceText } from '@tapedeck/protocol';
import { coarsePriceError, coarseQuantityError } from '../../inputs/coarse-grid.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { typedLots, typedTicks } from './order-command.ts';

/** Error of one typed number: a text key (`error.{code}`) and its values. */
export interface FieldIssue {
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Two prices as values of a text. */
export function rangeOf(instrument: Instrument, min: number, max: number): Record<string, string> {
  const text = (count: number): string => priceText(priceOfTicks(ticks(count), instrument.tickSize), instrument);
  return { min: text(min), max: text(max) };
}

/** A price between ticks: ticks above 1 have their own text, as do fields other than the order's price. */
function offTick(units: bigint, instrument: Instrument, own: boolean): FieldIssue {
  const tick = priceUnits(instrument.tickSize);
  const values = { tick: priceText(instrument.tickSize, instrument) };
  const coarse = own ? coarsePriceError(units, { tick }) : coarsePriceError(units, { tick: 0n, step: tick });
  return { code: coarse ?? 'priceOffTick', values };
}

/** Error of a typed price. `own`: the field is the order's price. */
export function priceIssue(text: string, instrument: Instrument, { empty, own }: { empty: string; own: boolean }): FieldIssue | undefined {
  const units = numberIn(text);
  if (units === undefined) return { code: empty };
  if (units % priceUnits(instrument.tickSize) !== 0n) return offTick(units, instrument, own);
  // Numbers beyond the countable range are invalid prices.
  const at = typedTicks(text, instrument);
  const [min, max] = [tickCount(instrument.minPrice), tickCount(instrument.maxPrice)];
  if (at !== undefined && tickCount(at) >= min && tickCount(at) <= max) return undefined;
  return { code: 'priceOutOfRange', values: rangeOf(instrument, min, max) };
}

/** Error of a typed quantity, at most `most`. */
export function quantityIssue(text: string, instrument: Instrument, most: Lots): FieldIssue | undefined {
  const units = numberIn(text);
  if (units === undefined) return { code: 'quantityEmpty' };
  const coin = quantityCoin(instrument);
  if (units < quantityUnits(quantityOfLots(instrument.minOrder, instrument.lotSize))) {
    return { code: 'quantityTooSmall', values: { min: lotsText(instrument.minOrder, instrument), coin } };
  }
  const lot = quantityUnits(instrument.lotSize);
  if (units % lot !== 0n) return { code: coarseQuantityError(units, lot) ?? 'quantityOffLot', values: { lot: formatDecimal(lot) } };
  const count = typedLots(text, instrument);
  if (count !== undefined && lotCount(count) <= lotCount(most)) return undefined;
  return { code: 'quantityTooLarge', values: { max: lotsText(most, instrument), coin } };
}
