import {
  isInverse,
  lotCount,
  moneyUnits,
  price,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  type Instrument,
  quantityCoin,
} from '@tapedeck/domain';
import type { Ticker } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import { changeRate, priceText, signedPercentText, toneOf } from '../../platform/values.ts';
import type { TickingValue } from '../../platform/ticking.tsx';

/** `+1,214.90 (+1.93%)`, green or red by its sign. */
export function changeText(formats: Formats, ticker: Ticker, instrument: Instrument): TickingValue {
  const units = priceUnits(ticker.market.last) - priceUnits(ticker.open24h);
  const sign = units > 0n ? '+' : '';
  return {
    text: `${sign}${priceText(formats, price(units), instrument)} (${signedPercentText(formats, changeRate(ticker))})`,
    tone: toneOf(units),
  };
}

/**
 * Turnover in quote coin, to about 15 digits: the exchange reports that of inverse contracts in their base coin. All
 * quote coins are dollars.
 */
export function quoteTurnover(ticker: Ticker, instrument: Instrument): number {
  const turnover = Number(moneyUnits(ticker.turnover24h)) / 1e8;
  return isInverse(instrument) ? (turnover * Number(priceUnits(ticker.market.last))) / 1e8 : turnover;
}

/** Open interest in short form with its coin. */
export function openInterestText(formats: Formats, ticker: Ticker, instrument: Instrument): string {
  if (lotCount(ticker.market.openInterest) === 0) return `0 ${quantityCoin(instrument)}`;
  return `${formats.compact(Number(quantityUnits(quantityOfLots(ticker.market.openInterest, instrument.lotSize))) / 1e8)} ${quantityCoin(instrument)}`;
}
