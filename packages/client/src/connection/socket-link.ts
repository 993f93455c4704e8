import { operationAnswer, type OperationAnswer } from '@tapedeck/protocol';
import type { ClientPorts, SocketPort } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { TopicHolders } from './topic-holders.ts';

export type LinkState = 'closed' | 'connecting' | 'open' | 'lost';

export const CONNECT_TIMEOUT_MS = 5_000;
export const BACKOFF_MIN_MS = 250;
export const BACKOFF_MAX_MS = 2_000;
export const NORMAL_CLOSE = 1000;
/** Arguments of one client message at most, as the protocol says. */
const ARGUMENTS_MAX = 64;

export interface SocketLinkOptions {
  readonly url: string;
  /** Gives the token to log in with; without it the socket needs no log-in. `undefined` when there is none to be had. */
  readonly token?: () => Promise<string | undefined>;
  /** A close with one of these codes ends the link and clears all topics (the private channel): what follows is `onEnded`'s to decide. */
  readonly endsOn: readonly number[];
  /** Told the code that ended it. */
  onEnded?(code: number): void;
  onFrame(topic: string, frame: Readonly<Record<string, unknown>>): void;
  /** A message that cannot be read: whatever it carried is missing now. */
  onMalformed(): void;
  /** The subscription of these topics was (again) sent on a fresh connection: what follows starts with snapshots. */
  onSubscribed?(topics: readonly string[]): void;
}

/** One socket that stays: connects again, logs in, subscribes what is wanted, and notices when it is dead. */
export interface SocketLink {
  readonly state: Readable<LinkState>;
  readonly latency: Readable<number | undefined>;
  readonly authed: Readable<boolean>;
  open(): void;
  /** The trader's own end of it: new subscriptions are refused until `open`. */
  closeByUser(): void;
  /** Counts one more holder of a topic; false when the link is closed by the user. */
  acquire(topic: string): boolean;
  release(topic: string): void;
  /** Unsubscribes and subscribes at once, for a fresh snapshot. */
  resubscribe(topics: readonly string[]): void;
  wanted(): readonly string[];
  /** What this connection was told to send. */
  subscribed(): readonly string[];
  /** The answer to a ping is late: nothing arrived for as long as news may take. */
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
      // A socket that is closing under us: its close event says the rest.
    }
  }

  #sendTopics(op: 'subscribe' | 'unsubscribe', topics: readonly string[]): void {
    for (let i = 0; i < topics.length; i += ARGUMENTS_MAX) this.#send(op, topics.slice(i, i + ARGUMENTS_MAX));
  }

  /** Brings what the connection sends in line with what is wanted. */
  #flush(): void {
    this.#flushDue = false;
    if (!this.#ready) return;
    const { dropped, added } = this.#topics.align();
    this.#sendTopics('unsubscribe', dropped);
    this.#sendTopics('subscribe', added);
    if (added.length > 0) this.#options.onSubscribed?.(added);
  }

  /** One message for all that is wanted in the same turn. */
  #flushSoon(): void {
    if (this.#flushDue) return;
    this.#flushDue = true;
    void Promise.resolve().then(() => this.#flush());
  }

  /** Forgets the connection; its socket is the caller's to close. */
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
    own.cancelTimeout = this.#ports.setTimer(() => own.alive && this.#lose(), CONNECT_TIMEOUT_MS);
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
    const message = readMessage(text);
    if (message === undefined) this.#options.onMalformed();
    else if (typeof message['topic'] === 'string') this.#options.onFrame(message['topic'], message);
    else this.#answered(own, message);
  }

  #answered(own: Connection, message: unknown): void {
    const parsed = operationAnswer.safeParse(message);
    if (!parsed.success) {
      this.#options.onMalformed();
      return;
    }
    const answer = parsed.data;
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

function readMessage(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? (message as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function closeQuietly(socket: SocketPort | undefined): void {
  try {
    socket?.close(NORMAL_CLOSE);
  } catch {
    // Already closed.
  }
}
