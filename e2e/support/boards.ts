/// <reference lib="dom" />
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from 'playwright-core';

const KEPT = fileURLToPath(new URL('../pictures/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../output/', import.meta.url));

const MEASURE = {
  /** Pictures are kept so many times smaller: edges of letters, which differ between browsers, hardly count then. */
  shrunk: 4,
  /** Squares of so many small pixels are compared by their mean colours, which may differ by so much of 255. */
  cell: 4,
  same: 16,
  /** Lossless, because compression artefacts of thin candles exceed real differences. */
  quality: 1,
};
/** Squares in a screenshot that may differ: a checkbox or a scroll bar of another browser, but no label and no button. */
const TOLERATED = 3;

interface Compared {
  /** The stored picture: a small WebP as base64. */
  readonly made: string;
  /** Before and now, side by side, with a frame around each square that differs: a PNG as base64. */
  readonly marked: string;
  /** Squares that differ; without end when the sizes do. */
  readonly different: number;
}

/** Screenshots below each other, against the board that was kept. */
export interface Board {
  readonly different: number;
  /** Number of squares that may differ. */
  readonly tolerated: number;
}

/** Renderer of the pictures. Another version of Chromium, or another system font, draws letters and fields differently. */
const DRAWN_BY = path.join(KEPT, 'drawn-by.json');

export interface Hand {
  readonly chromium: string;
  /** Hash of a sample of letters and fields. */
  readonly sample: string;
}

/** Letters of both fonts and of a font of the system, and the fields that the browser draws itself. */
const SAMPLE = {
  texts: [
    ['var(--font)', 'Agjy 0123456789 ✓ 漢'],
    ['var(--mono)', '64,812.5 −0.25'],
  ],
  fields: [
    ['checkbox', ''],
    ['number', '20'],
    ['date', '2026-01-05'],
    ['range', '50'],
    ['color', '#22c55e'],
  ],
} as const;

/** How this browser draws, in whatever theme; nothing is open over the chart. */
export async function handOf(chart: FrameLocator): Promise<Hand> {
  const body = chart.locator('body');
  await body.evaluate(async (place, { texts, fields }) => {
    await document.fonts.ready;
    const made = document.createElement('div');
    made.id = 'drawn-sample';
    made.style.cssText =
      'position:fixed;inset:0 auto auto 0;width:360px;height:120px;z-index:99;background:#fff;color:#000;color-scheme:light;font-size:13px';
    // The styles of the page stay outside.
    const root = made.attachShadow({ mode: 'open' });
    for (const [font, text] of texts) {
      const line = root.appendChild(document.createElement('div'));
      line.style.fontFamily = font;
      line.textContent = text;
    }
    const select = root.appendChild(document.createElement('select'));
    select.append(new Option('Close'));
    for (const [type, value] of fields) {
      const field = root.appendChild(document.createElement('input'));
      Object.assign(field, { type, value });
    }
    place.append(made);
  }, SAMPLE);
  const drawn = chart.locator('#drawn-sample');
  const shot = await drawn.screenshot({ animations: 'disabled' });
  await drawn.evaluate((made) => made.remove());
  const chromium = await body.evaluate(() => /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '');
  return { chromium, sample: createHash('sha256').update(shot).digest('hex').slice(0, 16) };
}

/** Records the renderer of the stored pictures. */
export async function keepHand(own: Hand): Promise<void> {
  await writeFile(DRAWN_BY, `${JSON.stringify(own, undefined, 2)}\n`);
}

/** Why pictures of this browser cannot be compared with those that were kept; `undefined` when they can. */
export async function otherHand(own: Hand): Promise<string | undefined> {
  const kept = JSON.parse(await readFile(DRAWN_BY, 'utf8')) as Hand;
  if (own.chromium !== kept.chromium) return `Chromium ${kept.chromium} drew the kept pictures, and this is ${own.chromium}: NOT COMPARED`;
  return own.sample === kept.sample ? undefined : 'Other fonts than those of the kept pictures are installed here: NOT COMPARED';
}

