import type { Freshness } from './freshness.ts';

/** The client's copy of one public topic. */
export interface TopicMirror {
  /** Never throws; false if data is missing or wrong and a fresh snapshot is needed. */
  receive(frame: Readonly<Record<string, unknown>>, now: number): boolean;
  /**
   * The same for an unparsed message. A mirror with this method receives no parsed ones, provided that the beginning of
   * the message names the topic.
   */
  receiveText?(text: string, now: number): boolean;
  /** A subscription was sent: a snapshot is expected. */
  subscribed(now: number): void;
  /** The socket was lost. */
  lost(): void;
  /** It has no holder any more. */
  closed?(): void;
  /** Checks the clock; false as for `receive`. */
  check(now: number): boolean;
  /** Current freshness; absent for a topic that may stay silent for long on a good connection. */
  freshness?(): Freshness;
}
