// Sockets that subscribe, leave, drop and reconnect at random, in a process of their own. First argument: `RestlessData` as JSON.
import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { seededRandom } from './random.ts';

export interface RestlessData {
  readonly port: number;
  readonly seed: number;
  readonly sockets: number;
  /** Topics by path of the public streams. */
  readonly topics: Readonly<Record<string, readonly string[]>>;
  readonly users: readonly RestlessUser[];
}

export interface RestlessUser {
  readonly cookie: string;
  readonly apiKey: string;
  readonly secret: string;
}

/** Since the last report; `open` is the number at this moment. */
export interface RestlessReport {
  readonly open: number;
  readonly frames: number;
  /** Reconnections. */
  readonly drops: number;
  /** Refused messages and connections. */
  readonly refused: number;
}

const TERMINAL = '/realtime?v=2';
const TERMINAL_PRIVATE = '/private?v=2';
const PROGRAM_PRIVATE = '/v5/private';
const USER_TOPICS = ['user.order', 'user.execution', 'user.position', 'user.wallet', 'user.settings', 'user.strategy'];
const PROGRAM_USER_TOPICS = ['order', 'execution', 'position', 'wallet', 'greeks'];
/** A socket without a session has an address of its own for each of so many: a client has 32 of them. */
const SOCKETS_PER_ADDRESS = 20;
const MS_BETWEEN_ACTS = 2_500;
const TOPICS_AT_ONCE_MAX = 3;
const TOPICS_HELD_MAX = 24;
/** Shares of acts. */
const ACTS = { drop: 0.04, close: 0.06, stopReading: 0.07, leave: 0.4 } as const;
const READING_AGAIN_MS = 4_000;
const RECONNECT_MS_MAX = 3_000;
const LOG_IN_MS = 60_000;

const data = JSON.parse(process.argv[2] ?? '') as RestlessData;
const origin = `http://127.0.0.1:${data.port}`;
let [open, frames, drops, refused] = [0, 0, 0, 0];
let leaving = false;

interface Place {
  readonly path: string;
  readonly topics: readonly string[];
  readonly user: RestlessUser | undefined;
  readonly address: string;
}

/** The streams in turn: of eight sockets three are strangers in the terminal, two are strangers' programs, three belong to users. */
function placeOf(index: number): Place {
  const publicPaths = Object.keys(data.topics).filter((path) => path !== TERMINAL);
  const paths = [TERMINAL, 'program', TERMINAL_PRIVATE, TERMINAL, 'program', PROGRAM_PRIVATE, TERMINAL, 'session'];
  const kind = paths[index % paths.length] ?? TERMINAL;
  const path = kind === 'program' ? (publicPaths[index % publicPaths.length] ?? TERMINAL) : kind === 'session' ? TERMINAL : kind;
  const topics = path === TERMINAL_PRIVATE ? USER_TOPICS : path === PROGRAM_PRIVATE ? PROGRAM_USER_TOPICS : (data.topics[path] ?? []);
  const ofUser = path === TERMINAL_PRIVATE || path === PROGRAM_PRIVATE || kind === 'session';
  const user = ofUser ? data.users[Math.floor(index / paths.length) % data.users.length] : undefined;
  return { path, topics, user, address: `127.0.0.${2 + Math.floor(index / SOCKETS_PER_ADDRESS)}` };
}

/** One socket after the other at one place, until all leave. */
class Restless {
  readonly #place: Place;
  readonly #random: () => number;
  readonly #held = new Set<string>();
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: Place, seed: number) {
    this.#place = place;
    this.#random = seededRandom(seed);
    this.#later(() => this.#join(), RECONNECT_MS_MAX);
  }

  /** Half of them say farewell. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#random() < 0.5) this.#socket?.terminate();
    else this.#socket?.close();
  }

  #later(act: () => void, most: number): void {
    this.#timer = setTimeout(act, this.#random() * most);
  }

  #pick(of: readonly string[]): string[] {
    const count = 1 + Math.floor(this.#random() * TOPICS_AT_ONCE_MAX);
    return [...new Set(Array.from({ length: count }, () => of[Math.floor(this.#random() * of.length)] ?? ''))];
  }

  #join(): void {
    const { path, user, address } = this.#place;
    this.#held.clear();
    const headers = user === undefined || path === PROGRAM_PRIVATE ? {} : { cookie: user.cookie };
    const socket = new WebSocket(`ws://127.0.0.1:${data.port}${path}`, { perMessageDeflate: false, localAddress: address, headers });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (message: Buffer) => {
      frames += 1;
      if (message.includes('"success":false')) refused += 1;
    });
    let wasOpen = false;
    socket.on('open', () => {
      wasOpen = true;
      open += 1;
      void this.#begin(socket);
    });
    socket.on('close', () => {
      clearTimeout(this.#timer);
      if (wasOpen) open -= 1;
      else refused += 1;
      drops += 1;
      if (!leaving) this.#later(() => this.#join(), RECONNECT_MS_MAX);
    });
  }

  async #begin(socket: WebSocket): Promise<void> {
    const { path, user } = this.#place;
    if (path === TERMINAL_PRIVATE) say(socket, { op: 'login', args: [await oneTimeToken(user?.cookie ?? '')] });
    if (path === PROGRAM_PRIVATE && user !== undefined) {
      const expires = Date.now() + LOG_IN_MS;
      const signature = createHmac('sha256', user.secret).update(`GET/realtime${expires}`).digest('hex');
      say(socket, { op: 'auth', args: [user.apiKey, expires, signature] });
    }
    this.#act(socket);
  }

  /** Something at random, and again later. */
  #act(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const drawn = this.#random();
    if (drawn < ACTS.drop) return socket.terminate();
    if (drawn < ACTS.close) return socket.close();
    if (drawn < ACTS.stopReading) {
      socket.pause();
      setTimeout(() => socket.resume(), READING_AGAIN_MS).unref();
    } else if (this.#held.size > 0 && (drawn < ACTS.leave || this.#held.size > TOPICS_HELD_MAX)) this.#change(socket, 'unsubscribe');
    else this.#change(socket, 'subscribe');
    this.#later(() => this.#act(socket), 2 * MS_BETWEEN_ACTS);
  }

  #change(socket: WebSocket, op: 'subscribe' | 'unsubscribe'): void {
    const args = this.#pick(op === 'subscribe' ? this.#place.topics : [...this.#held]);
    const wanted = op === 'subscribe' ? args.filter((topic) => !this.#held.has(topic)) : args;
    for (const topic of wanted) {
      if (op === 'subscribe') this.#held.add(topic);
      else this.#held.delete(topic);
    }
    if (wanted.length > 0) say(socket, { op, args: wanted });
  }
}

function say(socket: WebSocket, message: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

async function oneTimeToken(cookie: string): Promise<string> {
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/user/private/ott`, { method: 'POST', headers, body: '{}' });
  return ((await answer.json()) as { readonly result: { readonly token?: string } }).result.token ?? '';
}

const visitors = Array.from({ length: data.sockets }, (_, index) => new Restless(placeOf(index), data.seed * 1_000 + index));

process.on('message', (message: 'report' | 'leave') => {
  if (message === 'leave') {
    leaving = true;
    for (const visitor of visitors) visitor.leave();
  }
  const report: RestlessReport = { open, frames, drops, refused };
  [frames, drops, refused] = [0, 0, 0];
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
