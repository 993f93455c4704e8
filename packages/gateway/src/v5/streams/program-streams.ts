import { accountOf, type AccountId, type Event } from '@tapedeck/domain';
import { CLOSE_CODES } from '@tapedeck/protocol';
import type { EventBatch, Venue, VenueListener } from '@tapedeck/venue';
import type { Catalogue } from '../../catalogue.ts';
import type { ComeBackLater, ProgramStreams, Session } from '../../ports.ts';
import { byInstrument, isLiquidation, isTrade } from '../../streams/by-instrument.ts';
import type { SharedStreams } from '../../streams/hub.ts';
import type { PublicTopic } from '../../streams/topic.ts';
import type { V5Api } from '../handle.ts';
import { callerOf, type WorkBudgets } from '../../work-budgets.ts';
import type { KeyProofs } from '../key-proofs.ts';
import type { ApiKeyPort } from '../ports.ts';
import { AccountStream, type AccountListener } from './account-stream.ts';
import { LogIn } from './log-in.ts';
import { PrivateSpeech, type PrivateHost } from './private-speech.ts';
import { ProgramConnection, type Line, type Speech } from './program-connection.ts';
import { PublicSpeech, type PublicHost } from './public-speech.ts';
import { PublicTopics } from './public-topics.ts';
import { STATUS_TOPIC } from './status-topic.ts';
import { TradeSpeech } from './trade-speech.ts';

const CONNECTION_ID_BYTES = 10;

export interface ProgramStreamsOptions {
  readonly venue: Venue;
  readonly catalogue: Catalogue;
  readonly shared: SharedStreams;
  readonly v5: Pick<V5Api, 'call'>;
  readonly keys: ApiKeyPort;
  readonly proofs: KeyProofs;
  readonly workBudgets: WorkBudgets | undefined;
  readonly now: () => number;
  readonly random: (bytes: number) => string;
  readonly fault: (error: unknown) => void;
}

/** The streams of the public v5 API; `close` ends every connection and stops listening. */
export function createProgramStreams(options: ProgramStreamsOptions): ProgramStreams & { close(): void } {
  const { venue, catalogue, shared, v5, keys, proofs, workBudgets, now, random, fault } = options;
  const topics = new PublicTopics({ venue, catalogue, feedOf: shared.feedOf, now, fault });
  const accounts = new AccountStreams(options);
  const connections = new Set<ProgramConnection>();
  const publicHost: Omit<PublicHost, 'admit'> = {
    topic: (channel, name) => {
      if (channel === 'status') return name === STATUS_TOPIC.name ? STATUS_TOPIC : undefined;
      return channel === 'spread' ? undefined : topics.byName(channel, name);
    },
    looked: ({ watches, instrument }: PublicTopic, began) => {
      if (!watches) return;
      if (began) shared.watched.add(instrument);
      else shared.watched.remove(instrument);
    },
    now,
  };
  const endAll = (code: number, reason: string): void => {
    for (const connection of [...connections]) connection.end(code, reason);
  };
  const silence = venue.listen(
    guarded(listenerOf(topics, accounts, catalogue), (error) => {
      fault(error);
      endAll(CLOSE_CODES.serverError, 'server error');
    }),
  );
  return {
    get connections() {
      return connections.size;
    },
    connect: (channel, { address, client, idleMs }, send, close) => {
      const speak = (line: Line): Speech => {
        const logIn = new LogIn({ keys, proofs, now, client, address });
        if (channel === 'private') return new PrivateSpeech(line, accounts, logIn);
        if (channel === 'trade') return new TradeSpeech(line, { v5, now, random }, logIn);
        return new PublicSpeech(
          channel,
          { ...publicHost, admit: (wanted) => workBudgets?.subscribe(wanted, callerOf(undefined, client)) },
          line,
        );
      };
      const gone = (connection: ProgramConnection): void => {
        connections.delete(connection);
      };
      const id = random(CONNECTION_ID_BYTES);
      const connection = new ProgramConnection({ id, send, close, now, idleMs, gone, fault }, speak);
      connections.add(connection);
      return connection;
    },
    check: () => {
      for (const connection of [...connections]) connection.check();
      topics.repeat();
    },
    close: () => {
      silence();
      endAll(CLOSE_CODES.goingAway, 'going away');
    },
  };
}

