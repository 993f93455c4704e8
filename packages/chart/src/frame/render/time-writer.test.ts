import { expect, it } from 'vitest';
import { TimeWriter } from './time-writer.ts';

it('the crosshair names the offset of a time that the clocks show twice, and of no other', () => {
  const berlin = new TimeWriter('en', 'Europe/Berlin', false);
  const at = (utc: number): string => berlin.moment(utc).replace(/^.*2025,? /, '');
  // Clocks went back from 3:00 to 2:00 at 01:00 UTC.
  const [before, first, second, after] = [23, 24, 25, 26].map((hour) => at(Date.UTC(2025, 9, 25, hour, 30)));
  expect([before, first, second, after]).toEqual(['01:30', '02:30 GMT+2', '02:30 GMT+1', '03:30']);
  const howe = new TimeWriter('en', 'Australia/Lord_Howe', false);
  expect(howe.moment(Date.UTC(2025, 3, 5, 14, 45))).toMatch(/01:45 GMT\+11$/);
  const daily = new TimeWriter('en', 'Etc/UTC', true);
  expect(daily.moment(Date.UTC(2025, 9, 26))).toMatch(/2025$/);
});
