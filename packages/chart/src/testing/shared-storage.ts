import type { UnsavedNotes } from '../frame/store/autosave.ts';
import type { ChartDatabase, SaveResult } from '../frame/store/chart-database.ts';
import type { LayoutChoices, TabChoice } from '../frame/store/layouts.ts';
import { NAMED, layoutOf, type StoredLayout } from '../frame/store/stored-layout.ts';

/** A browser's storage in memory, shared by its windows. `isBroken` makes every write fail, `isClosed` every read. */
export function sharedStorage() {
  const kept = new Map<string, Record<string, unknown>>();
  const state = { isBroken: false, isClosed: false, writes: 0 };
  const notes = new Map<string, StoredLayout>();
  const last = new Map<string, string>();
  const change = (key: string, revision: number, act: () => void): Promise<SaveResult> => {
    state.writes += 1;
    if (state.isBroken) return Promise.resolve(false);
    if ((layoutOf(key, kept.get(key))?.revision ?? 0) !== revision) return Promise.resolve('conflict');
    act();
    return Promise.resolve('saved');
  };
  const database: ChartDatabase = {
    read: (key) => Promise.resolve(state.isClosed ? undefined : layoutOf(key, structuredClone(kept.get(key)))),
    list: () => {
      const named = [...kept].filter(([key]) => key.startsWith(NAMED)).map(([key, value]) => layoutOf(key, structuredClone(value)));
      return Promise.resolve(state.isClosed ? undefined : named.filter((layout) => layout !== undefined));
    },
    write: (key, revision, content) => change(key, revision, () => kept.set(key, { ...structuredClone(content), revision: revision + 1 })),
    remove: (key, revision) => change(key, revision, () => kept.delete(key)),
    close: () => undefined,
  };
  const unsaved: UnsavedNotes = {
    note: (layout) => void notes.set(layout.key, structuredClone(layout)),
    take: (key) => {
      const note = notes.get(key);
      notes.delete(key);
      return note;
    },
  };
  /** Layout choices of a new tab. */
  const choices = (): LayoutChoices => {
    let tab: TabChoice | undefined;
    return {
      tab: () => tab,
      noteTab: (choice) => void (tab = choice),
      last: (ticker) => last.get(ticker),
      noteLast: (ticker, key) => void last.set(ticker, key),
    };
  };
  return { kept, state, notes, database, unsaved, choices };
}

export type SharedStorage = ReturnType<typeof sharedStorage>;

/** A clock with one timer, moved by hand. */
export function handClock() {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    settled,
    timers: {
      setTimeout: ((run: () => void, wait: number) => {
        due = { at: now + wait, run };
        return 1;
      }) as Window['setTimeout'],
      clearTimeout: () => {
        due = undefined;
      },
    },
    pass: async (milliseconds: number): Promise<void> => {
      now += milliseconds;
      if (due !== undefined && due.at <= now) {
        const { run } = due;
        due = undefined;
        run();
      }
      await settled();
    },
  };
}
