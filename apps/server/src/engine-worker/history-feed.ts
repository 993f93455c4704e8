import type { MessagePort } from 'node:worker_threads';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import type { EngineToHistory, HistoryToEngine } from '../history/history-messages.ts';
import type { HistoryLink } from './engine-host.ts';

/** Maximum events and minutes kept until the history has confirmed them; older ones exist only in the journal. */
const KEPT_MAX = 50_000;

interface Kept {
  readonly message: EngineToHistory;
  /** The sequence that confirms it; minutes without events are confirmed with the next message that has a sequence. */
  readonly sequence: number | undefined;
  readonly size: number;
}

export type FeedPort = Pick<MessagePort, 'postMessage' | 'on' | 'close'>;

/** The engine's connection to the history. Unconfirmed rows are kept for a restarted history. */
export class HistoryFeed implements HistoryLink {
  readonly #onConfirmed: (sequence: number) => void;
  readonly #mostKept: number;
  #port: FeedPort;
  #kept: Kept[] = [];
  #size = 0;
  #sent: number;
  /** A history that holds less than this lacks rows that are no longer kept. */
  #floor: number;

  constructor(port: FeedPort, applied: number, onConfirmed: (sequence: number) => void, mostKept = KEPT_MAX) {
    this.#port = port;
    this.#sent = applied;
    this.#floor = applied;
    this.#onConfirmed = onConfirmed;
    this.#mostKept = mostKept;
    this.#listen(port);
  }

  /** The highest sequence sent so far. */
  get sent(): number {
    return this.#sent;
  }

  send(batches: readonly EventBatch[], bars: readonly MinuteBar[]): void {
    let size = bars.length;
    for (const { events } of batches) size += events.length;
    this.#hand({ message: { kind: 'batches', batches, bars }, sequence: batches.at(-1)?.sequence, size });
  }

  confirm(sequence: number): void {
    this.#hand({ message: { kind: 'upTo', sequence }, sequence, size: 0 });
  }

  /** Continues with a restarted history that holds everything up to `applied`. */
  resume(port: FeedPort, applied: number): void {
    this.#port.close();
    this.#port = port;
    this.#listen(port);
    if (applied < this.#floor) {
      port.postMessage({ kind: 'hole' } satisfies EngineToHistory);
      return;
    }
    this.#forgetUpTo(applied);
    for (const { message } of this.#kept) port.postMessage(message);
    port.postMessage({ kind: 'upTo', sequence: this.#sent } satisfies EngineToHistory);
  }

  close(): void {
    this.#port.close();
  }

  #listen(port: FeedPort): void {
    port.on('message', ({ sequence }: HistoryToEngine) => {
      if (port !== this.#port) return;
      this.#forgetUpTo(sequence);
      this.#onConfirmed(sequence);
    });
  }

  #hand(kept: Kept): void {
    this.#port.postMessage(kept.message);
    this.#sent = Math.max(this.#sent, kept.sequence ?? 0);
    this.#kept.push(kept);
    this.#size += kept.size;
    let over = 0;
    for (; this.#size > this.#mostKept && over < this.#kept.length; over += 1) {
      const { sequence, size } = this.#kept[over] ?? kept;
      this.#size -= size;
      this.#floor = Math.max(this.#floor, sequence ?? this.#sent + 1);
    }
    if (over > 0) this.#kept = this.#kept.slice(over);
  }

  #forgetUpTo(sequence: number): void {
    const last = this.#kept.findLastIndex((kept) => kept.sequence !== undefined && kept.sequence <= sequence);
    for (const { size } of this.#kept.slice(0, last + 1)) this.#size -= size;
    this.#kept = this.#kept.slice(last + 1);
    this.#floor = Math.max(this.#floor, Math.min(sequence, this.#sent));
  }
}
