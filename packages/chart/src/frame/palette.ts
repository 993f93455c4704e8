import type { ChartSettings } from '../bridge/settings.ts';
import type { Tone } from './document/chart-document.ts';

/** Colours of long and short lines in both themes (CHT-19). */
export const LONG_COLOUR = '#00944F';
export const SHORT_COLOUR = '#CC3939';

/** Colours and fonts of the canvas, read from the page's design tokens. */
export interface Palette {
  readonly background: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly textMuted: string;
  readonly textDim: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
  readonly font: string;
  readonly mono: string;
  /** Colours of plots. */
  readonly tones: { readonly [K in Tone]: string };
}

type Word = Exclude<keyof Palette, 'tones'>;

/** Token of each entry, and its default. */
const TOKENS: { readonly [K in Word]: readonly [token: string, fallback: string] } = {
  background: ['--surface', '#10141b'],
  raised: ['--raised', '#171c25'],
  line: ['--line', '#1e2530'],
  text: ['--text', '#e9edf3'],
  textMuted: ['--text-muted', '#98a3b3'],
  textDim: ['--text-faint', '#5f6b7c'],
  up: ['--up', '#23c483'],
  down: ['--down', '#f2545b'],
  accent: ['--accent', '#f2a63b'],
  font: ['--font', 'system-ui, sans-serif'],
  mono: ['--mono', 'ui-monospace, monospace'],
};

/** Reads the current tokens of `root`; call it again after a theme change. */
export function readPalette(root: Element): Palette {
  const style = root.ownerDocument.defaultView?.getComputedStyle(root);
  const read = (key: Word): string => token(...TOKENS[key]);
  const token = (name: string, fallback: string): string => {
    const value = style?.getPropertyValue(name).trim() ?? '';
    return value === '' ? fallback : value;
  };
  return {
    background: read('background'),
    raised: read('raised'),
    line: read('line'),
    text: read('text'),
    textMuted: read('textMuted'),
    textDim: read('textDim'),
    up: read('up'),
    down: read('down'),
    accent: read('accent'),
    font: read('font'),
    mono: read('mono'),
    tones: {
      first: token('--plot-first', '#6aa6ff'),
      second: read('accent'),
      third: token('--plot-third', '#b48cff'),
      fourth: read('textMuted'),
      up: read('up'),
      down: read('down'),
    },
  };
}

/** The theme's colours, with the user's own for rising and falling bars. */
export function withColours(palette: Palette, { up, down }: ChartSettings): Palette {
  if (up === undefined && down === undefined) return palette;
  const own = { up: up ?? palette.up, down: down ?? palette.down };
  return { ...palette, ...own, tones: { ...palette.tones, ...own } };
}
