import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { makeFolder } from './data-folder.ts';

test('OPS-01 a data folder is made with those above it, for its owner only', () => {
  const temporary = temporaryFolder();
  try {
    const folder = join(temporary.path, 'one', 'two');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  } finally {
    temporary.remove();
  }
});

test.runIf(existsSync('/proc/self'))('OPS-01 a file system that takes no folders is an error, not a wait without end', () => {
  expect(() => makeFolder('/proc/no-such-folder/data')).toThrow(/ENOENT|EACCES|EROFS|EPERM/);
});
