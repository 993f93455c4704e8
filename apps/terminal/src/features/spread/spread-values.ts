import { numberIn, roundToStep, type MarketFeed } from '@tapedeck/client';
import {
  SCALE,
  divNearest,
  formatDecimal,
  parseDecimal,
  priceUnits,
  spreadLevels,
  type Instrument,
  type SpreadLevel,
  type Side,
} from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { tickStep } from '../../platform/values.ts';

/** Live data of both legs; whoever trades a buy of the spread buys `far` and sells `near`. */
export interface SpreadFeeds {
  readonly far: MarketFeed;
  readonly near: MarketFeed;
}

/** What both books carry for one side of the spread now, best first. */
export function levelsFor({ far, near }: SpreadFeeds, side: Side, depth: number): readonly SpreadLevel[] {
  const [f, n] = [far.book.get(), near.book.get()];
  return side === 'Buy' ? spreadLevels({ far: f.asks, near: n.bids }, depth) : spreadLevels({ far: f.bids, near: n.asks }, depth);
}

/** A distance in ticks as a price, which may be below 0. */
export const distanceText = (formats: Formats, ticks: number, instrument: Instrument): string =>
  formats.count(ticks * tickStep(instrument), instrument.priceDigits);

/** A mean distance, in 1e-8 of a tick. */
export const averageDistanceText = (formats: Formats, units: bigint, { tickSize, priceDigits }: Instrument): string =>
  formats.count(divNearest(units * priceUnits(tickSize), SCALE * 10n ** BigInt(8 - priceDigits)), priceDigits);

export const distanceFieldText = (ticks: number, { tickSize, priceDigits }: Instrument): string =>
  formatDecimal(BigInt(ticks) * priceUnits(tickSize), 8, priceDigits);

/** A typed distance after its field was left: on a tick, further from 0 where it was between two; '' when it is no number. */
export function settledDistance(text: string, { tickSize, priceDigits }: Instrument): string {
  const units = numberIn(text);
  return units === undefined ? '' : formatDecimal(roundToStep(units, priceUnits(tickSize), { autofix: true }), 8, priceDigits);
}

/** The ticks of a typed distance; `undefined` when it is none, or between ticks. */
export function typedDistance(text: string, { tickSize }: Instrument): number | undefined {
  const units = parseDecimal(text);
  const step = priceUnits(tickSize);
  return units === undefined || units % step !== 0n ? undefined : Number(units / step);
}
