/** Days from 0000-03-01 to 1970-01-01, and in a 400-year era, of the Gregorian calendar. */
const EPOCH_SHIFT = 719_468;
const ERA_DAYS = 146_097;

/** Year and month (1 to 12) of a day counted from 1970-01-01. */
export function monthOfDay(day: number): { readonly year: number; readonly month: number } {
  const shifted = day + EPOCH_SHIFT;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}

/** Day, counted from 1970-01-01, of the first of a month; months beyond 12 or below 1 carry into the year. */
export function firstDayOfMonth(year: number, month: number): number {
  const carried = year + Math.floor((month - 1) / 12);
  const inYear = ((((month - 1) % 12) + 12) % 12) + 1;
  const marchYear = inYear <= 2 ? carried - 1 : carried;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (inYear > 2 ? inYear - 3 : inYear + 9) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_SHIFT;
}
