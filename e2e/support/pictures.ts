/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** A part of a picture, in its own pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture at one sixteenth of its size, without the parts that differ from run to run, as PNG. So small, the edges of letters, which every
 * version of the font renderer draws a little differently, no longer count; a part that is missing or moved does.
 */
export async function small(page: Page, file: Buffer, without: readonly Part[] = []): Promise<Buffer> {
  const text = await page.evaluate(
    async ([base64, parts]) => {
      const SHRUNK = 16;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const [whole, sixteenth] = [document.createElement('canvas'), document.createElement('canvas')];
      [whole.width, whole.height] = [bitmap.width, bitmap.height];
      [sixteenth.width, sixteenth.height] = [Math.round(bitmap.width / SHRUNK), Math.round(bitmap.height / SHRUNK)];
      const [on, down] = [whole.getContext('2d'), sixteenth.getContext('2d')];
      if (on === null || down === null) throw new Error('no canvas');
      on.drawImage(bitmap, 0, 0);
      for (const { x, y, width, height } of parts) on.clearRect(x, y, width, height);
      down.imageSmoothingQuality = 'high';
      down.drawImage(whole, 0, 0, sixteenth.width, sixteenth.height);
      return sixteenth.toDataURL('image/png').replace(/^.*,/, '');
    },
    [file.toString('base64'), without] as const,
  );
  return Buffer.from(text, 'base64');
}

/** Share of the pixels in which two pictures of one size differ to the eye; 1 for pictures of other sizes. */
export function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (files) => {
      /**
       * Difference of a colour channel (0 to 255) that counts. Versions of the browser space and smooth letters a little differently: in a
       * picture of one sixteenth, that moves 19 of 3,700 pixels by more than 36, but only 3 by more than 64.
       */
      const VISIBLE = 64;
      const [a, b] = await Promise.all(
        files.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
          const context = canvas.getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (a === undefined || b === undefined || a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        if ([0, 1, 2, 3].some((channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > VISIBLE)) different += 1;
      }
      return different / (a.data.length / 4);
    },
    [one.toString('base64'), other.toString('base64')],
  );
}
