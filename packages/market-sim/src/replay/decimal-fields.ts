import { SCALE, SCALE_DIGITS, divFloor, divNearest, type Side } from '@tapedeck/domain';
import { DAY_MS, MINUTE_MS, firstDayOfMonth } from '../path/calendar.ts';

const NUMBER = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;
const INSTANT = /^(\d{4})([-./])(\d{2})\2(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?(?:Z|UTC|([+-])(\d{2}):?(\d{2})?))?$/;
const TEXT_MAX = 60;
/** Year, month, day, hour, minute, second. */
const CALENDAR_LEAST = [1970, 1, 1, 0, 0, 0];
const CALENDAR_MOST = [9999, 12, 31, 23, 59, 59];
/** Widest offset of a time zone, in hours. */
const OFFSET_HOURS_MAX = 14;
/** Units of 1e-8 s per millisecond. */
const UNITS_PER_MILLISECOND = 100_000n;
/** A count of seconds has fewer digits before the point than these; milliseconds have fewer than microseconds. */
const SECONDS_BELOW = 100_000_000_000;
const MILLISECONDS_BELOW = 100_000_000_000_000;
const MICROSECONDS_BELOW = 100_000_000_000_000_000;
/** Programs that compute in binary write 0.1 + 0.2 as 0.30000000000000004: a difference below this share is their noise. */
const NOISE_SHARE = 1_000_000_000_000_000n;

function powerOfTen(exponent: number): bigint {
  return BigInt(`1${'0'.repeat(exponent)}`);
}

/** A number in units of 1e-8, rounded to the nearest. */
export interface ScaledDecimal {
  readonly units: bigint;
  /** The text has digits that the units lose. */
  readonly isFiner: boolean;
}

/** A non-negative number; `undefined` for other text. */
export function scaledDecimal(text: string): ScaledDecimal | undefined {
  const match = text.length <= TEXT_MAX ? NUMBER.exec(text) : null;
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  const digits = BigInt((match[1] ?? '') + fraction);
  const shift = SCALE_DIGITS - fraction.length + Number(match[3] ?? '0');
  if (shift >= 0) return { units: digits * powerOfTen(shift), isFiner: false };
  const unit = powerOfTen(-shift);
  const units = divNearest(digits, unit);
  const lost = digits > units * unit ? digits - units * unit : units * unit - digits;
  return { units, isFiner: lost * NOISE_SHARE > digits };
}

/** A non-negative number in units of 1e-8; finer digits are rounded to the nearest. `undefined` for other text. */
export const scaledNumber = (text: string): bigint | undefined => scaledDecimal(text)?.units;

/** Offset of a time zone in ms, from its sign, hours and minutes; `undefined` for an impossible one. */
function offsetOf(sign: string | undefined, hours = '0', minutes = '0'): number | undefined {
  if (Number(hours) > OFFSET_HOURS_MAX || Number(minutes) > (CALENDAR_MOST[4] ?? 0)) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
}

/** Milliseconds since 1970; `undefined` for an invalid calendar date or offset. */
function instantOf(parts: RegExpExecArray): number | undefined {
  const numbers = [parts[1], parts[3], parts[4], parts[5], parts[6], parts[7]].map((part) => Number(part ?? '0'));
  const isOff = (number: number, i: number): boolean => number < (CALENDAR_LEAST[i] ?? 0) || number > (CALENDAR_MOST[i] ?? 0);
  if (numbers.some(isOff)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const fraction = Number((parts[8] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = offsetOf(parts[9], parts[10], parts[11]);
  if (offset === undefined) return undefined;
  return (firstDayOfMonth(year, month) + day - 1) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + fraction - offset;
}

/**
 * Milliseconds since 1970 from seconds with decimals, milliseconds, microseconds or nanoseconds, or from a date and a time,
 * which is in UTC unless it states an offset.
 */
export function timeOf(text: string): number | undefined {
  const instant = INSTANT.exec(text);
  if (instant !== null) return instantOf(instant);
  const scaled = scaledNumber(text);
  if (scaled === undefined) return undefined;
  const value = Number(divFloor(scaled, SCALE));
  if (value < SECONDS_BELOW) return Number(divFloor(scaled, UNITS_PER_MILLISECOND));
  if (value < MILLISECONDS_BELOW) return Number(divFloor(scaled, SCALE));
  const perMillisecond = value < MICROSECONDS_BELOW ? 1_000n : 1_000_000n;
  return Number(divFloor(scaled, SCALE * perMillisecond));
}

/** The taker's side. */
export function sideOf(text: string): Side | undefined {
  switch (text.toLowerCase()) {
    case 'buy':
    case 'b':
      return 'Buy';
    case 'sell':
    case 's':
      return 'Sell';
    default:
      return undefined;
  }
}

/** The taker's side from whether the buyer was the maker. */
export function sideOfMaker(text: string): Side | undefined {
  switch (text.toLowerCase()) {
    case 'true':
    case '1':
      return 'Sell';
    case 'false':
    case '0':
      return 'Buy';
    default:
      return undefined;
  }
}
