import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALERT_OPERATORS } from '../../bridge/alerts.ts';
import { holds, type Reading } from './conditions.ts';

const at = (value: number, levels: readonly number[]): Reading => ({ value, low: value, high: value, levels });
const reached = (value: number, low: number, high: number, levels: readonly number[]): Reading => ({ value, low, high, levels });

/** Value before and now against a level of 100, with the operators that come true. */
const VALUES = [
  [99, 99.9, ['below', 'fall']],
  [99, 100, ['cross', 'crossUp', 'rise', 'fall']],
  [99, 101, ['cross', 'crossUp', 'above', 'rise']],
  [101, 100, ['cross', 'crossDown', 'rise', 'fall']],
  [101, 99, ['cross', 'crossDown', 'below', 'fall']],
  // To leave a level that it stood on is not to cross it.
  [100, 101, ['above', 'rise']],
  [100, 99, ['below', 'fall']],
  [100, 100, ['rise', 'fall']],
] as const;

describe('conditions of alerts', () => {
  it.each(VALUES)('compares %d, then %d, with 100', (before, now, expected) => {
    const levels = [100];
    const came = ALERT_OPERATORS.filter((operator) => holds(operator, at(before, levels), at(now, levels)));
    expect(new Set(came)).toEqual(new Set(expected));
  });

  it.each([
    [95, 99, []],
    [95, 100, ['enter']],
    [95, 105, ['enter']],
    [95, 111, []],
    [105, 106, []],
    [105, 110, []],
    [105, 111, ['leave']],
    [105, 99, ['leave']],
    [111, 104, ['enter']],
  ] as const)('%d, then %d, in and out of a channel from 100 to 110', (before, now, expected) => {
    const levels = [100, 110];
    const came = (['enter', 'leave'] as const).filter((operator) => holds(operator, at(before, levels), at(now, levels)));
    expect(came).toEqual(expected);
  });

  it('sees what was reached between two ticks, though the price came back', () => {
    const levels = [100];
    const spike = reached(99.5, 98, 100.5, levels);
    for (const operator of ['cross', 'crossUp', 'above', 'rise', 'below', 'fall'] as const)
      expect([operator, holds(operator, at(99, levels), spike)]).toEqual([operator, true]);
    expect(holds('crossDown', at(99, levels), spike)).toBe(false);
    expect(holds('enter', at(90, [100, 110]), reached(95, 90, 101, [100, 110]))).toBe(true);
    expect(holds('leave', at(105, [100, 110]), reached(105, 99, 105, [100, 110]))).toBe(true);
  });

  it('crosses a level that moves, each at its own place', () => {
    expect(holds('crossUp', at(100, [101]), at(100, [99]))).toBe(true);
    expect(holds('crossDown', at(100, [99]), at(100, [101]))).toBe(true);
    expect(holds('cross', at(100, [90, 101]), at(100, [91, 99]))).toBe(true);
    expect(holds('cross', at(100, [90, 110]), at(100, [91, 109]))).toBe(false);
    // Lines that begin or end meanwhile are not crossed.
    expect(holds('cross', at(100, [101]), at(100, [99, 98]))).toBe(false);
    expect(holds('cross', at(100, []), at(100, [99]))).toBe(false);
  });

  it('nothing is crossed at the first look, and nothing holds without a value', () => {
    for (const operator of ALERT_OPERATORS) {
      const isPlain = ['above', 'below', 'rise', 'fall'].includes(operator);
      const now = reached(100, 99, 101, [100]);
      expect([operator, holds(operator, undefined, now)]).toEqual([operator, isPlain]);
      expect(holds(operator, at(99, [100]), at(Number.NaN, [100]))).toBe(false);
      expect(holds(operator, at(99, [100]), at(101, [Number.NaN]))).toBe(false);
      expect(holds(operator, at(99, []), at(101, []))).toBe(false);
    }
  });

  it('a path crosses a level as often as its side of it changes', () => {
    const path = fc.array(
      fc.integer({ min: -50, max: 50 }).filter((value) => value !== 0),
      { minLength: 2, maxLength: 60 },
    );
    fc.assert(
      fc.property(path, (values) => {
        let crossings = 0;
        let ups = 0;
        values.forEach((value, index) => {
          const before = values[index - 1];
          if (before === undefined) return;
          if (holds('cross', at(before, [0]), at(value, [0]))) crossings += 1;
          if (holds('crossUp', at(before, [0]), at(value, [0]))) ups += 1;
        });
        const signs = values.map(Math.sign);
        const changes = signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]);
        return crossings === changes.length && ups === changes.filter((sign) => sign > 0).length;
      }),
    );
  });

  it('turned upside down, up is down', () => {
    const value = fc.integer({ min: -100, max: 100 });
    const turned = ({ value: own, low, high, levels }: Reading): Reading =>
      reached(
        -own,
        -high,
        -low,
        levels.map((level) => -level),
      );
    const pairs = [
      ['crossUp', 'crossDown'],
      ['above', 'below'],
      ['rise', 'fall'],
      ['cross', 'cross'],
      ['enter', 'enter'],
      ['leave', 'leave'],
    ] as const;
    fc.assert(
      fc.property(value, value, fc.nat(20), fc.nat(20), value, value, (before, now, less, more, level, other) => {
        const levels = [level, other];
        const [was, is] = [at(before, levels), reached(now, now - less, now + more, levels)];
        return pairs.every(([one, opposite]) => holds(one, was, is) === holds(opposite, turned(was), turned(is)));
      }),
    );
  });

  it('at one price a channel is either entered or left, never both', () => {
    const value = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(value, value, value, value, (before, now, low, high) => {
        const levels = [low, high];
        return !(holds('enter', at(before, levels), at(now, levels)) && holds('leave', at(before, levels), at(now, levels)));
      }),
    );
  });
});
