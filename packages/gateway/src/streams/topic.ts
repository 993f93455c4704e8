import type { InstrumentId } from '@tapedeck/domain';

/** Who follows a public topic. */
export interface Subscriber {
  /** A frame that goes on from the one before. */
  onDelta(topic: PublicTopic, frame: readonly string[]): void;
  /** A frame that replaces everything before it. */
  onSnapshot(topic: PublicTopic, frame: readonly string[]): void;
}

/** One public topic: its frames are encoded once and shared by all who follow it. */
export interface PublicTopic {
  readonly name: string;
  readonly instrument: InstrumentId;
  /** Following it counts as looking at the instrument. */
  readonly watches: boolean;
  /** What it tells cannot be told again: it goes on to congested sockets too, which end when too much waits for them. */
  readonly lossless?: true;
  /** What brings a subscriber up to date; `undefined` while it is not known, in which case `onSnapshot` will bring it. */
  catchUp(): readonly string[] | undefined;
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
}

/** The followers of one topic. */
export class Subscribers {
  readonly #all = new Set<Subscriber>();

  get size(): number {
    return this.#all.size;
  }

  add(subscriber: Subscriber): void {
    this.#all.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#all.delete(subscriber);
  }

  delta(topic: PublicTopic, frame: string): void {
    const frames = [frame];
    for (const subscriber of this.#all) subscriber.onDelta(topic, frames);
  }

  snapshot(topic: PublicTopic, frames: readonly string[]): void {
    for (const subscriber of this.#all) subscriber.onSnapshot(topic, frames);
  }
}
