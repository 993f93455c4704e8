import { expect, test } from 'vitest';
import tokens from './tokens.css?raw';

type Theme = 'dark' | 'light';

function valuesOf(theme: Theme): Map<string, string> {
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? '';
  return new Map([...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})\b/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

const PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...['--text', '--text-muted', '--text-faint', '--up', '--down', '--accent', '--info'].flatMap((text) =>
    ['--surface', '--raised', '--pressed'].map((ground) => [text, ground] as const),
  ),
  ['--up-fill-text', '--up-fill'],
  ['--down-fill-text', '--down-fill'],
  ['--accent-fill-text', '--accent-fill'],
];

test.each(['dark', 'light'] as const)('texts of the %s theme have the contrast of WCAG AA', (theme) => {
  const values = valuesOf(theme);
  const weak = PAIRS.filter(([text, ground]) => contrast(values.get(text) ?? '#000000', values.get(ground) ?? '#000000') < 4.5);
  expect(weak).toEqual([]);
});
