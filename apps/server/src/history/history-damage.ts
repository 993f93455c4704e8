import type { HistoryClientOptions } from './history-client.ts';
import { setAside, setAsideNote } from './history-folder.ts';

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

  constructor(options: DamageOptions) {
    this.#options = options;
  }

  get found(): string | undefined {
    return this.#found;
  }

  /** Without details, which only the log has; `undefined` for a sound database. */
  get state(): string | undefined {
    if (this.#isServerDamaged) return "the history's database is damaged";
    return this.#found !== undefined || this.lacksPast ? 'the history was damaged and is built again' : undefined;
  }

  /** The database met damage. Whether it is in the folder, which is repaired here. */
  note(message: string): boolean {
    if (this.#options.server === undefined) {
      this.#found ??= message;
      return true;
    }
    if (this.#isServerDamaged) return false;
    this.#isServerDamaged = true;
    this.#options.onTrouble(
      `the history's database (DATABASE_URL) is damaged: ${message}. It stays as it is. Repair or restore it, or name an empty one, which the next start fills from the journal, and start the server again.`,
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