function listenerOf(topics: PublicTopics, accounts: AccountStreams, catalogue: Catalogue): VenueListener {
  return {
    onEvents: (batch) => {
      for (const event of batch.events)
        if (event.type === 'InstrumentChanged' && event.instrument.status === 'Closed') topics.onEnded(event.instrument.id);
      for (const [instrument, trades] of byInstrument(batch.events, isTrade))
        topics.onTrades(catalogue.byId(instrument), trades, batch.time);
      for (const [instrument, events] of byInstrument(batch.events, isLiquidation)) topics.onLiquidated(instrument, events, batch.time);
      accounts.onEvents(batch);
    },
    onBook: () => {
      // The books are fed by the streams of the terminal.
    },
    onMarket: ({ instrument }) => topics.onMarket(instrument),
    onMinuteBar: (bar) => topics.onMinuteBar(bar),
  };
}

/**
 * An event that could not be sent leaves a gap for programs, but must not stop the server: it closes their connections so that they start
 * afresh.
 */
function guarded(listener: VenueListener, trouble: (error: unknown) => void): VenueListener {
  const guard = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      trouble(error);
    }
  };
  return {
    onEvents: (batch) => guard(() => listener.onEvents(batch)),
    onBook: (update) => guard(() => listener.onBook(update)),
    onMarket: (state, day) => guard(() => listener.onMarket(state, day)),
    onMinuteBar: (bar) => guard(() => listener.onMinuteBar(bar)),
  };
}

/** The accounts that programs follow. */
class AccountStreams implements PrivateHost {
  readonly now: () => number;
  readonly #options: ProgramStreamsOptions;
  readonly #byAccount = new Map<AccountId, AccountStream>();

  constructor(options: ProgramStreamsOptions) {
    this.#options = options;
    this.now = options.now;
  }

  follow({ account, accountKind: kind }: Pick<Session, 'account' | 'accountKind'>, listener: AccountListener): void {
    const { venue, catalogue, shared, fault } = this.#options;
    const known = this.#byAccount.get(account);
    const stream = known ?? new AccountStream({ account, kind, venue, catalogue, fault });
    if (known === undefined) this.#byAccount.set(account, stream);
    stream.add(listener);
    shared.attendance.follow(account);
  }

  unfollow(account: AccountId, listener: AccountListener): void {
    const stream = this.#byAccount.get(account);
    stream?.remove(listener);
    if (stream?.size === 0) this.#byAccount.delete(account);
    this.#options.shared.attendance.unfollow(account);
  }

  admit(topics: Iterable<Pick<PublicTopic, 'cost'>>, user: number): ComeBackLater | undefined {
    return this.#options.workBudgets?.subscribe(topics, callerOf(user, ''));
  }

  enter(account: AccountId): void {
    this.#options.shared.attendance.enter(account);
  }

  leave(account: AccountId): void {
    this.#options.shared.attendance.leave(account);
  }

  guard(account: AccountId): void {
    this.#options.shared.attendance.guard(account);
  }

  unguard(account: AccountId, gone: boolean): void {
    this.#options.shared.attendance.unguard(account, gone);
  }

  onEvents(batch: EventBatch): void {
    if (this.#byAccount.size === 0) return;
    const own = new Map<AccountId, Event[]>();
    for (const event of batch.events) {
      const account = accountOf(event);
      if (account === undefined || !this.#byAccount.has(account)) continue;
      const same = own.get(account);
      if (same === undefined) own.set(account, [event]);
      else same.push(event);
    }
    for (const [account, events] of own) this.#byAccount.get(account)?.onEvents(events, batch);
  }
}
