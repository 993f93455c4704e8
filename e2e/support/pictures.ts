/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** A part of a picture, in its own pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture, a quarter as wide and as high, without what differs from run to run: as a PNG. */
export async function small(page: Page, file: Buffer, without: readonly Part[] = []): Promise<Buffer> {
  const text = await page.evaluate(
    async ([base64, parts]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const [whole, quarter] = [document.createElement('canvas'), document.createElement('canvas')];
      [whole.width, whole.height] = [bitmap.width, bitmap.height];
      [quarter.width, quarter.height] = [bitmap.width / 4, bitmap.height / 4];
      const [on, down] = [whole.getContext('2d'), quarter.getContext('2d')];
      if (on === null || down === null) throw new Error('no canvas');
      on.drawImage(bitmap, 0, 0);
      for (const { x, y, width, height } of parts) on.clearRect(x, y, width, height);
      down.imageSmoothingQuality = 'high';
      down.drawImage(whole, 0, 0, quarter.width, quarter.height);
      return quarter.toDataURL('image/png').replace(/^.*,/, '');
    },
    [file.toString('base64'), without] as const,
  );
  return Buffer.from(text, 'base64');
}

/** Share of the pixels in which two pictures of one size differ to the eye; 1 for pictures of other sizes. */
export function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (files) => {
      /** Of a channel of 255: how letters are smoothed differs from machine to machine. */
      const VISIBLE = 48;
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
