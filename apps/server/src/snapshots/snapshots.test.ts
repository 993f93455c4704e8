import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { SnapshotStore } from './snapshots.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const world = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined => (bytes === undefined ? undefined : new TextDecoder().decode(bytes));

test('the newest is read, up to a sequence, and three are kept', async () => {
  const store = new SnapshotStore(folder.path);
  expect(store.newest(1_000)).toBeUndefined();
  for (const sequence of [10, 20, 30, 40]) await store.write(sequence, world(`world ${sequence}`));
  expect(store.sequences()).toEqual([40, 30, 20]);
  expect(textOf(store.newest(Number.MAX_SAFE_INTEGER)?.world)).toBe('world 40');
  expect(store.newest(39)?.sequence).toBe(30);
  expect(store.newest(19)).toBeUndefined();
});

test('one of the version before, which is not packed, is read', () => {
  const bytes = Buffer.alloc(64 + 5);
  bytes.set(Buffer.from('TDSNAPSH'), 0);
  bytes.writeUInt32LE(1, 8);
  bytes.writeDoubleLE(30, 16);
  bytes.writeDoubleLE(5, 24);
  bytes.set(world('older'), 64);
  bytes.set(createHash('sha256').update(bytes.subarray(0, 32)).update(bytes.subarray(64)).digest(), 32);
  const store = new SnapshotStore(folder.path);
  writeFileSync(join(folder.path, 'snapshot-0000000000000030.snap'), bytes);
  expect(textOf(store.newest(100)?.world)).toBe('older');
});

test('OPS-06 a snapshot takes a fraction of the room of its world', async () => {
  const store = new SnapshotStore(folder.path);
  const minutes = new BigInt64Array(200_000).map((_, at) => BigInt(6_000_000_000_000 + (at % 977) * 10_000_000));
  await store.write(10, new Uint8Array(minutes.buffer));
  const [name = ''] = readdirSync(folder.path);
  expect(statSync(join(folder.path, name)).size).toBeLessThan(minutes.byteLength / 4);
  expect(store.newest(10)?.world.length).toBe(minutes.byteLength);
});

test('S4 the last one of a run, asked for while another is being written, is whole too', async () => {
  const store = new SnapshotStore(folder.path);
  const large = new Uint8Array(3 << 20);
  await Promise.all([store.write(10, large), store.write(20, world('the last')), store.write(30, world('and one more'))]);
  expect(store.sequences()).toEqual([30, 20, 10]);
  expect(textOf(store.newest(29)?.world)).toBe('the last');
  expect(readdirSync(folder.path).filter((name) => !name.endsWith('.snap'))).toEqual([]);
});

test('EXC-07 a snapshot cut at any byte or with any flipped bit is passed over for the next older one', async () => {
  const source = new SnapshotStore(join(folder.path, 'source'));
  await source.write(10, world('the older'));
  await source.write(20, world('the newer'));
  const [older, newer] = readdirSync(join(folder.path, 'source')).sort();
  const olderBytes = readFileSync(join(folder.path, 'source', older ?? ''));
  const newerBytes = readFileSync(join(folder.path, 'source', newer ?? ''));
  const path = join(folder.path, 'damaged');
  mkdirSync(path);
  writeFileSync(join(path, older ?? ''), olderBytes);
  const store = new SnapshotStore(path);
  for (let at = 0; at < newerBytes.length; at += 1) {
    const flipped = Buffer.from(newerBytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    for (const damaged of [newerBytes.subarray(0, at), flipped]) {
      writeFileSync(join(path, newer ?? ''), damaged);
      const seen: string[] = [];
      const found = store.newest(100, (file) => seen.push(file));
      // The four spare bytes of the header are under the hash like the others.
      expect([found?.sequence, seen.length]).toEqual([10, 1]);
    }
  }
});

test('a snapshot that was being written when the process died is not seen and is cleared away', async () => {
  writeFileSync(join(folder.path, 'snapshot-0000000000000030.snap.writing'), 'half');
  const store = new SnapshotStore(folder.path);
  expect(store.newest(100)).toBeUndefined();
  await store.write(40, world('whole'));
  expect(readdirSync(folder.path)).toEqual(['snapshot-0000000000000040.snap']);
});
