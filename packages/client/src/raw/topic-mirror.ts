import type { Freshness } from './freshness.ts';

/** The client's copy of one public topic. */
export interface TopicMirror {
  /** Never throws; false says that something is missing or wrong and a fresh snapshot is needed. */
  receive(frame: Readonly<Record<string, unknown>>, now: number): boolean;
  /** A subscription was sent: a snapshot is due. */
  subscribed(now: number): void;
  /** The socket is gone. */
  lost(): void;
  /** Looks at the clock; false as for `receive`. */
  check(now: number): boolean;
  /** How far it can be trusted now; left out by a topic that tells nothing for long on a good connection. */
  freshness?(): Freshness;
}
