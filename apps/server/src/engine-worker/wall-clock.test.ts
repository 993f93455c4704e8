import { expect, test } from 'vitest';
import { WallClock } from './wall-clock.ts';

test('time follows the wall, never goes back, and goes on when the wall clock is set back', () => {
  let wall = 10_000;
  let steady = 0;
  const clock = new WallClock({ wall: () => wall, steady: () => steady }, 9_000);
  const pass = (wallMs: number, steadyMs: number): number => {
    wall += wallMs;
    steady += steadyMs;
    return clock.now();
  };
  expect(clock.now()).toBe(10_000);
  expect(pass(50, 50)).toBe(10_050);
  expect(pass(-20, 10)).toBe(10_050);
  expect(pass(40, 10)).toBe(10_070);
  // An hour back: the engine's time goes on by what has passed.
  expect(pass(-3_600_000, 50)).toBe(10_120);
  expect(pass(50, 50)).toBe(10_170);
  // Set right again.
  expect(pass(3_600_000, 50)).toBe(10_170);
  // A machine that slept: time jumps with the wall.
  expect(pass(3_600_000, 0)).toBe(3_610_120);
});

test('a wall clock behind the journal does not stop the market', () => {
  let steady = 0;
  const clock = new WallClock({ wall: () => 5_000, steady: () => steady }, 90_000);
  expect(clock.now()).toBe(90_000);
  steady = 250;
  expect(clock.now()).toBe(90_250);
});
