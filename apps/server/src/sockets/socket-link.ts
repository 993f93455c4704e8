import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connection } from '@tapedeck/gateway';
import { CLOSE_CODES } from '@tapedeck/protocol';
import type { FrameCache } from './frames.ts';

/** More than this on its way to a socket is congestion: public topics wait until it is gone. */
export const CONGESTED_BYTES = 128 * 1024;
export const QUEUED_BYTES_MAX = 1024 * 1024;
export const CONGESTED_MS_MAX = 10_000;
export const FIRST_MESSAGE_MS_MAX = 5_000;
const MESSAGE_WINDOW_MS = 10_000;
/** How long a cut socket may take to read its close frame. */
const FAREWELL_MS = 1_000;

export interface LinkLimits {
  /** Messages in ten seconds. */
  readonly messages: number;
  /** Whether something must be said soon after the beginning. */
  readonly mustSpeak: boolean;
}

/** One socket: batches what is sent in a turn into one write, and measures whether the other end keeps up. */
export class SocketLink {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #frames: FrameCache;
  readonly #now: () => number;
  #messagesMax = 0;
  #connection: Connection | undefined;
  #corked = false;
  #congestedSince = 0;
  #ended = false;
  #heard = false;
  #windowStart = 0;
  #windowMessages = 0;
  #answered = true;

  constructor(socket: WebSocket, stream: Duplex, frames: FrameCache, now: () => number) {
    this.#socket = socket;
    this.#stream = stream;
    this.#frames = frames;
    this.#now = now;
  }

  attach(connection: Connection, { messages, mustSpeak }: LinkLimits): void {
    this.#connection = connection;
    this.#messagesMax = messages;
    const silence = mustSpeak ? setTimeout(() => this.#endIfSilent(), FIRST_MESSAGE_MS_MAX) : undefined;
    this.#socket.on('message', (data, binary) => this.#receive(data as Buffer, binary));
    this.#socket.on('pong', () => {
      this.#answered = true;
    });
    // The close event follows; what the other end did wrong is no news for anybody.
    this.#socket.on('error', () => undefined);
    this.#stream.on('drain', () => this.#drained());
    this.#socket.on('close', () => {
      clearTimeout(silence);
      this.#ended = true;
      connection.closed();
    });
  }

  /** Sends whole frames in order; false when the socket is congested. */
  send(texts: readonly string[]): boolean {
    if (this.#ended) return false;
    if (!this.#corked) {
      this.#corked = true;
      this.#stream.cork();
      setImmediate(() => this.#uncork());
    }
    for (const text of texts) this.#stream.write(this.#frames.encode(text));
    if (this.#stream.writableLength > QUEUED_BYTES_MAX) {
      this.end(CLOSE_CODES.tooSlow, 'too slow');
      return false;
    }
    if (this.#stream.writableLength <= CONGESTED_BYTES) return true;
    if (this.#congestedSince === 0) this.#congestedSince = this.#now();
    return false;
  }

  end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#uncork();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  /** Asks whether the other end is there; a socket that did not answer the last time, or stayed congested, is cut. */
  beat(): void {
    if (this.#ended) return;
    this.checkPace();
    if (!this.#answered) {
      this.#ended = true;
      this.#socket.terminate();
      return;
    }
    this.#answered = false;
    this.#socket.ping();
  }

  checkPace(): void {
    if (this.#congestedSince !== 0 && this.#now() - this.#congestedSince > CONGESTED_MS_MAX) this.end(CLOSE_CODES.tooSlow, 'too slow');
  }

  #uncork(): void {
    if (!this.#corked) return;
    this.#corked = false;
    this.#stream.uncork();
  }

  #drained(): void {
    if (this.#congestedSince === 0 || this.#ended) return;
    this.#congestedSince = 0;
    this.#connection?.drained();
  }

  #endIfSilent(): void {
    if (!this.#heard) this.end(CLOSE_CODES.silentLogin, 'no message in time');
  }

  #receive(data: Buffer, binary: boolean): void {
    if (this.#ended) return;
    this.#heard = true;
    if (binary) {
      this.end(CLOSE_CODES.onlyText, 'text frames only');
      return;
    }
    const now = this.#now();
    if (now - this.#windowStart > MESSAGE_WINDOW_MS) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages += 1;
    if (this.#windowMessages > this.#messagesMax) {
      this.end(CLOSE_CODES.tooManyMessages, 'too many messages');
      return;
    }
    this.#connection?.receive(data.toString('utf8'));
  }
}
