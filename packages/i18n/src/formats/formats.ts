import { compactText, numberStyle, writeCount, writeDecimalText } from './number-format.ts';

/** Numbers and dates in one language. Times are in UTC, like the exchange's. */
export interface Formats {
  readonly locale: string;
  /** A whole count of 10^-fraction units. */
  count(count: number | bigint, fraction: number): string;
  /** Plain decimal text with the separators of the language. */
  decimal(plain: string): string;
  /** A formatted number in percent: `1.25%`, in German `1,25 %`, in Turkish `%1,25`. */
  percent(written: string): string;
  /** The sign alone, as the unit of a field. */
  percentSign(): string;
  /** Short form of a large number: 3.18B. */
  compact(value: number): string;
  /** 2026-11-20. */
  date(milliseconds: number): string;
  /** 2026-11-20 14:47. */
  dateMinute(milliseconds: number): string;
  /** 2026-11-20 14:47:16. */
  dateTime(milliseconds: number): string;
  /** 14:47:16. */
  time(milliseconds: number): string;
  /** Remaining time: `33d 4h`; a countdown below two days. */
  span(milliseconds: number): string;
  /** Distance of a time in one unit: `3 min. ago`, `in 31 days`, `now` below a minute. Past times are negative. */
  relative(milliseconds: number): string;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Hours, minutes and seconds since midnight UTC, without `Intl`: it ticks. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000) % 86_400;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A duration as hours, minutes and seconds; never negative. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function spanText(locale: string): (milliseconds: number) => string {
  const unit = (name: 'day' | 'hour') => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' });
  // Created for the first long duration: these formats cost half of all that the first paint renders.
  let units: readonly [Intl.NumberFormat, Intl.NumberFormat] | undefined;
  return (milliseconds) => {
    if (milliseconds < 2 * DAY_MS) return countdown(milliseconds);
    units ??= [unit('day'), unit('hour')];
    const [days, hours] = units;
    return `${days.format(Math.floor(milliseconds / DAY_MS))} ${hours.format(Math.floor(milliseconds / HOUR_MS) % 24)}`;
  };
}

/** Dates in English in the format of exchanges, sortable; in every other language in its own order, with two digits, Gregorian calendar. */
function dateText(locale: string): (milliseconds: number) => string {
  if (locale === 'en') return (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10);
  let intl: Intl.DateTimeFormat | undefined;
  return (milliseconds) => {
    intl ??= new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
    return intl.format(milliseconds);
  };
}

/** A number's sign comes first, then the characters that the language places around the number. */
function percentText(locale: string): (written: string) => string {
  let around: readonly [before: string, after: string] | undefined;
  return (written) => {
    around ??= percentAround(locale);
    const sign = /^[+-]?/.exec(written)?.[0] ?? '';
    return `${sign}${around[0]}${written.slice(sign.length)}${around[1]}`;
  };
}

function percentAround(locale: string): readonly [before: string, after: string] {
  // The first view shows percentages, and its first format would cost a tenth of its time.
  if (locale === 'en') return ['', '%'];
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'integer');
  const joined = (some: typeof parts): string => some.map(({ value }) => value).join('');
  return [joined(parts.slice(0, at)), joined(parts.slice(at + 1))];
}

const MINUTE_MS = 60_000;

function relativeText(locale: string): (milliseconds: number) => string {
  let intl: Intl.RelativeTimeFormat | undefined;
  return (milliseconds) => {
    intl ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
    const far = Math.abs(milliseconds);
    if (far < MINUTE_MS) return intl.format(0, 'second');
    if (far < HOUR_MS) return intl.format(Math.round(milliseconds / MINUTE_MS), 'minute');
    return far < DAY_MS ? intl.format(Math.round(milliseconds / HOUR_MS), 'hour') : intl.format(Math.round(milliseconds / DAY_MS), 'day');
  };
}

const cache = new Map<string, Formats>();

function build(locale: string): Formats {
  const style = numberStyle(locale);
  const date = dateText(locale);
  const percent = percentText(locale);
  return {
    locale,
    count: (count, fraction) => writeCount(count, fraction, style),
    decimal: (plain) => writeDecimalText(plain, style),
    percent,
    percentSign: () => percent('').trim(),
    compact: compactText(locale),
    date,
    dateMinute: (milliseconds) => `${date(milliseconds)} ${clockTime(milliseconds).slice(0, 5)}`,
    dateTime: (milliseconds) => `${date(milliseconds)} ${clockTime(milliseconds)}`,
    time: clockTime,
    span: spanText(locale),
    relative: relativeText(locale),
  };
}

/** The formats of a language; created once. */
export function formatsOf(locale: string): Formats {
  const found = cache.get(locale);
  if (found !== undefined) return found;
  const made = build(locale);
  cache.set(locale, made);
  return made;
}
