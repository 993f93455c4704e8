// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fitParts, keepFitting } from './fit-parts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A bar of that width: 100 pixels that stay, 40 for each label, and 30 for each button, also that of the menu. */
function barOf(width: number) {
  const bar = document.createElement('div');
  const add = (text: string): HTMLElement => {
    const part = bar.appendChild(document.createElement('span'));
    part.textContent = text;
    return part;
  };
  const yielding = ['replay', 'alert', 'compare'].map(add);
  const moving = ['undo', 'redo', 'settings'].map(add);
  const more = add('more');
  const shown = (): string[] => [...yielding, ...moving, more].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  const size = { width };
  const widthOf = (part: HTMLElement): number => (part.hidden ? 0 : yielding.includes(part) ? 40 : 30);
  Object.defineProperty(bar, 'clientWidth', { get: () => size.width });
  Object.defineProperty(bar, 'scrollWidth', { get: () => [...yielding, ...moving, more].reduce((sum, part) => sum + widthOf(part), 100) });
  return { bar, parts: { yielding, moving, more }, shown, size };
}

it.each([
  [310, ['replay', 'alert', 'compare', 'undo', 'redo', 'settings'], false],
  [309, ['alert', 'compare', 'undo', 'redo', 'settings'], false],
  [230, ['compare', 'undo', 'redo', 'settings'], false],
  [190, ['undo', 'redo', 'settings'], false],
  // The menu takes the room of the button that moves first.
  [189, ['settings', 'more'], true],
  [130, ['more'], true],
  [90, ['more'], true],
])('CHT-09 in a bar of %i pixels labels give way first, then buttons move into the menu', (width, kept, isTight) => {
  const { bar, parts, shown, size } = barOf(width);
  fitParts(bar, parts);
  expect(shown()).toEqual(kept);
  expect(bar.hasAttribute('data-tight')).toBe(isTight);
  // With more room they come back.
  size.width = 1_000;
  fitParts(bar, parts);
  expect(shown()).toEqual(['replay', 'alert', 'compare', 'undo', 'redo', 'settings']);
  expect(bar.hasAttribute('data-tight')).toBe(false);
});

it('CHT-09 a bar is fitted again when fonts arrive and when another pointing device is used, until it ends', () => {
  const pointer = new EventTarget();
  const fonts = new EventTarget();
  vi.spyOn(window, 'matchMedia').mockReturnValue(pointer as MediaQueryList);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  const { bar, parts, shown, size } = barOf(1_000);
  const fitting = keepFitting(bar, () => parts, []);
  const fitsAfter = (width: number, cause: () => void): string[] => {
    size.width = width;
    cause();
    return shown();
  };
  expect(fitsAfter(189, () => pointer.dispatchEvent(new Event('change')))).toEqual(['settings', 'more']);
  expect(fitsAfter(190, () => fonts.dispatchEvent(new Event('loadingdone')))).toEqual(['undo', 'redo', 'settings']);
  fitting.stop();
  expect(fitsAfter(130, () => pointer.dispatchEvent(new Event('change')))).toEqual(['undo', 'redo', 'settings']);
  expect(fitsAfter(130, () => fonts.dispatchEvent(new Event('loadingdone')))).toEqual(['undo', 'redo', 'settings']);
  Reflect.deleteProperty(document, 'fonts');
});
