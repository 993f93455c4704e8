import { describe, expect, it } from 'vitest';
import { applyCommand, newDocument, type ChartDocument, type SeriesKind } from '../document/chart-document.ts';
import { readDocument } from '../document/read-document.ts';
import { handClock, sharedStorage, type SharedStorage } from '../../testing/shared-storage.ts';
import { Autosave, type SaveState } from './autosave.ts';

/** A window with a clock that is moved by hand. */
function openWindow(shared: SharedStorage, others: () => readonly Autosave[] = () => []) {
  const clock = handClock();
  const states: SaveState[] = [];
  const habit = { savesByItself: true };
  let shown: ChartDocument = newDocument('Etc/UTC');
  const head = { name: '', ticker: '', resolution: undefined };
  const autosave = new Autosave('default', head, {
    database: shared.database,
    notes: shared.unsaved,
    savesByItself: () => habit.savesByItself,
    timers: clock.timers,
    now: clock.now,
    today: clock.now,
    announce: () => {
      for (const other of others()) void other.heard();
    },
    load: (document) => {
      shown = document;
    },
    onState: (state) => states.push(state),
    onHead: () => undefined,
  });
  return {
    autosave,
    states,
    habit,
    shown: () => shown,
    choose: (to: SeriesKind): void => {
      shown = applyCommand(shown, { kind: 'setKind', to });
      autosave.changed(shown);
    },
    pass: clock.pass,
    settled: clock.settled,
  };
}

describe('a page that goes away before its save is on disk', () => {
  it('CHT-06 has its last change back after the reload, which saves it', async () => {
    const shared = sharedStorage();
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
    expect(readDocument(shared.kept.get('default')?.['document'])?.kind).toBe('bars');
    expect(shared.notes.size).toBe(0);
  });

  it('CHT-06 does not overwrite what another window saved meanwhile', async () => {
    const shared = sharedStorage();
    const first = openWindow(shared);
    const second = openWindow(shared);
    await first.autosave.restore();
    await second.autosave.restore();
    first.choose('bars');
    shared.state.isBroken = true;
    first.autosave.flush();
    shared.state.isBroken = false;
    second.choose('line');
    const note = shared.notes.get('default');
    await second.pass(400);
    // The note of the first window is older than what the second saved.
    if (note !== undefined) shared.notes.set('default', note);
    const third = openWindow(shared);
    await third.autosave.restore();
    expect(third.shown().kind).toBe('line');
  });
});

describe('saving by itself', () => {
  it('CHT-06 saves 400 ms after a change, at most every 500 ms, and restores exactly', async () => {
    const shared = sharedStorage();
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
    const shared = sharedStorage();
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
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind: 'line' });
  });

  it('a window without changes follows another one', async () => {
    const shared = sharedStorage();
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
    ['takeStored', 'area'],
    ['keepMine', 'bars'],
  ] as const)('two windows never overwrite each other: %s', async (choice, kind) => {
    const shared = sharedStorage();
    const first = openWindow(shared);
    const second = openWindow(shared);
    first.choose('area');
    second.choose('bars');
    await first.pass(400);
    await second.pass(400);
    expect(second.states.at(-1)).toBe('conflict');
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind: 'area' });
    second.choose('bars');
    await second.pass(10_000);
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind: 'area' });
    await second.autosave[choice]();
    await second.settled();
    expect(second.shown().kind).toBe(kind);
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind });
    expect(second.states.at(-1)).toBe('saved');
  });

  it('CHT-06 turned off, it saves nothing until it is told to, and goes on at once when it is turned on', async () => {
    const shared = sharedStorage();
    const own = openWindow(shared);
    own.habit.savesByItself = false;
    own.choose('line');
    await own.pass(60_000);
    expect([shared.state.writes, own.states.at(-1)]).toEqual([0, 'unsaved']);
    expect(await own.autosave.saveNow()).toBe(true);
    expect([shared.state.writes, own.states.at(-1)]).toEqual([1, 'saved']);
    own.choose('area');
    await own.pass(60_000);
    expect(shared.state.writes).toBe(1);
    own.habit.savesByItself = true;
    own.autosave.habitChanged();
    await own.pass(400);
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind: 'area' });
  });

  it('CHT-06 turned off, changes come back unsaved after a reload, until they are saved or given up', async () => {
    const shared = sharedStorage();
    const first = openWindow(shared);
    first.choose('line');
    await first.pass(400);
    first.habit.savesByItself = false;
    first.choose('area');
    first.autosave.flush();
    await first.pass(60_000);
    const second = openWindow(shared);
    second.habit.savesByItself = false;
    await second.autosave.restore();
    expect([second.shown().kind, second.states.at(-1)]).toEqual(['area', 'unsaved']);
    expect(await second.autosave.takeStored()).toBe(true);
    expect([second.shown().kind, second.states.at(-1), shared.notes.size]).toEqual(['line', 'saved', 0]);
    expect(shared.state.writes).toBe(1);
  });

  it('CHT-06 turned off, a save says that another window was quicker', async () => {
    const shared = sharedStorage();
    const second = openWindow(shared);
    const first = openWindow(shared, () => [second.autosave]);
    second.habit.savesByItself = false;
    second.choose('bars');
    first.choose('area');
    await first.pass(400);
    await second.settled();
    expect(second.shown().kind, 'what is not saved stays on the chart').toBe('bars');
    expect(await second.autosave.saveNow()).toBe(false);
    expect(second.states.at(-1)).toBe('conflict');
    expect(shared.kept.get('default')?.['document']).toMatchObject({ kind: 'area' });
  });

  it('leaves alone what a newer program stored', async () => {
    const shared = sharedStorage();
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
        hiddenOn: ['60', '1W'],
      },
    });
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  it('loses a damaged part only', () => {
    const stored = { ...newDocument('Asia/Tokyo'), kind: 'pie', scale: 7, studies: [{ id: 1 }, null] };
    expect(readDocument(stored)).toEqual(newDocument('Asia/Tokyo'));
    for (const timezone of ['Mars/Phobos', '', 7]) expect(readDocument({ ...stored, timezone })).toEqual(newDocument('Etc/UTC'));
    for (const nothing of [undefined, null, 'x', [], {}, { format: 2 }]) expect(readDocument(nothing)).toBeUndefined();
  });
});
