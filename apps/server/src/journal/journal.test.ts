import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Journal, JournalFailed, type JournalOptions } from './journal.ts';
import { readRunning } from './recover.ts';
import { listSegments } from './segment-files.ts';
import { HandCommitter } from '../testing/hand-committer.ts';
import { crc32c } from './crc32c.ts';
import {
  JournalDamaged,
  JournalTooNew,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  SEGMENT_VERSION,
  encodeSegmentHeader,
  segmentName,
} from './segment.ts';

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
    journal.commit();
  }
  journal.close();
}

/** Bytes of a record. */
const sizeOf = (text: string): number => RECORD_HEADER_BYTES + payload(text).length;

const firstFile = (path: string): string => join(path, segmentName(1));

describe('a journal that is being written', () => {
  const running = (from: number, upTo: number): { readonly next: number; readonly texts: readonly string[] } => {
    const texts: string[] = [];
    const next = readRunning(folder.path, { from, upTo }, ({ payload: bytes }) => texts.push(new TextDecoder().decode(bytes)));
    return { next, texts };
  };

  test('OPS-03 is read from any record on, up to one that is durable, over several files', () => {
    write(folder.path, [['a', 'b'], ['c'], ['d', 'e']], { segmentBytes: 64 });
    expect(listSegments(folder.path).length).toBeGreaterThan(1);
    expect(running(1, 5)).toEqual({ next: 6, texts: ['a', 'b', 'c', 'd', 'e'] });
    expect(running(3, 4)).toEqual({ next: 5, texts: ['c', 'd'] });
    expect(running(5, 4)).toEqual({ next: 5, texts: [] });
  });

  test('OPS-03 ends inside a record that is being written, which stays as it is', () => {
    write(folder.path, [['a', 'b', 'c']]);
    const file = firstFile(folder.path);
    const bytes = statSync(file).size - 1;
    truncateSync(file, bytes);
    expect(running(1, 3)).toEqual({ next: 3, texts: ['a', 'b'] });
    expect(statSync(file).size).toBe(bytes);
    expect(readdirSync(folder.path)).toHaveLength(1);
  });
});

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
    journal.commit();
    journal.close();
    expect(calls).toBe(4);
    expect(read(folder.path).texts.map((text) => text[0])).toEqual(['a', 'b', 'c']);
  });

  test('what is not committed is not written; what is written without a sync is not called durable', () => {
    const { journal } = Journal.open(folder.path, () => undefined);
    journal.append(1, 10, payload('a'));
    expect(statSync(firstFile(folder.path)).size).toBe(SEGMENT_HEADER_BYTES);
    journal.write();
    expect([journal.durableSequence, journal.nextSequence]).toEqual([0, 2]);
    journal.commit();
    expect(journal.durableSequence).toBe(1);
    journal.close();
  });
});

