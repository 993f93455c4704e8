import type { NoticeItem } from '@tapedeck/protocol';
import { beforeEach, expect, test } from 'vitest';
import { createStore, type Store } from '../store/readable.ts';
import { createNoticeMirror } from './notice-mirror.ts';
import type { TopicMirror } from './topic-mirror.ts';

const notice = (id: number, endsAt: number): NoticeItem => ({ id, text: `notice ${id}`, publishedAt: 0, endsAt });
const frame = (type: 'snapshot' | 'delta', ...data: readonly NoticeItem[]) => ({ topic: 'public.notice', type, ts: 0, data });

let held: Store<readonly NoticeItem[]>;
let mirror: TopicMirror;
const ids = (): number[] => held.get().map(({ id }) => id);
beforeEach(() => {
  held = createStore<readonly NoticeItem[]>([]);
  mirror = createNoticeMirror(held, () => 100);
});

test('NTF-05 notices come with the snapshot and one by one, and go when taken back or over by the server’s clock', () => {
  expect(mirror.receive(frame('snapshot', notice(1, 5_000), notice(2, 9_000)), 0)).toBe(true);
  mirror.receive(frame('delta', notice(3, 20_000)), 10);
  expect(ids()).toEqual([1, 2, 3]);
  mirror.receive(frame('delta', notice(2, 0)), 20);
  expect(ids()).toEqual([1, 3]);
  mirror.check(4_899);
  expect(ids()).toEqual([1, 3]);
  mirror.check(4_900);
  expect(ids()).toEqual([3]);
  mirror.receive(frame('snapshot'), 4_950);
  expect(ids()).toEqual([]);
});

test('a snapshot that does not come is asked for again, and what is no frame is no notice', () => {
  mirror.subscribed(1_000);
  expect([mirror.check(3_000), mirror.check(3_001)]).toEqual([true, false]);
  mirror.lost();
  expect(mirror.check(9_000)).toBe(true);
  expect(mirror.receive({ topic: 'public.notice', data: [{ id: 'x' }] }, 0)).toBe(false);
});
