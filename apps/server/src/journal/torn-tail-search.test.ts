import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { HandCommitter } from '../testing/hand-committer.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Journal } from './journal.ts';
import { SEGMENT_HEADER_BYTES, segmentName } from './segment.ts';

const counted = vi.hoisted(() => ({ bytes: 0 }));
vi.mock('./crc32c.ts', async (original) => {
  const { crc32c, crcStep } = await original<typeof import('./crc32c.ts')>();
  return {
    crc32c: (view: DataView, from: number, to: number) => {
      counted.bytes += to - from;
      return crc32c(view, from, to);
    },
    crcStep: (state: number, byte: number) => {
      counted.bytes += 1;
      return crcStep(state, byte);
    },
  };
});

/** Small numbers between zeros: many places look like a record with a length and a sequence. */
const payloadOf = (record: number): Uint8Array =>
  Uint8Array.from({ length: 80 }, (_, at) => [(record * 31 + at) % 200, record % 5, 0, 0][at % 4] ?? 0);

/** Bytes summed at a start whose journal has so many records that the disk had not confirmed, behind a first one that is torn. */
function summed(records: number): { readonly fileBytes: number; readonly bytes: number } {
  const folder = temporaryFolder();
  try {
    const { journal } = Journal.open(folder.path, () => undefined, { committer: new HandCommitter() });
    for (let record = 0; record < records; record += 1) journal.append(5, 1.7e12 + record, payloadOf(record));
    journal.write();
    const file = join(folder.path, segmentName(1));
    const bytes = readFileSync(file);
    bytes[SEGMENT_HEADER_BYTES + 40] = 0xff;
    writeFileSync(file, bytes);
    counted.bytes = 0;
    const { recovered } = Journal.open(folder.path, () => undefined);
    expect(recovered.torn?.bytes).toBe(bytes.length - SEGMENT_HEADER_BYTES);
    return { fileBytes: bytes.length, bytes: counted.bytes };
  } finally {
    folder.remove();
  }
}

test('EXC-07 D4 the search behind a torn tail sums a few bytes for each byte of it, however long it is', () => {
  for (const records of [200, 2_000]) {
    const { fileBytes, bytes } = summed(records);
    expect(bytes / fileBytes).toBeLessThan(40);
  }
});
