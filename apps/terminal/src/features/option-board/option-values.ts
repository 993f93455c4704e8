import type { Ticker } from '@tapedeck/client';
import { moneyUnits, quantityOfLots, quantityUnits, tickCount, type Instrument, type OptionTicker } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { priceText, ticksText, UNKNOWN } from '../../platform/values.ts';

export const FIELDS = ['interest', 'volume', 'iv', 'delta', 'gamma', 'vega', 'theta', 'bid', 'mark', 'ask'] as const;
export type Field = (typeof FIELDS)[number];

const VOLATILITY_SCALE = 10_000;
const UNITS = 1e8;
const SHORT_FROM = 1_000_000_000n;
/** Decimals of each greek: gamma is small for coins with a high price. */
const GREEK_DIGITS = { delta: 3, gamma: 6, vega: 2, theta: 2 } as const;

/** A display number with this many decimals. */
export function numberText(formats: Formats, value: number, digits: number): string {
  return formats.count(BigInt(Math.round(value * 10 ** digits)), digits);
}

/** A volatility in percent: 0.6012 is `60.12%`. */
export function volatilityText(formats: Formats, value: number | undefined): string {
  return value === undefined ? UNKNOWN : formats.percent(formats.count(BigInt(Math.round(value * VOLATILITY_SCALE)), 2));
}

export function greekText(formats: Formats, greek: keyof typeof GREEK_DIGITS, option: OptionTicker | undefined): string {
  return option === undefined ? UNKNOWN : numberText(formats, option.greeks[greek], GREEK_DIGITS[greek]);
}

/** One more decimal than the tick: marks are finer than quotes. */
export function markText(formats: Formats, ticker: Ticker, instrument: Instrument): string {
  return ticker.market.option === undefined
    ? UNKNOWN
    : priceText(formats, ticker.market.mark, { ...instrument, priceDigits: instrument.priceDigits + 1 });
}

/** A quantity of the underlying in short form. */
function amountText(formats: Formats, units: bigint): string {
  return units === 0n ? '0' : formats.compact(Number(units) / UNITS);
}

/** Without decimals from 10: two of them share a narrow cell. */
const shortText = (formats: Formats, units: bigint): string =>
  amountText(formats, units < SHORT_FROM ? units : BigInt(Math.round(Number(units) / UNITS)) * BigInt(UNITS));

const interestOf = ({ market }: Ticker, { lotSize }: Instrument): bigint => quantityUnits(quantityOfLots(market.openInterest, lotSize));

/** Volume and open interest in one, for narrow screens. */
export function activityText(formats: Formats, ticker: Ticker | undefined, instrument: Instrument): string {
  if (ticker === undefined) return UNKNOWN;
  return `${shortText(formats, moneyUnits(ticker.volume24h))} · ${shortText(formats, interestOf(ticker, instrument))}`;
}

export function fieldText(formats: Formats, field: Field, ticker: Ticker | undefined, instrument: Instrument): string {
  if (ticker === undefined) return UNKNOWN;
  const { market } = ticker;
  switch (field) {
    case 'interest':
      return amountText(formats, interestOf(ticker, instrument));
    case 'volume':
      return amountText(formats, moneyUnits(ticker.volume24h));
    case 'iv':
      return volatilityText(formats, market.option?.markVolatility);
    case 'bid':
      return tickCount(market.bestBid) === 0 ? UNKNOWN : ticksText(formats, market.bestBid, instrument);
    case 'ask':
      return tickCount(market.bestAsk) === 0 ? UNKNOWN : ticksText(formats, market.bestAsk, instrument);
    case 'mark':
      return markText(formats, ticker, instrument);
    default:
      return greekText(formats, field, market.option);
  }
}
