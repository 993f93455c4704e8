import { createSocketLink, type SocketLink } from '../connection/socket-link.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { FRESHNESS_CHECK_MS } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

/** All public topics on one socket: one mirror per topic, kept while somebody holds it. */
export interface PublicHub {
  readonly link: SocketLink;
  start(): void;
  stop(): void;
  /** The mirror of a topic, made by the first holder. Every call is paid back by one `release`. */
  acquire<M extends TopicMirror>(topic: string, create: () => M): M;
  release(topic: string): void;
}

/** A topic is not subscribed afresh more often than this. */
const RESYNC_PAUSE_MS = 500;

interface Held {
  readonly mirror: TopicMirror;
  holders: number;
  resyncedAt: number;
}

export function createPublicHub(ports: ClientPorts, url: string): PublicHub {
  const topics = new Map<string, Held>();
  let cancelCheck = (): void => undefined;
  let running = false;

  const link = createSocketLink(ports, {
    url,
    endsOnNormalClose: false,
    onFrame(topic, frame) {
      const held = topics.get(topic);
      if (held !== undefined && !held.mirror.receive(frame, ports.now())) resync([topic]);
    },
    onMalformed: () => resync([...topics.keys()]),
    onSubscribed(subscribed) {
      for (const topic of subscribed) topics.get(topic)?.mirror.subscribed(ports.now());
    },
  });

  link.state.subscribe(() => {
    if (link.state.get() !== 'lost') return;
    for (const { mirror } of topics.values()) mirror.lost();
  });

  function resync(again: readonly string[]): void {
    if (link.state.get() !== 'open') return;
    const now = ports.now();
    const due = again.filter((topic) => {
      const held = topics.get(topic);
      if (held === undefined) return false;
      held.mirror.subscribed(now);
      // What comes broken from the source would otherwise be asked for in a loop; the wait for its snapshot tries again.
      if (now - held.resyncedAt < RESYNC_PAUSE_MS) return false;
      held.resyncedAt = now;
      return true;
    });
    if (due.length > 0) link.resubscribe(due);
  }

  function check(): void {
    const now = ports.now();
    const behind = [...topics].filter(([, held]) => !held.mirror.check(now)).map(([topic]) => topic);
    if (behind.length > 0) resync(behind);
    if (running) cancelCheck = ports.setTimer(check, FRESHNESS_CHECK_MS);
  }

  return {
    link,
    start() {
      if (running) return;
      running = true;
      link.open();
      for (const topic of topics.keys()) if (!link.wanted().includes(topic)) link.acquire(topic);
      check();
    },
    stop() {
      running = false;
      cancelCheck();
      link.closeByUser();
      for (const { mirror } of topics.values()) mirror.lost();
    },
    acquire<M extends TopicMirror>(topic: string, create: () => M): M {
      const held = topics.get(topic);
      if (held !== undefined) {
        held.holders += 1;
        // A topic name determines the kind of its mirror.
        return held.mirror as M;
      }
      const mirror = create();
      topics.set(topic, { mirror, holders: 1, resyncedAt: Number.NEGATIVE_INFINITY });
      link.acquire(topic);
      return mirror;
    },
    release(topic) {
      const held = topics.get(topic);
      if (held === undefined) return;
      held.holders -= 1;
      if (held.holders > 0) return;
      topics.delete(topic);
      link.release(topic);
    },
  };
}
