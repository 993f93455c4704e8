import { describe, expect, it, vi } from 'vitest';
import { handClock, sharedStorage, type SharedStorage } from '../../testing/shared-storage.ts';
import { newDocument, type ChartDocument, type SeriesKind } from '../document/chart-document.ts';
import { DocumentHistory } from '../document/history.ts';
import type { SaveState } from './autosave.ts';
import { Layouts } from './layouts.ts';
import { AUTOMATIC, type LayoutHead, type StoredLayout } from './stored-layout.ts';

/** A tab with its chart; `tab` of a former one makes it the same tab after a reload. */
function openTab(shared: SharedStorage, ticker = 'BTCUSDT', choices = shared.choices(), others: () => readonly Layouts[] = () => []) {
  const clock = handClock();
  const states: SaveState[] = [];
  const habit = { savesByItself: true };
  const opened: LayoutHead[] = [];
  const history = new DocumentHistory(
    newDocument('Etc/UTC'),
    (document, isLoaded) => {
      if (!isLoaded) layouts.changed(document);
    },
    () => ticker,
  );
  const layouts: Layouts = new Layouts(ticker, {
    database: shared.database,
    notes: shared.unsaved,
    choices,
    savesByItself: () => habit.savesByItself,
    timers: clock.timers,
    now: clock.now,
    today: () => 1_000 + shared.kept.size,
    announce: (key) => {
      for (const other of others()) void other.heard(key);
    },
    document: () => history.document,
    fresh: () => newDocument('Etc/UTC'),
    load: (document) => history.load(document),
    loadFirst: (document) => history.loadUnder(document),
    onState: (state) => states.push(state),
    onHead: () => undefined,
    onOpened: (head) => opened.push(head),
    nameOfCopy: (name) => (name === '' ? 'Automatic' : name),
  });
  const choose = (to: SeriesKind): void => history.apply({ kind: 'setKind', to });
  const named = async (name: string): Promise<StoredLayout> => {
    const found = (await layouts.list())?.find((layout) => layout.name === name);
    if (found === undefined) throw new Error(`No layout ${name}`);
    return found;
  };
  const save = async (name: string, bound = '', document: ChartDocument = history.document): Promise<void> => {
    const key = await layouts.create({ name, ticker: bound, resolution: '240' }, document);
    if (key !== undefined) await layouts.open(key);
  };
  return { layouts, history, choices, states, habit, opened, choose, named, save, ...clock, kind: () => history.document.kind };
}

async function startTab(...parameters: Parameters<typeof openTab>) {
  const tab = openTab(...parameters);
  await tab.layouts.start();
  return tab;
}

const storedKind = (shared: SharedStorage, key: string): unknown => (shared.kept.get(key)?.['document'] as ChartDocument).kind;

describe('layouts that are saved only when the user says so', () => {
  it('CHT-06 keep their changes apart, and show them again when they are opened', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    tab.choose('area');
    await tab.save('Scalping');
    const { key } = tab.layouts;
    tab.habit.savesByItself = false;
    tab.choose('bars');
    await tab.layouts.open(AUTOMATIC);
    await tab.pass(60_000);
    expect([storedKind(shared, key), tab.kind()]).toEqual(['area', 'area']);
    await tab.layouts.open(key);
    expect([tab.kind(), tab.states.at(-1), tab.layouts.hasChanges]).toEqual(['bars', 'unsaved', true]);
    await tab.layouts.takeStored();
    expect([tab.kind(), tab.states.at(-1), tab.layouts.hasChanges]).toEqual(['area', 'saved', false]);
  });

  it('CHT-06 give up changes of a chart that was never saved, but not while nothing can be read', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    tab.habit.savesByItself = false;
    tab.choose('bars');
    shared.state.isClosed = true;
    await tab.layouts.takeStored();
    expect([tab.kind(), tab.states.at(-1)]).toEqual(['bars', 'unsaved']);
    shared.state.isClosed = false;
    await tab.layouts.takeStored();
    expect([tab.kind(), tab.states.at(-1)]).toEqual(['candles', 'saved']);
  });
});

