import { expect, it, vi } from 'vitest';
import { createCandleMirror } from './candle-mirror.ts';

it.each([
  ['made while connected: its first subscription has missed nothing', false, 0],
  ['made while the connection is lost: the history is requested again when it is back', true, 1],
])('API-08 a candle topic %s', (_case, lost, times) => {
  const mirror = createCandleMirror(lost);
  const listener = vi.fn();
  mirror.follow(listener);
  mirror.subscribed(0);
  expect(listener).toHaveBeenCalledTimes(times);
  mirror.lost();
  mirror.subscribed(0);
  expect(listener).toHaveBeenCalledTimes(times + 1);
  expect(listener).toHaveBeenLastCalledWith(undefined);
});