const fileOf = (name: string): string => path.join(KEPT, `${name}.webp`);

/** Stores these screenshots as the board of that name, which later builds must match. */
export async function keepBoard(page: Page, name: string, shots: readonly Buffer[]): Promise<void> {
  const { made } = await measure(page, shots, undefined);
  await writeFile(fileOf(name), made, 'base64');
}

/** Compares screenshots with the board of that name. Where too much differs, it is framed in e2e/output. */
export async function compareBoard(page: Page, name: string, shots: readonly Buffer[]): Promise<Board> {
  const { marked, different } = await measure(page, shots, await readFile(fileOf(name)));
  const tolerated = TOLERATED * shots.length;
  if (different > tolerated) {
    await mkdir(OUTPUT, { recursive: true });
    await writeFile(path.join(OUTPUT, `${name}.png`), marked, 'base64');
  }
  return { different, tolerated };
}

const measure = (page: Page, shots: readonly Buffer[], before: Buffer | undefined): Promise<Compared> =>
  page.evaluate(compare, {
    ...MEASURE,
    before: before?.toString('base64'),
    shots: shots.map((shot) => shot.toString('base64')),
  });

interface Given {
  readonly shots: readonly string[];
  readonly before: string | undefined;
  readonly shrunk: number;
  readonly cell: number;
  readonly same: number;
  readonly quality: number;
}

/** Runs in the page: browsers read and write pictures. */
async function compare({ shots, before, shrunk, cell, same, quality }: Given): Promise<Compared> {
  const load = async (base64: string, type: 'png' | 'webp'): Promise<HTMLImageElement> => {
    const image = new Image();
    image.src = `data:image/${type};base64,${base64}`;
    await image.decode();
    return image;
  };
  const sheetOf = (width: number, height: number): CanvasRenderingContext2D => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser gives no canvas');
    context.imageSmoothingQuality = 'high';
    return context;
  };
  const base64 = ({ canvas }: CanvasRenderingContext2D, type: string): string =>
    canvas.toDataURL(`image/${type}`, quality).replace(/^.*,/, '');
  const images = await Promise.all(shots.map((shot) => load(shot, 'png')));
  const sizes = images.map(({ width, height }) => ({ width: Math.floor(width / shrunk), height: Math.floor(height / shrunk) }));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  const sheet = sheetOf(width, height);
  let top = 0;
  images.forEach((image, index) => {
    const size = sizes[index] ?? { width: 0, height: 0 };
    sheet.drawImage(image, 0, top, size.width, size.height);
    top += size.height;
  });
  const made = base64(sheet, 'webp');
  const kept = before === undefined ? undefined : await load(before, 'webp');
  if (kept === undefined || kept.width !== width || kept.height !== height)
    return { made, marked: base64(sheet, 'png'), different: Infinity };
  const old = sheetOf(width, height);
  old.drawImage(kept, 0, 0);
  const [own, other] = [sheet, old].map((each) => each.getImageData(0, 0, width, height).data);
  const differs = (left: number, first: number): boolean =>
    [0, 1, 2].some((channel) => {
      let sum = 0;
      for (let y = first; y < Math.min(first + cell, height); y += 1)
        for (let x = left; x < Math.min(left + cell, width); x += 1) {
          const at = (y * width + x) * 4 + channel;
          sum += (own?.[at] ?? 0) - (other?.[at] ?? 0);
        }
      return Math.abs(sum) > same * cell * cell;
    });
  const marks = sheetOf(width * 2, height);
  marks.drawImage(kept, 0, 0);
  marks.drawImage(sheet.canvas, width, 0);
  marks.strokeStyle = '#ff00ff';
  let different = 0;
  for (let y = 0; y < height; y += cell)
    for (let x = 0; x < width; x += cell) {
      if (!differs(x, y)) continue;
      different += 1;
      marks.strokeRect(width + x - 1, y - 1, cell + 2, cell + 2);
    }
  return { made, marked: base64(marks, 'png'), different };
}
