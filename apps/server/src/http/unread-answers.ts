import type { ServerResponse } from 'node:http';

/** Bounds of the answers that wait for their readers. */
export interface UnreadLimits {
  /** Bytes of one reader. An answer above it goes out while the reader has no other. */
  readonly perReader: number;
  /** Bytes of all readers without a session or key. */
  readonly strangers: number;
  /** Bytes of all users. */
  readonly users: number;
  /** Time without a byte taken after which a connection with a waiting answer is closed. */
  readonly stalledMs: number;
}

const MB = 1 << 20;

/**
 * A reader's share holds 20 of the largest answers. A phone that loses its network for half a minute opens a connection again
 * anyway. The sums are a fraction of the memory that the server needs, and strangers never use up that of the users.
 */
export const UNREAD_LIMITS: UnreadLimits = { perReader: 16 * MB, strangers: 64 * MB, users: 192 * MB, stalledMs: 20_000 };
/** Answers up to this size always go out: log-ins, outcomes of orders, refusals. */
export const SMALL_ANSWER_BYTES = 4 << 10;

/** The user of an answer, or the client without one. */
export interface Reader {
  readonly name: string;
  readonly isStranger: boolean;
}

interface Unread {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly release: () => void;
}

interface Share {
  bytes: number;
  /** Oldest first. */
  readonly answers: Set<Unread>;
}

/** Unread answers of one kind of readers. */
class Pool {
  bytes = 0;
  readonly shares = new Map<string, Share>();
  readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  held(name: string): number {
    return this.shares.get(name)?.bytes ?? 0;
  }

  heaviest(): Share | undefined {
    let heaviest: Share | undefined;
    for (const share of this.shares.values()) if (share.bytes > (heaviest?.bytes ?? 0)) heaviest = share;
    return heaviest;
  }

  add(name: string, response: ServerResponse, bytes: number): void {
    const share = this.shares.get(name) ?? { bytes: 0, answers: new Set() };
    this.shares.set(name, share);
    const unread: Unread = {
      response,
      bytes,
      release: () => {
        if (!share.answers.delete(unread)) return;
        share.bytes -= bytes;
        this.bytes -= bytes;
        if (share.answers.size === 0) this.shares.delete(name);
      },
    };
    share.answers.add(unread);
    share.bytes += bytes;
    this.bytes += bytes;
    response.once('close', unread.release);
  }
}

/**
 * Counts the bytes of answers until the system has taken them, per reader and in total, and keeps both within limits. When
 * the total is reached, the reader with the most bytes loses its oldest connection to a reader with fewer: clients that do
 * not read cannot lock out those that do.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #strangers: Pool;
  readonly #users: Pool;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
    this.#strangers = new Pool(limits.strangers);
    this.#users = new Pool(limits.users);
  }

  get bytes(): number {
    return this.#strangers.bytes + this.#users.bytes;
  }

  /** Whether a reader must take earlier answers before it asks for more. */
  isFull(reader: Reader): boolean {
    return this.#poolOf(reader).held(reader.name) >= this.#limits.perReader;
  }

  /** Counts an answer of so many bytes until it has been taken; `false` if there is no room for it. */
  admit(reader: Reader, response: ServerResponse, bytes: number): boolean {
    const pool = this.#poolOf(reader);
    const held = pool.held(reader.name);
    if (held > 0 && held + bytes > this.#limits.perReader) return false;
    while (pool.bytes > 0 && pool.bytes + bytes > pool.max) {
      const heaviest = pool.heaviest();
      if (heaviest === undefined || heaviest.bytes <= held + bytes) return false;
      const [oldest] = heaviest.answers;
      oldest?.release();
      oldest?.response.socket?.destroy();
    }
    pool.add(reader.name, response, bytes);
    response.socket?.setTimeout(this.#limits.stalledMs);
    return true;
  }

  #poolOf({ isStranger }: Reader): Pool {
    return isStranger ? this.#strangers : this.#users;
  }
}
