import { describe, expect, it } from 'vitest';
import { applyCommand, newDocument, type ChartDocument, type SeriesKind } from '../document/chart-document.ts';
import { readDocument } from '../document/read-document.ts';
import { Autosave, type SaveState } from './autosave.ts';
import type { ChartDatabase, StoredLayout } from './chart-database.ts';

/** A database in memory that windows share; `isBroken` makes every write fail. */
function sharedDatabase() {
  const kept = new Map<string, StoredLayout>();
  const state: { isBroken: boolean; writes: number; note: StoredLayout | undefined } = { isBroken: false, writes: 0, note: undefined };
  const database: ChartDatabase = {
    read: (key) => Promise.resolve(kept.get(key)),
    write: (key, revision, document) => {
      state.writes += 1;
      if (state.isBroken) return Promise.resolve(false);
      if ((kept.get(key)?.revision ?? 0) !== revision) return Promise.resolve('conflict');
      kept.set(key, { revision: revision + 1, document: structuredClone(document) });
      return Promise.resolve('saved');
    },
    close: () => undefined,
  };
  return { kept, state, database };
}

type Shared = ReturnType<typeof sharedDatabase>;

/** A window with a clock that is moved by hand. */
function openWindow(shared: Shared, others: () => readonly Autosave[] = () => []) {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  const states: SaveState[] = [];
  let shown: ChartDocument = newDocument('Etc/UTC');
  const autosave = new Autosave({
    database: shared.database,
    notes: {
      note: (layout) => {
        shared.state.note = structuredClone(layout);
      },
      take: () => {
        const { note } = shared.state;
        shared.state.note = undefined;
        return note;
      },
    },
    timers: {
      setTimeout: ((run: () => void, wait: number) => {
        due = { at: now + wait, run };
        return 1;
      }) as Window['setTimeout'],
      clearTimeout: () => {
        due = undefined;
      },
    },
    now: () => now,
    announce: () => {
      for (const other of others()) void other.heard();
    },
    load: (document) => {
      shown = document;
    },
    onState: (state) => states.push(state),
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    autosave,
    states,
    shown: () => shown,
    choose: (to: SeriesKind): void => {
      shown = applyCommand(shown, { kind: 'setKind', to });
      autosave.changed(shown);
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
    settled,
  };
}

describe('a page that goes away before its save is on disk', () => {
  it('CHT-06 has its last change back after the reload, which saves it', async () => {
    const shared = sharedDatabase();
    const first = openWindow(shared);
    await first.autosave.restore();
    first.choose('area');
    await first.pass(400);
    first.choose('bars');
    // The browser ends the write with the page.
    shared.state.isBroken = true;
    first.autosave.flush();
    shared.state.isBroken = false;
    const second = openWindow(shared);
    await second.autosave.restore();
    expect(second.shown().kind).toBe('bars');
    await second.pass(400);
    expect(readDocument(shared.kept.get('default')?.document)?.kind).toBe('bars');
    expect(shared.state.note).toBeUndefined();
  });

  it('CHT-06 does not overwrite what another window saved meanwhile', async () => {
    const shared = sharedDatabase();
    const first = openWindow(shared);
    const second = openWindow(shared);
    await first.autosave.restore();
    await second.autosave.restore();
    first.choose('bars');
    shared.state.isBroken = true;
    first.autosave.flush();
    shared.state.isBroken = false;
    second.choose('line');
    const { note } = shared.state;
    await second.pass(400);
    // The note of the first window is older than what the second saved.
    shared.state.note = note;
    const third = openWindow(shared);
    await third.autosave.restore();
    expect(third.shown().kind).toBe('line');
  });
});

describe('saving by itself', () => {
  it('CHT-06 saves 400 ms after a change, at most every 500 ms, and restores exactly', async () => {
    const shared = sharedDatabase();
    const first = openWindow(shared);
    first.choose('line');
    await first.pass(399);
    expect(shared.state.writes).toBe(0);
    await first.pass(1);
    expect(shared.state.writes).toBe(1);
    expect(first.states.at(-1)).toBe('saved');
    for (const kind of ['area', 'bars', 'hollow'] as const) {
      first.choose(kind);
      await first.pass(100);
    }
    expect(shared.state.writes).toBe(1);
    await first.pass(400);
    expect(shared.state.writes).toBe(2);
    const later = openWindow(shared);
    await later.autosave.restore();
    expect(later.shown()).toEqual(first.shown());
  });

  it('CHT-29 says that a write failed, and tries again later and later until it works', async () => {
    const shared = sharedDatabase();
    const own = openWindow(shared);
    shared.state.isBroken = true;
    own.choose('line');
    await own.pass(400);
    expect(own.states.at(-1)).toBe('failed');
    await own.pass(2_000);
    await own.pass(3_999);
    expect(shared.state.writes).toBe(2);
    shared.state.isBroken = false;
    await own.pass(1);
    expect(own.states.at(-1)).toBe('saved');
    expect(shared.kept.get('default')?.document).toMatchObject({ kind: 'line' });
  });

  it('a window without changes follows another one', async () => {
    const shared = sharedDatabase();
    const second = openWindow(shared);
    const first = openWindow(shared, () => [second.autosave]);
    first.choose('area');
    await first.pass(400);
    await second.settled();
    expect(second.shown().kind).toBe('area');
    second.choose('bars');
    await second.pass(400);
    expect(second.states.at(-1)).toBe('saved');
  });

  it.each([
    ['takeOther', 'area'],
    ['keepMine', 'bars'],
  ] as const)('two windows never overwrite each other: %s', async (choice, kind) => {
    const shared = sharedDatabase();
    const first = openWindow(shared);
    const second = openWindow(shared);
    first.choose('area');
    second.choose('bars');
    await first.pass(400);
    await second.pass(400);
    expect(second.states.at(-1)).toBe('conflict');
    expect(shared.kept.get('default')?.document).toMatchObject({ kind: 'area' });
    second.choose('bars');
    await second.pass(10_000);
    expect(shared.kept.get('default')?.document).toMatchObject({ kind: 'area' });
    await second.autosave[choice]();
    await second.settled();
    expect(second.shown().kind).toBe(kind);
    expect(shared.kept.get('default')?.document).toMatchObject({ kind });
    expect(second.states.at(-1)).toBe('saved');
  });

  it('leaves alone what a newer program stored', async () => {
    const shared = sharedDatabase();
    shared.kept.set('default', { revision: 4, document: { format: 99 } });
    const own = openWindow(shared);
    await own.autosave.restore();
    own.choose('line');
    await own.pass(10_000);
    expect(own.states).toEqual(['newer']);
    expect(shared.state.writes).toBe(0);
  });
});

describe('a stored document', () => {
  it('is read as it was written, indicators included', () => {
    const document = applyCommand(newDocument('Asia/Tokyo'), {
      kind: 'addStudy',
      study: {
        id: 's1',
        indicator: 'ema',
        inputs: { length: 9 },
        source: { price: 'hl2' },
        looks: [{ tone: 'third', width: 2, shown: true }],
        shown: false,
      },
    });
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  it('loses a damaged part only', () => {
    const stored = { ...newDocument('Asia/Tokyo'), kind: 'pie', scale: 7, studies: [{ id: 1 }, null] };
    expect(readDocument(stored)).toEqual(newDocument('Asia/Tokyo'));
    for (const nothing of [undefined, null, 'x', [], {}, { format: 2 }]) expect(readDocument(nothing)).toBeUndefined();
  });
});
