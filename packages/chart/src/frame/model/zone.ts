const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const UTC = 'Etc/UTC';

/** Minutes to add to UTC at a time, cached by week. */
export interface Zone {
  readonly name: string;
  offset(time: number): number;
}

/** `timezone` is an IANA name; one that the browser does not know counts as UTC. */
export function createZone(timezone: string): Zone {
  if (timezone === UTC) return { name: UTC, offset: () => 0 };
  const asked = formatOf(timezone);
  if (asked === undefined) return { name: UTC, offset: () => 0 };
  const weeks = new Map<number, readonly [before: number, change: number, after: number]>();
  const weekOf = (week: number): readonly [number, number, number] => {
    const start = week * WEEK;
    const before = offsetOf(asked, start);
    const after = offsetOf(asked, start + WEEK);
    if (before === after) return [before, start, after];
    let low = start;
    let high = start + WEEK;
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 2);
      if (offsetOf(asked, middle) === before) low = middle;
      else high = middle;
    }
    return [before, Math.floor(high / 60_000) * 60_000, after];
  };
  return {
    name: timezone,
    offset: (time) => {
      const week = Math.floor(time / WEEK);
      let known = weeks.get(week);
      if (known === undefined) {
        known = weekOf(week);
        weeks.set(week, known);
      }
      return time < known[1] ? known[0] : known[2];
    },
  };
}

/** Whether the browser knows the zone of that name. */
export const isZone = (timezone: string): boolean => timezone === UTC || formatOf(timezone) !== undefined;

function formatOf(timezone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    return undefined;
  }
}

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetOf(format: Intl.DateTimeFormat, time: number): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
  return local - Math.floor(time / 60_000) * 60_000;
}
