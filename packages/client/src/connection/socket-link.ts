import { operationAnswer, type OperationAnswer, readWire } from '@tapedeck/protocol';
import type { ClientPorts, SocketPort } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { readMessage, topicAhead } from './read-message.ts';
import { TopicHolders } from './topic-holders.ts';

export type LinkState = 'closed' | 'connecting' | 'open' | 'lost';

export const CONNECT_TIMEOUT_MS = 5_000;
/** A slow server, or a slow route to it, gets more time with each attempt: otherwise no attempt would ever succeed. */
export const CONNECT_TIMEOUTS_MAX = 4;
export const BACKOFF_MIN_MS = 250;
export const BACKOFF_MAX_MS = 2_000;
export const NORMAL_CLOSE = 1000;
/** Maximum number of arguments in one client message, as defined by the protocol. */
const ARGUMENTS_MAX = 64;

export interface SocketLinkOptions {
  readonly url: string;
  /** Returns the log-in token; absent for a socket without log-in. `undefined` if no token is available. */
  readonly token?: () => Promise<string | undefined>;
  /** A close with one of these codes ends the link and clears all topics (the private channel); `onEnded` decides how to continue. */
  readonly endsOn: readonly number[];
  /** Receives the close code. */
  onEnded?(code: number): void;
  onFrame(topic: string, frame: Readonly<Record<string, unknown>>): void;
  /** Receives each message whose topic is readable from its beginning, before it is parsed; true if handled. */
  takesText?(topic: string, text: string): boolean;
  /** A message cannot be read: its content is missing now. */
  onMalformed(): void;
  /** The subscription to these topics was sent on a new connection; snapshots follow. */
  onSubscribed?(topics: readonly string[]): void;
}

/** A persistent socket: reconnects, logs in, subscribes to the wanted topics, and detects a dead connection. */
export interface SocketLink {
  readonly state: Readable<LinkState>;
  readonly latency: Readable<number | undefined>;
  readonly authed: Readable<boolean>;
  open(): void;
  /** Closed by the trader: new subscriptions are refused until `open`. */
  closeByUser(): void;
  /** Adds a holder of a topic; false if the user has closed the link. */
  acquire(topic: string): boolean;
  release(topic: string): void;
  /** Unsubscribes and resubscribes immediately for a fresh snapshot. */
  resubscribe(topics: readonly string[]): void;
  wanted(): readonly string[];
  /** Topics with a subscription on this connection. */
  subscribed(): readonly string[];
  /** The answer to a ping is late: no message arrived within the permitted time. */
  overdue(): boolean;
}

interface Connection {
  socket: SocketPort | undefined;
  heartbeat: Heartbeat | undefined;
  cancelTimeout: () => void;
  alive: boolean;
}

type Operation = 'subscribe' | 'unsubscribe' | 'login' | 'ping';

export function createSocketLink(ports: ClientPorts, options: SocketLinkOptions): SocketLink {
  return new ReconnectingLink(ports, options);
}

class ReconnectingLink implements SocketLink {
  readonly state = createStore<LinkState>('closed');
  readonly latency = createStore<number | undefined>(undefined);
  readonly authed = createStore(false);
  readonly #ports: ClientPorts;
  readonly #options: SocketLinkOptions;
  readonly #topics = new TopicHolders();
  #closedByUser = true;
  #connection: Connection | undefined;
  #attempts = 0;
  /** Attempts in a row that did not open in time. */
  #timeouts = 0;
  #cancelRetry = (): void => undefined;
  #flushDue = false;

