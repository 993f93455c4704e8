import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundNumbers, timeTicks } from './ticks.ts';
import { createZone, type Zone } from './zone.ts';

const HOUR = 3_600_000;
const utc = createZone('Etc/UTC');

describe('marks of the axes', () => {
  it('of prices are multiples of 1, 2 or 5 times a power of ten, inside and apart', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 1e6, noNaN: true }), fc.double({ min: 0.001, max: 10, noNaN: true }), (low, share) => {
        const high = low * (1 + share);
        const gap = (high - low) / 7;
        const marks = roundNumbers(low, high, gap);
        expect(marks.length).toBeGreaterThan(0);
        expect(marks.every((mark) => mark >= low * (1 - 1e-12) && mark <= high)).toBe(true);
        const [first = 0, second = first] = marks;
        if (second > first) {
          expect(second - first).toBeGreaterThanOrEqual(gap * 0.999);
          const digit = Number((second - first).toExponential(6).slice(0, 1));
          expect([1, 2, 5, 9, 4]).toContain(digit);
        }
      }),
    );
  });

  it('have no negative zero, which would be written with a sign', () => {
    expect(roundNumbers(-1, 10, 4)).toEqual([0, 5, 10]);
  });

  it('of time stand at local midnights, also over a change of the clocks', () => {
    const zone = createZone('America/New_York');
    // The clocks went forward on 8 March 2026.
    const from = Date.UTC(2026, 2, 7, 12);
    const ticks = timeTicks(from, from + 48 * HOUR, 6 * HOUR, zone);
    const days = ticks.filter(({ kind }) => kind === 'day').map(({ time }) => new Date(time).toISOString());
    expect(days).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z']);
    expect(ticks.map(({ time }) => new Date(time).toISOString())).toContain('2026-03-08T16:00:00.000Z');
  });

  it('of a repeated hour stand in both passes, and only in those that are seen', () => {
    const [berlin, york, howe] = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'].map(createZone) as [Zone, Zone, Zone];
    const shown = (from: number, minutes: number, step: number, zone: Zone) =>
      timeTicks(from, from + minutes * 60_000, step * 60_000, zone).map(({ time }) => new Date(time).toISOString().slice(11, 16));
    // Clocks went back from 3:00 to 2:00 at 01:00 UTC, from 2:00 to 1:00 at 06:00 UTC, and from 2:00 to 1:30 at 15:00 UTC.
    const fall = Date.UTC(2025, 9, 25, 23, 30);
    expect(shown(fall, 180, 30, berlin)).toEqual(['23:30', '00:00', '00:30', '01:00', '01:30', '02:00', '02:30']);
    expect(shown(Date.UTC(2025, 10, 2, 5), 120, 30, york)).toEqual(['05:00', '05:30', '06:00', '06:30', '07:00']);
    expect(shown(Date.UTC(2025, 3, 5, 14, 30), 60, 15, howe)).toEqual(['14:30', '14:45', '15:00', '15:15', '15:30']);
    expect(shown(Date.UTC(2025, 9, 26, 0, 45), 30, 15, berlin)).toEqual(['00:45', '01:00', '01:15']);
    // Two hours apart, the two passes would cover each other.
    expect(shown(fall, 360, 120, berlin)).toEqual(['01:00', '03:00', '05:00']);
  });

  it('name years, months and days for what they begin', () => {
    const kinds = timeTicks(Date.UTC(2025, 11, 31), Date.UTC(2026, 1, 2), 24 * HOUR, utc).filter(({ kind }) => kind !== 'day');
    expect(kinds.map(({ kind, time }) => [kind, new Date(time).toISOString().slice(0, 10)])).toEqual([
      ['year', '2026-01-01'],
      ['month', '2026-02-01'],
    ]);
    const far = timeTicks(Date.UTC(2020, 0, 1), Date.UTC(2026, 0, 1), 300 * 24 * HOUR, utc);
    expect(far.every(({ kind }) => kind === 'year')).toBe(true);
    expect(far).toHaveLength(7);
  });

  it('are finite for any span and zone', () => {
    const zones = ['Etc/UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/New_York'].map(createZone);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5e10 }), fc.constantFrom(...zones), (span, zone) => {
        const from = Date.UTC(2026, 9, 1);
        const ticks = timeTicks(from, from + span, span / 8, zone);
        expect(ticks.length).toBeLessThanOrEqual(40);
        expect(ticks.every(({ time }, index) => index === 0 || time > (ticks[index - 1]?.time ?? 0))).toBe(true);
      }),
    );
  });
});

describe('zones', () => {
  it('know when the clocks change, to the minute', () => {
    const berlin = createZone('Europe/Berlin');
    const change = Date.UTC(2026, 9, 25, 1);
    expect([berlin.offset(change - 1) / HOUR, berlin.offset(change) / HOUR]).toEqual([2, 1]);
  });

  it('fall back to UTC for a name that the browser does not know', () => {
    expect(createZone('Mars/Olympus').offset(0)).toBe(0);
  });
});
