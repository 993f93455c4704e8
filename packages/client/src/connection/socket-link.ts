import { operationAnswer, type OperationAnswer } from '@tapedeck/protocol';
import type { ClientPorts, SocketPort } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';

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
  /** A close with code 1000 ends the link and clears all topics (the private channel) instead of connecting again. */
  readonly endsOnNormalClose: boolean;
  onFrame(topic: string, frame: Readonly<Record<string, unknown>>): void;
  /** A message that cannot be read: whatever it carried is missing now. */
  onMalformed(): void;
  /** The subscription of these topics was (again) sent on a fresh connection: what follows starts with snapshots. */
  onSubscribed?(topics: readonly string[]): void;
  onRefused?(topic: string): void;
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

export function createSocketLink(ports: ClientPorts, options: SocketLinkOptions): SocketLink {
  const state = createStore<LinkState>('closed');
  const latency = createStore<number | undefined>(undefined);
  const authed = createStore(false);
  const holders = new Map<string, number>();
  const sent = new Set<string>();
  let closedByUser = true;
  let connection: Connection | undefined;
  let attempts = 0;
  let cancelRetry = (): void => undefined;
  let flushDue = false;

  const ready = (): boolean => state.get() === 'open' && (options.token === undefined || authed.get());

  function send(op: 'subscribe' | 'unsubscribe' | 'login' | 'ping', args?: readonly string[], id?: string): void {
    try {
      connection?.socket?.send(JSON.stringify({ op, ...(args && { args }), ...(id !== undefined && { req_id: id }) }));
    } catch {
      // A socket that is closing under us: its close event says the rest.
    }
  }

  function sendTopics(op: 'subscribe' | 'unsubscribe', topics: readonly string[]): void {
    for (let i = 0; i < topics.length; i += ARGUMENTS_MAX) send(op, topics.slice(i, i + ARGUMENTS_MAX));
  }

  /** Brings what the connection sends in line with what is wanted. */
  function flush(): void {
    flushDue = false;
    if (!ready()) return;
    const dropped = [...sent].filter((topic) => !holders.has(topic));
    const added = [...holders.keys()].filter((topic) => !sent.has(topic));
    for (const topic of dropped) sent.delete(topic);
    for (const topic of added) sent.add(topic);
    if (dropped.length > 0) sendTopics('unsubscribe', dropped);
    if (added.length > 0) {
      sendTopics('subscribe', added);
      options.onSubscribed?.(added);
    }
  }

  /** One message for all that is wanted in the same turn. */
  function flushSoon(): void {
    if (flushDue) return;
    flushDue = true;
    void Promise.resolve().then(flush);
  }

  function drop(): void {
    const old = connection;
    connection = undefined;
    if (old) {
      old.alive = false;
      old.cancelTimeout();
      old.heartbeat?.stop();
    }
    sent.clear();
    authed.set(false);
    latency.set(undefined);
  }

  function lose(closeCode?: number): void {
    const socket = connection?.socket;
    drop();
    if (closeCode === undefined) closeQuietly(socket);
    if (closeCode === NORMAL_CLOSE && options.endsOnNormalClose) {
      holders.clear();
      state.set('closed');
      return;
    }
    if (closedByUser) return;
    state.set('lost');
    const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempts);
    attempts += 1;
    cancelRetry = ports.setTimer(connect, ceiling / 2 + (ports.random() * ceiling) / 2);
  }

  async function logIn(own: Connection): Promise<void> {
    const token = await options.token?.();
    if (!own.alive) return;
    if (token === undefined) lose();
    else send('login', [token], 'login');
  }

  function connect(): void {
    if (state.get() !== 'lost') state.set('connecting');
    const cancelTimeout = ports.setTimer(() => own.alive && lose(), CONNECT_TIMEOUT_MS);
    const own: Connection = { alive: true, heartbeat: undefined, cancelTimeout, socket: undefined };
    connection = own;
    try {
      own.socket = ports.openSocket(options.url, {
        onOpen: () => own.alive && opened(own),
        onText: (text) => own.alive && received(own, text),
        onClose: (code) => own.alive && lose(code),
      });
    } catch {
      lose();
    }
  }

  function opened(own: Connection): void {
    own.cancelTimeout();
    own.heartbeat = startHeartbeat(
      ports,
      (id) => send('ping', undefined, id),
      () => own.alive && lose(),
    );
    state.set('open');
    if (options.token !== undefined) {
      void logIn(own);
      return;
    }
    attempts = 0;
    flush();
  }

  function received(own: Connection, text: string): void {
    own.heartbeat?.heard();
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      options.onMalformed();
      return;
    }
    if (typeof message !== 'object' || message === null) {
      options.onMalformed();
      return;
    }
    const fields = message as Readonly<Record<string, unknown>>;
    if (typeof fields['topic'] === 'string') options.onFrame(fields['topic'], fields);
    else answered(own, message);
  }

  function answered(own: Connection, message: unknown): void {
    const parsed = operationAnswer.safeParse(message);
    if (!parsed.success) {
      options.onMalformed();
      return;
    }
    const answer = parsed.data;
    if (answer.op === 'pong' || answer.op === 'ping') {
      const roundTrip = own.heartbeat?.answered(answer.req_id ?? '');
      if (roundTrip !== undefined) latency.set(roundTrip);
    } else if (answer.op === 'login') loginAnswered(answer);
    else if (answer.op === 'subscribe' && !answer.success) {
      for (const topic of answer.args ?? []) options.onRefused?.(topic);
    }
  }

  function loginAnswered(answer: OperationAnswer): void {
    authed.set(answer.success);
    if (!answer.success) {
      lose();
      return;
    }
    attempts = 0;
    flush();
  }

  return {
    state,
    latency,
    authed,
    open() {
      closedByUser = false;
      if (connection !== undefined || state.get() === 'lost') return;
      attempts = 0;
      connect();
    },
    closeByUser() {
      closedByUser = true;
      cancelRetry();
      const socket = connection?.socket;
      drop();
      closeQuietly(socket);
      state.set('closed');
    },
    acquire(topic) {
      if (closedByUser) return false;
      holders.set(topic, (holders.get(topic) ?? 0) + 1);
      flushSoon();
      return true;
    },
    release(topic) {
      const count = holders.get(topic);
      if (count === undefined) return;
      if (count > 1) holders.set(topic, count - 1);
      else holders.delete(topic);
      flushSoon();
    },
    resubscribe(topics) {
      if (!ready()) return;
      const again = topics.filter((topic) => sent.has(topic));
      sendTopics('unsubscribe', again);
      sendTopics('subscribe', again);
    },
    wanted: () => [...holders.keys()],
    subscribed: () => [...sent],
    overdue: () => connection?.heartbeat?.overdue() ?? false,
  };
}

function closeQuietly(socket: SocketPort | undefined): void {
  try {
    socket?.close(NORMAL_CLOSE);
  } catch {
    // Already closed.
  }
}