describe('named layouts', () => {
  it('CHT-06 are saved by themselves, and the automatic one stays as it was', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    tab.choose('area');
    await tab.save('Scalping');
    expect([tab.layouts.head.name, tab.kind()]).toEqual(['Scalping', 'area']);
    tab.choose('bars');
    await tab.pass(400);
    expect(storedKind(shared, tab.layouts.key)).toBe('bars');
    expect(await tab.layouts.open(AUTOMATIC)).toBeUndefined();
    expect([tab.layouts.head.name, tab.kind()]).toEqual(['', 'area']);
    // A reload of the tab shows what it showed; the layout brings its interval.
    await tab.layouts.open((await tab.named('Scalping')).key);
    tab.layouts.stop();
    const again = await startTab(shared, 'BTCUSDT', tab.choices);
    expect([again.layouts.head.name, again.kind(), again.opened]).toEqual([
      'Scalping',
      'bars',
      [{ name: 'Scalping', ticker: '', resolution: '240' }],
    ]);
  });

  it('CHT-06 of a symbol are opened by that symbol, and the shared one by all others', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    await tab.save('Swing');
    tab.choose('area');
    await tab.save('Only BTC', 'BTCUSDT');
    tab.choose('bars');
    await tab.layouts.symbolChanged('ETHUSDT');
    expect([tab.layouts.head.name, tab.kind()]).toEqual(['Swing', 'area']);
    await tab.layouts.symbolChanged('BTCUSDT');
    expect([tab.layouts.head.name, tab.kind()]).toEqual(['Only BTC', 'bars']);
    // In another tab, too; there, the shared one is chosen over the symbol's own until the symbol changes.
    const other = await startTab(shared);
    expect(other.layouts.head.name).toBe('Only BTC');
    await other.layouts.open((await other.named('Swing')).key);
    const reloaded = await startTab(shared, 'BTCUSDT', other.choices);
    expect(reloaded.layouts.head.name).toBe('Swing');
    await reloaded.layouts.symbolChanged('ETHUSDT');
    await reloaded.layouts.symbolChanged('BTCUSDT');
    expect(reloaded.layouts.head.name).toBe('Only BTC');
  });

  it('are renamed, copied, bound and deleted; a name is taken once', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    await tab.save('Swing');
    expect(await tab.layouts.change(await tab.named('Swing'), { name: 'Slow', ticker: 'BTCUSDT' })).toBeUndefined();
    expect(await tab.layouts.duplicate(await tab.named('Slow'))).toBeUndefined();
    await tab.save('Slow');
    const names = async () => (await tab.layouts.list())?.map(({ name, ticker }) => `${name} ${ticker}`);
    expect(await names()).toEqual(['Slow BTCUSDT', 'Slow (2) ', 'Slow (3) ']);
    expect(await tab.layouts.change(await tab.named('Slow (2)'), { name: 'Fast' })).toBeUndefined();
    for (const name of ['Fast', 'Slow (3)']) expect(await tab.layouts.remove(await tab.named(name))).toBeUndefined();
    expect(await names()).toEqual(['Slow BTCUSDT']);
    expect(tab.layouts.key).toBe(AUTOMATIC);
  });

  it('CHT-06 keep what the user did before they could be read', async () => {
    const shared = sharedStorage();
    const first = await startTab(shared);
    first.history.apply({ kind: 'setTimezone', to: 'Asia/Tokyo' });
    await first.pass(400);
    const second = openTab(shared);
    const started = second.layouts.start();
    second.choose('line');
    await started;
    await second.pass(400);
    expect(second.history.document).toMatchObject({ kind: 'line', timezone: 'Asia/Tokyo' });
    expect(shared.kept.get(AUTOMATIC)?.['document']).toMatchObject({ kind: 'line', timezone: 'Asia/Tokyo' });
    second.history.undo();
    expect(second.kind()).toBe('candles');
  });
});

describe('two tabs with one layout', () => {
  it('CHT-06 never overwrite each other, and nothing is lost when one opens another layout', async () => {
    const shared = sharedStorage();
    const first = await startTab(shared);
    await first.save('Swing');
    const second = await startTab(shared);
    await second.layouts.open((await second.named('Swing')).key);
    first.choose('area');
    second.choose('bars');
    await first.pass(400);
    await second.pass(400);
    expect(second.states.at(-1)).toBe('conflict');
    expect(storedKind(shared, first.layouts.key)).toBe('area');
    await second.layouts.open(AUTOMATIC);
    expect(await second.named('Swing (2)')).toMatchObject({ document: { kind: 'bars' } });
    expect(storedKind(shared, first.layouts.key)).toBe('area');
  });

  it('a rename and a removal do not go over what another tab changed', async () => {
    const shared = sharedStorage();
    const first = await startTab(shared);
    await first.save('Swing');
    const known = await first.named('Swing');
    const second = await startTab(shared);
    await second.layouts.open(AUTOMATIC);
    first.choose('area');
    await first.pass(400);
    expect(await second.layouts.change(known, { name: 'Mine' })).toBe('conflict');
    expect(await second.layouts.remove(known)).toBe('conflict');
    expect(storedKind(shared, known.key)).toBe('area');
  });

  it('a tab leaves a layout that another one deleted, unless it has changes of its own', async () => {
    const shared = sharedStorage();
    const tabs: Layouts[] = [];
    const first = await startTab(shared, 'BTCUSDT', shared.choices(), () => tabs);
    await first.save('Swing');
    const layout = await first.named('Swing');
    const quiet = await startTab(shared);
    const busy = await startTab(shared);
    for (const tab of [quiet, busy]) await tab.layouts.open(layout.key);
    busy.choose('bars');
    tabs.push(quiet.layouts, busy.layouts);
    expect(await first.layouts.remove(layout)).toBeUndefined();
    await quiet.settled();
    expect(quiet.layouts.key).toBe(AUTOMATIC);
    await busy.pass(400);
    expect(busy.states.at(-1)).toBe('conflict');
    await busy.layouts.keepMine();
    expect(await first.named('Swing')).toMatchObject({ document: { kind: 'bars' } });
  });
});

