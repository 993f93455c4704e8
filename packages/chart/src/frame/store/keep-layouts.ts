import { isPlainObject } from '../../bridge/shape.ts';
import type { UnsavedNotes } from './autosave.ts';
import { openChartDatabase } from './chart-database.ts';
import { PreferenceKeeper } from './preference-keeper.ts';
import type { Preferences } from './preferences.ts';
import { Layouts, type LayoutChoices, type LayoutsOptions } from './layouts.ts';
import { layoutOf } from './stored-layout.ts';

const CHANNEL = 'tapedeck-chart';
const NOTE = 'tapedeck-chart-unsaved';
const OPEN = 'tapedeck-chart-open';
const SETTINGS = 'tapedeck-chart-preferences';

interface WindowOptions extends LayoutParts {
  readonly onPreferences: (preferences: Preferences) => void;
  /** A preference could not be stored. */
  readonly onFailed: () => void;
}

type LayoutParts = Pick<LayoutsOptions, 'document' | 'fresh' | 'load' | 'loadFirst' | 'nameOfCopy' | 'onState' | 'onHead' | 'onOpened'>;

export interface LayoutKeeper {
  readonly layouts: Layouts;
  readonly preferences: PreferenceKeeper;
  stop(): void;
}

/** A browser may refuse storage: the note is then lost. */
function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch (cause) {
    console.warn('A note about the chart’s layouts could not be stored', cause);
  }
}

function read(storage: () => Storage, key: string): unknown {
  try {
    const stored = storage().getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as unknown);
  } catch {
    return undefined;
  }
}

function notesOf(view: Window): UnsavedNotes {
  const storage = (): Storage => view.localStorage;
  return {
    note: (layout) => write(storage, `${NOTE}.${layout.key}`, layout),
    take: (key) => {
      const noted = layoutOf(key, read(storage, `${NOTE}.${key}`));
      try {
        storage().removeItem(`${NOTE}.${key}`);
      } catch {
        // There was no note to remove then.
      }
      return noted;
    },
  };
}

function choicesOf(view: Window): LayoutChoices {
  const local = (): Storage => view.localStorage;
  const tab = (): Storage => view.sessionStorage;
  const all = (): Readonly<Record<string, unknown>> => {
    const stored = read(local, OPEN);
    return isPlainObject(stored) ? stored : {};
  };
  return {
    tab: () => {
      const stored = read(tab, OPEN);
      if (!isPlainObject(stored)) return undefined;
      const { ticker, key, shared } = stored;
      return typeof ticker === 'string' && typeof key === 'string' && typeof shared === 'string' ? { ticker, key, shared } : undefined;
    },
    noteTab: (choice) => write(tab, OPEN, choice),
    last: (ticker) => {
      const key = all()[ticker];
      return typeof key === 'string' ? key : undefined;
    },
    noteLast: (ticker, key) => {
      if (all()[ticker] !== key) write(local, OPEN, { ...all(), [ticker]: key });
    },
  };
}

/** Keeps a window's layouts in the browser's database, in step with the other windows. */
export function keepLayouts(view: Window & typeof globalThis, ticker: string, options: WindowOptions): LayoutKeeper {
  const database = openChartDatabase(view);
  const channel = typeof view.BroadcastChannel === 'function' ? new view.BroadcastChannel(CHANNEL) : undefined;
  const announce = (key: string): void => channel?.postMessage(key);
  const layouts = new Layouts(ticker, {
    ...options,
    database,
    notes: notesOf(view),
    choices: choicesOf(view),
    timers: view,
    savesByItself: () => preferences.preferences.savesByItself,
    now: () => view.performance.now(),
    today: () => Date.now(),
    announce,
  });
  const local = (): Storage => view.localStorage;
  const preferences = new PreferenceKeeper({
    database,
    copy: { read: () => read(local, SETTINGS), write: (value) => write(local, SETTINGS, value) },
    today: () => Date.now(),
    announce,
    onChange: (next) => {
      if (next.savesByItself !== savedByItself) {
        savedByItself = next.savesByItself;
        layouts.habitChanged();
      }
      options.onPreferences(next);
    },
    onFailed: options.onFailed,
  });
  let { savesByItself: savedByItself } = preferences.preferences;
  const heard = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'string') return;
    void layouts.heard(data);
    void preferences.heard(data);
  };
  const hidden = (): void => {
    if (view.document.visibilityState === 'hidden') layouts.flush();
  };
  channel?.addEventListener('message', heard);
  view.document.addEventListener('visibilitychange', hidden);
  void layouts.start();
  void preferences.start();
  return {
    layouts,
    preferences,
    stop: () => {
      layouts.stop();
      channel?.close();
      view.document.removeEventListener('visibilitychange', hidden);
      database.close();
    },
  };
}
