import { accountOf, milliseconds, type AccountId, type Event, type Instrument } from '@tapedeck/domain';
import { CLOSE_CODES } from '@tapedeck/protocol';
import type { EventBatch, VenueListener } from '@tapedeck/venue';
import type { Catalogue } from '../catalogue.ts';
import { MarketTagger } from '../market-tags.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { NoticeBoard, Session, StreamHub } from '../ports.ts';
import { AccountFeed } from './account-feed.ts';
import { newsOf } from './account-news.ts';
import { byInstrument, isLiquidation, isTrade } from './by-instrument.ts';
import { Attendance } from './attendance.ts';
import type { BookFeed } from './book-feed.ts';
import { Glances } from './glances.ts';
import { callerOf, unitsOfOrders, type WorkBudgets } from '../work-budgets.ts';
import { StreamConnection, type ConnectionHost } from './stream-connection.ts';
import { TopicRegistry, type TopicSources } from './topic-registry.ts';
import { WatchList } from './watch-list.ts';

export interface HubOptions extends TopicSources {
  readonly tokens: OneTimeTokens;
  readonly workBudgets: WorkBudgets | undefined;
}

const END_TEXTS = { sessionEnded: 'session ended', accountSwitched: 'account switched' } as const;

/** State shared by the streams of both APIs, so that the venue receives each subscription once. */
export interface SharedStreams {
  readonly watched: WatchList;
  readonly attendance: Attendance;
  readonly feedOf: (instrument: Instrument) => BookFeed;
}

/** The streams of a venue; `close` ends every connection and stops listening. */
export function createStreamHub(
  options: HubOptions,
): StreamHub & { readonly notices: NoticeBoard; readonly shared: SharedStreams; close(): void } {
  const { venue, now, fault, tokens, workBudgets } = options;
  const topics = new TopicRegistry(options);
  const attendance = new Attendance(venue, fault);
  const feeds = new Feeds(options, attendance);
  const tagger = new MarketTagger(venue, options.catalogue);
  const connections = new Set<StreamConnection>();
  const watched = new WatchList(
    (instruments) => {
      venue.watch(instruments);
    },
    (instrument) => {
      topics.of(instrument)?.feed.forget();
      glances.dropped(instrument);
    },
    now,
  );
  const glances = new Glances(watched, now);
  const host: ConnectionHost = {
    topic: (name) => topics.byName(name),
    admit: (wanted, { session, client }) => workBudgets?.subscribe(wanted, callerOf(session?.user, client)),
    looked: (topic, began) => {
      if (!topic.watches) return;
      if (began) watched.add(topic.instrument);
      else watched.remove(topic.instrument);
    },
    redeem: (token, sessionId) => tokens.redeem(token, sessionId, now()),
    feed: (session, connection) => feeds.open(session, connection),
    left: (connection) => {
      connections.delete(connection);
      feeds.close(connection);
    },
  };
  const silence = venue.listen(createListener(options.catalogue, { topics, feeds, watched, glances, tagger }));
  return {
    get connections() {
      return connections.size;
    },
    connect: (kind, visitor, send, close) => {
      const connection = new StreamConnection({ kind, visitor, send, close, host, fault });
      connections.add(connection);
      return connection;
    },
    glance: (instrument) => glances.glance(instrument),
    newestTrades: (instrument) => topics.tapeOf(instrument).newest,
    notices: topics.notices,
    shared: { watched, attendance, feedOf: (instrument) => topics.feedOf(instrument) },
    endSession: (sessionId, reason = 'sessionEnded') => {
      for (const connection of [...connections]) {
        if (connection.sessionId === sessionId) connection.end(CLOSE_CODES[reason], END_TEXTS[reason]);
      }
    },
    close: () => {
      silence();
      attendance.stop();
      for (const connection of [...connections]) connection.end(CLOSE_CODES.goingAway, 'going away');
    },
  };
}

interface Listening {
  readonly topics: TopicRegistry;
  readonly feeds: Feeds;
  readonly watched: WatchList;
  readonly glances: Glances;
  readonly tagger: MarketTagger;
}

