import { CLOSE_CODES, type PrivateFrame } from '@tapedeck/protocol';
import { BACKOFF_MAX_MS, createSocketLink, NORMAL_CLOSE, type SocketLink } from '../connection/socket-link.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { OrderRecord } from '@tapedeck/domain';
import { missedEnds, stepMirror, withOrders, type AccountKeys, type AccountMirror, type MirrorNews } from './account-mirror.ts';
import { FRESHNESS_CHECK_MS, RESYNC_PAUSE_MS, SNAPSHOT_WAIT_MS, type Freshness } from './freshness.ts';

/** All topics of the private channel: without one of them the mirror would silently fall behind. */
const WANTED: Readonly<Record<PrivateFrame['topic'], true>> = {
  'user.order': true,
  'user.execution': true,
  'user.position': true,
  'user.settings': true,
  'user.wallet': true,
  'user.strategy': true,
  'user.copy': true,
  'user.fees': true,
  'user.liquidation': true,
};
export const USER_TOPICS: readonly string[] = Object.keys(WANTED);

export interface AccountFeed {
  readonly link: SocketLink;
  readonly mirror: Readable<AccountMirror | undefined>;
  readonly freshness: Readable<Freshness>;
  /** Opens the private channel for a logged-in account. */
  open(keys: AccountKeys): void;
  /** The account is no longer displayed: its data is discarded. */
  close(): void;
  /** Requests the whole account again: an instrument that it names is known only now. */
  reload(): void;
  /** Closes the channel and reopens it for the same account. */
  suspend(): void;
  resume(): void;
  onNews(listener: (news: MirrorNews) => void): () => void;
  /** Receives the orders that were open before the channel was lost and no longer are: their ends were not reported. */
  onMissed(listener: (orders: readonly OrderRecord[]) => void): () => void;
  /** Accepts ends of orders that the channel did not report, as if it had. */
  learn(orders: readonly OrderRecord[]): void;
}

export interface AccountFeedOptions {
  readonly url: string;
  readonly token: () => Promise<string | undefined>;
  /** The session ended elsewhere: by a log-out in another window, or by the server. */
  onSessionEnded(): void;
}

/** The private channel and the account mirror that it feeds. */
export function createAccountFeed(ports: ClientPorts, options: AccountFeedOptions): AccountFeed {
  return new PrivateFeed(ports, options);
}

class PrivateFeed implements AccountFeed {
  readonly link: SocketLink;
  readonly mirror = createStore<AccountMirror | undefined>(undefined);
  readonly freshness = createStore<Freshness>('loading');
  readonly #ports: ClientPorts;
  readonly #listeners = new Set<{ readonly tell: (news: MirrorNews) => void }>();
  readonly #missedListeners = new Set<{ readonly tell: (orders: readonly OrderRecord[]) => void }>();
  #keys: AccountKeys | undefined;
  #synced = false;
  #resyncedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.POSITIVE_INFINITY;
  #cancelCheck = (): void => undefined;
  #cancelTakeUp = (): void => undefined;

