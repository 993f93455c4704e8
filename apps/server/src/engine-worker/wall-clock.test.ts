import { expect, test } from 'vitest';
import { WallClock } from './wall-clock.ts';

const STEP = 50;

function clockAt(wall: number, notBefore: number) {
  const time = { wall, steady: 0 };
  const clock = new WallClock({ wall: () => time.wall, steady: () => time.steady }, notBefore);
  const now = (): number => {
    clock.take(STEP);
    return clock.now(STEP);
  };
  const pass = (wallMs: number, steadyMs: number): void => {
    time.wall += wallMs;
    time.steady += steadyMs;
  };
  return { clock, now, pass };
}

test('time follows the wall, never goes back, and goes on when the wall clock is set back', () => {
  const { now, pass } = clockAt(10_000, 9_000);
  const after = (wallMs: number, steadyMs: number): number => {
    pass(wallMs, steadyMs);
    return now();
  };
  expect(now()).toBe(10_000);
  expect(after(50, 50)).toBe(10_050);
  expect(after(-20, 10)).toBe(10_050);
  expect(after(40, 10)).toBe(10_070);
  // An hour back: the engine's time advances by the elapsed time.
  expect(after(-3_600_000, 50)).toBe(10_120);
  expect(after(50, 50)).toBe(10_170);
  // Set right again.
  expect(after(3_600_000, 50)).toBe(10_170);
  // A machine that slept: time jumps with the wall.
  expect(after(3_600_000, 0)).toBe(3_610_120);
});

test('a wall clock behind the journal does not stop the market', () => {
  const { now, pass } = clockAt(5_000, 90_000);
  expect(now()).toBe(90_000);
  pass(250, 250);
  expect(now()).toBe(90_250);
});

test('SIM-01 the market moves at whole steps, however late it is asked, and no command goes past one', () => {
  const { clock, pass } = clockAt(10_007, 10_007);
  expect([clock.take(STEP), clock.wait(STEP)]).toEqual([[], 43]);
  pass(40, 40);
  expect([clock.take(STEP), clock.now(STEP), clock.wait(STEP)]).toEqual([[], 10_047, 3]);
  pass(123, 123);
  expect([clock.now(STEP), clock.wait(STEP)]).toEqual([10_049, 0]);
  expect(clock.take(STEP)).toEqual([10_050, 10_100, 10_150]);
  expect([clock.now(STEP), clock.take(STEP)]).toEqual([10_170, []]);
  expect(clock.wait(1_000)).toBe(830);
});

test('a machine that was held up makes up for it in parts; after a long silence one step crosses it', () => {
  const { clock, pass } = clockAt(10_000, 10_000);
  pass(1_525, 1_525);
  const first = clock.take(STEP);
  expect([first.length, first.at(-1), clock.now(STEP), clock.wait(STEP)]).toEqual([20, 11_000, 11_049, 0]);
  expect(clock.take(STEP).at(-1)).toBe(11_500);
  pass(7_000, 7_000);
  expect(clock.take(STEP)).toEqual([12_000, 13_000, 14_000, 15_000, 16_000, 17_000, 18_000]);
  expect(clock.take(STEP).at(-1)).toBe(18_500);
  pass(20_010, 20_010);
  expect([clock.take(STEP), clock.now(STEP)]).toEqual([[38_500], 38_535]);
});
