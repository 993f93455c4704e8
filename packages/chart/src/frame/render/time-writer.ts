import type { TimeTick } from '../model/ticks.ts';
import { dateFormat } from './formats.ts';

/** Writes moments of the time axis in a zone. */
export class TimeWriter {
  private readonly formats: { readonly [K in TimeTick['kind']]: Intl.DateTimeFormat };
  private readonly full: Intl.DateTimeFormat;

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
    this.full = of(isDaily ? date : { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }

  tick({ time, kind }: TimeTick): string {
    return this.formats[kind].format(time);
  }

  moment(time: number): string {
    return this.full.format(time);
  }
}
