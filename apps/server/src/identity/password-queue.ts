/** Waiting log-ins and registrations; each takes about 50 ms. */
const OTHERS_MAX = 24;
/** Those from clients that have logged in by the same name before. */
const KNOWN_MAX = 200;
/** Known places of one name: a user who logs in again and again keeps nobody waiting. */
const KNOWN_PER_NAME_MAX = 2;

interface Known<Item> {
  readonly name: string;
  readonly item: Item;
}

/**
 * Passwords that wait to be compared or hashed. Those of clients that are known for the name come first: visitors from however many
 * addresses lock nobody out who returns.
 */
export class PasswordQueue<Item> {
  readonly #known: Known<Item>[] = [];
  readonly #others: Item[] = [];

  /** `knownAs`: the name for which its client is known. `false` if there is no room. */
  add(item: Item, knownAs: string | undefined): boolean {
    if (knownAs !== undefined && this.#known.length < KNOWN_MAX) {
      if (this.#known.filter(({ name }) => name === knownAs).length >= KNOWN_PER_NAME_MAX) return false;
      this.#known.push({ name: knownAs, item });
      return true;
    }
    if (this.#others.length >= OTHERS_MAX) return false;
    this.#others.push(item);
    return true;
  }

  take(): Item | undefined {
    return this.#known.shift()?.item ?? this.#others.shift();
  }

  clear(): void {
    this.#known.length = 0;
    this.#others.length = 0;
  }
}
