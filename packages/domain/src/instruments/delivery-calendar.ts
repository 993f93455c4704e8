import { firstDayOfMonth, monthOfDay } from '../values/civil-date.ts';
import { milliseconds, timestamp } from '../values/quantities.ts';
import type { Timestamp } from '../values/types.ts';

/** Weeks, months and quarters that dated contracts end with: this one, the next, the one after. */
export const DELIVERY_CODES = ['W', 'BIW', 'NBIW', 'M', 'BIM', 'NBIM', 'Q', 'BIQ', 'NBIQ'] as const;
export type DeliveryCode = (typeof DELIVERY_CODES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Contracts end at 08:00 UTC. */
export const DELIVERY_TIME_MS = 8 * HOUR_MS;
/** 1970-01-02, the first Friday after the epoch. */
const FIRST_FRIDAY = 1;
const WEEK_DAYS = 7;
const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
/** The month letters of exchanges. */
const MONTH_LETTERS = 'FGHJKMNQUVXZ';
const QUARTER_MONTHS = 3;

const atDay = (day: number): number => day * DAY_MS + DELIVERY_TIME_MS;

/** The last Friday of a month; months beyond 12 carry into the year. */
function lastFriday(year: number, month: number): number {
  const last = firstDayOfMonth(year, month + 1) - 1;
  return last - ((((last - FIRST_FRIDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
}

/** Delivery number `place` (from 0) after `now`, among those every `months` months. */
function monthly(now: number, months: number, place: number): number {
  const { year, month } = monthOfDay(Math.floor(now / DAY_MS));
  const current = Math.ceil(month / months) * months;
  const passed = atDay(lastFriday(year, current)) <= now ? 1 : 0;
  return atDay(lastFriday(year, current + (place + passed) * months));
}

function weekly(now: number, place: number): number {
  const days = Math.floor((now - DELIVERY_TIME_MS) / DAY_MS) + 1;
  const friday = Math.ceil((days - FIRST_FRIDAY) / WEEK_DAYS) * WEEK_DAYS + FIRST_FRIDAY;
  return atDay(friday + place * WEEK_DAYS);
}

/** Expiry of the contract of a code, seen from `now`: a Friday, for months and quarters the last one, 08:00 UTC; always after `now`. */
export function deliveryOf(code: DeliveryCode, now: Timestamp): Timestamp {
  const place = code.length === 1 ? 0 : code.startsWith('NBI') ? 2 : 1;
  const time = milliseconds(now);
  const series = code.at(-1);
  if (series === 'W') return timestamp(weekly(time, place));
  return timestamp(monthly(time, series === 'M' ? 1 : QUARTER_MONTHS, place));
}

/** The codes of a delivery date, seen from `now`, longest period first: the last Friday of December is Q, and perhaps M and W too. */
export function codesOfDelivery(deliveryAt: Timestamp, now: Timestamp): DeliveryCode[] {
  return [...DELIVERY_CODES].reverse().filter((code) => deliveryOf(code, now) === deliveryAt);
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function civilDate(time: Timestamp): CivilDate {
  const days = Math.floor(milliseconds(time) / DAY_MS);
  const { year, month } = monthOfDay(days);
  return { year, month, day: days - firstDayOfMonth(year, month) + 1 };
}

const twoDigits = (value: number): string => String(value % 100).padStart(2, '0');

/** The date in symbols: 25DEC26. */
export function deliveryDateText(deliveryAt: Timestamp): string {
  const { year, month, day } = civilDate(deliveryAt);
  return `${day}${MONTH_NAMES[month - 1] ?? ''}${twoDigits(year)}`;
}

/** Month letter and year, for a contract that ends with its month: Z26. */
export function deliveryMonthText(deliveryAt: Timestamp): string {
  const { year, month } = civilDate(deliveryAt);
  return `${MONTH_LETTERS[month - 1] ?? ''}${twoDigits(year)}`;
}