  constructor(ports: ClientPorts, options: SocketLinkOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  open(): void {
    this.#closedByUser = false;
    if (this.#connection !== undefined || this.state.get() === 'lost') return;
    this.#attempts = 0;
    this.#connect();
  }

  closeByUser(): void {
    this.#closedByUser = true;
    this.#cancelRetry();
    closeQuietly(this.#drop());
    this.state.set('closed');
  }

  acquire(topic: string): boolean {
    if (this.#closedByUser) return false;
    this.#topics.acquire(topic);
    this.#flushSoon();
    return true;
  }

  release(topic: string): void {
    this.#topics.release(topic);
    this.#flushSoon();
  }

  resubscribe(topics: readonly string[]): void {
    if (!this.#ready) return;
    const again = topics.filter((topic) => this.#topics.isSent(topic));
    this.#sendTopics('unsubscribe', again);
    this.#sendTopics('subscribe', again);
  }

  wanted(): readonly string[] {
    return this.#topics.wanted;
  }

  subscribed(): readonly string[] {
    return this.#topics.sent;
  }

  overdue(): boolean {
    return this.#connection?.heartbeat?.overdue() ?? false;
  }

  get #ready(): boolean {
    return this.state.get() === 'open' && (this.#options.token === undefined || this.authed.get());
  }

  #send(op: Operation, args?: readonly string[], id?: string): void {
    try {
      this.#connection?.socket?.send(JSON.stringify({ op, ...(args && { args }), ...(id !== undefined && { req_id: id }) }));
    } catch {
      // A closing socket: its close event handles the rest.
    }
  }

  #sendTopics(op: 'subscribe' | 'unsubscribe', topics: readonly string[]): void {
    for (let i = 0; i < topics.length; i += ARGUMENTS_MAX) this.#send(op, topics.slice(i, i + ARGUMENTS_MAX));
  }

  /** Aligns the connection's subscriptions with the wanted topics. */
  #flush(): void {
    this.#flushDue = false;
    if (!this.#ready) return;
    const { dropped, added } = this.#topics.align();
    this.#sendTopics('unsubscribe', dropped);
    this.#sendTopics('subscribe', added);
    if (added.length > 0) this.#options.onSubscribed?.(added);
  }

  /** One message for all topics of the same turn. */
  #flushSoon(): void {
    if (this.#flushDue) return;
    this.#flushDue = true;
    void Promise.resolve().then(() => this.#flush());
  }

  /** Forgets the connection; the caller closes its socket. */
  #drop(): SocketPort | undefined {
    const old = this.#connection;
    this.#connection = undefined;
    if (old) {
      old.alive = false;
      old.cancelTimeout();
      old.heartbeat?.stop();
    }
    this.#topics.forgetSent();
    this.authed.set(false);
    this.latency.set(undefined);
    return old?.socket;
  }

  #lose(closeCode?: number): void {
    const socket = this.#drop();
    if (closeCode === undefined) closeQuietly(socket);
    if (closeCode !== undefined && this.#options.endsOn.includes(closeCode)) {
      this.#topics.clear();
      this.state.set('closed');
      this.#options.onEnded?.(closeCode);
      return;
    }
    if (this.#closedByUser) return;
    this.state.set('lost');
    const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#cancelRetry = this.#ports.setTimer(() => this.#connect(), ceiling / 2 + (this.#ports.random() * ceiling) / 2);
  }

  #connect(): void {
    if (this.state.get() !== 'lost') this.state.set('connecting');
    const own: Connection = { alive: true, heartbeat: undefined, socket: undefined, cancelTimeout: () => undefined };
    own.cancelTimeout = this.#ports.setTimer(
      () => {
        this.#timeouts += 1;
        this.#lose();
      },
      CONNECT_TIMEOUT_MS * Math.min(1 + this.#timeouts, CONNECT_TIMEOUTS_MAX),
    );
    this.#connection = own;
    try {
      own.socket = this.#ports.openSocket(this.#options.url, {
        onOpen: () => own.alive && this.#opened(own),
        onText: (text) => own.alive && this.#received(own, text),
        onClose: (code) => own.alive && this.#lose(code),
      });
    } catch {
      this.#lose();
    }
  }

  #opened(own: Connection): void {
    own.cancelTimeout();
    own.heartbeat = startHeartbeat(
      this.#ports,
      (id) => this.#send('ping', undefined, id),
      () => own.alive && this.#lose(),
    );
    this.state.set('open');
    if (this.#options.token === undefined) this.#established();
    else void this.#logIn(own, this.#options.token);
  }

  #established(): void {
    this.#attempts = 0;
    this.#timeouts = 0;
    this.#flush();
  }

  async #logIn(own: Connection, askToken: () => Promise<string | undefined>): Promise<void> {
    const token = await askToken();
    if (!own.alive) return;
    if (token === undefined) this.#lose();
    else this.#send('login', [token], 'login');
  }

  #received(own: Connection, text: string): void {
    own.heartbeat?.heard();
    const topic = this.#options.takesText && topicAhead(text);
    if (topic !== undefined && this.#options.takesText?.(topic, text) === true) return;
    const message = readMessage(text);
    if (message === undefined) this.#options.onMalformed();
    else if (typeof message['topic'] === 'string') this.#options.onFrame(message['topic'], message);
    else this.#answered(own, message);
  }

  #answered(own: Connection, message: unknown): void {
    const parsed = readWire(operationAnswer, message);
    if (!parsed.ok) {
      this.#options.onMalformed();
      return;
    }
    const answer = parsed.value;
    if (answer.op === 'login') this.#loginAnswered(answer);
    if (answer.op !== 'pong') return;
    const roundTrip = own.heartbeat?.answered(answer.req_id ?? '');
    if (roundTrip !== undefined) this.latency.set(roundTrip);
  }

  #loginAnswered(answer: OperationAnswer): void {
    this.authed.set(answer.success);
    if (answer.success) this.#established();
    else this.#lose();
  }
}

function closeQuietly(socket: SocketPort | undefined): void {
  try {
    socket?.close(NORMAL_CLOSE);
  } catch {
    // Already closed.
  }
}
