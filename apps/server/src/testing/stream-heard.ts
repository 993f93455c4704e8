import type { WebsocketClient } from 'bybit-api';

type Update = Readonly<Record<string, unknown>>;
type IsIt = (update: Update) => boolean;

interface Waiting {
  readonly isIt: IsIt;
  readonly resolve: (update: Update) => void;
}

/** An update that has not come by then is reported with those that have. */
const MISSED_MS = 60_000;

/** A library client's messages: each update is found once, whether it arrived before or after the request for it. */
export class StreamHeard {
  readonly #updates: Update[] = [];
  #waiting: Waiting[] = [];

  /** Resolves when the server has confirmed the first subscription; the library's own promise resolves once the socket is open. */
  readonly subscribed: Promise<void>;

  constructor(client: WebsocketClient) {
    this.subscribed = new Promise((resolve) => {
      client.on('response', (response: unknown) => {
        const { op, success } = response as Update;
        if (op === 'subscribe' && success === true) resolve();
      });
    });
    client.on('update', (update: unknown) => {
      const one = update as Update;
      const first = this.#waiting.find(({ isIt }) => isIt(one));
      if (first === undefined) {
        this.#updates.push(one);
        return;
      }
      this.#waiting = this.#waiting.filter((waiting) => waiting !== first);
      first.resolve(one);
    });
    // Without a listener the library discards errors.
    client.on('exception', (error: unknown) => {
      this.exceptions.push(error);
    });
  }

  readonly exceptions: unknown[] = [];

  update(topic: string, isIt: IsIt = () => true): Promise<Update> {
    const meant: IsIt = (update) => update['topic'] === topic && isIt(update);
    const at = this.#updates.findIndex(meant);
    const [found] = at < 0 ? [] : this.#updates.splice(at, 1);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const missed = setTimeout(() => {
        const others = this.#updates.filter(({ topic: other }) => other === topic);
        reject(
          new Error(`no such update of ${topic}; not asked for: ${JSON.stringify(others)}; exceptions: ${JSON.stringify(this.exceptions)}`),
        );
      }, MISSED_MS);
      this.#waiting.push({
        isIt: meant,
        resolve: (update) => {
          clearTimeout(missed);
          resolve(update);
        },
      });
    });
  }
}
