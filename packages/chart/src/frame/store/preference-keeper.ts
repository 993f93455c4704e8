import type { ChartDatabase } from './chart-database.ts';
import { readPreferences, type Preferences } from './preferences.ts';

export const PREFERENCES = 'preferences';
const MOST_TRIES = 5;

export interface PreferenceKeeperOptions {
  readonly database: ChartDatabase;
  /** A synchronously readable copy for the first paint. */
  readonly copy: { read(): unknown; write(value: unknown): void };
  readonly today: () => number;
  /** Notifies the other windows; they receive it by `heard`. */
  readonly announce: (key: string) => void;
  readonly onChange: (preferences: Preferences) => void;
  /** It could not be stored and ends with the page. */
  readonly onFailed: () => void;
}

type Edit = (before: Preferences) => Preferences;

/** The preferences of all windows. A change is applied to the stored value, so that no window reverts another one's change. */
export class PreferenceKeeper {
  private readonly options: PreferenceKeeperOptions;
  /** As they were last read or written. */
  private known: Preferences;
  private shown: Preferences;
  /** Changes that are shown and not stored yet, the oldest first. */
  private waiting: readonly Edit[] = [];
  private storing: Promise<unknown> = Promise.resolve();

  constructor(options: PreferenceKeeperOptions) {
    this.options = options;
    this.known = readPreferences(options.copy.read());
    this.shown = this.known;
  }

  get preferences(): Preferences {
    return this.shown;
  }

  async start(): Promise<void> {
    const stored = await this.options.database.read(PREFERENCES);
    if (stored !== undefined) this.become(readPreferences(stored.document), this.waiting);
  }

  async heard(key: string): Promise<void> {
    if (key === PREFERENCES) await this.start();
  }

  async change(edit: Edit): Promise<void> {
    this.become(this.known, [...this.waiting, edit]);
    // One after the other: a change that was stored along with an earlier one would be applied twice.
    const turn = this.storing.then(() => this.store(edit));
    this.storing = turn;
    if (!(await turn)) this.options.onFailed();
  }

  private async store(edit: Edit): Promise<boolean> {
    const { database, today, announce } = this.options;
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const stored = await database.read(PREFERENCES);
      const document = edit(stored === undefined ? this.known : readPreferences(stored.document));
      const content = { name: '', ticker: '', resolution: undefined, savedAt: today(), document };
      const result = await database.write(PREFERENCES, stored?.revision ?? 0, content);
      if (result === false) break;
      if (result === 'conflict') continue;
      this.become(document, this.waiting.slice(1));
      announce(PREFERENCES);
      return true;
    }
    // It stays as long as the page does.
    this.become(edit(this.known), this.waiting.slice(1));
    return false;
  }

  private become(known: Preferences, waiting: readonly Edit[]): void {
    this.known = known;
    this.waiting = waiting;
    this.shown = waiting.reduce((before, edit) => edit(before), known);
    this.options.copy.write(this.shown);
    this.options.onChange(this.shown);
  }
}
