import { beforeEach, expect, test } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

const HOUR = 3_600_000;

let wall: number;
let steady: number;
let said: string[];
let watch: ClockWatch;
beforeEach(() => {
  [wall, steady, said] = [1_800_000_000_000, 5_000, []];
  watch = new ClockWatch({ wall: () => wall, steady: () => steady, onJump: (text) => said.push(text) });
});

function pass(ofClock: number, elapsed: number, ended = 0): void {
  wall += ofClock;
  steady += elapsed;
  watch.look(ended);
}

test('OPS-03 a clock that jumps ahead is reported once, with the sessions that expired by it', () => {
  pass(8 * 24 * HOUR, 1_000, 12);
  pass(1_000, 1_000);
  expect(said).toEqual(['the clock of the machine jumped ahead by 8.0 days: 12 sessions expired and ended']);
});

test('OPS-03 a clock that is set back, or a machine that slept for a while, is reported too', () => {
  pass(-90 * 60_000, 1_000);
  pass(2 * 60_000, 1_000, 1);
  expect(said).toEqual([
    'the clock of the machine jumped back by 1.5 hours: no session ended',
    'the clock of the machine jumped ahead by 2.0 minutes: 1 session expired and ended',
  ]);
});

test('OPS-03 corrections and a busy machine are no jumps', () => {
  pass(59_000, 1_000);
  pass(-50_000, 1_000);
  pass(10 * HOUR, 10 * HOUR, 3);
  expect(said).toEqual([]);
});
