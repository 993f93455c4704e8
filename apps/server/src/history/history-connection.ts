import { HistoryUnavailable } from '@tapedeck/venue';
import type { HistoryDatabase } from './history-database.ts';

/** Waits between attempts, ms; the last one for all further attempts. */
const BACKOFF_MS = [250, 500, 1_000, 2_000, 5_000, 10_000] as const;
/** The wait before an attempt; the first has the number 0. */
export const backoffMs = (attempt: number): number => BACKOFF_MS[attempt] ?? 10_000;
/** Maximum time for an abandoned database to close. */
const CLOSE_MS_MAX = 2_000;

export interface HistoryConnectionOptions {
  /** Opens the database; `onLost` is called when it closes by itself. */
  readonly open: (onLost: (error: Error) => void) => Promise<HistoryDatabase>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** It was lost, for this reason, or is back. */
  readonly onChange: (away: string | undefined) => void;
}

/** The history's database, reopened whenever it is lost. */
export class HistoryConnection {
  readonly #options: HistoryConnectionOptions;
  #database: HistoryDatabase | undefined;
  #ready: Promise<HistoryDatabase>;
  #closed = false;

  private constructor(options: HistoryConnectionOptions) {
    this.#options = options;
    this.#ready = this.#open();
  }

  /** Rejects if the database cannot be opened the first time. */
  static async start(options: HistoryConnectionOptions): Promise<HistoryConnection> {
    const connection = new HistoryConnection(options);
    await connection.#ready;
    return connection;
  }

  get isAway(): boolean {
    return this.#database === undefined;
  }

  /** Throws `HistoryUnavailable` while it is lost. */
  get database(): HistoryDatabase {
    if (this.#database === undefined) throw new HistoryUnavailable();
    return this.#database;
  }

  /** Resolves once it is available. */
  ready(): Promise<HistoryDatabase> {
    return this.#ready;
  }

  /** `database` failed: only a new connection is known to be sound, whether the connection or its disk was the cause. */
  lost(database: HistoryDatabase, error: Error): void {
    if (this.#closed || this.#database !== database) return;
    this.#database = undefined;
    this.#ready = this.#openAgain(database);
    this.#options.onChange(error.message);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const database = this.#database;
    this.#database = undefined;
    await database?.close();
  }

  async #open(): Promise<HistoryDatabase> {
    const opening: { database?: HistoryDatabase; lost?: Error } = {};
    const database = await this.#options.open((error) => {
      opening.lost = error;
      if (opening.database !== undefined) this.lost(opening.database, error);
    });
    if (opening.lost !== undefined) throw opening.lost;
    opening.database = database;
    this.#database = database;
    return database;
  }

  async #openAgain(old: HistoryDatabase): Promise<HistoryDatabase> {
    const { wait, onChange } = this.#options;
    await Promise.race([old.close().catch(() => undefined), wait(CLOSE_MS_MAX)]);
    for (let attempt = 0; ; attempt += 1) {
      await wait(backoffMs(attempt));
      // The wait was abandoned.
      if (this.#closed) return new Promise(() => undefined);
      try {
        const database = await this.#open();
        onChange(undefined);
        return database;
      } catch (error) {
        onChange((error as Error).message);
      }
    }
  }
}