  constructor(ports: ClientPorts, options: AccountFeedOptions) {
    this.#ports = ports;
    this.link = createSocketLink(ports, {
      url: options.url,
      token: options.token,
      endsOn: [NORMAL_CLOSE, CLOSE_CODES.sessionEnded],
      onEnded: (code) => {
        if (code === CLOSE_CODES.sessionEnded) options.onSessionEnded();
        else this.#takeUpSoon();
      },
      onFrame: (_topic, frame) => this.#receive(frame),
      onMalformed: () => this.#resync(),
      onSubscribed: () => this.#awaitSnapshot(),
    });
    this.link.state.subscribe(() => this.#stateChanged());
  }

  open(keys: AccountKeys): void {
    if (this.#keys !== undefined) this.close();
    this.#keys = keys;
    this.freshness.set('loading');
    this.link.open();
    for (const topic of USER_TOPICS) this.link.acquire(topic);
    this.#check();
  }

  close(): void {
    this.#cancelCheck();
    this.#cancelTakeUp();
    for (const topic of USER_TOPICS) this.link.release(topic);
    this.#keys = undefined;
    this.link.closeByUser();
    this.mirror.set(undefined);
    this.freshness.set('loading');
  }

  reload(): void {
    this.#resync();
  }

  suspend(): void {
    this.#cancelCheck();
    this.#cancelTakeUp();
    this.link.closeByUser();
  }

  resume(): void {
    this.#cancelTakeUp();
    if (this.#keys === undefined || this.link.state.get() !== 'closed') return;
    this.link.open();
    // After a close by the server with code 1000, no topic is wanted any more.
    for (const topic of USER_TOPICS) if (!this.link.wanted().includes(topic)) this.link.acquire(topic);
    this.#cancelCheck();
    this.#check();
  }

  onNews(listener: (news: MirrorNews) => void): () => void {
    const own = { tell: listener };
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  onMissed(listener: (orders: readonly OrderRecord[]) => void): () => void {
    const own = { tell: listener };
    this.#missedListeners.add(own);
    return () => void this.#missedListeners.delete(own);
  }

  learn(orders: readonly OrderRecord[]): void {
    const before = this.mirror.get();
    if (before === undefined) return;
    const { mirror, news } = withOrders(before, orders);
    this.mirror.set(mirror);
    this.#tell(news);
  }

  #tell(news: readonly MirrorNews[]): void {
    for (const each of news) for (const listener of [...this.#listeners]) listener.tell(each);
  }

  /** The server closed the channel normally, but the account is still displayed: without the channel no fill would be reported. */
  #takeUpSoon(): void {
    this.#cancelTakeUp();
    this.#cancelTakeUp = this.#ports.setTimer(() => this.resume(), BACKOFF_MAX_MS / 2 + (this.#ports.random() * BACKOFF_MAX_MS) / 2);
  }

  #stateChanged(): void {
    const state = this.link.state.get();
    if (state === 'open') return;
    this.#synced = false;
    this.#askedAt = Number.POSITIVE_INFINITY;
    if (this.#keys !== undefined && state !== 'connecting') this.freshness.set('offline');
  }

  #awaitSnapshot(): void {
    this.#synced = false;
    this.#askedAt = this.#ports.now();
    this.freshness.set(this.mirror.get() === undefined ? 'loading' : 'resyncing');
  }

  #resync(): void {
    if (!this.link.authed.get()) return;
    this.#awaitSnapshot();
    const now = this.#ports.now();
    // A snapshot that the source sends broken would otherwise be requested in a loop; the wait for it retries.
    if (now - this.#resyncedAt < RESYNC_PAUSE_MS) return;
    this.#resyncedAt = now;
    this.link.resubscribe(USER_TOPICS);
  }

  #receive(frame: Readonly<Record<string, unknown>>): void {
    const isSnapshot = frame['topic'] === 'user.snapshot';
    if (this.#keys === undefined || (!this.#synced && !isSnapshot)) return;
    const before = this.mirror.get();
    const step = stepMirror(this.#keys, before, frame);
    if (step.kind === 'gap') this.#resync();
    if (step.kind !== 'applied') return;
    if (isSnapshot) {
      this.#synced = true;
      this.#askedAt = Number.POSITIVE_INFINITY;
    }
    this.mirror.set(step.mirror);
    this.freshness.set('live');
    this.#tell(step.news);
    const missed = isSnapshot ? missedEnds(before, step.mirror) : [];
    if (missed.length > 0) for (const listener of [...this.#missedListeners]) listener.tell(missed);
  }

  #check(): void {
    if (this.#synced) this.freshness.set(this.link.overdue() ? 'stale' : 'live');
    if (this.#ports.now() - this.#askedAt > SNAPSHOT_WAIT_MS) this.#resync();
    this.#cancelCheck = this.#ports.setTimer(() => this.#check(), FRESHNESS_CHECK_MS);
  }
}
