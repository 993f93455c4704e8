import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { closeToOthers } from './owner-only.ts';

let folder: ReturnType<typeof temporaryFolder>;
let data: string;
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder.path, 'data');
  mkdirSync(join(data, 'journal'), { recursive: true });
  for (const file of ['journal/journal-1.seg', 'server.log']) writeFileSync(join(data, file), '');
  for (const path of ['', 'journal', 'journal/journal-1.seg', 'server.log']) chmodSync(join(data, path), 0o777);
});
afterEach(() => folder.remove());

const modeOf = (...path: readonly string[]): number => statSync(join(folder.path, ...path)).mode & 0o777;

test.skipIf(process.platform === 'win32')('OPS-05 a data folder that others may read is closed to them, with everything in it', () => {
  expect(closeToOthers(data)).toEqual([]);
  for (const path of ['', 'journal', 'journal/journal-1.seg', 'server.log']) expect([path, modeOf('data', path)]).toEqual([path, 0o700]);
});

test.skipIf(process.platform === 'win32')(
  'OPS-05 what the server did not make stays as it is, and so does the folder that holds it',
  () => {
    for (const file of ['data/letter.txt', 'elsewhere']) {
      writeFileSync(join(folder.path, file), '');
      chmodSync(join(folder.path, file), 0o644);
    }
    symlinkSync(join(folder.path, 'elsewhere'), join(data, 'audit.log'));
    expect(closeToOthers(data)).toEqual([]);
    expect([modeOf('data'), modeOf('data', 'letter.txt'), modeOf('elsewhere')]).toEqual([0o777, 0o644, 0o644]);
    expect(modeOf('data', 'journal', 'journal-1.seg')).toBe(0o700);
  },
);
