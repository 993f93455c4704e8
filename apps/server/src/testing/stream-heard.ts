import type { WebsocketClient } from 'bybit-api';

type Update = Readonly<Record<string, unknown>>;
type IsIt = (update: Update) => boolean;

interface Waiting {
  readonly isIt: IsIt;
  readonly resolve: (update: Update) => void;
}

/** What a client of others heard: each update is found once, whether it came before it was asked for or comes later. */
export class StreamHeard {
  readonly #updates: Update[] = [];
  #waiting: Waiting[] = [];

  constructor(client: WebsocketClient) {
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
    // Without it the library throws away what goes wrong.
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
    return new Promise((resolve) => {
      this.#waiting.push({ isIt: meant, resolve });
    });
  }
}
