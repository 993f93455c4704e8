import { expect, test } from 'vitest';
import type { Due } from './engine-clock.ts';
import { recordedTrade } from '../testing/recorded-entry.ts';
import { ReplayClock } from './replay-clock.ts';

const STEP = 50;
const timeOf = (due: Due): number => (typeof due === 'number' ? due : due.time);

function clockOf(times: readonly number[], speed = 1, next = 0) {
  const state = { steady: 0 };
  const clock = new ReplayClock(
    times.map((time) => recordedTrade(time)),
    { time: times[next] ?? 0, next },
    speed,
    () => state.steady,
  );
  const pass = (ms: number): readonly number[] => {
    state.steady += ms;
    return clock.take(STEP, false).map(timeOf);
  };
  return { clock, pass, state };
}

test('SIM-02 trades come due by the clock of the recording, at its speed, each once', () => {
  const { pass } = clockOf([1_000, 1_000, 1_400, 3_000]);
  expect(pass(0)).toEqual([1_000, 1_000]);
  expect(pass(399)).toEqual([]);
  expect(pass(1)).toEqual([1_400]);
  expect(pass(1_600)).toEqual([3_000]);
  expect(pass(1_000_000)).toEqual([]);
  const fast = clockOf([1_000, 21_000, 41_000], 100);
  expect(fast.pass(0)).toEqual([1_000]);
  expect(fast.pass(200)).toEqual([21_000]);
  expect(fast.pass(200)).toEqual([41_000]);
});

test('a gap of the recording longer than a minute is crossed, a shorter one is waited for', () => {
  const { clock, pass } = clockOf([0, 60_000, 1_000_000]);
  expect(pass(0)).toEqual([0]);
  expect(pass(59_999)).toEqual([]);
  expect(pass(1)).toEqual([60_000]);
  expect(pass(0)).toEqual([]);
  expect(clock.now()).toBe(999_000);
  expect(pass(999)).toEqual([]);
  expect(pass(1)).toEqual([1_000_000]);
});

test('a machine that cannot keep the speed takes what it can and goes on from there, losing no trade', () => {
  const times = Array.from({ length: 5_000 }, (_, at) => at * 10);
  const { clock, pass } = clockOf(times, 1_000);
  const seen = [...pass(60)];
  expect(seen.length).toBe(2_000);
  expect(clock.now()).toBe(seen.at(-1));
  for (let turn = 0; turn < 100 && seen.length < times.length; turn += 1) seen.push(...pass(10));
  expect(seen).toEqual(times);
});

test('a restart goes on where the journal stands', () => {
  const { pass } = clockOf([1_000, 2_000, 3_000], 1, 1);
  expect(pass(0)).toEqual([2_000]);
});

test('SIM-02 nothing goes past a trade that is late: it is printed at its own time', () => {
  const { clock, pass } = clockOf([1_000, 1_400, 1_400, 3_000]);
  expect(pass(0)).toEqual([1_000]);
  // An order comes when the trades of 1,400 are due and were not printed yet.
  const late = clockOf([1_000, 1_400, 1_400, 3_000]);
  late.pass(0);
  late.state.steady = 700;
  expect(late.clock.now()).toBe(1_400);
  expect(late.pass(0)).toEqual([1_400, 1_400]);
  expect(late.clock.now()).toBe(1_700);
  expect(clock.now()).toBe(1_000);
});

test('the market has its turn after the trades that are due, and again a step later', () => {
  const { clock, state } = clockOf([1_000, 1_400]);
  state.steady = 600;
  expect(clock.wait(STEP)).toBe(0);
  expect(clock.take(STEP, true).map(timeOf)).toEqual([1_000, 1_400, 1_600]);
  expect(clock.wait(STEP)).toBe(50);
  state.steady = 630;
  expect(clock.wait(STEP)).toBe(20);
});
