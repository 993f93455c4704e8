import { levelsOfSpread, type MarketFeed } from '@tapedeck/client';
import { SCALE, divNearest, priceUnits, type Instrument, type SpreadLevel, type Side } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { tickStep } from '../../platform/values.ts';

/** Live data of both legs; a spread buy buys `far` and sells `near`. */
export interface SpreadFeeds {
  readonly far: MarketFeed;
  readonly near: MarketFeed;
}

/** Combined levels of both books for one side of the spread, best first. */
export const levelsFor = ({ far, near }: SpreadFeeds, side: Side, depth: number): readonly SpreadLevel[] =>
  levelsOfSpread({ far: far.book.get(), near: near.book.get() }, side, depth);

/** A spread price in ticks as text; it may be negative. */
export const distanceText = (formats: Formats, ticks: number, instrument: Instrument): string =>
  formats.count(ticks * tickStep(instrument), instrument.priceDigits);

/** An average spread price, in 1e-8 of a tick. */
export const averageDistanceText = (formats: Formats, units: bigint, { tickSize, priceDigits }: Instrument): string =>
  formats.count(divNearest(units * priceUnits(tickSize), SCALE * 10n ** BigInt(8 - priceDigits)), priceDigits);
