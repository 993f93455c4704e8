import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { backUp, restore } from './backup.ts';
import { OperatorWrong } from './operator-request.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  for (const part of ['identity', 'journal']) {
    mkdirSync(pathOf('data', part), { recursive: true });
    writeFileSync(pathOf('data', part, 'journal-1.seg'), part);
    chmodSync(pathOf('data', part, 'journal-1.seg'), 0o666);
  }
});
afterEach(() => folder.remove());

const pathOf = (...names: readonly string[]): string => join(folder.path, ...names);

async function refused(work: Promise<unknown>, words: string): Promise<void> {
  const error = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OperatorWrong);
  expect((error as Error).message).toContain(words);
}

test('OPS-03 OPS-05 a backup and what is restored from it are readable by their owner only', async () => {
  expect(await backUp(pathOf('data'), pathOf('backup'))).toMatchObject({ files: 2, bytes: 15 });
  mkdirSync(pathOf('restored'));
  await restore(pathOf('backup'), pathOf('restored'));
  expect(readFileSync(pathOf('restored', 'journal', 'journal-1.seg'), 'utf8')).toBe('journal');
  for (const made of ['backup', 'restored']) {
    for (const name of readdirSync(pathOf(made), { recursive: true, encoding: 'utf8' }))
      expect([name, statSync(pathOf(made, name)).mode & 0o077]).toEqual([name, 0]);
  }
});

test('OPS-03 a backup keeps empty folders, without which the database in a journal does not open', async () => {
  mkdirSync(pathOf('data', 'journal', 'history', 'pg_notify'), { recursive: true });
  await backUp(pathOf('data'), pathOf('backup'));
  await restore(pathOf('backup'), pathOf('restored'));
  expect(readdirSync(pathOf('restored', 'journal', 'history'))).toEqual(['pg_notify']);
  const manifest = pathOf('backup', 'backup.json');
  const written = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  for (const [folders, words] of [
    [['../outside'], 'unexpected file: ../outside'],
    [['journal/../../outside'], 'unexpected file'],
    [[7], 'is damaged'],
  ] as const) {
    writeFileSync(manifest, JSON.stringify({ ...written, folders }));
    await refused(restore(pathOf('backup'), pathOf('again')), words);
  }
});

test('OPS-03 a place that cannot hold a backup is refused by a sentence', async () => {
  writeFileSync(pathOf('file'), '');
  await refused(backUp(pathOf('data'), pathOf('file')), 'file is not a folder. Name a new or empty folder.');
  await refused(backUp(pathOf('data'), pathOf('file', 'below')), 'Name a folder that you may write to.');
  await refused(backUp(pathOf('data'), pathOf('data', 'journal', 'backup')), 'would be lost with it. Name a folder outside.');
  expect(readdirSync(folder.path).sort()).toEqual(['data', 'file']);
});

test.runIf(process.platform === 'linux')(
  'OPS-03 a pipe, a device or a system folder is refused as a place for a backup, without a wait',
  async () => {
    execFileSync('mkfifo', [pathOf('pipe')]);
    await refused(backUp(pathOf('data'), pathOf('pipe')), 'pipe is not a folder');
    await refused(backUp(pathOf('data'), '/dev/null'), '/dev/null is not a folder');
    // A file system that reports an existing folder as missing: some calls try again without end.
    await refused(backUp(pathOf('data'), '/proc/no-such-folder/backup'), 'cannot be made: ');
    await backUp(pathOf('data'), pathOf('backup'));
    await refused(restore(pathOf('backup'), '/proc/no-such-folder/data'), 'cannot be made: ');
  },
);

test('OPS-03 a backup that is none is refused by a sentence', async () => {
  const source = pathOf('backup');
  const attempt = (): Promise<unknown> => restore(source, pathOf('restored'));
  writeFileSync(source, '');
  await refused(attempt(), 'is not a backup: there is no file backup.json in it');
  await refused(restore(pathOf('data'), pathOf('restored')), 'is not a backup');
  await refused(restore(source, pathOf('data')), 'data is not empty. Name a new or empty folder.');
  await refused(restore(pathOf('data'), source), 'backup is not a folder');
  expect(existsSync(pathOf('restored'))).toBe(false);
});

test.each(['{', 'null', '7', '{"format":1}', '{"format":1,"files":[{"path":7}]}', '{"format":1,"files":[null]}'])(
  'OPS-03 the manifest %s is damaged',
  async (text) => {
    writeFileSync(pathOf('data', 'backup.json'), text);
    await refused(restore(pathOf('data'), pathOf('restored')), 'backup.json is damaged. Use another backup.');
  },
);

test.skipIf(process.platform === 'win32')(
  'OPS-03 a backup of pipes and folders in the place of files is refused, without a wait',
  async () => {
    const manifest = pathOf('backup', 'backup.json');
    mkdirSync(pathOf('backup', 'journal', 'one'), { recursive: true });
    const file = { path: 'journal/one', bytes: statSync(pathOf('backup', 'journal', 'one')).size, sha256: '' };
    writeFileSync(manifest, JSON.stringify({ format: 1, madeAt: '', files: [file] }));
    await refused(restore(pathOf('backup'), pathOf('restored')), 'The backup lacks the file journal/one.');
    execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', manifest]);
    await refused(restore(pathOf('backup'), pathOf('restored')), 'there is no file backup.json in it');
  },
);
