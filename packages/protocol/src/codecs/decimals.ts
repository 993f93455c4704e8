import {
  DECIMAL_DIGITS_MAX,
  SCALE_DIGITS,
  exactLots,
  exactTicks,
  formatDecimal,
  leverage,
  leverageHundredths,
  money,
  moneyUnits,
  parseDecimal,
  price,
  priceOfTicks,
  priceUnits,
  quantity,
  quantityOfLots,
  quantityUnits,
  rate,
  rateUnits,
  timestamp,
} from '@tapedeck/domain';
import type { Instrument, Leverage, Lots, Money, Price, Quantity, Rate, Ticks, Timestamp } from '@tapedeck/domain';
import { WireMalformed } from './wire-malformed.ts';

type Grid = Pick<Instrument, 'tickSize' | 'lotSize' | 'priceDigits'>;

const HUNDREDTHS_DIGITS = 2;

export const moneyText = (value: Money): string => formatDecimal(moneyUnits(value));
/** With at least the decimals of the instrument; more if the price is between ticks. */
export const priceText = (value: Price, grid: Grid): string => formatDecimal(priceUnits(value), SCALE_DIGITS, grid.priceDigits);
export const ticksText = (value: Ticks, grid: Grid): string => priceText(priceOfTicks(value, grid.tickSize), grid);
export const quantityText = (value: Quantity): string => formatDecimal(quantityUnits(value));
export const lotsText = (value: Lots, grid: Grid): string => quantityText(quantityOfLots(value, grid.lotSize));
export const rateText = (value: Rate): string => formatDecimal(rateUnits(value));
export const leverageText = (value: Leverage): string => formatDecimal(leverageHundredths(value), HUNDREDTHS_DIGITS);
/** A rate times 1e8, as whole-number text (`…E8` on the wire). */
export const rateE8Text = (value: Rate): string => rateUnits(value).toString();
export const leverageE2Text = (value: Leverage): string => leverageHundredths(value).toString();

function readUnits(text: string, field: string, digits: number): bigint {
  const units = text.length > DECIMAL_DIGITS_MAX ? undefined : parseDecimal(text, digits);
  if (units === undefined) throw new WireMalformed(field);
  return units;
}

export const readMoney = (text: string, field: string): Money => money(readUnits(text, field, SCALE_DIGITS));
export const readPrice = (text: string, field: string): Price => price(readUnits(text, field, SCALE_DIGITS));
export const readRate = (text: string, field: string): Rate => rate(readUnits(text, field, SCALE_DIGITS));
export const readRateE8 = (text: string, field: string): Rate => rate(readUnits(text, field, 0));

export function readQuantity(text: string, field: string): Quantity {
  const units = readUnits(text, field, SCALE_DIGITS);
  if (units < 0n) throw new WireMalformed(field);
  return quantity(units);
}

export function readLeverage(text: string, field: string): Leverage {
  return positiveLeverage(readUnits(text, field, HUNDREDTHS_DIGITS), field);
}

export function readLeverageE2(text: string, field: string): Leverage {
  return positiveLeverage(readUnits(text, field, 0), field);
}

function positiveLeverage(hundredths: bigint, field: string): Leverage {
  if (hundredths <= 0n) throw new WireMalformed(field);
  return leverage(hundredths);
}

export function readTicks(text: string, field: string, grid: Grid): Ticks {
  const value = readPrice(text, field);
  if (!isSafe(priceUnits(value) / priceUnits(grid.tickSize))) throw new WireMalformed(field);
  const count = exactTicks(value, grid.tickSize);
  if (count === undefined) throw new WireMalformed(field);
  return count;
}

export function readLots(text: string, field: string, grid: Grid): Lots {
  const value = readQuantity(text, field);
  if (!isSafe(quantityUnits(value) / quantityUnits(grid.lotSize))) throw new WireMalformed(field);
  const count = exactLots(value, grid.lotSize);
  if (count === undefined) throw new WireMalformed(field);
  return count;
}

export function readTime(milliseconds: number, field: string): Timestamp {
  if (!Number.isSafeInteger(milliseconds)) throw new WireMalformed(field);
  return timestamp(milliseconds);
}

export function readCount(value: string | number, field: string): number {
  const count = Number(value);
  if (value === '' || !Number.isSafeInteger(count) || count < 0) throw new WireMalformed(field);
  return count;
}

/** A member of a closed list. */
export function readWord<Word extends string>(text: string, field: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new WireMalformed(field);
  return word;
}

function isSafe(count: bigint): boolean {
  return count <= BigInt(Number.MAX_SAFE_INTEGER) && count >= -BigInt(Number.MAX_SAFE_INTEGER);
}
