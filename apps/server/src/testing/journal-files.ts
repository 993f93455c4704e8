import { fdatasyncSync, writeSync } from 'node:fs';
import type { JournalFiles } from '../journal/journal-files.ts';
import { due, failPoint } from './fail-point.ts';

/** In the place of the server's own: hands each batch to the system in two halves. */
export const SYSTEM_FILES: JournalFiles = {
  write: (file, bytes, offset, length) => {
    const half = writeSync(file, bytes, offset, Math.ceil(length / 2));
    failPoint('journal half written');
    if (due('disk full')) throw new Error('ENOSPC: no space left on device, write');
    return half === length ? half : half + writeSync(file, bytes, offset + half, length - half);
  },
  sync: (file) => {
    // The system discards data that it could not sync: a second attempt would succeed and prove nothing.
    if (due('sync failed')) throw new Error('EIO: i/o error, fdatasync');
    fdatasyncSync(file);
  },
};
