import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const lockFile = (): string => join(folder.path, 'server.lock');

test('OPS-01 a folder is held by one server at a time', () => {
  const first = lockFolder(folder.path);
  expect(() => lockFolder(folder.path)).toThrow(FolderInUse);
  expect(() => lockFolder(folder.path)).toThrow(`process ${process.pid}`);
  first.release();
  expect(existsSync(lockFile())).toBe(false);
  lockFolder(folder.path).release();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('the lock of a process that is gone is taken over', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(lockFile(), `${gone}\n${hostname()}\n\n`);
  lockFolder(folder.path).release();
  writeFileSync(lockFile(), 'not a lock');
  utimesSync(lockFile(), new Date(0), new Date(0));
  lockFolder(folder.path).release();
});

test.each(['', '123', `123\n\n`, `x\n${hostname()}\n\n`])('OPS-01 a lock %j that a power cut left incomplete keeps nobody out', (text) => {
  writeFileSync(lockFile(), text);
  lockFolder(folder.path).release();
  expect(readdirSync(folder.path)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a later process with the number of a dead one does not keep its lock alive', () => {
  writeFileSync(lockFile(), `${process.pid}\n${hostname()}\nanother-boot/123\n`);
  lockFolder(folder.path).release();
});

test('a holder on another host counts until its heart stops', () => {
  writeFileSync(lockFile(), `1\nanother-host\n\n`);
  expect(() => lockFolder(folder.path)).toThrow('another-host');
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(lockFile(), minuteAgo, minuteAgo);
  lockFolder(folder.path).release();
});