describe('a record that stands for several sequences', () => {
  const records = (path: string): { readonly sequence: number; readonly count: number }[] => {
    const found: { sequence: number; count: number }[] = [];
    Journal.open(path, ({ sequence, count }) => found.push({ sequence, count })).journal.close();
    return found;
  };

  test('the next record follows its last one, also in the next file and after a cut', () => {
    const { journal } = Journal.open(folder.path, () => undefined, { segmentBytes: 100 });
    expect(journal.append(1, 10, payload('one'))).toBe(1);
    expect(journal.append(1, 20, payload('many'), 65_535)).toBe(2);
    expect(journal.append(1, 30, payload('next'))).toBe(65_537);
    journal.commit();
    expect(journal.durableSequence).toBe(65_537);
    journal.append(1, 40, payload('few'), 3);
    journal.commit();
    journal.close();
    const whole = [
      { sequence: 1, count: 1 },
      { sequence: 2, count: 65_535 },
      { sequence: 65_537, count: 1 },
      { sequence: 65_538, count: 3 },
    ];
    expect(records(folder.path)).toEqual(whole);
    expect(listSegments(folder.path).map(({ firstSequence }) => firstSequence)).toEqual([1, 65_538]);
    const last = join(folder.path, segmentName(65_538));
    truncateSync(last, statSync(last).size - 1);
    expect(records(folder.path)).toEqual(whole.slice(0, 3));
    const { journal: again } = Journal.open(folder.path, () => undefined);
    expect(again.nextSequence).toBe(65_538);
    again.close();
  });

  test('a count that no record has room for is refused', () => {
    const { journal } = Journal.open(folder.path, () => undefined);
    for (const count of [0, 65_536]) expect(() => journal.append(1, 10, payload('a'), count)).toThrow(RangeError);
    journal.close();
  });

  test('EXC-07 a record that is not yet written can stand for more, and one that is written cannot', () => {
    const { journal } = Journal.open(folder.path, () => undefined);
    expect(journal.lengthen()).toBeUndefined();
    journal.append(1, 10, payload('a'));
    expect([journal.append(1, 20, payload('b')), journal.lengthen(), journal.lengthen(), journal.nextSequence]).toEqual([2, 3, 4, 5]);
    journal.write();
    expect(journal.lengthen()).toBeUndefined();
    journal.append(1, 50, payload('c'));
    journal.commit();
    expect(journal.durableSequence).toBe(5);
    journal.close();
    expect(records(folder.path)).toEqual([
      { sequence: 1, count: 1 },
      { sequence: 2, count: 3 },
      { sequence: 5, count: 1 },
    ]);
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
    const firstBatchEnds = SEGMENT_HEADER_BYTES + sizeOf('alpha') + sizeOf('beta');
    const thirdEnds = firstBatchEnds + sizeOf('gamma');
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
    const second = SEGMENT_HEADER_BYTES + sizeOf('alpha');
    bytes.fill(0, second, second + sizeOf('beta'));
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
    const secondStarts = SEGMENT_HEADER_BYTES + sizeOf('alpha');
    const thirdStarts = secondStarts + sizeOf('beta');
    const path = join(folder.path, 'flipped');
    mkdirSync(path);
    for (let at = SEGMENT_HEADER_BYTES; at < thirdStarts; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(firstFile(path), bytes);
      const error = failureOf(() => read(path));
      expect(error).toBeInstanceOf(JournalDamaged);
      const record = at < secondStarts ? SEGMENT_HEADER_BYTES : secondStarts;
      expect(error).toMatchObject({ file: firstFile(path), offset: record });
      expect((error as Error).message).toContain(`at byte ${record}`);
    }
    expect(readdirSync(path)).toEqual([segmentName(1)]);
  });

  test('a missing middle, a missing segment, a shortened older segment and a wrong name', () => {
    const source = join(folder.path, 'source');
    write(source, [['alpha'], ['beta'], ['gamma'], ['delta'], ['omega']], { segmentBytes: 90 });
    const betaStarts = SEGMENT_HEADER_BYTES + sizeOf('alpha');
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
      writeFileSync(firstFile(path), Buffer.concat([bytes.subarray(0, SEGMENT_HEADER_BYTES), bytes.subarray(betaStarts)]));
    });
    expect(removeFirst).toMatchObject({ name: 'JournalDamaged', offset: SEGMENT_HEADER_BYTES });
    const shortened = attempt((path) => truncateSync(firstFile(path), betaStarts + 6));
    expect(shortened).toMatchObject({ name: 'JournalDamaged', offset: betaStarts });
    const cleanlyShortened = attempt((path) => truncateSync(firstFile(path), betaStarts));
    expect((cleanlyShortened as Error).message).toContain('record 2 is expected');
    const swapped = attempt((path) => copyFileSync(join(path, segmentName(3)), firstFile(path)));
    expect((swapped as Error).message).toContain('its name does not match its header');
    const foreign = attempt((path) => writeFileSync(firstFile(path), 'something else altogether'));
    expect((foreign as Error).message).toContain('does not begin');
  });

  test('a journal of a newer format is refused in words', () => {
    write(folder.path, [['alpha']]);
    const bytes = readFileSync(firstFile(folder.path));
    bytes.writeUInt32LE(SEGMENT_VERSION + 1, 8);
    writeFileSync(firstFile(folder.path), bytes);
    const error = failureOf(() => read(folder.path));
    expect(error).toBeInstanceOf(JournalTooNew);
    expect((error as Error).message).toContain(`format ${SEGMENT_VERSION + 1}`);
  });
});

