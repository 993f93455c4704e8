import type { ZonedFormats } from '../platform/time-zone.ts';

const DAY_MS = 86_400_000;
/** A day whose parts differ in their digits. */
const SAMPLE = Date.UTC(2033, 10, 22);

type Part = 'year' | 'month' | 'day';

/** The order in which the language writes a date. */
function orderOf(written: string): readonly Part[] {
  const parts = { '2033': 'year', '11': 'month', '22': 'day' } as const;
  return (written.match(/\d+/g) ?? []).map((digits) => parts[digits as keyof typeof parts]);
}

/**
 * Midnight UTC of a typed day: in the order of the language, or year first. `undefined` for what is no day, such as
 * the 31st of a shorter month.
 */
export function readDay(typed: string, formats: Pick<ZonedFormats, 'dayText'>): number | undefined {
  const digits = typed.match(/\d+/g) ?? [];
  if (digits.length !== 3 || /[^\d\s./年月日-]/.test(typed)) return undefined;
  const order = digits[0]?.length === 4 ? (['year', 'month', 'day'] as const) : orderOf(formats.dayText(SAMPLE));
  const part = (name: Part): number => Number(digits[order.indexOf(name)]);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  const isReal = year >= 1000 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? midnight : undefined;
}

/** The times from which and before which rows are of these days in the zone; each is absent without a day. */
export function spanOf(from: string, to: string, formats: ZonedFormats): { readonly from?: number; readonly to?: number } {
  const [first, last] = [readDay(from, formats), readDay(to, formats)];
  return {
    ...(first !== undefined && { from: formats.dayStart(first) }),
    // The last day is included.
    ...(last !== undefined && { to: formats.dayStart(last + DAY_MS) }),
  };
}
