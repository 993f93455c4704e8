import type { HistoryClientOptions } from './history-client.ts';
import { setAside, setAsideNote } from './history-folder.ts';

/** Waits before further attempts to build a history again, each twice as long as the one before. */
const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 600_000;
/** Failed attempts after which an operator must look; later ones are not logged. */
const ATTEMPTS_REPORTED = 5;

type DamageOptions = Pick<HistoryClientOptions, 'folder' | 'server' | 'onTrouble' | 'now'>;

/** Damage of the history's database, and how far its repair is. */
export class HistoryDamage {
  readonly #options: DamageOptions;
  /** Damage of the database in the folder, until that has been moved aside. */
  #found: string | undefined;
  /** The PostgreSQL server has reported damage, which only its operator can repair. */
  #isServerDamaged = false;
  /** The database in the folder lacks rows that the journal has. */
  lacksPast = false;
  /** Attempts in a row that could not build it again. */
  #failures = 0;

  constructor(options: DamageOptions) {
    this.#options = options;
  }

  get found(): string | undefined {
    return this.#found;
  }

  /** Without details, which only the log has; `undefined` for a sound database. */
  get state(): string | undefined {
    if (this.#isServerDamaged) return "the history's database is damaged";
    if (this.isReported) return `the history was damaged, and ${this.#failures} attempts to build it again have failed`;
    return this.#found !== undefined || this.lacksPast ? 'the history was damaged and is built again' : undefined;
  }

  /** Whether so many attempts have failed that the log has said it once and for all. */
  get isReported(): boolean {
    return this.#failures >= ATTEMPTS_REPORTED;
  }

  /** Wait before the next attempt to build it again; `undefined` if none has failed. */
  get waitMs(): number | undefined {
    return this.#failures === 0 ? undefined : Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
  }

  /** An attempt to build it again has failed. The reason for operators. */
  failed(message: string): string {
    this.#failures += 1;
    const reason = `building it again from the journal failed: ${message}`;
    if (this.#failures === ATTEMPTS_REPORTED)
      this.#options.onTrouble(
        `the history is behind: ${ATTEMPTS_REPORTED} attempts to build it again from the journal have failed, the last one because of: ${message}. ` +
          'More attempts follow, at most 10 minutes apart, without lines here. Trading goes on; repair the cause, or report it',
        'begun',
      );
    return reason;
  }

  over(): void {
    this.#failures = 0;
  }

  /** The database has this trouble. Whether it is in the folder, which is repaired here. */
  note(trouble: string): boolean {
    if (this.#options.server === undefined) {
      this.#found ??= trouble;
      return true;
    }
    if (this.#isServerDamaged) return false;
    this.#isServerDamaged = true;
    this.#options.onTrouble(
      `the history's database (DATABASE_URL) ${trouble}. It stays as it is. Repair or restore it, or name an empty one, which the next start fills from the journal, and start the server again.`,
      'begun',
    );
    return false;
  }

  moveAside(trouble: string): void {
    const aside = setAside(this.#options.folder, this.#options.now());
    if (aside !== undefined) this.#options.onTrouble(`the history's database ${trouble}; ${setAsideNote(aside)}`, 'begun');
  }

  /** An empty database has taken the place of the damaged one. */
  replaced(): void {
    this.#found = undefined;
    this.lacksPast = true;
  }
}
