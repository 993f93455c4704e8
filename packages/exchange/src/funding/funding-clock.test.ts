import { describe, expect, it } from 'vitest';
import { milliseconds, rateUnits, timestamp } from '@tapedeck/domain';
import { btc } from '../testing/exchange-fixture.ts';
import { FundingClock } from './funding-clock.ts';

const MINUTE = 60_000;
const MIDNIGHT = Date.UTC(2026, 0, 1);
const UNIT = 100_000_000n;
const INDEX = 50_000n * UNIT;

const after = (minutes: number) => timestamp(MIDNIGHT + minutes * MINUTE);
const prices = (bid: number, ask: number) => ({ bid: BigInt(bid) * UNIT, ask: BigInt(ask) * UNIT });

/** The estimate in percent, of an interval that began at midnight. */
function estimateOf(...minutes: readonly (readonly [minute: number, bid: number, ask: number])[]): number {
  const clock = new FundingClock(btc, after(0));
  for (const [minute, bid, ask] of minutes) clock.sample(after(minute), INDEX, prices(bid, ask));
  return Number(rateUnits(clock.estimate)) / 1e6;
}

describe('EXC-03 the funding rate of an interval', () => {
  it.each([
    ['buyers above the index: 100 ÷ 50,000 = 0.2 %, less 0.05 %', 50_100, 50_200, 0.15],
    ['sellers below it: −0.2 % and 0.05 %', 49_800, 49_900, -0.15],
    ['a book around the index: no premium, the interest', 49_900, 50_100, 0.01],
    ['nobody asks, buyers above the index', 50_100, 0, 0.15],
    ['nobody bids, sellers above the index', 0, 50_100, 0.01],
    ['nobody at all', 0, 0, 0.01],
    ['a crossed book counts both ways: 0.4 % − 0.2 % less 0.05 %', 50_200, 49_900, 0.15],
  ])('%s', (_, bid, ask, expected) => {
    expect(estimateOf([0, bid, ask])).toBe(expected);
  });

  it('weighs its minutes 1, 2, 3: (1 × 0.3 % + 2 × 0.6 % + 3 × 0 %) ÷ 6 = 0.25 %, less 0.05 %', () => {
    expect(estimateOf([0, 50_150, 50_200], [1, 50_300, 50_400], [2, 49_900, 50_100])).toBe(0.2);
  });

  it('weighs a minute by its place, also after minutes without a sample: (1 × 0 + 4 × 0.3 %) ÷ 5 = 0.24 %', () => {
    expect(estimateOf([0, 49_900, 50_100], [3, 50_150, 50_200])).toBe(0.19);
  });

  it('takes one sample a minute', () => {
    const clock = new FundingClock(btc, after(0));
    clock.sample(after(0), INDEX, prices(50_100, 50_200));
    expect(clock.wantsSample(timestamp(milliseconds(after(1)) - 1))).toBe(false);
    expect(clock.wantsSample(after(1))).toBe(true);
  });

  it('begins anew with the minute in which it settles, which weighs 1', () => {
    const clock = new FundingClock(btc, after(0));
    clock.sample(after(479), INDEX, prices(50_100, 50_200));
    expect(Number(rateUnits(clock.settle(after(480))))).toBe(150_000);
    clock.sample(after(480), INDEX, prices(50_150, 50_200));
    clock.sample(after(481), INDEX, prices(50_300, 50_400));
    // (1 × 0.3 % + 2 × 0.6 %) ÷ 3 = 0.5 %, beyond the cap of 0.375 % even less 0.05 %
    expect(Number(rateUnits(clock.estimate))).toBe(375_000);
    clock.sample(after(482), INDEX, prices(49_900, 50_100));
    // 1.5 % ÷ 6 = 0.25 %, less 0.05 %
    expect(Number(rateUnits(clock.estimate))).toBe(200_000);
    expect(() => clock.sample(after(960), INDEX, prices(50_100, 50_200))).toThrow('each minute has one sample');
  });
});
