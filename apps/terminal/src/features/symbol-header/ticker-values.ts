import {
  divNearest,
  lotCount,
  price,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  rate,
  type Instrument,
  type Rate,
  quantityCoin,
} from '@tapedeck/domain';
import type { Ticker } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import { priceText, signedPercentText, toneOf } from '../../platform/values.ts';
import type { TickingValue } from '../../platform/ticking.tsx';

/** Change of the last price over 24 hours as a fraction of the price then. */
export function changeRate(ticker: Ticker): Rate | undefined {
  const open = priceUnits(ticker.open24h);
  if (open === 0n) return undefined;
  return rate(divNearest((priceUnits(ticker.market.last) - open) * 100_000_000n, open));
}

/** `+1,214.90 (+1.93%)`, green or red by its sign. */
export function changeText(formats: Formats, ticker: Ticker, instrument: Instrument): TickingValue {
  const units = priceUnits(ticker.market.last) - priceUnits(ticker.open24h);
  const sign = units > 0n ? '+' : '';
  return {
    text: `${sign}${priceText(formats, price(units), instrument)} (${signedPercentText(formats, changeRate(ticker))})`,
    tone: toneOf(units),
  };
}

/** Open interest in short form with its coin. */
export function openInterestText(formats: Formats, ticker: Ticker, instrument: Instrument): string {
  if (lotCount(ticker.market.openInterest) === 0) return `0 ${quantityCoin(instrument)}`;
  return `${formats.compact(Number(quantityUnits(quantityOfLots(ticker.market.openInterest, instrument.lotSize))) / 1e8)} ${quantityCoin(instrument)}`;
}
