import type { TimeTick } from '../model/ticks.ts';
import { dateFormat } from './formats.ts';

/** Clocks go back by an hour, and by half of one on an island. */
const SHIFTS = [-60, -30, 30, 60].map((minutes) => minutes * 60_000);

/** Writes moments of the time axis in a zone. */
export class TimeWriter {
  private readonly formats: { readonly [K in TimeTick['kind']]: Intl.DateTimeFormat };
  private readonly full: Intl.DateTimeFormat;
  /** With the offset of the zone, for times that its clocks show twice. */
  private readonly exact: Intl.DateTimeFormat | undefined;

  /** `isDaily`: bars that keep their own date, without a time of day. */
  constructor(locale: string, zone: string, isDaily: boolean) {
    const of = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => dateFormat(locale, { ...options, timeZone: zone });
    this.formats = {
      year: of({ year: 'numeric' }),
      month: of({ month: 'short' }),
      day: of({ day: 'numeric', weekday: 'short' }),
      time: of({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    };
    const date: Intl.DateTimeFormatOptions = { weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' };
    const minute: Intl.DateTimeFormatOptions = { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
    this.full = of(isDaily ? date : minute);
    if (!isDaily) this.exact = of({ ...minute, timeZoneName: 'shortOffset' });
  }

  tick({ time, kind }: TimeTick): string {
    return this.formats[kind].format(time);
  }

  moment(time: number): string {
    const text = this.full.format(time);
    const isTwice = SHIFTS.some((shift) => this.full.format(time + shift) === text);
    return isTwice && this.exact !== undefined ? this.exact.format(time) : text;
  }
}
