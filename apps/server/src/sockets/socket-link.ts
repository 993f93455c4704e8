import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { WebSocket } from 'ws';
import type { Connection } from '@tapedeck/gateway';
import { CLOSE_CODES } from '@tapedeck/protocol';
import type { Batch, Turn } from './frames.ts';
import type { Hearing, HearingTurns, Speaker } from './hearing-turns.ts';

/** Unsent bytes above which a socket is congested: public topics wait until they are sent. */
export const CONGESTED_BYTES = 128 * 1024;
/** Bytes in memory above which a socket is cut: unsent messages, and with TLS their encrypted copies. */
export const QUEUED_BYTES_MAX = 2 * 1024 * 1024;
export const CONGESTED_MS_MAX = 10_000;
export const FIRST_MESSAGE_MS_MAX = 5_000;
const MESSAGE_WINDOW_MS = 10_000;
/** Time for a terminated socket to read its close frame. */
const FAREWELL_MS = 1_000;

export interface LinkLimits {
  /** Messages in ten seconds. */
  readonly messages: number;
  /** Whether the first message is required soon after opening. */
  readonly mustSpeak: boolean;
}

export interface LinkOptions {
  readonly turn: Turn;
  readonly turns: HearingTurns;
  readonly now: () => number;
}

/** One socket: sends all messages of a turn in one write, and measures whether the other end keeps up. */
export class SocketLink implements Speaker {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  /** Times that an unsent message is in memory. */
  readonly #copies: 1 | 2;
  readonly #turn: Turn;
  readonly #now: () => number;
  readonly #turns: HearingTurns;
  #hearing: Hearing | undefined;
  #messagesMax = 0;
  #connection: Connection | undefined;
  #unsent: Batch | undefined;
  readonly #endTurn = (): void => this.#write();
  #congestedSince = 0;
  #ended = false;
  #heard = false;
  #windowStart = 0;
  #windowMessages = 0;
  #answered = true;

  constructor(socket: WebSocket, stream: Duplex, { turn, turns, now }: LinkOptions) {
    this.#socket = socket;
    this.#stream = stream;
    this.#copies = stream instanceof TLSSocket ? 2 : 1;
    this.#turn = turn;
    this.#turns = turns;
    this.#now = now;
  }

  get user(): number | undefined {
    return this.#connection?.user;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  attach(connection: Connection, { messages, mustSpeak }: LinkLimits): void {
    this.#connection = connection;
    this.#messagesMax = messages;
    const silence = mustSpeak ? setTimeout(() => this.#endIfSilent(), FIRST_MESSAGE_MS_MAX) : undefined;
    const hearing = this.#turns.join(this);
    this.#hearing = hearing;
    this.#socket.on('message', (data, binary) => this.#receive(data as Buffer, binary));
    this.#socket.on('ping', () => this.#count());
    this.#socket.on('pong', () => {
      this.#answered = true;
      this.#count();
    });
    this.#stream.on('data', (chunk: Buffer) => hearing.read(chunk.length));
    // The close event follows; errors of the other end need no report.
    this.#socket.on('error', () => undefined);
    this.#stream.on('drain', () => this.#drained());
    this.#socket.on('close', () => {
      clearTimeout(silence);
      this.#ended = true;
      hearing.end();
      connection.closed();
    });
  }

  /** Sends complete frames in order; false if the socket is congested. */
  send(texts: readonly string[]): boolean {
    if (this.#ended) return false;
    let unsent = this.#unsent ?? this.#turn.begin(this.#endTurn);
    for (const text of texts) unsent = unsent.and(text);
    this.#unsent = unsent;
    const queued = this.#stream.writableLength + unsent.bytes;
    if (queued * this.#copies > QUEUED_BYTES_MAX) {
      this.end(CLOSE_CODES.tooSlow, 'too slow');
      return false;
    }
    if (queued <= CONGESTED_BYTES) return true;
    if (this.#congestedSince === 0) this.#congestedSince = this.#now();
    return false;
  }

  end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#write();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  /** Pings the other end; a socket that missed the last ping, or stayed congested, is terminated. */
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

  #write(): void {
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (unsent === undefined || unsent.bytes === 0 || !this.#stream.writable) return;
    // A socket that takes all of it at once emits no drain event.
    if (this.#stream.write(unsent.frames())) this.#drained();
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
    if (this.#count()) this.#hearing?.hear(() => this.#hear(data));
  }

  #hear(data: Buffer): void {
    if (!this.#ended) this.#connection?.receive(data.toString('utf8'));
  }

  /** Counts a message, ping or pong; `false` if it was one too many. */
  #count(): boolean {
    if (this.#ended) return false;
    const now = this.#now();
    if (now - this.#windowStart > MESSAGE_WINDOW_MS) {
      this.#windowStart = now;
      this.#windowMessages = 0;
    }
    this.#windowMessages += 1;
    if (this.#windowMessages <= this.#messagesMax) return true;
    this.end(CLOSE_CODES.tooManyMessages, 'too many messages');
    return false;
  }
}
