import { createSocketLink, type SocketLink } from '../connection/socket-link.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { createStore, type Readable } from '../store/readable.ts';
import { stepMirror, type AccountKeys, type AccountMirror, type MirrorNews } from './account-mirror.ts';
import { FRESHNESS_CHECK_MS, SNAPSHOT_WAIT_MS, type Freshness } from './freshness.ts';

export const USER_TOPICS = ['user.order', 'user.execution', 'user.position', 'user.settings', 'user.wallet', 'user.liquidation'] as const;

export interface AccountFeed {
  readonly link: SocketLink;
  readonly mirror: Readable<AccountMirror | undefined>;
  readonly freshness: Readable<Freshness>;
  /** Opens the private channel for a logged-in account. */
  open(keys: AccountKeys): void;
  /** The account is no longer looked at: what is known of it is forgotten. */
  close(): void;
  /** Lets the channel go and takes it up again, for the same account. */
  suspend(): void;
  resume(): void;
  onNews(listener: (news: MirrorNews) => void): () => void;
}

export interface AccountFeedOptions {
  readonly url: string;
  readonly token: () => Promise<string | undefined>;
}

/** The private channel and the account mirror that it feeds. */
export function createAccountFeed(ports: ClientPorts, options: AccountFeedOptions): AccountFeed {
  const mirror = createStore<AccountMirror | undefined>(undefined);
  const freshness = createStore<Freshness>('loading');
  const listeners = new Set<{ readonly tell: (news: MirrorNews) => void }>();
  let keys: AccountKeys | undefined;
  let synced = false;
  let askedAt = Number.POSITIVE_INFINITY;
  let cancelCheck = (): void => undefined;

  const link = createSocketLink(ports, {
    url: options.url,
    token: options.token,
    endsOnNormalClose: true,
    onFrame: (_topic, frame) => receive(frame),
    onMalformed: () => resync(),
    onSubscribed: () => awaitSnapshot(),
  });

  link.state.subscribe(() => {
    if (link.state.get() === 'open') return;
    synced = false;
    askedAt = Number.POSITIVE_INFINITY;
    if (keys !== undefined && link.state.get() !== 'connecting') freshness.set('offline');
  });

  function awaitSnapshot(): void {
    synced = false;
    askedAt = ports.now();
    freshness.set(mirror.get() === undefined ? 'loading' : 'resyncing');
  }

  function resync(): void {
    if (!link.authed.get()) return;
    awaitSnapshot();
    link.resubscribe(USER_TOPICS);
  }

  function receive(frame: Readonly<Record<string, unknown>>): void {
    const isSnapshot = frame['topic'] === 'user.snapshot';
    if (keys === undefined || (!synced && !isSnapshot)) return;
    const step = stepMirror(keys, mirror.get(), frame);
    if (step.kind === 'gap') resync();
    if (step.kind !== 'applied') return;
    if (isSnapshot) {
      synced = true;
      askedAt = Number.POSITIVE_INFINITY;
    }
    mirror.set(step.mirror);
    freshness.set('live');
    for (const news of step.news) for (const listener of [...listeners]) listener.tell(news);
  }

  function check(): void {
    if (synced) freshness.set(link.overdue() ? 'stale' : 'live');
    if (ports.now() - askedAt > SNAPSHOT_WAIT_MS) resync();
    cancelCheck = ports.setTimer(check, FRESHNESS_CHECK_MS);
  }

  return {
    link,
    mirror,
    freshness,
    open(newKeys) {
      if (keys !== undefined) this.close();
      keys = newKeys;
      freshness.set('loading');
      link.open();
      for (const topic of USER_TOPICS) link.acquire(topic);
      check();
    },
    close() {
      cancelCheck();
      for (const topic of USER_TOPICS) link.release(topic);
      keys = undefined;
      link.closeByUser();
      mirror.set(undefined);
      freshness.set('loading');
    },
    suspend() {
      cancelCheck();
      link.closeByUser();
    },
    resume() {
      if (keys === undefined || link.state.get() !== 'closed') return;
      link.open();
      check();
    },
    onNews(listener) {
      const own = { tell: listener };
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
