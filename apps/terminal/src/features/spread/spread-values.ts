import { levelsOfSpread, type MarketFeed } from '@tapedeck/client';
import { SCALE, divNearest, priceUnits, type Instrument, type SpreadLevel, type Side } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { tickStep } from '../../platform/values.ts';

/** Live data of both legs; whoever trades a buy of the spread buys `far` and sells `near`. */
export interface SpreadFeeds {
  readonly far: MarketFeed;
  readonly near: MarketFeed;
}

/** What both books carry for one side of the spread now, best first. */
export const levelsFor = ({ far, near }: SpreadFeeds, side: Side, depth: number): readonly SpreadLevel[] =>
  levelsOfSpread({ far: far.book.get(), near: near.book.get() }, side, depth);

/** A distance in ticks as a price, which may be below 0. */
export const distanceText = (formats: Formats, ticks: number, instrument: Instrument): string =>
  formats.count(ticks * tickStep(instrument), instrument.priceDigits);

/** A mean distance, in 1e-8 of a tick. */
export const averageDistanceText = (formats: Formats, units: bigint, { tickSize, priceDigits }: Instrument): string =>
  formats.count(divNearest(units * priceUnits(tickSize), SCALE * 10n ** BigInt(8 - priceDigits)), priceDigits);
