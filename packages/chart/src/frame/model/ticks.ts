import type { ChartResolution } from '../../bridge/messages.ts';
import type { Zone } from './zone.ts';

/** Steps between axis figures, as multiples of a power of ten. */
const STEPS = [1, 2, 5, 10];

/** Round numbers between `low` and `high`, at least `gap` apart. */
export function roundNumbers(low: number, high: number, gap: number): number[] {
  if (!(high > low) || !(gap > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(gap));
  const step = power * (STEPS.find((candidate) => candidate * power >= gap * (1 - 1e-9)) ?? 10);
  const numbers: number[] = [];
  // `Math.ceil` gives -0 for a little below 0, which would be written as -0.00; + 0 makes it 0.
  for (let count = Math.ceil(low / step) + 0; count * step <= high; count += 1) numbers.push(count * step);
  return numbers;
}

export type TimeTickKind = 'year' | 'month' | 'day' | 'time';

export interface TimeTick {
  readonly time: number;
  readonly kind: TimeTickKind;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps within a day, then in days, then in months. */
const IN_DAY = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * MINUTE);
const DAYS = [1, 2, 5, 10, 15];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];
const MONTH = 30.4 * DAY;
/** No more marks than any screen can hold. */
const MOST = 200;

/** Bars of a day and longer keep their own date in every zone. */
export function isDaily(resolution: ChartResolution): boolean {
  return resolution === '1D' || resolution === '1W' || resolution === '1M';
}

/** Times from `from` to `to` with a mark, at least `gap` apart: local midnights and round times between them. */
export function timeTicks(from: number, to: number, gap: number, zone: Zone): TimeTick[] {
  if (!(to > from) || !(gap > 0)) return [];
  const inDay = IN_DAY.find((step) => step >= gap);
  if (inDay !== undefined) return ticksInDays(from, to, inDay, zone);
  const days = DAYS.find((count) => count * DAY >= gap);
  if (days !== undefined) return ticksOfDays(from, to, days, zone);
  return ticksOfMonths(from, to, MONTHS.find((count) => count * MONTH >= gap) ?? 120, zone);
}

/** The time at which the zone's clock shows `local`. */
function utcOf(local: number, zone: Zone): number {
  const guess = local - zone.offset(local);
  return local - zone.offset(guess);
}

function ticksInDays(from: number, to: number, step: number, zone: Zone): TimeTick[] {
  const ticks: TimeTick[] = [];
  const offsets = [zone.offset(from), zone.offset(to)];
  const last = to + Math.max(...offsets);
  for (let local = Math.ceil((from + Math.min(...offsets)) / step) * step; local <= last && ticks.length < MOST; local += step) {
    const kind = local % DAY === 0 ? kindOfDay(local) : 'time';
    const shown = utcOf(local, zone);
    // Clocks that go back show these times twice; marks of a longer step would be too near.
    const back = zone.offset(local - DAY) - zone.offset(local + DAY);
    const again = back > 0 && back % step === 0 ? [shown - back, shown + back].filter((time) => time + zone.offset(time) === local) : [];
    for (const time of [shown, ...again]) if (time >= from && time <= to) ticks.push({ time, kind });
  }
  return ticks.sort((one, other) => one.time - other.time);
}

function kindOfDay(local: number): TimeTickKind {
  const date = new Date(local);
  if (date.getUTCDate() !== 1) return 'day';
  return date.getUTCMonth() === 0 ? 'year' : 'month';
}

/** Days of the month 1, 1 + count, …: each month restarts, so its first day is always marked. */
function ticksOfDays(from: number, to: number, count: number, zone: Zone): TimeTick[] {
  const ticks: TimeTick[] = [];
  const last = to + zone.offset(to);
  for (let local = Math.ceil((from + zone.offset(from)) / DAY) * DAY; local <= last && ticks.length < MOST; local += DAY) {
    const date = new Date(local).getUTCDate() - 1;
    const isTooNearNextMonth = date > 30 - count / 2;
    if (date % count === 0 && (count === 1 || !isTooNearNextMonth)) ticks.push({ time: utcOf(local, zone), kind: kindOfDay(local) });
  }
  return ticks;
}

function ticksOfMonths(from: number, to: number, count: number, zone: Zone): TimeTick[] {
  const ticks: TimeTick[] = [];
  const start = new Date(from + zone.offset(from));
  const last = to + zone.offset(to);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / count) * count;
  for (let month = first; ticks.length < MOST; month += count) {
    const local = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (local > last) return ticks;
    const time = utcOf(local, zone);
    if (time >= from) ticks.push({ time, kind: month % 12 === 0 ? 'year' : 'month' });
  }
  return ticks;
}
