import type { V5StreamMessage } from '@tapedeck/protocol/v5';
import { Subscriptions } from '../../streams/subscriptions.ts';
import type { PublicTopic } from '../../streams/topic.ts';
import type { ComeBackLater } from '../../ports.ts';
import type { PublicChannel } from '../ports.ts';
import { TOO_MANY_MESSAGE } from '../v5-route.ts';
import { CONTRACT_DIALECT, OPTION_DIALECT, SPOT_DIALECT, type Dialect } from './dialects.ts';
import type { Line, Speech } from './program-connection.ts';

const DIALECTS: Readonly<Record<PublicChannel, Dialect>> = {
  spot: SPOT_DIALECT,
  linear: CONTRACT_DIALECT,
  inverse: CONTRACT_DIALECT,
  option: OPTION_DIALECT,
  spread: OPTION_DIALECT,
  status: SPOT_DIALECT,
};

/** Total length of the names that one connection follows. */
const NAMES_LENGTH_MAX = 21_000;
const SPOT_ARGS_MAX = 10;

export interface PublicHost {
  topic(channel: PublicChannel, name: string): PublicTopic | undefined;
  /** Takes the cost of subscriptions from the budget of the client; the time to wait if they are too many. */
  readonly admit: (topics: Iterable<PublicTopic>) => ComeBackLater | undefined;
  readonly looked: (topic: PublicTopic, began: boolean) => void;
  readonly now: () => number;
}

/** `/v5/public/{category}`. */
export class PublicSpeech implements Speech {
  readonly #channel: PublicChannel;
  readonly #host: PublicHost;
  readonly #line: Line;
  readonly #topics: Subscriptions;
  #namesLength = 0;

  constructor(channel: PublicChannel, host: PublicHost, line: Line) {
    this.#channel = channel;
    this.#host = host;
    this.#line = line;
    this.#topics = new Subscriptions({ send: line.say, looked: host.looked });
  }

  hear(message: V5StreamMessage): void {
    switch (message.op) {
      case 'ping':
        this.#answer(this.#dialect.pong(this.#asked(message), this.#host.now()));
        return;
      case 'subscribe':
        this.#subscribe(message);
        return;
      case 'unsubscribe':
        this.#unsubscribe(message);
        return;
      default:
        this.#answer(this.#dialect.refused(this.#asked(message), 'error:invalid op', []));
    }
  }

  misheard(): object {
    return this.#dialect.refused(this.#asked({ op: '' }), 'error:invalid request', []);
  }

  congested(): void {
    this.#topics.congested();
  }

  drained(): void {
    this.#topics.drained();
  }

  left(): void {
    this.#topics.dropAll();
  }

  get #dialect(): Dialect {
    return DIALECTS[this.#channel];
  }

  #asked(message: Pick<V5StreamMessage, 'op' | 'req_id'>) {
    return { connection: this.#line.id, message };
  }

  /** All of them or none. */
  #subscribe(message: V5StreamMessage): void {
    const read = this.#read(message.args ?? []);
    if ('why' in read) {
      this.#refuse(message, read);
      return;
    }
    const wrong = this.#wrongWith(read) ?? this.#excessOf(read);
    if (wrong !== undefined) {
      this.#refuse(message, wrong);
      return;
    }
    this.#namesLength += lengthOf(read);
    this.#done(message, read);
    for (const { topic } of read) this.#topics.follow(topic);
  }

  #unsubscribe(message: V5StreamMessage): void {
    const read = this.#read(message.args ?? []);
    if ('why' in read) {
      this.#refuse(message, read);
      return;
    }
    for (const one of read) {
      if (!this.#topics.has(one.topic)) continue;
      this.#namesLength -= lengthOf([one]);
      this.#topics.drop(one.topic);
    }
    this.#done(message, read);
  }

  /** The topics of a request, without duplicates. */
  #read(args: readonly unknown[]): readonly NamedTopic[] | Wrong {
    const names = [...new Set(args.filter((one) => typeof one === 'string'))];
    if (names.length === 0 || names.length < new Set(args).size) return { why: 'error:args is invalid', names: [] };
    if (this.#channel === 'spot' && args.length > SPOT_ARGS_MAX) return { why: `args size >${SPOT_ARGS_MAX}`, names };
    const read: NamedTopic[] = [];
    for (const name of names) {
      const topic = this.#host.topic(this.#channel, name);
      if (topic === undefined) return { why: `error:handler not found,topic:${name}`, names: [name] };
      read.push({ name, topic });
    }
    return read;
  }

  /** Why these topics cannot be followed. */
  #wrongWith(read: readonly NamedTopic[]): Wrong | undefined {
    const known = read.find(({ topic }) => this.#topics.has(topic));
    if (known !== undefined) return { why: `error:already subscribed,topic:${known.name}`, names: [known.name] };
    if (this.#namesLength + lengthOf(read) <= NAMES_LENGTH_MAX) return undefined;
    return { why: `args size >${NAMES_LENGTH_MAX}`, names: read.map(({ name }) => name) };
  }

  #excessOf(read: readonly NamedTopic[]): Wrong | undefined {
    const later = this.#host.admit(read.map(({ topic }) => topic));
    return later === undefined ? undefined : { why: `error:${TOO_MANY_MESSAGE}`, names: read.map(({ name }) => name) };
  }

  #refuse(message: V5StreamMessage, { why, names }: Wrong): void {
    this.#answer(this.#dialect.refused(this.#asked(message), why, names));
  }

  #done(message: V5StreamMessage, read: readonly NamedTopic[]): void {
    this.#answer(
      this.#dialect.done(
        this.#asked(message),
        read.map(({ name }) => name),
      ),
    );
  }

  #answer(answer: object): void {
    this.#line.say([JSON.stringify(answer)]);
  }
}

interface NamedTopic {
  readonly name: string;
  readonly topic: PublicTopic;
}

/** Why a request is refused, and the topics concerned. */
interface Wrong {
  readonly why: string;
  readonly names: readonly string[];
}

const lengthOf = (topics: readonly NamedTopic[]): number => topics.reduce((sum, { name }) => sum + name.length, 0);
