/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** Pixels of a canvas, wherever it is painted: a canvas painted by a worker cannot be read itself. */
export const pictureOf = (canvas: Locator): Promise<string> =>
  canvas.evaluate((element) => {
    const from = element as HTMLCanvasElement;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [from.width, from.height];
    copy.getContext('2d')?.drawImage(from, 0, 0);
    return copy.toDataURL();
  });

/** Whether it shows anything in its left and in its right half. */
export const halvesPainted = (canvas: Locator): Promise<boolean[]> =>
  canvas.evaluate((element) => {
    const from = element as HTMLCanvasElement;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [from.width, from.height];
    const context = copy.getContext('2d');
    context?.drawImage(from, 0, 0);
    const half = Math.floor(copy.width / 2);
    return [0, half].map((left) => [...(context?.getImageData(left, 0, half, copy.height).data ?? [])].some((part) => part !== 0));
  });
