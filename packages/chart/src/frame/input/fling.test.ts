import { describe, expect, it } from 'vitest';
import { Fling } from './fling.ts';

function setUp(isReduced = false) {
  let due: ((now: number) => void) | undefined;
  let way = 0;
  const view = {
    requestAnimationFrame: (run: (now: number) => void) => {
      due = run;
      return 1;
    },
    cancelAnimationFrame: () => {
      due = undefined;
    },
    matchMedia: () => ({ matches: isReduced }),
  };
  const fling = new Fling(view, (pixels) => {
    way += pixels;
  });
  /** Frames of a screen until nothing moves. */
  const run = (every = 16): number => {
    let frames = 0;
    for (let now = 1_000; due !== undefined; now += every, frames += 1) {
      const next = due;
      due = undefined;
      next(now);
    }
    return frames;
  };
  return { fling, run, way: () => way };
}

/** Drags at a speed in pixels a millisecond, and lets go after a rest. */
function drag(fling: Fling, speed: number, rest = 0): void {
  for (let time = 0; time <= 160; time += 16) fling.follow(time * speed, time);
  fling.release(160 + rest);
}

describe('a flick of the chart', () => {
  it('glides on, as far on a slow screen as on a fast one, and comes to rest', () => {
    const fast = setUp();
    drag(fast.fling, -2);
    expect(fast.run(4)).toBeGreaterThan(10);
    const slow = setUp();
    drag(slow.fling, -2);
    slow.run(50);
    expect(fast.way()).toBeLessThan(-500);
    expect(Math.abs(fast.way() - slow.way())).toBeLessThan(10);
  });

  it('does not happen after a slow release, a rest, or where motion is reduced', () => {
    for (const [speed, rest, isReduced] of [
      [0.1, 0, false],
      [2, 150, false],
      [2, 0, true],
    ] as const) {
      const { fling, run, way } = setUp(isReduced);
      drag(fling, speed, rest);
      expect(run()).toBe(0);
      expect(way()).toBe(0);
    }
  });

  it('ends when another gesture begins', () => {
    const { fling, run, way } = setUp();
    drag(fling, 2);
    fling.stop();
    expect(run()).toBe(0);
    expect(way()).toBe(0);
  });
});
