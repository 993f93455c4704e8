import type { CandleRow } from '@tapedeck/protocol';
import { generate } from 'lean-qr';
import type { PosterContent } from './poster-content.ts';

export const POSTER_SIZE = { width: 420, height: 560 } as const;
/** Picture pixels per drawing unit: it stays sharp on high-resolution screens. */
export const POSTER_SCALE = 2;

const EDGE = 28;
const RIGHT = POSTER_SIZE.width - EDGE;
const ART = { left: 12, top: 258, bottom: 382 } as const;
const FOOT = 104;
const CODE = 76;
/** Minimum quiet zone around a code, in modules; without it, a camera does not detect the code. */
const QUIET = 2;

export interface PosterArt {
  readonly bars: readonly CandleRow[];
  /** Reference price of the trade. */
  readonly entry: number;
  /** Its start, ms; `undefined` if unknown. */
  readonly since: number | undefined;
}

/** Colours and fonts of an element, so of its own theme. */
export function styleOf(element: Element): (name: string) => string {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly colour: (name: string) => string;
  readonly font: string;
}

interface Writing {
  readonly at: readonly [x: number, y: number];
  readonly size: number;
  readonly weight?: number;
  readonly colour: string;
  readonly align?: CanvasTextAlign;
  /** Longer text is drawn smaller, down to three fifths, then truncated. */
  readonly width?: number;
}

const SMALLEST = 0.6;
const FONT_STEP = 0.5;

/** Draws a line and returns its width. */
function write({ context, font }: Brush, text: string, { at, size, weight = 400, colour, align = 'left', width }: Writing): number {
  const room = width ?? Infinity;
  const isTooWide = (words: string): boolean => context.measureText(words).width > room;
  let pixels = size;
  do context.font = `${weight} ${pixels}px ${font}`;
  while (isTooWide(text) && (pixels -= FONT_STEP) >= size * SMALLEST);
  let written = text;
  if (isTooWide(text)) {
    while (written.length > 1 && isTooWide(`${written}…`)) written = written.slice(0, -1);
    written += '…';
  }
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(written, ...at);
  return context.measureText(written).width;
}

function fillRound(
  { context }: Brush,
  [x, y, width, height]: readonly [number, number, number, number],
  radius: number,
  colour: string,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fillStyle = colour;
  context.fill();
}

function drawGround({ context, colour }: Brush, { gold, label }: PosterContent): void {
  const { width, height } = POSTER_SIZE;
  context.beginPath();
  context.roundRect(0, 0, width, height, 16);
  context.clip();
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour('raised');
  context.fillRect(0, height - FOOT, width, FOOT);
  context.fillStyle = colour('line');
  context.fillRect(0, height - FOOT, width, 1);
  const pro = label?.kind === 'pro' && !gold;
  const edge = pro ? colour('info') : gold || label !== undefined ? colour('accent-fill') : colour('line');
  context.beginPath();
  context.roundRect(0.5, 0.5, width - 1, height - 1, 16);
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = pro ? colour('info') : colour('accent-fill');
  context.fillRect(0, 0, width, 5);
}

const MARKS = {
  vip: new Path2D('m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5Z'),
  pro: new Path2D('M8 1.8 13 3.6v4c0 3.2-2 5.4-5 6.6-3-1.2-5-3.4-5-6.6v-4Z'),
};

function drawLabel(brush: Brush, label: NonNullable<PosterContent['label']>, x: number): void {
  const { context, colour, font } = brush;
  context.font = `700 11px ${font}`;
  const ink = colour(label.kind === 'vip' ? 'accent-fill-text' : 'surface');
  fillRound(brush, [x, 33, context.measureText(label.text).width + 34, 22], 11, colour(label.kind === 'vip' ? 'accent-fill' : 'info'));
  context.save();
  context.translate(x + 9, 38.5);
  context.scale(11 / 16, 11 / 16);
  context.fillStyle = ink;
  context.fill(MARKS[label.kind]);
  context.restore();
  write(brush, label.text, { at: [x + 24, 48], size: 11, weight: 700, colour: ink });
}

