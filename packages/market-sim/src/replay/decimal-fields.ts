import { SCALE, SCALE_DIGITS, divFloor, divNearest, type Side } from '@tapedeck/domain';
import { DAY_MS, firstDayOfMonth } from '../path/calendar.ts';

const NUMBER = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|\+00:?00)?$/;
const TEXT_MAX = 60;
/** Year, month, day, hour, minute, second. */
const CALENDAR_LEAST = [1970, 1, 1, 0, 0, 0];
const CALENDAR_MOST = [9999, 12, 31, 23, 59, 59];
/** Units of 1e-8 s per millisecond. */
const UNITS_PER_MILLISECOND = 100_000n;
/** A count of seconds has fewer digits before the point than these; milliseconds have fewer than microseconds. */
const SECONDS_BELOW = 100_000_000_000;
const MILLISECONDS_BELOW = 100_000_000_000_000;
const MICROSECONDS_BELOW = 100_000_000_000_000_000;

function powerOfTen(exponent: number): bigint {
  return BigInt(`1${'0'.repeat(exponent)}`);
}

/** A non-negative number in units of 1e-8; finer digits are rounded to the nearest. `undefined` for other text. */
export function scaledNumber(text: string): bigint | undefined {
  const match = text.length <= TEXT_MAX ? NUMBER.exec(text) : null;
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  const digits = BigInt((match[1] ?? '') + fraction);
  const shift = SCALE_DIGITS - fraction.length + Number(match[3] ?? '0');
  return shift >= 0 ? digits * powerOfTen(shift) : divNearest(digits, powerOfTen(-shift));
}

/** Milliseconds since 1970 of a UTC time; `undefined` for an invalid calendar date. */
function instantOf(parts: RegExpExecArray): number | undefined {
  const numbers = parts.slice(1, 7).map((part) => Number(part || '0'));
  if (numbers.some((number, i) => number < (CALENDAR_LEAST[i] ?? 0) || number > (CALENDAR_MOST[i] ?? 0))) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const fraction = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  return (firstDayOfMonth(year, month) + day - 1) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + fraction;
}

/** Milliseconds since 1970 from seconds with decimals, milliseconds, microseconds or nanoseconds, or from a UTC time. */
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
