import { CLOSE_CODES, clientMessage, readWire } from '@tapedeck/protocol';
import type { ClientMessage, OperationAnswer } from '@tapedeck/protocol';
import { FAILURES, type Failure } from '../answers.ts';
import type { ComeBackLater, Connection, Session, StreamKind, Visitor } from '../ports.ts';
import type { CostClass } from '../costs.ts';
import type { AccountFeed } from './account-feed.ts';
import { USER_TOPICS, USER_TOPIC_COSTS, isUserTopic, type UserTopic } from './account-news.ts';
import { Subscriptions } from './subscriptions.ts';
import type { PublicTopic } from './topic.ts';

const SUBSCRIPTIONS_MAX = 200;
const MESSAGE_LENGTH_MAX = 65_536;
/** All topics of the account at once. */
const ALL_USER_TOPICS = 'user.*';

/** The hub for a connection. */
export interface ConnectionHost {
  topic(name: string): PublicTopic | undefined;
  /** Takes the cost of subscriptions from the budget of the visitor; the time to wait if they are too many. */
  readonly admit: (topics: Iterable<{ readonly cost: CostClass }>, visitor: Visitor) => ComeBackLater | undefined;
  /** A subscription began (`true`) or ended. */
  readonly looked: (topic: PublicTopic, began: boolean) => void;
  redeem(token: string, sessionId: string): boolean;
  /** The feed of a logged-in connection; it receives updates until `left`. */
  feed(session: Session, connection: StreamConnection): AccountFeed;
  left(connection: StreamConnection): void;
}

export interface ConnectionOptions {
  readonly kind: StreamKind;
  readonly visitor: Visitor;
  readonly send: (frames: readonly string[]) => boolean;
  readonly close: (code: number, reason: string) => void;
  readonly host: ConnectionHost;
  readonly fault: (error: unknown) => void;
}

