import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { FolderUnusable } from './folder-unusable.ts';
import { prepareFolder } from './prepare-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let warnings: string[];
beforeEach(() => {
  folder = temporaryFolder();
  warnings = [];
});
afterEach(() => folder.remove());

const prepare = (): void => prepareFolder(folder.path, (text) => warnings.push(text));
const pathOf = (...names: readonly string[]): string => join(folder.path, ...names);

/** A folder in which an exchange with users has run. */
function withExchange(): void {
  prepare();
  for (const part of ['identity', 'journal']) writeFileSync(pathOf(part, 'journal-1.seg'), 'records');
}

test('OPS-03 a new folder gets the folders of its records, and a start of a complete one changes nothing', () => {
  withExchange();
  prepare();
  expect(readdirSync(folder.path).sort()).toEqual(['identity', 'journal', 'snapshots']);
  expect(readdirSync(pathOf('journal'))).toEqual(['journal-1.seg']);
  expect(warnings).toEqual([]);
});

test.each(['identity', 'journal', 'snapshots'])('OPS-03 a folder %s that takes no files fails the start by a sentence', (part) => {
  writeFileSync(pathOf(part), '');
  expect(prepare).toThrow(FolderUnusable);
  expect(prepare).toThrow(`The server cannot write to ${pathOf(part)}: ENOTDIR`);
  expect(prepare).toThrow('choose another data folder with --data');
});

test('OPS-03 an exchange without its users is refused until the operator decides', () => {
  withExchange();
  rmSync(pathOf('identity'), { recursive: true });
  expect(prepare).toThrow(FolderUnusable);
  expect(prepare).toThrow(`(${pathOf('identity')}) are missing`);
  expect(existsSync(pathOf('identity'))).toBe(false);
  mkdirSync(pathOf('identity'));
  prepare();
  expect(warnings).toEqual([expect.stringContaining('is empty: the exchange goes on with a new owner only')]);
});

test.each(['identity.writing', 'identity.old'])('OPS-03 users whose log was being rewritten (%s) are not missing', (name) => {
  withExchange();
  rmSync(pathOf('identity'), { recursive: true });
  mkdirSync(pathOf(name));
  writeFileSync(pathOf(name, 'journal-1.seg'), 'records');
  prepare();
  expect([existsSync(pathOf('identity')), readdirSync(pathOf(name))]).toEqual([false, ['journal-1.seg']]);
  expect(warnings).toEqual([]);
});
