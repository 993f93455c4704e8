import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OptionsWrong } from '../options.ts';
import { dataFolderOf } from '../files/data-folder.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { foundingInstruments } from './genesis.ts';
import { PaperWorld } from '@tapedeck/venue-paper';
import { timestamp } from '@tapedeck/domain';
import { RecordingRefused } from './recording-refused.ts';
import { loadTape, playing } from './replay-tape.ts';

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

test('SIM-02 files are unpacked, merged in order of time, and begin a tenth in or where asked', async () => {
  const files = [recording('BTCUSDT.csv.gz', tenSeconds), recording('ETHUSDT.csv', tenSeconds)];
  const tape = await loadTape({ files, speed: 1, start: undefined });
  const times = tape.entries.map((entry) => entry.time);
  expect(times.length).toBe(20);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect([tape.startIndex, tape.genesis, tape.start]).toEqual([2, START, START + 1_000]);
  expect(tape.label).toBe('BTCUSDT.csv.gz, ETHUSDT.csv');
  const later = await loadTape({ files, speed: 1, start: START + 4_500 });
  expect([later.startIndex, later.start]).toEqual([10, START + 4_500]);
  const before = await loadTape({ files, speed: 1, start: 0 });
  expect([before.startIndex, before.start]).toEqual([0, START]);
});

test('a file that cannot be played is named, with the line', async () => {
  const path = join(folder.path, 'BTCUSDT-broken.csv');
  writeFileSync(path, 'time,price,size,side\n1700000000000,abc,1,Buy\n');
  await expect(loadTape({ files: [path], speed: 1, start: undefined })).rejects.toThrow(RecordingRefused);
  await expect(loadTape({ files: [path], speed: 1, start: undefined })).rejects.toThrow(/BTCUSDT-broken.csv, line 2/);
});

test('SIM-08 a symbol that the exchange does not have is listed by the steps of its recording; gaps are told', async () => {
  const path = join(folder.path, 'quotes.csv');
  const rows = [`${START},0.01234,25,Buy`, `${START + 500},0.01236,75,Sell`, `${START + 3_600_000},0.0123,50,Sell`];
  writeFileSync(path, ['time,price,size,side', ...rows].join('\n'));
  await expect(loadTape({ files: [path], speed: 1, start: undefined })).rejects.toThrow(/Name it with --replay-symbol/);
  const tape = await loadTape({ files: [path], speed: 1, start: undefined, symbol: 'FXSUSDT' });
  expect(tape.listed).toEqual([{ symbol: 'FXSUSDT', tickSize: '1000', lotSize: '100000000', price: '1234000' }]);
  expect(tape.symbol).toBe('FXSUSDT');
  expect(tape.gaps).toEqual([{ from: START + 500, to: START + 3_600_000 }]);
  expect(tape.notes).toEqual([
    'FXSUSDT is listed because the recording contains it',
    'the replay skips 1 gap in the recording, the first from 2023-11-14T22:13:20.500Z to 2023-11-14T23:13:20.000Z',
  ]);
  const listed = foundingInstruments(tape).at(-1);
  expect([listed?.symbol, listed?.baseCoin, listed?.priceDigits, listed?.quantityDigits]).toEqual(['FXSUSDT', 'FXS', 5, 0]);
  expect(new Set(tape.entries.map(({ command }) => command.instrument))).toEqual(new Set([listed?.id]));
});

test('SIM-02 the notes name rows that are left out, content that is given twice, and files that overlap', async () => {
  const [one, two] = [recording('BTCUSDT-a.csv', [0, 1, 2]), recording('BTCUSDT-b.csv.gz', [0, 1, 2])];
  const [part, later] = [recording('BTCUSDT-c.csv', [2, 3]), recording('BTCUSDT-d.csv', [4])];
  const tape = await loadTape({ files: [one, two, part, later, recording('ETHUSDT.csv', [0, 1, 2])], speed: 1, start: undefined });
  expect(tape.entries).toHaveLength(9);
  expect(tape.label).toBe('BTCUSDT-a.csv, BTCUSDT-c.csv, BTCUSDT-d.csv, ETHUSDT.csv');
  expect(tape.notes).toEqual([
    `${two} has the content of ${one}: the replay plays it once`,
    'BTCUSDT-a.csv and BTCUSDT-c.csv hold trades of BTCUSDT from 2023-11-14T22:13:22.000Z to 2023-11-14T22:13:22.000Z: the replay plays both',
  ]);
  const rows = [
    'time,symbol,price,size,side,id',
    `${START},BTCUSDT,1,1,Buy,1`,
    `${START},BTCUSDT,1,1,Buy,1`,
    `${START},BTCUSDT,1,1,none,2`,
  ];
  writeFileSync(join(folder.path, 'rows.csv'), rows.join('\n'));
  expect((await loadTape({ files: [join(folder.path, 'rows.csv')], speed: 1, start: undefined })).notes).toEqual([
    'rows.csv: the replay leaves out 1 trade without a side, 1 double row',
  ]);
});

