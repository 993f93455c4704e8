import { beforeAll, describe, expect, it } from 'vitest';
import type { GuardedPage } from './support/guarded-page.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4310');
  return () => server.stop();
});

/** Keeps the second script on its way until it is let through: what is on screen is the first view alone. */
function holdSecondView({ page }: GuardedPage): { readonly ready: Promise<unknown>; readonly letThrough: () => void } {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const ready = page.route('**/assets/second-view-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return { ready, letThrough: () => letThrough() };
}

/** Notes in the page every object that `Intl` makes. */
function noteIntl(): void {
  const made: string[] = [];
  Object.assign(window, { intlMade: made });
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames', 'Collator']) {
    const note = (): number => made.push(`${name}: ${String(new Error().stack)}`);
    const watched = new Proxy(Reflect.get(Intl, name) as typeof Intl.NumberFormat, {
      construct: (target, given, caller) => {
        note();
        return Reflect.construct(target, given, caller) as object;
      },
      apply: (target, self, given) => {
        note();
        return Reflect.apply(target, self, given) as Intl.NumberFormat;
      },
    });
    Object.assign(Intl, { [name]: watched });
  }
}

const intlMade = ({ page }: Terminal): Promise<readonly string[]> => page.evaluate<readonly string[]>('window.intlMade');

describe('the first view', () => {
  it.each([
    ['of a desk', { width: 1600, height: 960 }, 'book'],
    ['of a phone', { width: 390, height: 844 }, 'price'],
  ] as const)('%s can be read and used before any other script, and asks nothing of Intl', async (_name, viewport, until) => {
    let letThrough = (): void => undefined;
    const terminal = await Terminal.open(server.url, {
      viewport,
      until,
      prepare: async (guarded) => {
        const hold = holdSecondView(guarded);
        letThrough = hold.letThrough;
        await hold.ready;
        await guarded.page.addInitScript(noteIntl);
      },
    });
    if (until === 'book') {
      await terminal.quantity.fill('0.01');
      await expect.poll(() => terminal.quantity.inputValue()).toBe('0.01');
    }
    expect(await intlMade(terminal)).toEqual([]);
    letThrough();
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });
});
