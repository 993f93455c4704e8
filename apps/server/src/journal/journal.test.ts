import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Journal, JournalFailed, type JournalOptions } from './journal.ts';
import { listSegments } from './recover.ts';
import { JournalDamaged, JournalTooNew, SEGMENT_HEADER_BYTES, segmentName } from './segment.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const payload = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Read {
  readonly texts: readonly string[];
  readonly torn: boolean;
  readonly next: number;
}

/** Opens, checks that sequences are dense, closes. */
function read(path: string): Read {
  const texts: string[] = [];
  const { journal, recovered } = Journal.open(path, (record) => {
    expect(record.sequence).toBe(texts.length + 1);
    expect(record.time).toBe(record.sequence * 10);
    texts.push(new TextDecoder().decode(record.payload));
  });
  journal.close();
  return { texts, torn: recovered.torn !== undefined, next: recovered.nextSequence };
}

/** Each inner list is one durable batch. */
function write(path: string, batches: readonly (readonly string[])[], options: JournalOptions = {}): void {
  const { journal } = Journal.open(path, () => undefined, options);
  for (const batch of batches) {
    for (const text of batch) journal.append(1, journal.nextSequence * 10, payload(text));
    journal.commit(true);
  }
  journal.close();
}

const firstFile = (path: string): string => join(path, segmentName(1));

describe('what was written is read', () => {
  test('batches, empty and large payloads, over reopenings and segments', () => {
    const large = 'x'.repeat(200_000);
    write(
      folder.path,
      [
        ['a', 'b'],
        ['', large],
      ],
      { segmentBytes: 1_000 },
    );
    write(folder.path, [['c'], ['d', 'e', 'f']], { segmentBytes: 1_000 });
    expect(read(folder.path)).toEqual({ texts: ['a', 'b', '', large, 'c', 'd', 'e', 'f'], torn: false, next: 9 });
    expect(listSegments(folder.path).map((segment) => segment.firstSequence)).toEqual([1, 5]);
  });

  test('a batch grows the buffer, and short writes are continued', () => {
    let calls = 0;
    const { journal } = Journal.open(folder.path, () => undefined, {
      files: {
        write: (file, bytes, offset, length) => {
          calls += 1;
          return writeSync(file, bytes, offset, Math.min(length, 700_001));
        },
        sync: () => undefined,
      },
    });
    for (let at = 0; at < 3; at += 1) journal.append(1, journal.nextSequence * 10, new Uint8Array(900_000).fill(97 + at));
    journal.commit(true);
    journal.close();
    expect(calls).toBe(4);
    expect(read(folder.path).texts.map((text) => text[0])).toEqual(['a', 'b', 'c']);
  });

  test('what is not committed is not written; what is committed without a sync is not called durable', () => {
    const { journal } = Journal.open(folder.path, () => undefined);
    journal.append(1, 10, payload('a'));
    expect(statSync(firstFile(folder.path)).size).toBe(SEGMENT_HEADER_BYTES);
    journal.commit(false);
    expect([journal.durableSequence, journal.nextSequence]).toEqual([0, 2]);
    journal.commit(true);
    expect(journal.durableSequence).toBe(1);
    journal.close();
  });
});

describe('a torn tail', () => {
  test('EXC-07 the last batch cut at every byte loses no earlier batch, is saved aside, and the journal goes on', () => {
    const source = join(folder.path, 'source');
    write(source, [
      ['alpha', 'beta'],
      ['gamma', 'delta'],
    ]);
    const whole = readFileSync(firstFile(source));
    const firstBatchEnds = SEGMENT_HEADER_BYTES + 25 + 5 + 25 + 4;
    const thirdEnds = firstBatchEnds + 25 + 5;
    for (let length = firstBatchEnds; length < whole.length; length += 1) {
      const path = join(folder.path, `cut-${length}`);
      mkdirSync(path);
      copyFileSync(firstFile(source), firstFile(path));
      truncateSync(firstFile(path), length);
      const whatIsLeft = length >= thirdEnds ? ['alpha', 'beta', 'gamma'] : ['alpha', 'beta'];
      const clean = length === firstBatchEnds || length === thirdEnds;
      expect(read(path)).toEqual({ texts: whatIsLeft, torn: !clean, next: whatIsLeft.length + 1 });
      const saved = readdirSync(path).filter((name) => name.endsWith('.torn'));
      expect(saved.length).toBe(clean ? 0 : 1);
      if (saved[0] !== undefined)
        expect(readFileSync(join(path, saved[0]))).toEqual(whole.subarray(length >= thirdEnds ? thirdEnds : firstBatchEnds, length));
      write(path, [['omega']]);
      expect(read(path)).toEqual({ texts: [...whatIsLeft, 'omega'], torn: false, next: whatIsLeft.length + 2 });
    }
  });

  test('pages of the last batch that were never written (zeros) are a torn tail too, also in its middle', () => {
    write(folder.path, [['alpha'], ['beta', 'gamma', 'delta']]);
    const bytes = readFileSync(firstFile(folder.path));
    const second = SEGMENT_HEADER_BYTES + 30;
    bytes.fill(0, second, second + 29);
    writeFileSync(firstFile(folder.path), bytes);
    expect(read(folder.path)).toEqual({ texts: ['alpha'], torn: true, next: 2 });
  });

  test('a segment that ends inside its header is set aside', () => {
    write(folder.path, [['alpha']]);
    for (const header of [0, 7, SEGMENT_HEADER_BYTES]) {
      writeFileSync(join(folder.path, segmentName(2)), new Uint8Array(header));
      expect(read(folder.path)).toEqual({ texts: ['alpha'], torn: true, next: 2 });
    }
    write(folder.path, [['beta']]);
    expect(read(folder.path).texts).toEqual(['alpha', 'beta']);
  });
});