describe('a commit while the writer goes on', () => {
  const open = (options: JournalOptions = {}): { readonly journal: Journal; readonly disk: HandCommitter } => {
    const disk = new HandCommitter();
    return { journal: Journal.open(folder.path, () => undefined, { ...options, committer: disk }).journal, disk };
  };
  const add = (journal: Journal, ...texts: readonly string[]): void => {
    for (const text of texts) journal.append(1, journal.nextSequence * 10, payload(text));
    journal.write();
    journal.startCommit();
  };
  /** Zeroes the record that begins with this text, as a page that never reached the disk. */
  const lose = (text: string): void => {
    const bytes = readFileSync(firstFile(folder.path));
    const end = bytes.indexOf(text) + text.length;
    bytes.fill(0, end - sizeOf(text), end);
    writeFileSync(firstFile(folder.path), bytes);
  };

  test('EXC-07 a record is durable when the disk says so, and not when it was asked', () => {
    const { journal, disk } = open();
    add(journal, 'alpha', 'beta');
    add(journal, 'gamma');
    expect([disk.requested, journal.durableSequence]).toEqual([3, 0]);
    disk.confirm(2);
    expect(journal.durableSequence).toBe(2);
    journal.startCommit();
    journal.waitFor(2);
    expect(disk.waits).toEqual([]);
    journal.commit();
    expect([disk.waits, journal.durableSequence]).toEqual([[3], 3]);
    journal.close();
    expect(disk.closed).toBe(true);
  });

  test('EXC-07 D4 a group that the disk had not confirmed is cut whole, with later groups that reached the disk before it', () => {
    const { journal, disk } = open();
    add(journal, 'alpha');
    disk.confirm();
    add(journal, 'beta', 'gamma');
    add(journal, 'delta');
    add(journal, 'omega');
    journal.close();
    lose('beta');
    expect(read(folder.path)).toEqual({ texts: ['alpha'], torn: true, next: 2 });
  });

  test('EXC-07 D3 damage in a confirmed group refuses to start, also behind groups that were written before its confirmation', () => {
    for (const [lost, offset] of [
      ['beta', sizeOf('alpha')],
      ['gamma', sizeOf('alpha') + sizeOf('beta')],
    ] as const) {
      folder.remove();
      folder = temporaryFolder();
      const { journal, disk } = open();
      add(journal, 'alpha');
      add(journal, 'beta', 'gamma');
      add(journal, 'delta');
      disk.confirm(3);
      add(journal, 'omega');
      journal.close();
      lose(lost);
      expect(failureOf(() => read(folder.path))).toMatchObject({ name: 'JournalDamaged', offset: SEGMENT_HEADER_BYTES + offset });
    }
  });

  test('EXC-07 whatever the disk keeps of what it had not confirmed, a start has everything confirmed and never refuses', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      folder.remove();
      folder = temporaryFolder();
      const random = randomOf(seed);
      const { journal, disk } = open();
      const ends: number[] = [SEGMENT_HEADER_BYTES];
      for (let group = 0; group < 12; group += 1) {
        const texts = Array.from({ length: 1 + random(3) }, (_, at) => 'x'.repeat(1 + random(20)) + String(at));
        add(journal, ...texts);
        for (const text of texts) ends.push((ends.at(-1) ?? 0) + sizeOf(text));
        if (random(3) === 0) disk.confirm(disk.durable + random(disk.requested - disk.durable + 1));
      }
      const confirmed = disk.durable;
      journal.close();
      const bytes = readFileSync(firstFile(folder.path));
      // A power cut: of the pages after the confirmed records, each is there or not.
      for (let at = ends[confirmed] ?? 0; at < bytes.length; at += 16)
        if (random(2) === 0) bytes.fill(0, at, Math.min(at + 16, bytes.length));
      writeFileSync(firstFile(folder.path), bytes);
      expect(read(folder.path).next).toBeGreaterThan(confirmed);
    }
  });

  test('a full file is durable before the next one begins', () => {
    const { journal, disk } = open({ segmentBytes: 60 });
    add(journal, 'alpha');
    add(journal, 'beta');
    expect(disk.waits).toEqual([]);
    add(journal, 'gamma');
    expect([disk.waits, disk.durable, disk.requested]).toEqual([[2], 2, 3]);
    expect(listSegments(folder.path).map((segment) => segment.firstSequence)).toEqual([1, 3]);
    journal.close();
  });

  test('EXC-07 D13 a failed sync stops the writer at its next step, and a wait for it', () => {
    const { journal, disk } = open();
    add(journal, 'alpha');
    disk.fail();
    expect(() => journal.append(1, 20, payload('beta'))).toThrow('EIO');
    expect(() => journal.startCommit()).toThrow(JournalFailed);
    expect([journal.failure?.message, journal.durableSequence]).toEqual(['the journal could not be written: EIO: i/o error, fdatasync', 0]);
    journal.close();
    const again = open();
    add(again.journal, 'gamma');
    again.disk.fails = true;
    expect(() => again.journal.commit()).toThrow(JournalFailed);
    again.journal.close();
  });
});

