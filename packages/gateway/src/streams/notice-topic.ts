import type { NoticeFrame, NoticeItem } from '@tapedeck/protocol';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

export const NOTICE_TOPIC = 'public.notice';

/** More than a visitor could read; the oldest are dropped. */
const NOTICES_MAX = 20;

/** `public.notice`: the operator's notices until they expire. */
export class NoticeTopic implements PublicTopic {
  readonly name = NOTICE_TOPIC;
  /** Belongs to no instrument. */
  readonly instrument = -1;
  readonly cost = 'light';
  readonly watches = false;
  readonly #now: () => number;
  readonly #subscribers = new Subscribers();
  #notices: readonly NoticeItem[] = [];
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Active ones, oldest first. */
  get notices(): readonly NoticeItem[] {
    const now = this.#now();
    this.#notices = this.#notices.filter(({ endsAt }) => endsAt > now);
    return this.#notices;
  }

  /** Active for `duration` milliseconds. */
  publish(text: string, duration: number): NoticeItem {
    const publishedAt = this.#now();
    this.#lastId += 1;
    const notice = { id: this.#lastId, text, publishedAt, endsAt: publishedAt + duration };
    this.#notices = [...this.notices, notice].slice(-NOTICES_MAX);
    this.#subscribers.delta(this, this.#frame('delta', [notice]));
    return notice;
  }

  /** Withdraws a notice before it expires; `undefined` if there is no active notice of that number. */
  withdraw(id: number): NoticeItem | undefined {
    const notice = this.notices.find((one) => one.id === id);
    if (notice === undefined) return undefined;
    const ended = { ...notice, endsAt: this.#now() };
    this.#notices = this.#notices.filter((one) => one.id !== id);
    this.#subscribers.delta(this, this.#frame('delta', [ended]));
    return ended;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] {
    return [this.#frame('snapshot', this.notices)];
  }

  #frame(type: NoticeFrame['type'], notices: readonly NoticeItem[]): string {
    const frame: NoticeFrame = { topic: this.name, type, ts: this.#now(), data: [...notices] };
    return JSON.stringify(frame);
  }
}
