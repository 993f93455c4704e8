import { createStore } from '@tapedeck/client';
import type { Formats } from '@tapedeck/i18n';
import { useMemo } from 'react';
import { keepChoice, readChoice } from './storage.ts';
import { useFormats } from './texts.tsx';
import { useReadable } from './use-readable.ts';

/** UTC, like the exchange, or the zone of this device. */
export type ZoneChoice = 'utc' | 'device';

const CHOICE = 'timeZone';
const MINUTE_MS = 60_000;

export const zoneChosen = createStore<ZoneChoice>(readChoice(CHOICE) === 'device' ? 'device' : 'utc');

export function chooseZone(choice: ZoneChoice): void {
  zoneChosen.set(choice);
  keepChoice(CHOICE, choice);
}

/** The city of the device's zone, or UTC. */
export const deviceZoneName = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';

const offsetAt = (choice: ZoneChoice, time: number): number => (choice === 'utc' ? 0 : -new Date(time).getTimezoneOffset() * MINUTE_MS);

/** The times of tables, in the chosen zone; their heads name it. */
export interface ZonedFormats extends Formats {
  readonly zone: string;
  /** Added to a time of UTC. */
  offset(time: number): number;
  /** A day of no zone, given by its midnight UTC. */
  dayText(midnight: number): string;
  /** When a day begins in the zone; `midnight` is that of UTC. */
  dayStart(midnight: number): number;
}

export function zonedFormats(formats: Formats, choice: ZoneChoice): ZonedFormats {
  const offset = (time: number): number => offsetAt(choice, time);
  const moved = (write: (time: number) => string) => (time: number) => write(time + offset(time));
  return {
    ...formats,
    date: moved(formats.date),
    dateMinute: moved(formats.dateMinute),
    dateTime: moved(formats.dateTime),
    time: moved(formats.time),
    zone: choice === 'utc' ? 'UTC' : deviceZoneName(),
    offset,
    dayText: formats.date,
    // Twice, because the clocks may change in between.
    dayStart: (midnight) => midnight - offset(midnight - offset(midnight)),
  };
}

export function useZonedFormats(): ZonedFormats {
  const formats = useFormats();
  const choice = useReadable(zoneChosen);
  return useMemo(() => zonedFormats(formats, choice), [formats, choice]);
}

/** The head of a column of times: `Time (UTC)`. */
export const inZone = (label: string, { zone }: Pick<ZonedFormats, 'zone'>): string => `${label} (${zone})`;
