// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { openPanel } from './panel.ts';
import { textDirection } from './text-direction.ts';

describe('the direction of words', () => {
  afterEach(() => {
    document.documentElement.lang = '';
    document.body.replaceChildren();
  });

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['en', 'ltr'],
    ['hu-HU', 'ltr'],
    ['', 'ltr'],
  ])('CHT-24 in %s is %s, in the windows over the picture too', (lang, direction) => {
    document.documentElement.lang = lang;
    expect(textDirection(document)).toBe(direction);
    expect(openPanel(document, 'title', 'close', () => undefined).root.dir).toBe(direction);
  });
});