function drawHead(brush: Brush, { product, label, trader }: PosterContent): void {
  const { context, colour } = brush;
  // The second half of the name has the brand colour.
  const half = Math.ceil(product.length / 2);
  const first = write(brush, product.slice(0, half), { at: [EDGE, 50], size: 19, weight: 750, colour: colour('text') });
  const second = write(brush, product.slice(half), { at: [EDGE + first, 50], size: 19, weight: 750, colour: colour('accent') });
  if (label !== undefined) drawLabel(brush, label, EDGE + first + second + 9);
  if (trader === undefined) return;
  context.beginPath();
  context.arc(RIGHT - 18, 44, 18, 0, Math.PI * 2);
  context.fillStyle = colour('accent-ground');
  context.fill();
  write(brush, trader.initials, { at: [RIGHT - 18, 48.5], size: 13, weight: 700, colour: colour('accent'), align: 'center' });
  const name = {
    at: [RIGHT - 46, trader.email === '' ? 48.5 : 41] as const,
    size: 13,
    weight: 600,
    width: label === undefined ? 200 : 122,
  };
  write(brush, trader.name, { ...name, colour: colour('text'), align: 'right' });
  write(brush, trader.email, { at: [RIGHT - 46, 57], size: 11, colour: colour('text-muted'), align: 'right', width: name.width });
}

function drawPills(brush: Brush, { pills }: PosterContent): void {
  const { context, colour, font } = brush;
  let x = EDGE;
  for (const { text, tone } of pills) {
    context.font = `600 12px ${font}`;
    const width = context.measureText(text).width + 16;
    fillRound(brush, [x, 131, width, 20], 4, colour(tone === 'plain' ? 'pressed' : `${tone}-ground`));
    write(brush, text, { at: [x + 8, 145.3], size: 12, weight: 600, colour: colour(tone === 'plain' ? 'text-muted' : tone) });
    x += width + 7;
  }
}

function drawFigures(brush: Brush, content: PosterContent): void {
  const { context, colour } = brush;
  const symbol = write(brush, content.symbol, { at: [EDGE, 119], size: 18, weight: 650, colour: colour('text'), width: 280 });
  write(brush, content.family, { at: [EDGE + symbol + 8, 119], size: 13, colour: colour('text-muted'), width: RIGHT - EDGE - symbol - 8 });
  drawPills(brush, content);
  const ink = colour(content.tone === 'none' ? 'text' : content.tone);
  context.letterSpacing = '-1.8px';
  write(brush, content.big, { at: [EDGE, 218], size: 58, weight: 720, colour: ink, width: RIGHT - EDGE });
  context.letterSpacing = '0px';
  if (content.small !== undefined)
    write(brush, content.small, { at: [EDGE, 249], size: 19, weight: 600, colour: ink, width: RIGHT - EDGE });
  const column = (RIGHT - EDGE) / 3;
  content.facts.forEach(([name, value], index) => {
    const x = EDGE + index * column;
    write(brush, name, { at: [x, 411], size: 12, colour: colour('text-muted'), width: column - 8 });
    write(brush, value, { at: [x, 432], size: 15, weight: 600, colour: colour('text'), width: column - 8 });
  });
}

