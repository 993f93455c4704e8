import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OptionsWrong } from '../options.ts';
import { dataFolderOf } from '../files/data-folder.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { RecordingRefused, loadTape } from './replay-tape.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const START = 1_700_000_000_000;

function recording(name: string, seconds: readonly number[]): string {
  const path = join(folder.path, name);
  const text = ['time,price,size,side', ...seconds.map((second) => `${START + second * 1_000},100.5,0.5,Buy`)].join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

const tenSeconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

test('SIM-02 files are unpacked, merged in order of time, and begin a tenth in or where asked', () => {
  const files = [recording('BTCUSDT.csv.gz', tenSeconds), recording('ETHUSDT.csv', tenSeconds)];
  const tape = loadTape({ files, speed: 1, start: undefined });
  expect(tape.trades.length).toBe(20);
  expect(tape.trades.map((trade) => trade.time)).toEqual(tape.trades.map((trade) => trade.time).toSorted((a, b) => a - b));
  expect([tape.startIndex, tape.genesis, tape.start]).toEqual([2, START, START + 1_000]);
  expect(tape.label).toBe('BTCUSDT.csv.gz, ETHUSDT.csv');
  const later = loadTape({ files, speed: 1, start: START + 4_500 });
  expect([later.startIndex, later.start]).toEqual([10, START + 4_500]);
  const before = loadTape({ files, speed: 1, start: 0 });
  expect([before.startIndex, before.start]).toEqual([0, START]);
});

test('a file that cannot be played is named, with the line', () => {
  const path = join(folder.path, 'BTCUSDT-broken.csv');
  writeFileSync(path, 'time,price,size,side\n1700000000000,abc,1,Buy\n');
  expect(() => loadTape({ files: [path], speed: 1, start: undefined })).toThrow(RecordingRefused);
  expect(() => loadTape({ files: [path], speed: 1, start: undefined })).toThrow(/BTCUSDT-broken.csv, line 2/);
});

test('each set of recordings and each start has a folder of its own, by content', () => {
  const [one, two] = [recording('BTCUSDT-1.csv', tenSeconds), recording('BTCUSDT-2.csv', [0, 1])];
  const of = (replay: readonly string[], replayStart?: number): string => dataFolderOf({ data: '/data', replay, replayStart });
  expect(of([])).toBe('/data');
  const folders = [of([one]), of([two]), of([one, two]), of([one], 5)];
  expect(new Set(folders).size).toBe(4);
  for (const path of folders) expect(path).toMatch(/^\/data\/replays\/BTCUSDT-[12]-csv-[0-9a-f]{12}$/);
  expect(of([recording('BTCUSDT-1.csv', tenSeconds)])).toBe(folders[0]);
  expect(() => of([join(folder.path, 'missing.csv')])).toThrow(OptionsWrong);
});
