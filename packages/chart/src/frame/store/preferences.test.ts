import { describe, expect, it } from 'vitest';
import { sharedStorage, type SharedStorage } from '../../testing/shared-storage.ts';
import { standardStyle } from '../drawings/drawing.ts';
import { PreferenceKeeper } from './preference-keeper.ts';
import { STANDARD_PREFERENCES, readPreferences, withFavourite, withTemplate, type Preferences } from './preferences.ts';

async function openWindow(shared: SharedStorage, copy?: unknown) {
  const failures: string[] = [];
  const copies: unknown[] = [copy];
  const shown: (readonly string[])[] = [];
  const keeper = new PreferenceKeeper({
    database: shared.database,
    copy: { read: () => copies.at(-1), write: (value) => void copies.push(structuredClone(value)) },
    today: () => 1,
    announce: () => undefined,
    onChange: ({ favourites }) => void shown.push(favourites.kinds),
    onFailed: () => void failures.push('failed'),
  });
  await keeper.start();
  return { keeper, failures, copies, shown };
}

const star =
  (kind: string) =>
  (before: Preferences): Preferences =>
    withFavourite(before, 'kinds', kind);

describe('what a user prefers in every layout', () => {
  it('CHT-25 begins with Line as the favourite chart type', () => {
    expect(readPreferences(undefined)).toEqual(STANDARD_PREFERENCES);
    expect(STANDARD_PREFERENCES.favourites.kinds).toEqual(['line']);
  });

  it('CHT-29 is read part by part, from the database or at once from its copy', async () => {
    const style = standardStyle('ray');
    const drawings = { ray: [{ name: 'Thin', look: style }], path: [{ name: 'Broken', look: { ...style, colour: 'url(x)' } }] };
    expect(readPreferences({ favourites: { kinds: ['area', 'pie', 'bars'], tools: 7 }, drawings, studies: [] })).toEqual({
      ...STANDARD_PREFERENCES,
      favourites: { ...STANDARD_PREFERENCES.favourites, kinds: ['bars', 'area'] },
      drawings: { ray: [{ name: 'Thin', look: style }] },
    });
    const shared = sharedStorage();
    const first = await openWindow(shared);
    await first.keeper.change(star('area'));
    expect((await openWindow(shared)).keeper.preferences.favourites.kinds).toEqual(['line', 'area']);
    shared.state.isClosed = true;
    expect((await openWindow(shared, first.copies.at(-1))).keeper.preferences.favourites.kinds).toEqual(['line', 'area']);
  });

  it('two windows do not undo each other’s changes', async () => {
    const shared = sharedStorage();
    const first = await openWindow(shared);
    const second = await openWindow(shared);
    await Promise.all([first.keeper.change(star('area')), second.keeper.change(star('bars'))]);
    await first.keeper.heard('preferences');
    for (const { keeper, failures } of [first, second]) {
      expect(keeper.preferences.favourites.kinds).toEqual(['bars', 'line', 'area']);
      expect(failures).toEqual([]);
    }
  });

  it('changes that follow each other faster than they are stored all stay, and none is taken back for a moment', async () => {
    const shared = sharedStorage();
    const { keeper, shown } = await openWindow(shared);
    await Promise.all([keeper.change(star('area')), keeper.change(star('line'))]);
    await Promise.all([keeper.change(star('bars')), keeper.change(star('area')), keeper.start()]);
    expect(shown.filter((kinds, at) => kinds.join() !== shown[at - 1]?.join())).toEqual([
      ['line', 'area'],
      ['area'],
      ['bars', 'area'],
      ['bars'],
    ]);
    expect((await openWindow(shared)).keeper.preferences.favourites.kinds).toEqual(['bars']);
  });

  it('CHT-29 says that a change could not be stored, and keeps it as long as the page is open', async () => {
    const shared = sharedStorage();
    const { keeper, failures } = await openWindow(shared);
    shared.state.isBroken = true;
    await keeper.change(star('area'));
    expect(failures).toEqual(['failed']);
    expect(keeper.preferences.favourites.kinds).toEqual(['line', 'area']);
  });

  it('a template takes the place of the one of its name, and goes', () => {
    const one = withTemplate(undefined, 'A', 1);
    const two = withTemplate(withTemplate(one, 'B', 2), 'A', 3);
    expect(two).toEqual([
      { name: 'B', look: 2 },
      { name: 'A', look: 3 },
    ]);
    expect(withTemplate(two, 'B', undefined)).toEqual([{ name: 'A', look: 3 }]);
  });
});
