import type { InstrumentId } from '@tapedeck/domain';
import type { CostClass } from '../costs.ts';

/** A subscriber of a public topic. */
export interface Subscriber {
  /** A frame that continues the previous one. */
  onDelta(topic: PublicTopic, frame: readonly string[]): void;
  /** A frame that replaces all earlier ones. */
  onSnapshot(topic: PublicTopic, frame: readonly string[]): void;
}

/** One public topic: its frames are encoded once for all subscribers. */
export interface PublicTopic {
  readonly name: string;
  readonly instrument: InstrumentId;
  /** Cost of a subscription. */
  readonly cost: CostClass;
  /** Following it counts as watching the instrument. */
  readonly watches: boolean;
  /** Frames that later ones cannot replace: congested sockets receive them too, and are closed if too many wait. */
  readonly lossless?: true;
  /** Frames that bring a subscriber up to date; `undefined` until available, and `onSnapshot` then sends them. */
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
