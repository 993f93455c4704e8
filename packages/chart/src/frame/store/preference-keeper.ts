import type { ChartDatabase } from './chart-database.ts';
import { readPreferences, type Preferences } from './preferences.ts';

export const PREFERENCES = 'preferences';
const MOST_TRIES = 5;

export interface PreferenceKeeperOptions {
  readonly database: ChartDatabase;
  /** A copy that can be read at once, for the first paint. */
  readonly copy: { read(): unknown; write(value: unknown): void };
  readonly today: () => number;
  /** Tells the other windows; called by `heard` there. */
  readonly announce: (key: string) => void;
  readonly onChange: (preferences: Preferences) => void;
  /** It could not be stored, and holds until the page goes. */
  readonly onFailed: () => void;
}

/** The preferences of all windows. A change is made to what is stored now, so that no window undoes another one's. */
export class PreferenceKeeper {
  private readonly options: PreferenceKeeperOptions;
  private shown: Preferences;

  constructor(options: PreferenceKeeperOptions) {
    this.options = options;
    this.shown = readPreferences(options.copy.read());
  }

  get preferences(): Preferences {
    return this.shown;
  }

  async start(): Promise<void> {
    const stored = await this.options.database.read(PREFERENCES);
    if (stored !== undefined) this.become(readPreferences(stored.document));
  }

  async heard(key: string): Promise<void> {
    if (key === PREFERENCES) await this.start();
  }

  async change(edit: (before: Preferences) => Preferences): Promise<void> {
    this.become(edit(this.shown));
    if (!(await this.store(edit))) this.options.onFailed();
  }

  private async store(edit: (before: Preferences) => Preferences): Promise<boolean> {
    const { database, today, announce } = this.options;
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const stored = await database.read(PREFERENCES);
      const document = stored === undefined ? this.shown : edit(readPreferences(stored.document));
      const content = { name: '', ticker: '', resolution: undefined, savedAt: today(), document };
      const result = await database.write(PREFERENCES, stored?.revision ?? 0, content);
      if (result === false) return false;
      if (result === 'conflict') continue;
      this.become(document);
      announce(PREFERENCES);
      return true;
    }
    return false;
  }

  private become(preferences: Preferences): void {
    this.shown = preferences;
    this.options.copy.write(preferences);
    this.options.onChange(preferences);
  }
}
