import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { READING_MS, ReadingPace } from './reading-pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('MKT-03 a copy follows soon after the first change, and then once in a reading time however much changes', () => {
  const task = vi.fn();
  const pace = new ReadingPace(task);
  pace.ask();
  pace.ask();
  vi.advanceTimersByTime(READING_MS / 2);
  expect(task).toHaveBeenCalledTimes(1);
  for (let change = 0; change < 100; change += 1) {
    pace.ask();
    vi.advanceTimersByTime(READING_MS / 10);
  }
  expect(task.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(task.mock.calls.length).toBeLessThanOrEqual(11);
});

test('nothing follows after its end', () => {
  const task = vi.fn();
  const pace = new ReadingPace(task);
  pace.ask();
  pace.end();
  vi.advanceTimersByTime(2 * READING_MS);
  expect(task).not.toHaveBeenCalled();
});