describe('a journal of the first format', () => {
  /** Its records say whether everything before them was durable, and no more. */
  const writeFirst = (records: readonly (readonly [text: string, durableBefore: boolean])[]): void => {
    const header = Buffer.from(encodeSegmentHeader(1));
    header.writeUInt32LE(1, 8);
    const parts = records.map(([text, durableBefore], at) => {
      const bytes = Buffer.alloc(25 + text.length);
      bytes.writeUInt32LE(text.length, 0);
      bytes.writeUInt32LE(at + 1, 8);
      bytes.writeDoubleLE((at + 1) * 10, 16);
      bytes.writeUInt8(1 | (durableBefore ? 0x80 : 0), 24);
      bytes.write(text, 25);
      bytes.writeUInt32LE(crc32c(new DataView(bytes.buffer, bytes.byteOffset), 8, bytes.length), 4);
      return bytes;
    });
    writeFileSync(firstFile(folder.path), Buffer.concat([header, ...parts]));
  };

  test('D12 is read, and goes on in a file of its own', () => {
    writeFirst([
      ['alpha', true],
      ['beta', false],
    ]);
    write(folder.path, [['gamma']]);
    expect(listSegments(folder.path).map((segment) => segment.firstSequence)).toEqual([1, 3]);
    expect(read(folder.path)).toEqual({ texts: ['alpha', 'beta', 'gamma'], torn: false, next: 4 });
  });

  test('D12 one without records gives its name to the new file', () => {
    writeFirst([]);
    write(folder.path, [['alpha']]);
    expect(listSegments(folder.path).map((segment) => segment.firstSequence)).toEqual([1]);
    expect(read(folder.path).texts).toEqual(['alpha']);
  });

  test('D3 D4 D12 its torn tail is cut, and damage before a record that was durable is refused', () => {
    const damage = (third: boolean): void => {
      writeFirst([
        ['alpha', true],
        ['beta', true],
        ['gamma', third],
      ]);
      const bytes = readFileSync(firstFile(folder.path));
      bytes.fill(0, SEGMENT_HEADER_BYTES + 30, SEGMENT_HEADER_BYTES + 40);
      writeFileSync(firstFile(folder.path), bytes);
    };
    damage(true);
    expect(failureOf(() => read(folder.path))).toMatchObject({ name: 'JournalDamaged', offset: SEGMENT_HEADER_BYTES + 30 });
    damage(false);
    expect(read(folder.path)).toEqual({ texts: ['alpha'], torn: true, next: 2 });
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
    expect(() => journal.commit()).toThrow(JournalFailed);
    expect(() => journal.append(1, 10, payload('b'))).toThrow('i/o error');
    expect(() => journal.commit()).toThrow(JournalFailed);
    expect(journal.durableSequence).toBe(0);
    journal.close();
  }
});

/** Whole numbers below a bound, the same for a seed in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

function failureOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}
