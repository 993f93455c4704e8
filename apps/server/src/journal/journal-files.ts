import { fdatasyncSync, writeSync } from 'node:fs';

/** The system calls of a journal, so that tests can make them fail. */
export interface JournalFiles {
  write(file: number, bytes: Uint8Array, offset: number, length: number): number;
  sync(file: number): void;
}

export const SYSTEM_FILES: JournalFiles = {
  write: (file, bytes, offset, length) => writeSync(file, bytes, offset, length),
  sync: (file) => fdatasyncSync(file),
};
