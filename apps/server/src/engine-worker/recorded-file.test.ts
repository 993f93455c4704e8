import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../testing/make-zip.ts';
import { readLines } from './recorded-file.ts';
import { RecordingRefused } from './recording-refused.ts';

const TEXT = 'time,price,size,side\n1747612800,1,1,Buy\r\nlast — line';
const LINES = ['time,price,size,side', '1747612800,1,1,Buy\r', 'last — line'];

async function read(bytes: Buffer): Promise<{ readonly lines: readonly string[]; readonly hash: string }> {
  const lines: string[] = [];
  const hash = await readLines(bytes, 'file', (line) => lines.push(line));
  return { lines, hash };
}

const csv = { name: 'trades.csv', text: TEXT };

describe('SIM-02 lines of a recorded file', () => {
  test.each([
    ['plain', Buffer.from(TEXT)],
    ['gzip', gzipSync(TEXT)],
    ['zip', makeZip([csv])],
    ['zip, stored', makeZip([{ ...csv, stored: true }])],
    [
      'zip with a comment, a folder and notes of macOS',
      makeZip([{ name: 'a/', text: '' }, csv, { name: '__MACOSX/._a', text: 'x' }], 'PK'),
    ],
  ])('%s: the same lines and the same content', async (_name, bytes) => {
    expect(await read(bytes)).toEqual({ lines: LINES, hash: (await read(Buffer.from(TEXT))).hash });
  });

  test('a large file arrives whole, over the borders of its pieces', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `${at},—${at * 7919}`);
    expect((await read(makeZip([{ name: 'a.csv', text: lines.join('\n') }]))).lines).toEqual(lines);
  });

  const again = 'Fetch it again';
  test.each([
    ['file is empty. Fetch it again, or leave it out.', Buffer.alloc(0)],
    ['file is empty. Fetch it again, or leave it out.', makeZip([{ name: 'a.csv', text: '' }])],
    ['file is in UTF-16. Save it as UTF-8.', Buffer.from('\uFEFFtime,price\n', 'utf16le')],
    ['file is not text in UTF-8. Save it as UTF-8, or export it as CSV.', Buffer.from('time,price\n', 'utf16le')],
    ['file is packed with zstd. Unpack it first.', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
    ['file is a Parquet file. Export it as CSV.', Buffer.from('PAR1.')],
    [
      'file is a zip of 2 files (a.csv, b.csv) instead of one. Unpack it, and name the recordings in it.',
      makeZip([
        { name: 'a.csv', text: 'a' },
        { name: 'b.csv', text: 'b' },
      ]),
    ],
    ['file is a zip of 0 files instead of one. Unpack it, and name the recordings in it.', makeZip([])],
    ['file is a zip with a password. Unpack it, and name the file in it.', makeZip([{ ...csv, flags: 1 }])],
    [`file is a damaged zip. ${again}.`, makeZip([csv]).subarray(0, -1)],
    [`file is a damaged zip. ${again}.`, Buffer.concat([makeZip([csv]), Buffer.from('more')])],
    [`file is damaged: it cannot be unpacked (unexpected end of file). ${again}.`, gzipSync(TEXT).subarray(0, -9)],
    ['file has a line of more than 4 MB. Name a file of rows or frames, one per line.', gzipSync(Buffer.alloc(8 * 1024 * 1024, '0'))],
    [
      'file holds more than 200 times its size. Unpack it, and name the file in it.',
      gzipSync(Buffer.alloc(65 * 1024 * 1024, `${' '.repeat(1023)}\n`)),
    ],
  ])('%s', async (message, bytes) => {
    await expect(read(bytes)).rejects.toThrow(new RecordingRefused(message));
  });

  test('a zip whose content is not the announced one is refused', async () => {
    const whole = makeZip([{ ...csv, stored: true }]);
    const other = Buffer.from(whole);
    other[other.indexOf('last')] = 0x4c;
    await expect(read(other)).rejects.toThrow('damaged zip');
  });

  test('a zip with any byte changed gives the same lines or a refusal', async () => {
    const whole = makeZip([csv]);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const found = await read(bytes).catch((error: unknown) => error);
        if (!(found instanceof RecordingRefused) && at >= 2) expect(found).toMatchObject({ lines: LINES });
      }),
      { seed: 29, numRuns: 300 },
    );
  });
});
