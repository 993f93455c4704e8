// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { arrives } from './arrives.ts';

afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

test('a script that was lost on its way is asked for until it arrives; one that fails is not', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const part = arrives(() => {
    asked += 1;
    return asked < 3 ? Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js')) : Promise.resolve('part');
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await part).toBe('part');
  expect(asked).toBe(3);
  await expect(arrives(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('styles that were lost on their way are forgotten, so that they are fetched with the next import; others stay', async () => {
  vi.useFakeTimers();
  for (const name of ['part', 'other']) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `http://127.0.0.1/assets/${name}-1a.css`;
    document.head.append(link);
  }
  let asked = 0;
  const part = arrives(() => {
    asked += 1;
    const lost = new Error('Unable to preload CSS for http://127.0.0.1/assets/part-1a.css');
    return asked === 1 ? Promise.reject(lost) : Promise.resolve('part');
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await part).toBe('part');
  expect([...document.querySelectorAll('link')].map(({ href }) => href)).toEqual(['http://127.0.0.1/assets/other-1a.css']);
});