describe('storage that fails', () => {
  it('CHT-29 a layout that cannot be stored is not opened, and nothing changes', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    tab.choose('area');
    shared.state.isBroken = true;
    expect(await tab.layouts.create({ name: 'Swing', ticker: '', resolution: undefined }, tab.history.document)).toBeUndefined();
    expect([tab.layouts.key, tab.kind(), await tab.layouts.list()]).toEqual([AUTOMATIC, 'area', []]);
  });

  it('CHT-29 what cannot be read is told: failed, gone, newer or damaged; the open layout stays', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    await tab.save('Swing');
    const { key } = await tab.named('Swing');
    await tab.layouts.open(AUTOMATIC);
    tab.choose('bars');
    const whole = shared.kept.get(key);
    shared.kept.set(key, { ...whole, document: { format: 99 } });
    expect(await tab.layouts.open(key)).toBe('newer');
    shared.kept.set(key, { ...whole, document: 'no document' });
    expect(await tab.layouts.open(key)).toBe('damaged');
    shared.kept.set(key, { nothing: true });
    expect(await tab.layouts.open(key)).toBe('gone');
    shared.state.isClosed = true;
    expect([await tab.layouts.open(key), await tab.layouts.list()]).toEqual(['failed', undefined]);
    shared.state.isClosed = false;
    expect([tab.layouts.key, tab.kind()]).toEqual([AUTOMATIC, 'bars']);
    // A tab that showed it starts with the automatic one.
    tab.choices.noteTab({ ticker: 'BTCUSDT', key, shared: key });
    expect((await startTab(shared, 'BTCUSDT', tab.choices)).layouts.key).toBe(AUTOMATIC);
  });

  it('CHT-06 CHT-29 a window that met a damaged layout follows the next save of another one', async () => {
    const shared = sharedStorage();
    const windows: Layouts[] = [];
    const [one, two] = await Promise.all([0, 1].map(() => startTab(shared, 'BTCUSDT', undefined, () => windows)));
    if (one === undefined || two === undefined) throw new Error('Two windows');
    windows.push(two.layouts);
    await one.save('Swing');
    const { key } = one.layouts;
    await two.layouts.open(key);
    for (const document of ['no document', { format: 99 }]) {
      const whole = shared.kept.get(key);
      shared.kept.set(key, { ...whole, document });
      await two.layouts.heard(key);
      shared.kept.set(key, { ...whole });
      one.choose(one.kind() === 'area' ? 'bars' : 'area');
      await one.pass(1_000);
      await two.settled();
      expect([two.kind(), two.states.at(-1), two.layouts.hasChanges]).toEqual([one.kind(), 'saved', false]);
    }
    // Changes made meanwhile were not saved, and are the user's to keep or to give up.
    const whole = shared.kept.get(key);
    shared.kept.set(key, { ...whole, document: { format: 99 } });
    await two.layouts.heard(key);
    two.choose('line');
    shared.kept.set(key, { ...whole });
    one.choose('candles');
    await one.pass(1_000);
    await two.settled();
    expect([two.kind(), two.states.at(-1)]).toEqual(['line', 'conflict']);
    await two.layouts.keepMine();
    expect([storedKind(shared, key), two.states.at(-1)]).toEqual(['line', 'saved']);
  });

  it('CHT-06 a change made while the save of another window is read does not overwrite that save', async () => {
    const shared = sharedStorage();
    const one = await startTab(shared);
    await one.save('Swing');
    const { key } = one.layouts;
    const two = await startTab(shared);
    await two.layouts.open(key);
    one.choose('area');
    await one.pass(400);
    const { read } = shared.database;
    vi.spyOn(shared.database, 'read').mockImplementationOnce(async (asked) => {
      const stored = await read(asked);
      two.choose('bars');
      return stored;
    });
    await two.layouts.heard(key);
    await two.pass(1_000);
    expect([storedKind(shared, key), two.kind(), two.states.at(-1)]).toEqual(['area', 'bars', 'conflict']);
  });

  it('CHT-29 changes that could not be stored come back with their layout', async () => {
    const shared = sharedStorage();
    const tab = await startTab(shared);
    await tab.save('Swing');
    const { key } = tab.layouts;
    shared.state.isBroken = true;
    tab.choose('bars');
    await tab.pass(400);
    expect(tab.states.at(-1)).toBe('failed');
    await tab.layouts.open(AUTOMATIC);
    expect(tab.kind()).toBe('candles');
    shared.state.isBroken = false;
    await tab.layouts.open(key);
    expect(tab.kind()).toBe('bars');
    await tab.pass(400);
    expect(storedKind(shared, key)).toBe('bars');
  });
});
