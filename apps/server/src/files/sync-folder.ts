import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes created, renamed and removed names of a folder durable; Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
