import type { Zone } from '../model/zone.ts';

/** `2026-11-23T14:30`. */
const LOCAL_LENGTH = 16;

/** A time as the value of a `datetime-local` field. */
export const localOf = (zone: Zone, time: number): string => new Date(time + zone.offset(time)).toISOString().slice(0, LOCAL_LENGTH);

/** The time of a `datetime-local` field; NaN if empty. */
export function momentOf(zone: Zone, value: string): number {
  const clock = Date.parse(`${value}Z`);
  return clock - zone.offset(clock - zone.offset(clock));
}
