import type { AccountId } from '@tapedeck/domain';
import type { V5StreamMessage } from '@tapedeck/protocol/v5';
import type { ComeBackLater, Session } from '../../ports.ts';
import { KEY_CODES, isRefused } from '../signed-request.ts';
import { TOO_MANY_MESSAGE } from '../v5-route.ts';
import type { AccountListener } from './account-stream.ts';
import { PRIVATE_DIALECT } from './dialects.ts';
import type { LogIn, LogInTrouble } from './log-in.ts';
import { areMixed, isGuard, readPrivateTopic, type PrivateTopic } from './private-topics.ts';
import type { Line, Speech } from './program-connection.ts';

const NAME_SHOWN_MAX = 64;

export interface PrivateHost {
  /** The listener receives the account's events. */
  follow(session: Pick<Session, 'account' | 'accountKind'>, listener: AccountListener): void;
  unfollow(account: AccountId, listener: AccountListener): void;
  /** Takes the cost of subscriptions from the budget of the user; the time to wait if they are too many. */
  admit(topics: Iterable<PrivateTopic>, user: number): ComeBackLater | undefined;
  /** The connection counts as the account's: while one is open, cancel on disconnect waits. */
  enter(account: AccountId): void;
  leave(account: AccountId): void;
  /** It takes part in cancel on disconnect. */
  guard(account: AccountId): void;
  unguard(account: AccountId, gone: boolean): void;
  readonly now: () => number;
}

/** `/v5/private`. */
export class PrivateSpeech implements Speech, AccountListener {
  readonly #line: Line;
  readonly #host: PrivateHost;
  readonly #logIn: LogIn;
  readonly #topics = new Map<string, PrivateTopic>();
  /** The followed account. */
  #account: AccountId | undefined;
  /** Whether this connection counts as the account's. It began with a key that may trade, and ends with that scope. */
  #counts = false;
  #isBroken = false;

  constructor(line: Line, host: PrivateHost, logIn: LogIn) {
    this.#line = line;
    this.#host = host;
    this.#logIn = logIn;
  }

  get topics(): ReadonlyMap<string, PrivateTopic> {
    return this.#topics;
  }

  get user(): number | undefined {
    return this.#logIn.caller?.session.user;
  }

  get trouble(): LogInTrouble | 'serverError' | undefined {
    if (this.#isBroken) return 'serverError';
    return this.#counts && !this.#mayTrade() ? 'sessionEnded' : this.#logIn.trouble;
  }

  tell(frames: readonly string[]): void {
    this.#line.say(frames);
  }

  broken(): void {
    this.#isBroken = true;
  }

  hear(message: V5StreamMessage): void {
    switch (message.op) {
      case 'ping':
        this.#answer(PRIVATE_DIALECT.pong(this.#asked(message), this.#host.now()));
        return;
      case 'auth':
        this.#auth(message);
        return;
      case 'subscribe':
      case 'unsubscribe':
        this.#change(message);
        return;
      default:
        this.#refuse(message, 'error:invalid op');
    }
  }

  misheard(): object {
    return PRIVATE_DIALECT.refused(this.#asked({ op: '' }), 'error:invalid request', []);
  }

  left(): void {
    if (this.#account === undefined) return;
    if (this.#guards()) this.#host.unguard(this.#account, true);
    if (this.#counts) this.#host.leave(this.#account);
    this.#host.unfollow(this.#account, this);
  }

  #asked(message: Pick<V5StreamMessage, 'op' | 'req_id'>) {
    return { connection: this.#line.id, message };
  }

  #auth(message: V5StreamMessage): void {
    const caller = this.#logIn.take(message.args);
    if (isRefused(caller)) return this.#refuse(message, caller.message);
    const { account } = caller.session;
    if (this.#account === undefined) {
      this.#account = account;
      this.#host.follow(caller.session, this);
    }
    this.#count(account);
    this.#answer(PRIVATE_DIALECT.done(this.#asked(message), []));
  }

  /** A key without the trade scope must not decide whether orders live: its connection keeps none alive, and its end cancels none. */
  #count(account: AccountId): void {
    if (this.#counts || !this.#mayTrade()) return;
    this.#counts = true;
    this.#host.enter(account);
  }

  #mayTrade(): boolean {
    return this.#logIn.caller?.scopes.has('trade') === true;
  }

  /** All topics of a request or none. */
  #change(message: V5StreamMessage): void {
    const topics = this.#read(message);
    if (topics === undefined) return;
    const guarded = this.#guards();
    if (message.op === 'subscribe') {
      const known = topics.find(({ name }) => this.#topics.has(name));
      if (known !== undefined) {
        this.#refuse(message, `error:already subscribed,topic:${known.name}`);
        return;
      }
      const { caller } = this.#logIn;
      if (caller !== undefined && this.#host.admit(topics, caller.session.user) !== undefined) {
        this.#refuse(message, `error:${TOO_MANY_MESSAGE}`);
        return;
      }
      for (const topic of topics) this.#topics.set(topic.name, topic);
    } else for (const { name } of topics) this.#topics.delete(name);
    this.#changeGuard(guarded);
    this.#answer(PRIVATE_DIALECT.done(this.#asked(message), []));
  }

  /** The topics of a request; `undefined` if it was refused. */
  #read(message: V5StreamMessage): readonly PrivateTopic[] | undefined {
    const read = this.#account === undefined ? 'Request not authorized' : topicsOf(message.args ?? []);
    const topics = typeof read === 'string' ? read : (this.#refusalOf(read) ?? read);
    if (typeof topics !== 'string') return topics;
    this.#refuse(message, topics);
    return undefined;
  }

  /** Why the key may not change these topics; `undefined` if it may. */
  #refusalOf(topics: readonly PrivateTopic[]): string | undefined {
    const guard = topics.find(isGuard);
    if (guard === undefined || this.#mayTrade()) return undefined;
    return `error:Permission denied (${KEY_CODES.scope}): topic ${guard.name} cancels orders, and this API key has no permission to trade. Log in with a key that may trade.`;
  }

  #changeGuard(before: boolean): void {
    const account = this.#account;
    if (account === undefined || before === this.#guards()) return;
    if (before) this.#host.unguard(account, false);
    else this.#host.guard(account);
  }

  #guards(): boolean {
    return [...this.#topics.values()].some(isGuard);
  }

  #refuse(message: V5StreamMessage, why: string): void {
    this.#answer(PRIVATE_DIALECT.refused(this.#asked(message), why, []));
  }

  #answer(answer: object): void {
    this.#line.say([JSON.stringify(answer)]);
  }
}

/** The named topics, or the reason why they are invalid. */
function topicsOf(args: readonly unknown[]): readonly PrivateTopic[] | string {
  const topics: PrivateTopic[] = [];
  for (const name of args) {
    if (typeof name !== 'string') return 'error:args is invalid';
    const topic = readPrivateTopic(name);
    if (topic === undefined) return `error:handler not found,topic:${name.slice(0, NAME_SHOWN_MAX)}`;
    topics.push(topic);
  }
  if (topics.length === 0) return 'error:args is invalid';
  return areMixed(topics) ? 'error:topics of all categories and of one cannot be mixed' : topics;
}
