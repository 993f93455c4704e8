// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHART_TEXT_KEYS } from '../bridge/texts.ts';
import type { ChartTexts } from '../bridge/messages.ts';
import { DialogLoader } from './dialog-loader.ts';

/** Each text is its key. */
const TEXTS = Object.fromEntries(CHART_TEXT_KEYS.map((key) => [key, key])) as unknown as ChartTexts;

/** Code that arrives, or is lost, when the test says so. */
function onItsWay() {
  let resolve: (code: string) => void = () => undefined;
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  const settled = async (settle: () => void): Promise<void> => {
    settle();
    await promise.catch(() => undefined);
    // The loader hears of it after this test did.
    await Promise.resolve();
    await Promise.resolve();
  };
  return { code: promise, arrive: () => settled(() => resolve('code')), lose: () => settled(() => reject(new Error('lost'))) };
}

function setUp() {
  const loader = new DialogLoader(document, () => TEXTS);
  const shown: string[] = [];
  const open = (name: string) => {
    const asked = onItsWay();
    loader.open(
      () => asked.code,
      (_, typed) => shown.push(`${name} ${typed}`.trim()),
    );
    return asked;
  };
  return { loader, shown, open };
}

/** Keys that reached the chart, since nothing on its way took them. */
let reached: string[] = [];
const onKey = ({ key }: KeyboardEvent): void => void reached.push(key);
const press = (key: string, target: EventTarget = document.body, modifiers: KeyboardEventInit = {}): void =>
  void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));

beforeEach(() => {
  reached = [];
  document.addEventListener('keydown', onKey);
});
afterEach(() => {
  document.removeEventListener('keydown', onKey);
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('a dialog on its way', () => {
  it('CHT-09 gets the keys that are typed until it is there, however late its code comes', async () => {
    const { shown, open } = setUp();
    const first = open('interval');
    for (const key of ['2', '5', 'Backspace', '4', '0', 'Enter']) press(key);
    expect(reached).toEqual([]);
    await first.arrive();
    expect(shown).toEqual(['interval 240']);
    // The next key is the chart's again.
    press('b');
    expect(reached).toEqual(['b']);
  });

  it('CHT-09 gives way to a later one, and a second press opens nothing twice', async () => {
    const { shown, open } = setUp();
    const asked = [open('interval'), open('layouts'), open('layouts')];
    for (const each of asked.toReversed()) await each.arrive();
    expect(shown).toEqual(['layouts']);
  });

  it('CHT-09 is called off by Escape, which does nothing else', async () => {
    const { shown, open } = setUp();
    const asked = open('settings');
    press('Escape');
    expect(reached).toEqual([]);
    await asked.arrive();
    expect(shown).toEqual([]);
    press('Escape');
    expect(reached).toEqual(['Escape']);
  });

  it('CHT-09 leaves shortcuts alone, and the keys of a field', async () => {
    const { shown, open } = setUp();
    const field = document.body.appendChild(document.createElement('input'));
    const asked = open('templates');
    press('x', field);
    press('s', document.body, { ctrlKey: true });
    press('/');
    expect(reached).toEqual(['x', 's', '/']);
    await asked.arrive();
    expect(shown).toEqual(['templates']);
  });

  it('CHT-27 does not open when its code is lost, and does not stand in the way of the next one', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { shown, open } = setUp();
    const lost = open('interval');
    press('1');
    await lost.lose();
    expect(warned).toHaveBeenCalledOnce();
    press('1');
    expect(reached).toEqual(['1']);
    const again = open('interval');
    press('5');
    await again.arrive();
    expect(shown).toEqual(['interval 5']);
  });

  it('CHT-27 says that its code is lost and loads it again, over the dialog that wanted it', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { loader, shown } = setUp();
    const below = document.body.appendChild(document.createElement('dialog'));
    below.open = true;
    const codes = [onItsWay(), onItsWay(), onItsWay()] as const;
    let asked = 0;
    loader.open(
      () => {
        asked += 1;
        return (codes[asked - 1] ?? codes[0]).code;
      },
      () => shown.push('name'),
    );
    await codes[0].lose();
    const notice = (): Element | null => document.querySelector('[role=alert]');
    expect(notice()?.textContent).toContain('partLost');
    expect(notice()?.parentElement).toBe(below);
    notice()?.querySelector<HTMLElement>('.chart-retry')?.click();
    expect(notice()).toBeNull();
    await codes[1].lose();
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1);
    notice()?.querySelector<HTMLElement>('.chart-retry')?.click();
    await codes[2].arrive();
    expect(shown).toEqual(['name']);
    expect(notice()).toBeNull();
  });

  it('CHT-27 CHT-18 a notice about lost code closes at its cross, with the next dialog and with the chart', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { loader, open } = setUp();
    const notice = (): HTMLElement | null => document.querySelector<HTMLElement>('[role=alert]');
    const closings: readonly (() => void)[] = [
      () => notice()?.querySelector<HTMLElement>('[aria-label=closeTable]')?.click(),
      () => open('go to'),
      () => loader.cancel(),
    ];
    for (const close of closings) {
      await open('settings').lose();
      expect(notice()).not.toBeNull();
      close();
      expect(notice()).toBeNull();
    }
  });

  it('CHT-18 does not come any more when the chart ends', async () => {
    const { loader, shown, open } = setUp();
    const asked = open('settings');
    loader.cancel();
    await asked.arrive();
    press('1');
    expect(shown).toEqual([]);
    expect(reached).toEqual(['1']);
  });
});
