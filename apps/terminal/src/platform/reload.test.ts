import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadPage } from './reload.ts';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  reload.mockReset();
});

test('CAT-06 a tab reloads itself at once, and again only after half a minute', () => {
  reloadPage();
  expect(reload).toHaveBeenCalledTimes(1);
  reloadPage();
  vi.advanceTimersByTime(29_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(reload).toHaveBeenCalledTimes(2);
});