/** One socket: its messages, its subscriptions and its congestion. */
export class StreamConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #topics: Subscriptions;
  #feed: AccountFeed | undefined;
  #open = true;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#topics = new Subscriptions({
      send: (frames) => {
        this.send(frames);
      },
      looked: options.host.looked,
    });
  }

  get sessionId(): string | undefined {
    return this.#options.kind === 'private' ? this.#options.visitor.session?.id : undefined;
  }

  get user(): number | undefined {
    return this.#options.visitor.session?.user;
  }

  receive(text: string): void {
    if (!this.#open) return;
    if (text.length > MESSAGE_LENGTH_MAX) {
      this.end(CLOSE_CODES.messageTooLarge, 'message too large');
      return;
    }
    const message = parseMessage(text);
    this.#guarded(() => {
      if (message === undefined) this.#answer({ op: '' }, 'parameter', 'The message is not a valid { op, args } object.');
      else this.#handle(message);
    });
  }

  drained(): void {
    this.#guarded(() => {
      this.#topics.drained();
    });
  }

  closed(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#topics.dropAll();
    this.#feed = undefined;
    this.#options.host.left(this);
  }

  /** Closed by the server. */
  end(code: number, reason: string): void {
    if (!this.#open) return;
    this.closed();
    this.#options.close(code, reason);
  }

  /** Frames that must not be lost: answers and private data. */
  send(frames: readonly string[]): void {
    if (!this.#open) return;
    this.#guarded(() => {
      if (!this.#options.send(frames)) this.#topics.congested();
    });
  }

  /** An error of one connection ends only that connection. */
  #guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#options.fault(error);
      this.end(CLOSE_CODES.serverError, 'server error');
    }
  }

  #handle(message: ClientMessage): void {
    switch (message.op) {
      case 'ping':
        this.#reply({ ...echo(message), op: 'pong', success: true, ret_code: 0, ret_msg: 'pong' });
        return;
      case 'login':
        this.#login(message);
        return;
      case 'subscribe':
      case 'unsubscribe':
        if (this.#options.kind === 'public') this.#changeTopics(message, message.op === 'subscribe');
        else this.#changeUserTopics(message, message.op === 'subscribe');
    }
  }

  #login(message: ClientMessage): void {
    const { kind, host } = this.#options;
    const { session } = this.#options.visitor;
    if (kind === 'public') {
      this.#answer(message, 'parameter', 'The public stream has no log-in: open the private stream.');
      return;
    }
    const [token, ...others] = message.args ?? [];
    // The token is used up even if another part is invalid, and a refused log-in ends the connection: there is no
    // second attempt.
    if (token === undefined || others.length > 0 || session === undefined || !host.redeem(token, session.id)) {
      this.#answer({ op: message.op, req_id: message.req_id }, 'loginRefused');
      this.end(CLOSE_CODES.loginRefused, 'login refused');
      return;
    }
    this.#feed ??= host.feed(session, this);
    this.#answer({ op: message.op, req_id: message.req_id });
  }

  #changeTopics(message: ClientMessage, add: boolean): void {
    const topics = this.#topicsOf(message);
    if (topics === undefined) return;
    if (!add) {
      this.#answer(message);
      for (const topic of topics) this.#topics.drop(topic);
      return;
    }
    const fresh = [...topics].filter((topic) => !this.#topics.has(topic));
    if (this.#topics.size + fresh.length > SUBSCRIPTIONS_MAX) {
      this.#answer(message, 'parameter', 'This connection has too many subscriptions: unsubscribe from a topic first.');
      return;
    }
    if (this.#isTooMuch(message, fresh)) return;
    this.#answer(message);
    // An answer that could not be sent has ended the connection.
    for (const topic of fresh) if (this.#open) this.#topics.follow(topic);
  }

  /** The topics of a request; `undefined` if it was refused. */
  #topicsOf(message: ClientMessage): ReadonlySet<PublicTopic> | undefined {
    const topics = new Set<PublicTopic>();
    for (const name of message.args ?? []) {
      const topic = this.#options.host.topic(name);
      if (topic === undefined) {
        this.#answer(message, 'parameter', 'This topic does not exist on this stream.', [name]);
        return undefined;
      }
      topics.add(topic);
    }
    if (topics.size > 0) return topics;
    this.#answer(message, 'parameter', 'args names no topic.');
    return undefined;
  }

  /** Whether the budget of the visitor has no room for these subscriptions; the refusal is then sent. */
  #isTooMuch(message: ClientMessage, topics: Iterable<{ readonly cost: CostClass }>): boolean {
    const { host, visitor } = this.#options;
    if (host.admit(topics, visitor) === undefined) return false;
    this.#answer(message, 'tooManyRequests');
    return true;
  }

  #changeUserTopics(message: ClientMessage, add: boolean): void {
    const topics = new Set<UserTopic>();
    for (const name of message.args ?? []) {
      if (name === ALL_USER_TOPICS) for (const topic of USER_TOPICS) topics.add(topic);
      else if (isUserTopic(name)) topics.add(name);
      else {
        this.#answer(message, 'parameter', 'This topic does not exist on this stream.', [name]);
        return;
      }
    }
    if (this.#feed === undefined) {
      this.#answer(message, 'notLoggedIn');
      return;
    }
    if (topics.size === 0) {
      this.#answer(message, 'parameter', 'args names no topic.');
      return;
    }
    const costs = [...topics].map((topic) => ({ cost: USER_TOPIC_COSTS[topic] }));
    if (add && this.#isTooMuch(message, costs)) return;
    this.#answer(message);
    if (add) this.#feed.subscribe([...topics]);
    else this.#feed.unsubscribe([...topics]);
  }

  #answer(message: Answered, failure?: Failure, text?: string, args?: readonly string[]): void {
    const outcome =
      failure === undefined
        ? { success: true, ret_code: 0, ret_msg: 'OK' }
        : { success: false, ret_code: FAILURES[failure].code, ret_msg: text ?? FAILURES[failure].message };
    this.#reply({ ...echo(message), ...outcome, ...(args === undefined ? {} : { args: [...args] }) });
  }

  #reply(answer: OperationAnswer): void {
    this.send([JSON.stringify(answer)]);
  }
}

type Answered = { readonly op: string; readonly req_id?: string | undefined; readonly args?: readonly string[] | undefined };

function echo({ op, req_id, args }: Answered): Pick<OperationAnswer, 'op' | 'req_id' | 'args'> {
  return { op, ...(req_id === undefined ? {} : { req_id }), ...(args === undefined ? {} : { args: [...args] }) };
}

function parseMessage(text: string): ClientMessage | undefined {
  try {
    const parsed = readWire(clientMessage, JSON.parse(text));
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
