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

/** A link to styles in the page; the test's browser loads none, but reports each as arrived or lost. */
function linkStyles(name: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `http://127.0.0.1/assets/${name}.css`;
  document.head.append(link);
  return link;
}

test('styles that were lost on their way are fetched again before the part is shown; others stay', async () => {
  vi.useFakeTimers();
  const { settings } = (window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }).happyDOM;
  settings.handleDisabledFileLoadingAsSuccess = true;
  const other = linkStyles('other');
  settings.handleDisabledFileLoadingAsSuccess = false;
  const shown = vi.fn<(part: string) => void>();
  let lost: readonly HTMLLinkElement[] = [];
  let asked = 0;
  void arrives(() => {
    asked += 1;
    if (asked > 1) return Promise.resolve('part');
    lost = [linkStyles('part'), linkStyles('dialog')];
    return Promise.reject(new Error(`Unable to preload CSS for ${lost[0]?.href}`));
  }).then(shown);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown).not.toHaveBeenCalled();
  settings.handleDisabledFileLoadingAsSuccess = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown).toHaveBeenCalledWith('part');
  expect(asked).toBe(2);
  const links = [...document.querySelectorAll('link')];
  expect(links.map(({ href }) => href)).toEqual([other, ...lost].map(({ href }) => href));
  expect(links.map((link) => link === other || lost.includes(link))).toEqual([true, false, false]);
});
