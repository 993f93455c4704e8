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
}