describe('damage before the tail', () => {
  test('EXC-07 any flipped bit in a durable batch refuses to start and names the file and the offset', () => {
    const source = join(folder.path, 'source');
    write(source, [['alpha'], ['beta'], ['gamma']]);
    const whole = readFileSync(firstFile(source));
    const thirdStarts = SEGMENT_HEADER_BYTES + 30 + 29;
    const path = join(folder.path, 'flipped');
    mkdirSync(path);
    for (let at = SEGMENT_HEADER_BYTES; at < thirdStarts; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(firstFile(path), bytes);
      const error = failureOf(() => read(path));
      expect(error).toBeInstanceOf(JournalDamaged);
      const record = at < SEGMENT_HEADER_BYTES + 30 ? SEGMENT_HEADER_BYTES : SEGMENT_HEADER_BYTES + 30;
      expect(error).toMatchObject({ file: firstFile(path), offset: record });
      expect((error as Error).message).toContain(`at byte ${record}`);
    }
    expect(readdirSync(path)).toEqual([segmentName(1)]);
  });

  test('a missing middle, a missing segment, a shortened older segment and a wrong name', () => {
    const source = join(folder.path, 'source');
    write(source, [['alpha'], ['beta'], ['gamma'], ['delta']], { segmentBytes: 80 });
    const segments = listSegments(source);
    expect(segments.map((segment) => segment.firstSequence)).toEqual([1, 3, 5]);
    const attempt = (change: (path: string) => void): unknown => {
      const path = join(folder.path, `attempt-${readdirSync(folder.path).length}`);
      mkdirSync(path);
      for (const segment of segments) copyFileSync(segment.path, join(path, segmentName(segment.firstSequence)));
      change(path);
      return failureOf(() => read(path));
    };
    const removeFirst = attempt((path) => {
      const bytes = readFileSync(firstFile(path));
      writeFileSync(firstFile(path), Buffer.concat([bytes.subarray(0, 24), bytes.subarray(54)]));
    });
    expect(removeFirst).toMatchObject({ name: 'JournalDamaged', offset: SEGMENT_HEADER_BYTES });
    const shortened = attempt((path) => truncateSync(firstFile(path), 60));
    expect(shortened).toMatchObject({ name: 'JournalDamaged', offset: 54 });
    const cleanlyShortened = attempt((path) => truncateSync(firstFile(path), 54));
    expect((cleanlyShortened as Error).message).toContain('record 2 is missing');
    const swapped = attempt((path) => copyFileSync(join(path, segmentName(3)), firstFile(path)));
    expect((swapped as Error).message).toContain('disagree');
    const foreign = attempt((path) => writeFileSync(firstFile(path), 'something else altogether'));
    expect((foreign as Error).message).toContain('does not begin');
  });

  test('a journal of a newer format is refused in words', () => {
    write(folder.path, [['alpha']]);
    const bytes = readFileSync(firstFile(folder.path));
    bytes.writeUInt32LE(2, 8);
    writeFileSync(firstFile(folder.path), bytes);
    const error = failureOf(() => read(folder.path));
    expect(error).toBeInstanceOf(JournalTooNew);
    expect((error as Error).message).toContain('format 2');
  });
});

test('after the first failed sync or write nothing is ever accepted again', () => {
  for (const broken of ['write', 'sync'] as const) {
    let failures = 1;
    const fail = (): void => {
      if (failures-- > 0) throw new Error('EIO: i/o error');
    };
    const { journal } = Journal.open(join(folder.path, broken), () => undefined, {
      files: {
        write: (file, bytes, offset, length) => {
          if (broken === 'write') fail();
          return writeSync(file, bytes, offset, length);
        },
        sync: () => {
          if (broken === 'sync') fail();
        },
      },
    });
    journal.append(1, 10, payload('a'));
    expect(() => journal.commit(true)).toThrow(JournalFailed);
    expect(() => journal.append(1, 10, payload('b'))).toThrow('i/o error');
    expect(() => journal.commit(true)).toThrow(JournalFailed);
    expect(journal.durableSequence).toBe(0);
    journal.close();
  }
});

function failureOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}
