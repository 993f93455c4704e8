import type { ChartTexts } from '../../bridge/messages.ts';
import { CHART_TEXT_KEYS } from '../../bridge/texts.ts';
import type { DocumentCommand } from '../document/chart-document.ts';
import { exchangeNow } from '../model/exchange-clock.ts';
import type { MenuChoice } from './menu.ts';

/** The exchange's zone, then those of most traders, from west to east. */
const OFFERED = [
  'Etc/UTC',
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const;

/** The zones to choose from: those offered, that of this machine, and the one in use. */
export function zonesBeside(inUse: string): readonly string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Systems also use other names for it.
  const isUtc = (zone: string): boolean => ['UTC', 'Etc/UTC', 'Etc/GMT', 'GMT'].includes(zone);
  return [...new Set([...OFFERED, ...[own, inUse].filter((zone) => !isUtc(zone) || zone === inUse)])];
}

/** The city's translated name, or else the zone's name in the page's language. */
export function zoneName(page: Document, zone: string, texts: ChartTexts): string {
  const key = CHART_TEXT_KEYS.find((known) => known === `zone.${zone}`);
  if (key !== undefined) return texts[key];
  const format = new Intl.DateTimeFormat(page.documentElement.lang, { timeZone: zone, timeZoneName: 'longGeneric' });
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** Current time in a zone, as a clock shows it. */
export function zoneTime(zone: string, seconds: boolean): string {
  const format: Intl.DateTimeFormatOptions = { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat('en', seconds ? { ...format, second: '2-digit' } : format).format(exchangeNow());
}

/** A choice for each zone, with the time there. */
export function zoneChoices(
  page: Document,
  texts: ChartTexts,
  { inUse, command }: { readonly inUse: string; readonly command: (command: DocumentCommand) => void },
): readonly MenuChoice[] {
  return zonesBeside(inUse).map((to) => ({
    label: zoneName(page, to, texts),
    note: zoneTime(to, false),
    isChecked: to === inUse,
    run: () => command({ kind: 'setTimezone', to }),
  }));
}
