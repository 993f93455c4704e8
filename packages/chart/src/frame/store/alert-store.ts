import { BOOK_FORMAT, EMPTY_BOOK, MOST_ALERTS, MOST_LOGGED, readBook, type Alert, type AlertBook, type LogEntry } from '../alerts/alert.ts';
import { ALERTS_KEY } from './alerts-key.ts';

export interface AlertStoreOptions {
  readonly view: Window;
  /** Also after a change in another window. */
  readonly onChange: (book: AlertBook, before: AlertBook) => void;
}

/**
 * The alerts, their log and their settings, in local storage because they belong to no layout. Every change starts from the
 * stored value, so that windows do not overwrite each other.
 */
export class AlertStore {
  private readonly options: AlertStoreOptions;
  private current: AlertBook;
  private canKeep = true;

  constructor(options: AlertStoreOptions) {
    this.options = options;
    this.current = this.read() ?? EMPTY_BOOK;
    options.view.addEventListener('storage', this.heard);
  }

  get book(): AlertBook {
    return this.current;
  }

  /** False if the browser refuses storage or a newer program stored them: the alerts then end with this window. */
  get isKept(): boolean {
    return this.canKeep;
  }

  find(id: string): Alert | undefined {
    return this.current.alerts.find((alert) => alert.id === id);
  }

  /** Adds it, or replaces the one with its id. False when there are too many. */
  put(alert: Alert): boolean {
    let isTaken = true;
    this.change((book) => {
      const isThere = book.alerts.some(({ id }) => id === alert.id);
      isTaken = isThere || book.alerts.length < MOST_ALERTS;
      if (!isTaken) return book;
      return {
        ...book,
        alerts: isThere ? book.alerts.map((each) => (each.id === alert.id ? alert : each)) : [...book.alerts, alert],
      };
    });
    return isTaken;
  }

  /** Changes the alerts that still exist. */
  amend(to: (alert: Alert) => Alert): void {
    this.change((book) => {
      const alerts = book.alerts.map(to);
      return alerts.every((alert, index) => alert === book.alerts[index]) ? book : { ...book, alerts };
    });
  }

  remove(id: string): void {
    this.change((book) => ({ ...book, alerts: book.alerts.filter((alert) => alert.id !== id) }));
  }

  /** False if it must not fire: another window was first, or it was paused or changed meanwhile. */
  fired(alert: Alert, entry: LogEntry, bar: number): boolean {
    let isFirst = false;
    this.change((book) => {
      const now = book.alerts.find(({ id }) => id === alert.id);
      const mayRepeat = now?.trigger === 'once' || now?.trigger === 'everyTime';
      isFirst = now?.state === 'active' && (mayRepeat || now.firedBar !== bar);
      if (!isFirst) return book;
      const state = alert.trigger === 'once' ? ('fired' as const) : ('active' as const);
      return {
        ...book,
        alerts: book.alerts.map((each) => (each.id === alert.id ? { ...each, state, firedBar: bar } : each)),
        log: [entry, ...book.log].slice(0, MOST_LOGGED),
      };
    });
    return isFirst;
  }

  clearLog(): void {
    this.change((book) => ({ ...book, log: [] }));
  }

  setHabits(habits: AlertBook['habits']): void {
    this.change((book) => ({ ...book, habits }));
  }

  stop(): void {
    this.options.view.removeEventListener('storage', this.heard);
  }

  private change(to: (book: AlertBook) => AlertBook): void {
    const stored = this.canKeep ? this.read() : undefined;
    const next = to(stored ?? this.current);
    if (next !== stored) this.write(next);
    this.become(next);
  }

  private become(next: AlertBook): void {
    const before = this.current;
    this.current = next;
    this.options.onChange(next, before);
  }

  private readonly heard = (event: StorageEvent): void => {
    if (event.key !== ALERTS_KEY && event.key !== null) return;
    const stored = this.read();
    if (stored !== undefined) this.become(stored);
  };

  /** `undefined` if the browser refuses or a newer program stored them. */
  private read(): AlertBook | undefined {
    try {
      const text = this.options.view.localStorage.getItem(ALERTS_KEY);
      const book = text === null ? EMPTY_BOOK : readBook(parsed(text));
      if (book === undefined) this.canKeep = false;
      return book;
    } catch (cause) {
      this.cannotKeep(cause);
      return undefined;
    }
  }

  private write(book: AlertBook): void {
    if (!this.canKeep) return;
    try {
      this.options.view.localStorage.setItem(ALERTS_KEY, JSON.stringify({ format: BOOK_FORMAT, ...book }));
    } catch (cause) {
      this.cannotKeep(cause);
    }
  }

  private cannotKeep(cause: unknown): void {
    this.canKeep = false;
    console.warn('The alerts cannot be stored: they last as long as this window', cause);
  }
}

/** Parses stored text; damaged text gives `undefined`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