/** The catalogue first: every other message refers to it. */
function takeInstruments(
  { events, time }: EventBatch,
  catalogue: Catalogue,
  { topics, tagger }: Pick<Listening, 'topics' | 'tagger'>,
): void {
  const changed: Instrument[] = [];
  for (const event of events) {
    if (event.type !== 'InstrumentListed' && event.type !== 'InstrumentChanged') continue;
    catalogue.put(event.instrument);
    changed.push(event.instrument);
  }
  const tagged = tagger.look(milliseconds(time), changed.length > 0).filter(({ id }) => changed.every((one) => one.id !== id));
  if (changed.length + tagged.length > 0) topics.onInstruments([...changed, ...tagged]);
}

function createListener(catalogue: Catalogue, listening: Listening): VenueListener {
  const { topics, feeds, watched, glances } = listening;
  return {
    onEvents: (batch) => {
      takeInstruments(batch, catalogue, listening);
      for (const [instrument, trades] of byInstrument(batch.events, isTrade)) topics.of(instrument)?.tape.onTrades(trades, batch.time);
      for (const [instrument, gone] of byInstrument(batch.events, isLiquidation))
        topics.of(instrument)?.liquidations.onLiquidated(gone, batch.time);
      feeds.onEvents(batch);
      watched.sweep();
      glances.sweep();
      topics.sweep();
    },
    onBook: (update) => {
      topics.of(update.instrument)?.feed.onBook(update);
    },
    onMarket: (state, day) => {
      topics.of(state.instrument)?.info.onMarket(state, day);
      watched.sweep();
      glances.onMarket(state);
      glances.sweep();
      topics.sweep();
    },
    onMinuteBar: (bar) => {
      for (const topic of topics.of(bar.instrument)?.candles.values() ?? []) if (topic.series === bar.series) topic.onMinuteBar(bar);
    },
  };
}

/** The private feeds, by account and by connection. */
class Feeds {
  readonly #options: HubOptions;
  readonly #byAccount = new Map<AccountId, Set<AccountFeed>>();
  readonly #byConnection = new Map<StreamConnection, AccountFeed>();
  readonly #attendance: Attendance;

  constructor(options: HubOptions, attendance: Attendance) {
    this.#options = options;
    this.#attendance = attendance;
  }

  open(session: Session, connection: StreamConnection): AccountFeed {
    const { venue, catalogue, workBudgets, now, fault } = this.#options;
    const feed = new AccountFeed({
      account: session.account,
      venue,
      catalogue,
      now,
      fault,
      onSnapshot: (orders) => workBudgets?.charge(unitsOfOrders(orders), session.user),
      send: (frames) => {
        connection.send(frames);
      },
      broken: (reason) => {
        connection.end(CLOSE_CODES[reason], reason === 'tooSlow' ? 'too slow' : 'server error');
      },
    });
    this.#byConnection.set(connection, feed);
    const feeds = this.#byAccount.get(session.account);
    if (feeds === undefined) this.#byAccount.set(session.account, new Set([feed]));
    else feeds.add(feed);
    this.#attendance.follow(session.account);
    this.#attendance.enter(session.account);
    return feed;
  }

  close(connection: StreamConnection): void {
    const feed = this.#byConnection.get(connection);
    if (feed === undefined) return;
    this.#byConnection.delete(connection);
    const feeds = this.#byAccount.get(feed.account);
    feeds?.delete(feed);
    if (feeds?.size === 0) this.#byAccount.delete(feed.account);
    this.#attendance.leave(feed.account);
    this.#attendance.unfollow(feed.account);
  }

  onEvents(batch: EventBatch): void {
    if (this.#byAccount.size === 0) return;
    for (const [account, events] of this.#eventsByAccount(batch.events)) {
      const feeds = [...(this.#byAccount.get(account) ?? [])];
      if (!feeds.some((feed) => feed.active)) continue;
      this.#tell(feeds, events, batch);
    }
  }

  #tell(feeds: readonly AccountFeed[], events: readonly Event[], batch: EventBatch): void {
    try {
      const news = newsOf(events, batch, this.#options.catalogue);
      if (news.length > 0) for (const feed of feeds) feed.onNews(batch.sequence, news);
    } catch (error) {
      this.#options.fault(error);
      for (const feed of feeds) feed.break('serverError');
    }
  }

  /** Accounts that at least one subscriber follows. */
  #eventsByAccount(events: readonly Event[]): Map<AccountId, Event[]> {
    const mine = new Map<AccountId, Event[]>();
    for (const event of events) {
      const account = accountOf(event);
      if (account === undefined || !this.#byAccount.has(account)) continue;
      const same = mine.get(account);
      if (same === undefined) mine.set(account, [event]);
      else same.push(event);
    }
    return mine;
  }
}
