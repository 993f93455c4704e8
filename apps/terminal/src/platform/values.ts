import {
  divNearest,
  divFloor,
  formatDecimal,
  leverageHundredths,
  lotCount,
  moneyUnits,
  parseDecimal,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  rate,
  rateUnits,
  tickCount,
  type Instrument,
  type Leverage,
  type Lots,
  type Money,
  type Price,
  type Rate,
  type Ticks,
} from '@tapedeck/domain';
import type { AccountView, Ticker } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';

/** Shown for unknown values. */
export const UNKNOWN = '--';

export { coinDigits, marginDigits } from '@tapedeck/domain';

const pow10 = (digits: number): bigint => 10n ** BigInt(digits);

/** A price with the decimals of the instrument, rounded to nearest. */
export function priceText(formats: Formats, value: Price | undefined, instrument: Pick<Instrument, 'priceDigits'>): string {
  if (value === undefined) return UNKNOWN;
  return formats.count(divNearest(priceUnits(value), pow10(8 - instrument.priceDigits)), instrument.priceDigits);
}

/** Plain text of a price for a field: no grouping, decimals of the instrument. */
export function priceFieldText(value: Price, instrument: Instrument): string {
  return formatDecimal(priceUnits(value), 8, instrument.priceDigits);
}

export function ticksText(formats: Formats, value: Ticks, instrument: Instrument): string {
  return formats.count(tickCount(value) * tickStep(instrument), instrument.priceDigits);
}

/** Units of the last displayed decimal per tick: 5 for a tick of 0.05 with two decimals. */
export function tickStep(instrument: Instrument): number {
  return Number(priceUnits(instrument.tickSize) / pow10(8 - instrument.priceDigits));
}

/** The same for a lot. */
export function lotStep(instrument: Instrument): number {
  return Number(quantityUnits(instrument.lotSize) / pow10(8 - instrument.quantityDigits));
}

export function lotsText(formats: Formats, value: Lots, instrument: Instrument): string {
  return formats.count(lotCount(value) * lotStep(instrument), instrument.quantityDigits);
}

/** Plain text of a lot count, for fields and for chart lines. */
export function lotsFieldText(value: Lots, instrument: Instrument): string {
  return formatDecimal(quantityUnits(quantityOfLots(value, instrument.lotSize)), 8);
}

/** Money with two decimals by default, rounded to nearest. */
export function moneyText(formats: Formats, value: Money | undefined, digits = 2): string {
  return value === undefined ? UNKNOWN : formats.count(divNearest(moneyUnits(value), pow10(8 - digits)), digits);
}

/** Spendable money: never shown as more than there is. */
export function freeMoneyText(formats: Formats, value: Money, digits: number): string {
  return formats.count(divFloor(moneyUnits(value), pow10(8 - digits)), digits);
}

/** Money to the last unit, without trailing zeros. */
export const exactMoneyText = (formats: Formats, value: Money): string => formats.decimal(formatDecimal(moneyUnits(value)));

/** Money with an explicit sign, like profits. An amount that rounds to zero has none. */
export function signedMoneyText(formats: Formats, value: Money | undefined, digits = 2): string {
  const text = moneyText(formats, value, digits);
  return value !== undefined && divNearest(moneyUnits(value), pow10(8 - digits)) > 0n ? `+${text}` : text;
}

/** Unit of an account's totals: USD if its coins are one pool, else USDT. */
export const totalsCoin = ({ pool }: Pick<AccountView, 'pool'>): string => (pool === undefined ? 'USDT' : 'USD');

/** A fraction in percent: 0.0193 with 2 is `1.93%`, in German `1,93 %`. */
export function percentText(formats: Formats, value: Rate | undefined, digits = 2): string {
  return value === undefined ? UNKNOWN : formats.percent(formats.count(divNearest(rateUnits(value), pow10(6 - digits)), digits));
}

/** The same with an explicit sign. A fraction that rounds to zero has none. */
export function signedPercentText(formats: Formats, value: Rate | undefined, digits = 2): string {
  const text = percentText(formats, value, digits);
  return value !== undefined && divNearest(rateUnits(value), pow10(6 - digits)) > 0n ? `+${text}` : text;
}

/** (price − base) ÷ base, to the nearest 1e-8; undefined for a base of zero. */
export function differenceRate(value: Price, base: Price): Rate | undefined {
  const units = priceUnits(base);
  return units === 0n ? undefined : rate(divNearest((priceUnits(value) - units) * 100_000_000n, units));
}

/** Change of the last price over 24 hours as a fraction of the price then. */
export const changeRate = (ticker: Ticker): Rate | undefined => differenceRate(ticker.market.last, ticker.open24h);

/** Maker and taker rate of the account, of an instrument with the account's own fees. */
export function feeRatesText(formats: Formats, { makerFee, takerFee }: Pick<Instrument, 'makerFee' | 'takerFee'>): string {
  return `${percentText(formats, makerFee, 4)} / ${percentText(formats, takerFee, 4)}`;
}

export function leverageText(formats: Formats, value: Leverage): string {
  const hundredths = leverageHundredths(value);
  return `${hundredths % 100n === 0n ? formats.count(hundredths / 100n, 0) : formats.count(hundredths, 2)}x`;
}

/** Large amounts in short form; for orientation only. */
export function compactMoney(formats: Formats, value: Money): string {
  return formats.compact(Number(moneyUnits(value)) / 1e8);
}

/** Decimal text of the wire with at least `digits` decimals, so that columns align. */
export function paddedText(formats: Formats, text: string, digits: number): string {
  const units = parseDecimal(text);
  return formats.decimal(units === undefined ? text : formatDecimal(units, 8, digits));
}

/** Decimal text of the wire, unchanged. */
export function wireText(formats: Formats, text: string): string {
  return text === '' ? UNKNOWN : formats.decimal(text);
}

/** Additional decimals of an average price. */
const MEAN_DIGITS = 2;

/**
 * A price of the wire: with the decimals of its instrument, and up to two more if it is an average. Unchanged while the
 * instrument is unknown.
 */
export function wirePrice(formats: Formats, text: string, instrument: Pick<Instrument, 'priceDigits'> | undefined): string {
  const units = text === '' ? undefined : parseDecimal(text);
  if (units === undefined || instrument === undefined) return wireText(formats, text);
  const digits = Math.min(instrument.priceDigits + MEAN_DIGITS, 8);
  return formats.decimal(formatDecimal(divNearest(units, pow10(8 - digits)), digits, instrument.priceDigits));
}

/** A number of the wire as sort key; `undefined` for none. */
export const wireNumber = (text: string | undefined): number | undefined => (text === undefined || text === '' ? undefined : Number(text));

export function toneOf(units: bigint): 'up' | 'down' | 'none' {
  return units > 0n ? 'up' : units < 0n ? 'down' : 'none';
}
