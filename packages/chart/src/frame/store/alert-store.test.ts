// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertSample, entrySample } from '../../testing/alert-samples.ts';
import { MOST_ALERTS, MOST_LOGGED, STANDARD_ALERT_HABITS, type AlertBook } from '../alerts/alert.ts';
import { AlertStore } from './alert-store.ts';
import { ALERTS_KEY } from './alerts-key.ts';

/** Another window of the same browser: it hears what this one stores. */
function told(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: ALERTS_KEY }));
}

describe('the store of the alerts', () => {
  let stores: AlertStore[];
  let changes: AlertBook[];
  const open = (): AlertStore => {
    const store = new AlertStore({ view: window, onChange: (book) => changes.push(book) });
    stores.push(store);
    return store;
  };
  beforeEach(() => {
    localStorage.clear();
    stores = [];
    changes = [];
  });
  afterEach(() => {
    for (const store of stores) store.stop();
    vi.restoreAllMocks();
  });

  it('keeps what is put, changed and removed, for the next window too', () => {
    const store = open();
    expect(store.put(alertSample())).toBe(true);
    expect(store.put(alertSample({ id: 'a2' }))).toBe(true);
    expect(store.put(alertSample({ name: 'Support' }))).toBe(true);
    store.remove('a2');
    store.setHabits({ ...STANDARD_ALERT_HABITS, sound: false });
    expect(open().book).toEqual({
      alerts: [alertSample({ name: 'Support' })],
      log: [],
      habits: { ...STANDARD_ALERT_HABITS, sound: false },
    });
    expect(store.isKept).toBe(true);
  });

  it('takes no more than there may be, but every change of one that is there', () => {
    const store = open();
    for (let index = 0; index < MOST_ALERTS; index += 1) expect(store.put(alertSample({ id: `a${index}` }))).toBe(true);
    expect(store.put(alertSample({ id: 'more' }))).toBe(false);
    expect(store.put(alertSample({ id: 'a7', name: 'changed' }))).toBe(true);
    expect(store.book.alerts).toHaveLength(MOST_ALERTS);
    expect(store.find('a7')?.name).toBe('changed');
  });

  it('fires one once, whichever window comes first', () => {
    const [first, second] = [open(), open()];
    first.put(alertSample());
    // The second has not heard of it yet, and knows it all the same.
    expect(second.fired(alertSample(), entrySample(), 60_000)).toBe(true);
    expect(first.fired(alertSample(), entrySample({ id: 'f2' }), 60_000)).toBe(false);
    told();
    expect(first.find('a1')).toMatchObject({ state: 'fired', firedBar: 60_000 });
    expect(first.book.log).toEqual([entrySample()]);
  });

  it('fires one of every bar once in each, and none that was paused or removed meanwhile', () => {
    const store = open();
    const alert = alertSample({ trigger: 'oncePerBar' });
    store.put(alert);
    expect(store.fired(alert, entrySample(), 60_000)).toBe(true);
    expect(store.fired(alert, entrySample(), 60_000)).toBe(false);
    expect(store.fired(alert, entrySample(), 120_000)).toBe(true);
    expect(store.find('a1')?.state).toBe('active');
    store.put({ ...alert, state: 'paused' });
    expect(store.fired(alert, entrySample(), 180_000)).toBe(false);
    store.remove('a1');
    expect(store.fired(alert, entrySample(), 240_000)).toBe(false);
  });

  it('fires one of every time as often as it is told, also twice in a bar', () => {
    const store = open();
    const alert = alertSample({ trigger: 'everyTime' });
    store.put(alert);
    expect([store.fired(alert, entrySample(), 60_000), store.fired(alert, entrySample({ id: 'f2' }), 60_000)]).toEqual([true, true]);
    expect(store.find('a1')?.state).toBe('active');
    expect(store.book.log).toHaveLength(2);
  });

  it('keeps so much of the log, newest first', () => {
    const store = open();
    const alert = alertSample({ trigger: 'oncePerBar' });
    store.put(alert);
    for (let bar = 1; bar <= MOST_LOGGED + 5; bar += 1) store.fired(alert, entrySample({ id: `f${bar}` }), bar);
    expect(store.book.log).toHaveLength(MOST_LOGGED);
    expect(store.book.log[0]?.id).toBe(`f${MOST_LOGGED + 5}`);
    store.clearLog();
    expect(open().book.log).toEqual([]);
  });

  it('tells of changes in other windows, and of no others', () => {
    const store = open();
    const other = open();
    other.put(alertSample());
    changes = [];
    told();
    expect(changes.map(({ alerts }) => alerts.length)).toEqual([1, 1]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }));
    expect(changes).toHaveLength(2);
    store.amend((alert) => alert);
    expect(store.book.alerts).toHaveLength(1);
  });

  it('a damaged text costs the alerts, not the chart', () => {
    localStorage.setItem(ALERTS_KEY, '{"format":1,"alerts":[{"id":');
    const store = open();
    expect(store.book.alerts).toEqual([]);
    store.put(alertSample());
    expect(open().book.alerts).toHaveLength(1);
  });

  it('CHT-29 leaves those of a newer program alone, and lasts as long as the window', () => {
    const newer = JSON.stringify({ format: 2, alerts: ['unknown'] });
    localStorage.setItem(ALERTS_KEY, newer);
    const store = open();
    expect(store.put(alertSample())).toBe(true);
    expect(store.book.alerts).toHaveLength(1);
    expect(store.isKept).toBe(false);
    expect(localStorage.getItem(ALERTS_KEY)).toBe(newer);
  });

  it.each([
    ['is full', { getItem: () => null, setItem: () => refuse() }],
    ['is refused', undefined],
  ])('CHT-29 works while the storage %s, and says that nothing is kept', (_, storage) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const view = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    Object.defineProperty(view, 'localStorage', { get: () => storage ?? refuse() });
    const store = new AlertStore({ view: view as unknown as Window, onChange: (book) => changes.push(book) });
    store.put(alertSample());
    store.put(alertSample({ id: 'a2' }));
    expect(store.book.alerts).toHaveLength(2);
    expect(store.isKept).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

function refuse(): never {
  throw new Error('The browser refuses');
}