function drawArt(brush: Brush, { bars, entry, since }: PosterArt, tone: PosterContent['tone']): void {
  const { context, colour } = brush;
  const last = bars.at(-1);
  if (last === undefined) return;
  const prices = bars.flatMap(([, , high, low]) => [Number(high), Number(low)]);
  const high = Math.max(entry, ...prices);
  const low = Math.min(entry, ...prices);
  const y = (price: number): number => ART.top + ((high - price) / (high - low || 1)) * (ART.bottom - ART.top);
  const step = Math.min((POSTER_SIZE.width - 2 * ART.left) / bars.length, 14);
  const x = (index: number): number => ART.left + (index + 0.5) * step;
  context.globalAlpha = 0.38;
  bars.forEach(([, open, top, bottom, close], index) => {
    context.fillStyle = colour(Number(close) >= Number(open) ? 'up' : 'down');
    context.fillRect(x(index) - 0.4, y(Number(top)), 0.8, y(Number(bottom)) - y(Number(top)));
    const [above, below] = [Math.max(Number(open), Number(close)), Math.min(Number(open), Number(close))];
    context.fillRect(x(index) - step * 0.27, y(above), step * 0.54, Math.max(1, y(below) - y(above)));
  });
  context.globalAlpha = 1;
  const begun =
    since === undefined
      ? -1
      : Math.max(
          0,
          bars.findLastIndex(([at]) => at <= since),
        );
  const from = begun < 0 ? ART.left : x(begun);
  context.setLineDash([1.5, 4]);
  context.strokeStyle = colour('text-faint');
  context.beginPath();
  context.moveTo(from, y(entry));
  context.lineTo(POSTER_SIZE.width, y(entry));
  context.stroke();
  context.setLineDash([]);
  const dot = (at: readonly [number, number], radius: number, fill: string): void => {
    context.beginPath();
    context.arc(...at, radius, 0, Math.PI * 2);
    context.fillStyle = fill;
    context.fill();
  };
  if (begun >= 0) {
    dot([from, y(entry)], 5, colour('text'));
    dot([from, y(entry)], 3, colour('surface'));
  }
  const ink = tone === 'none' ? 'text' : tone;
  const end = [x(bars.length - 1), y(Number(last[4]))] as const;
  if (tone !== 'none') dot(end, 8, colour(`${tone}-ground`));
  dot(end, 4.5, colour(ink));
}

/** Black on white in every theme, so that every camera reads it. */
function drawCode(brush: Brush, link: string): void {
  const { context } = brush;
  const top = POSTER_SIZE.height - FOOT + (FOOT - CODE) / 2;
  fillRound(brush, [EDGE, top, CODE, CODE], 6, '#ffffff');
  const code = generate(link);
  // Whole pixels of the picture, so that no edge of a module is grey.
  const module = Math.floor((CODE * POSTER_SCALE) / (code.size + 2 * QUIET)) / POSTER_SCALE;
  const start = Math.floor(((CODE - module * code.size) / 2) * POSTER_SCALE) / POSTER_SCALE;
  context.fillStyle = '#000000';
  for (let row = 0; row < code.size; row += 1)
    for (let column = 0; column < code.size; column += 1)
      if (code.get(column, row)) context.fillRect(EDGE + start + column * module, top + start + row * module, module, module);
}

function drawFoot(brush: Brush, { invite, account }: PosterContent): void {
  const { context, colour, font } = brush;
  const x = EDGE + CODE + 14;
  const y = POSTER_SIZE.height - FOOT;
  context.font = `600 10px ${font}`;
  const badge = context.measureText(account).width + 16;
  context.beginPath();
  context.roundRect(RIGHT - badge, y + 12, badge, 17, 8.5);
  context.strokeStyle = colour('line-strong');
  context.stroke();
  write(brush, account, { at: [RIGHT - badge / 2, y + 24], size: 10, weight: 600, colour: colour('text-muted'), align: 'center' });
  write(brush, invite.code, { at: [x, y + 46], size: 13, weight: 600, colour: colour('text'), width: RIGHT - x });
  write(brush, invite.bonus, { at: [x, y + 64], size: 12, colour: colour('text-muted'), width: RIGHT - x });
  write(brush, invite.link, { at: [x, y + 81], size: 10.5, colour: colour('text-faint'), width: RIGHT - x });
}

export interface PosterPicture {
  readonly content: PosterContent;
  /** The chart behind the figures; absent if turned off. */
  readonly art: PosterArt | undefined;
  /** Link that the QR code contains. */
  readonly link: string;
}

/** Draws the poster in the colours of the canvas's own theme. Nothing leaves the page. */
export function drawPoster(canvas: HTMLCanvasElement, { content, art, link }: PosterPicture): void {
  canvas.width = POSTER_SIZE.width * POSTER_SCALE;
  canvas.height = POSTER_SIZE.height * POSTER_SCALE;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const colour = styleOf(canvas);
  const brush: Brush = { context, colour, font: colour('font') };
  context.scale(POSTER_SCALE, POSTER_SCALE);
  drawGround(brush, content);
  drawHead(brush, content);
  if (art !== undefined) drawArt(brush, art, content.tone);
  drawFigures(brush, content);
  drawFoot(brush, content);
  drawCode(brush, link);
}
