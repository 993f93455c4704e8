import type { AccountId } from '@tapedeck/domain';
import type { PrivateSnapshotFrame } from '@tapedeck/protocol';
import type { AccountSnapshot, Venue } from '@tapedeck/venue';
import type { Catalogue } from '../catalogue.ts';
import { encodeAccountState, encodeOpenOrders } from '../wire.ts';
import type { TopicNews, UserTopic } from './account-news.ts';

/** Maximum number of batches buffered during a snapshot: private data is never dropped, so above it the connection is closed. */
const PENDING_MAX = 1000;

interface Waiting {
  readonly sequence: number;
  readonly news: readonly TopicNews[];
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly pending: Waiting[] }
  /** Batches after `since` are in no snapshot sent. */
  | { readonly kind: 'live'; readonly since: number };

export interface AccountFeedOptions {
  readonly account: AccountId;
  readonly venue: Pick<Venue, 'account'>;
  readonly catalogue: Catalogue;
  readonly now: () => number;
  /** The number of open orders in a snapshot, before it is sent. */
  readonly onSnapshot: (orders: number) => void;
  readonly send: (frames: readonly string[]) => void;
  readonly broken: (reason: 'tooSlow' | 'serverError') => void;
  readonly fault: (error: unknown) => void;
}

/**
 * The private topics of one connection. A subscription is answered by one snapshot of the account, and every later
 * batch follows exactly once: batches are numbered by the venue, and the snapshot states the last one included.
 */
export class AccountFeed {
  readonly account: AccountId;
  readonly #options: AccountFeedOptions;
  readonly #topics = new Set<UserTopic>();
  #state: State = { kind: 'idle' };
  #seq = 0;

  constructor(options: AccountFeedOptions) {
    this.#options = options;
    this.account = options.account;
  }

  get active(): boolean {
    return this.#state.kind !== 'idle';
  }

  get topicCount(): number {
    return this.#topics.size;
  }

  /** Sends a snapshot for new topics, because earlier frames carried none of their events. */
  subscribe(topics: readonly UserTopic[]): void {
    const before = this.#topics.size;
    for (const topic of topics) this.#topics.add(topic);
    if (this.#topics.size > before && this.#state.kind !== 'loading') this.#load();
  }

  unsubscribe(topics: readonly UserTopic[]): void {
    for (const topic of topics) this.#topics.delete(topic);
    if (this.#topics.size === 0) this.#state = { kind: 'idle' };
  }

  onNews(sequence: number, news: readonly TopicNews[]): void {
    if (this.#state.kind === 'live') {
      if (sequence > this.#state.since) this.#sendNews(news);
    } else if (this.#state.kind === 'loading') {
      if (this.#state.pending.length < PENDING_MAX) this.#state.pending.push({ sequence, news });
      else this.break('tooSlow');
    }
  }

  /** It cannot continue without a gap: the connection is closed, and receives a snapshot after it reconnects. */
  break(reason: 'tooSlow' | 'serverError'): void {
    this.#state = { kind: 'idle' };
    this.#options.broken(reason);
  }

  #load(): void {
    const loading: State = { kind: 'loading', pending: [] };
    this.#state = loading;
    this.#options.venue.account(this.account).then(
      (snapshot) => {
        if (this.#state !== loading) return;
        if (snapshot === undefined) this.break('serverError');
        else this.#start(snapshot, loading.pending);
      },
      (error: unknown) => {
        if (this.#state === loading) this.break('serverError');
        this.#options.fault(error);
      },
    );
  }

  #start(snapshot: AccountSnapshot, pending: readonly Waiting[]): void {
    this.#state = { kind: 'live', since: snapshot.sequence };
    this.#options.onSnapshot(snapshot.state.orders.length);
    this.#options.send([this.#snapshotFrame(snapshot)]);
    for (const { sequence, news } of pending) this.onNews(sequence, news);
  }

  #snapshotFrame(snapshot: AccountSnapshot): string {
    const { catalogue, now } = this.#options;
    const frame: PrivateSnapshotFrame = {
      topic: 'user.snapshot',
      type: 'snapshot',
      ts: now(),
      seq: this.#nextSeq(),
      data: { account: encodeAccountState(snapshot, catalogue), orders: encodeOpenOrders(snapshot.state, catalogue) },
    };
    return JSON.stringify(frame);
  }

  #sendNews(news: readonly TopicNews[]): void {
    const frames = news
      .filter(({ topic }) => this.#topics.has(topic))
      .map(({ topic, ts, data }) => `{"topic":"${topic}","ts":${ts},"seq":${this.#nextSeq()},"data":${data}}`);
    if (frames.length > 0) this.#options.send(frames);
  }

  #nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }
}