test('a name that states another symbol is another recording; a date in it is no part of the symbol', async () => {
  const path = recording('20250519FXSUSDT.csv', [0]);
  const tape = await loadTape({ files: [path, recording('FXSUSDT.csv', [0]), recording('GXSUSDT.csv', [0])], speed: 1, start: undefined });
  expect(tape.listed.map(({ symbol }) => symbol)).toEqual(['FXSUSDT', 'GXSUSDT']);
  expect(tape.entries).toHaveLength(2);
});

/** Real recordings, where they lie beside the repository. */
const BESIDE = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const REAL = ['bybit/ws_v5/orderbook500_XRPUSDT_2024-12-01.jsonl', 'feeds/linear_ETHUSDT_2024-07-18.txt.gz'].filter((file) =>
  existsSync(BESIDE + file),
);
test.skipIf(REAL.length === 0)('SIM-08 a real recorded book ends as its recording does, and is sound on the way', async () => {
  for (const file of REAL) {
    const tape = await loadTape({ files: [BESIDE + file], speed: 1, start: undefined });
    const time = timestamp(tape.genesis);
    const world = PaperWorld.create({ instruments: foundingInstruments(tape), seed: 1, genesis: time, recorded: true });
    const last = { bids: new Map<number, number>(), asks: new Map<number, number>() };
    const entries = tape.entries.slice(0, 4_000);
    for (const [i, entry] of entries.entries()) {
      world.apply(playing(entry, 0));
      world.takeEvents();
      if (i % 500 === 0) world.audit();
      const { command } = entry;
      if (command.type !== 'ReplayBook') continue;
      for (const side of ['bids', 'asks'] as const) {
        if (command.whole) last[side].clear();
        for (let at = 0; at < command[side].length; at += 2) last[side].set(command[side][at] ?? 0, command[side][at + 1] ?? 0);
      }
    }
    const instrument = entries[0]?.command.instrument ?? -1;
    const { bids, asks } = world.book(instrument).book;
    expect(bids.length).toBeGreaterThan(200);
    const recorded = (side: 'bids' | 'asks'): Map<number, number> => last[side];
    // Trades of the last moments are not in the recorded book yet.
    for (const [side, rows] of [
      ['bids', bids.slice(4)],
      ['asks', asks.slice(4)],
    ] as const)
      for (let at = 0; at < rows.length; at += 2) expect(recorded(side).get(rows[at] ?? 0), `${file} ${rows[at]}`).toBe(rows[at + 1]);
  }
});

test('each set of recordings and each start has a folder of its own, by content', () => {
  const [one, two] = [recording('BTCUSDT-1.csv', tenSeconds), recording('BTCUSDT-2.csv', [0, 1])];
  const of = (replay: readonly string[], replayStart?: number): string =>
    dataFolderOf({ data: '/data', replay, replayStart, replaySymbol: undefined });
  expect(of([])).toBe('/data');
  const folders = [of([one]), of([two]), of([one, two]), of([one], 5)];
  expect(new Set(folders).size).toBe(4);
  for (const path of folders) expect(path).toMatch(/^\/data\/replays\/BTCUSDT-[12]-csv-[0-9a-f]{12}$/);
  expect(of([recording('BTCUSDT-1.csv', tenSeconds)])).toBe(folders[0]);
  expect(() => of([join(folder.path, 'missing.csv')])).toThrow(OptionsWrong);
});
