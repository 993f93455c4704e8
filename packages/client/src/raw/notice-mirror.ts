import { noticeFrame, type NoticeItem, readWire } from '@tapedeck/protocol';
import type { Store } from '../store/readable.ts';
import { SNAPSHOT_WAIT_MS } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

export const NOTICE_TOPIC = 'public.notice';

/** Keeps the operator's notices in `held`, oldest first, until they are withdrawn or expire. */
export function createNoticeMirror(held: Store<readonly NoticeItem[]>, clockOffset: () => number): TopicMirror {
  let askedAt = Number.POSITIVE_INFINITY;
  function keep(notices: readonly NoticeItem[], now: number): void {
    const left = notices.filter(({ endsAt }) => endsAt > now + clockOffset());
    const before = held.get();
    if (left.length !== before.length || left.some((notice, at) => notice !== before[at])) held.set(left);
  }
  return {
    receive(frame, now) {
      const parsed = readWire(noticeFrame, frame);
      if (!parsed.ok) return false;
      askedAt = Number.POSITIVE_INFINITY;
      const { type, data } = parsed.value;
      const ids = new Set(data.map(({ id }) => id));
      const known = type === 'snapshot' ? [] : held.get().filter(({ id }) => !ids.has(id));
      keep([...known, ...data], now);
      return true;
    },
    subscribed(now) {
      askedAt = now;
    },
    lost() {
      askedAt = Number.POSITIVE_INFINITY;
    },
    check(now) {
      if (held.get().length > 0) keep(held.get(), now);
      return now - askedAt <= SNAPSHOT_WAIT_MS;
    },
  };
}
