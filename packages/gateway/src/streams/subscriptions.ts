import type { PublicTopic, Subscriber } from './topic.ts';

/**
 * A subscription is up to date (`live`), waits for its first snapshot (`waiting`), or missed frames while the socket
 * was congested (`dirty`).
 */
type Freshness = 'live' | 'waiting' | 'dirty';

export interface SubscriptionsOptions {
  readonly send: (frames: readonly string[]) => void;
  /** A subscription began (`true`) or ended. */
  readonly looked: (topic: PublicTopic, began: boolean) => void;
}

/** The public topics of one connection. While its socket is congested they are held back, and sent from a snapshot afterwards. */
export class Subscriptions implements Subscriber {
  readonly #options: SubscriptionsOptions;
  readonly #topics = new Map<PublicTopic, Freshness>();
  #congested = false;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#topics.size;
  }

  has(topic: PublicTopic): boolean {
    return this.#topics.has(topic);
  }

  follow(topic: PublicTopic): void {
    this.#topics.set(topic, 'waiting');
    // Checked before it is followed: the topic may query its venue at once.
    this.#options.looked(topic, true);
    topic.add(this);
    this.#catchUp(topic);
  }

  drop(topic: PublicTopic): void {
    if (!this.#topics.delete(topic)) return;
    topic.remove(this);
    this.#options.looked(topic, false);
  }

  dropAll(): void {
    for (const topic of [...this.#topics.keys()]) this.drop(topic);
  }

  /** The socket is congested. */
  congested(): void {
    this.#congested = true;
  }

  drained(): void {
    this.#congested = false;
    for (const [topic, freshness] of this.#topics) if (freshness === 'dirty') this.#catchUp(topic);
  }

  onDelta(topic: PublicTopic, frames: readonly string[]): void {
    if (this.#topics.get(topic) !== 'live') return;
    if (this.#congested && topic.lossless !== true) this.#topics.set(topic, 'dirty');
    else this.#options.send(frames);
  }

  onSnapshot(topic: PublicTopic, frames: readonly string[]): void {
    if (!this.#topics.has(topic)) return;
    this.#topics.set(topic, this.#congested ? 'dirty' : 'live');
    if (!this.#congested) this.#options.send(frames);
  }

  #catchUp(topic: PublicTopic): void {
    if (this.#congested && topic.lossless !== true) {
      this.#topics.set(topic, 'dirty');
      return;
    }
    const frames = topic.catchUp();
    this.#topics.set(topic, frames === undefined ? 'waiting' : 'live');
    if (frames !== undefined && frames.length > 0) this.#options.send(frames);
  }
}
