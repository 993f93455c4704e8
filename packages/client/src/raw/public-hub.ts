import { createSocketLink, type SocketLink } from '../connection/socket-link.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable, type Store } from '../store/readable.ts';
import { FRESHNESS_CHECK_MS, RESYNC_PAUSE_MS, worstFreshness, type Freshness } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

/** All public topics on one socket: one mirror per topic, kept while it has a holder. */
export interface PublicHub {
  readonly link: SocketLink;
  /** The exchange's clock from its newest ticker, ms. */
  readonly exchangeTime: Store<number | undefined>;
  /** The worst freshness among all market data on screen. */
  readonly freshness: Readable<Freshness>;
  start(): void;
  stop(): void;
  /** The mirror of a topic, created by the first holder, with a function to request a snapshot. Every call needs one `release`. */
  acquire<M extends TopicMirror>(topic: string, create: (resync: () => void) => M): M;
  release(topic: string): void;
}

interface Held {
  readonly mirror: TopicMirror;
  holders: number;
  resyncedAt: number;
}

export function createPublicHub(ports: ClientPorts, url: string): PublicHub {
  return new TopicHub(ports, url);
}

class TopicHub implements PublicHub {
  readonly link: SocketLink;
  readonly exchangeTime = createStore<number | undefined>(undefined);
  readonly freshness = createStore<Freshness>('loading');
  readonly #ports: ClientPorts;
  readonly #topics = new Map<string, Held>();
  #cancelCheck = (): void => undefined;
  #running = false;

  constructor(ports: ClientPorts, url: string) {
    this.#ports = ports;
    this.link = createSocketLink(ports, {
      url,
      endsOn: [],
      onFrame: (topic, frame) => this.#receive(topic, frame),
      takesText: (topic, text) => this.#takeText(topic, text),
      onMalformed: () => this.#resync([...this.#topics.keys()]),
      onSubscribed: (subscribed) => {
        for (const topic of subscribed) this.#topics.get(topic)?.mirror.subscribed(ports.now());
      },
    });
    this.link.state.subscribe(() => {
      if (this.link.state.get() === 'lost') this.#lost();
      if (this.link.state.get() === 'open') this.freshness.set(this.#worst());
    });
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.link.open();
    for (const topic of this.#topics.keys()) if (!this.link.wanted().includes(topic)) this.link.acquire(topic);
    this.#check();
  }

  stop(): void {
    this.#running = false;
    this.#cancelCheck();
    this.link.closeByUser();
    this.#lost();
  }

  acquire<M extends TopicMirror>(topic: string, create: (resync: () => void) => M): M {
    const held = this.#topics.get(topic);
    if (held !== undefined) {
      held.holders += 1;
      // A topic name determines the kind of its mirror.
      return held.mirror as M;
    }
    const mirror = create(() => this.#resync([topic]));
    this.#topics.set(topic, { mirror, holders: 1, resyncedAt: Number.NEGATIVE_INFINITY });
    this.link.acquire(topic);
    // Released and acquired in one turn: the topic stayed subscribed, and the former mirror received its snapshot.
    if (this.link.subscribed().includes(topic)) this.#resync([topic]);
    return mirror;
  }

  release(topic: string): void {
    const held = this.#topics.get(topic);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#topics.delete(topic);
    held.mirror.closed?.();
    this.link.release(topic);
  }

  #receive(topic: string, frame: Readonly<Record<string, unknown>>): void {
    const held = this.#topics.get(topic);
    if (held !== undefined && !held.mirror.receive(frame, this.#ports.now())) this.#resync([topic]);
  }

  #takeText(topic: string, text: string): boolean {
    const { mirror } = this.#topics.get(topic) ?? {};
    if (mirror?.receiveText === undefined) return false;
    if (!mirror.receiveText(text, this.#ports.now())) this.#resync([topic]);
    return true;
  }

  #worst(): Freshness {
    const looked = [...this.#topics.values()].flatMap(({ mirror }) => mirror.freshness?.() ?? []);
    return looked.length === 0 ? 'live' : worstFreshness(looked);
  }

  #lost(): void {
    for (const { mirror } of this.#topics.values()) mirror.lost();
    this.freshness.set('offline');
  }

  #resync(again: readonly string[]): void {
    if (this.link.state.get() !== 'open') return;
    const now = this.#ports.now();
    const due = again.filter((topic) => {
      const held = this.#topics.get(topic);
      if (held === undefined) return false;
      held.mirror.subscribed(now);
      // A broken source would otherwise be requested in a loop; the wait for its snapshot retries.
      if (now - held.resyncedAt < RESYNC_PAUSE_MS) return false;
      held.resyncedAt = now;
      return true;
    });
    if (due.length > 0) this.link.resubscribe(due);
  }

  #check(): void {
    const now = this.#ports.now();
    const behind = [...this.#topics].filter(([, held]) => !held.mirror.check(now)).map(([topic]) => topic);
    if (behind.length > 0) this.#resync(behind);
    // A socket that has not connected for the first time is not lost.
    if (this.link.state.get() === 'open') this.freshness.set(this.#worst());
    if (this.#running) this.#cancelCheck = this.#ports.setTimer(() => this.#check(), FRESHNESS_CHECK_MS);
  }
}
