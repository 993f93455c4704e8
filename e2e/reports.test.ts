// Time limit of this file: 300 s, since it watches toasts for several seconds at each of three sizes, and connections that are lost and found.
/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { tapSockets, type SocketTap } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer('--seed', '77');
  return () => server.stop();
});

const toasts = (terminal: Terminal) => terminal.page.locator('[data-sonner-toast]');

interface Watch {
  seen: number;
  readonly covered: string[];
}

/** In the page: many times a second, notes which forms, buttons of dialogs and of tables, and tabs a toast lies over. */
function watchToasts(): void {
  const watch: Watch = { seen: 0, covered: [] };
  (window as Window & { toastWatch?: Watch }).toastWatch = watch;
  const look = (): void => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
      const a = toast.getBoundingClientRect();
      watch.seen += 1;
      for (const element of document.querySelectorAll('form, [role=dialog] button, table button, [role=tab]')) {
        const b = element.getBoundingClientRect();
        const meets = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const name = element.ariaLabel ?? element.textContent;
        if (meets && b.width > 0 && !watch.covered.includes(name)) watch.covered.push(name);
      }
    }
  };
  setInterval(look, 20);
}

const watched = (terminal: Terminal): Promise<Watch> =>
  terminal.page.evaluate(() => (window as unknown as { toastWatch: Watch }).toastWatch);

/** Reports an order of another window, and waits until its notice was on screen for a while. */
async function tellSomething(terminal: Terminal): Promise<void> {
  const { seen } = await watched(terminal);
  await terminal.api.post('/contract/v5/order/create', order('0.001'));
  await expect.poll(async () => (await watched(terminal)).seen, { timeout: 60_000 }).toBeGreaterThan(seen + 20);
}

/** Toasts go by themselves, unless the pointer rests on them: on a slow machine, one may be gone before its button is pressed. */
async function toastsAreGone(terminal: Terminal): Promise<void> {
  await terminal.page.getByRole('form').first().hover();
  await expect.poll(() => toasts(terminal).count()).toBe(0);
}

const order = (qty: string): object => ({ symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty, timeInForce: 'ImmediateOrCancel' });

describe('the private channel, closed with code 1000', () => {
  it('NTF-04 LIV-03 MKT-08 is told at once; orders wait until it is back, and what was missed is told then', async () => {
    let tap: SocketTap | undefined;
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ page }) => {
        tap = await tapSockets(page, '/private');
      },
    });
    if (tap === undefined) throw new Error('No socket was tapped');
    const created: string[] = [];
    terminal.page.on('request', (request) => {
      if (request.url().includes('/order/create')) created.push(request.url());
    });
    await terminal.status.filter({ hasText: /^Connected$/ }).waitFor();
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await terminal.quantity.fill('0.01');
    tap.refuse = true;
    await tap.cut(1000);
    await terminal.status.filter({ hasText: 'Account offline, reconnecting' }).waitFor();
    const place = await terminal.send('Buy / Long').boundingBox();
    await terminal.send('Buy / Long').click();
    await terminal.form.getByText('Not sent: your account is not live').waitFor();
    expect(await terminal.send('Buy / Long').boundingBox()).toEqual(place);
    expect(created).toEqual([]);
    // An order of another window executes meanwhile.
    await terminal.api.post('/contract/v5/order/create', order('0.02'));
    tap.refuse = false;
    await terminal.status.filter({ hasText: 'Connected' }).waitFor();
    await terminal.form.getByText('The order was not sent. You can send it again now.').waitFor();
    // A toast does not wait for a slow machine: it is looked out for before there is a reason for it.
    await Promise.all([toasts(terminal).filter({ hasText: 'Buy 0.01 BTCUSDT filled' }).waitFor(), terminal.press('Buy / Long')]);
    await (await terminal.positionRow('BTCUSDT')).filter({ hasText: '0.030' }).waitFor();
    await terminal.page.context().close();
  });
});

describe('a page whose prices come before it is known who is logged in', () => {
  it('MKT-08 NTF-02 is not connected until the account is live, and then misses nothing', async () => {
    let tellWho = (): void => undefined;
    const isKnown = new Promise<void>((resolve) => (tellWho = resolve));
    const terminal = await Terminal.open(server.url, {
      until: 'page',
      prepare: async ({ page }) => {
        await page.route('**/user/public/session?*', async (route) => {
          await isKnown;
          await route.continue();
        });
      },
    });
    await terminal.priced();
    await terminal.bookIs('live');
    // While a machine stands still, it may say for a moment that its market data is stale.
    await expect.poll(() => terminal.status.textContent()).toBe('Connecting');
    tellWho();
    await terminal.connected();
    await Promise.all([
      toasts(terminal).filter({ hasText: 'Buy 0.003 BTCUSDT filled' }).waitFor(),
      terminal.api.post('/contract/v5/order/create', order('0.003')),
    ]);
    await terminal.page.context().close();
  });
});

describe('a page that loses its connection before its first message', () => {
  it('NTF-02 MKT-08 LIV-03 still says that the answer to an order is missing, and what became of it', async () => {
    let toastsCame = (): void => undefined;
    const haveToasts = new Promise<void>((resolve) => (toastsCame = resolve));
    const terminal = await Terminal.open(server.url, {
      prepare: ({ page, expectErrors }) => {
        expectErrors(/ERR_INTERNET_DISCONNECTED/);
        page.on('requestfinished', (request) => /\/toasts-.*\.js$/.test(request.url()) && toastsCame());
        return Promise.resolve();
      },
    });
    await haveToasts;
    const { page } = terminal;
    await terminal.form.getByRole('tab', { name: 'Limit' }).click();
    await terminal.price.fill('20000');
    await terminal.quantity.fill('0.01');
    await page.context().setOffline(true);
    await terminal.send('Buy / Long').click();
    await terminal.form.getByText('No answer yet: the exchange may have this order.').waitFor();
    await toasts(terminal).filter({ hasText: 'checking what happened to the order' }).waitFor();
    await page.context().setOffline(false);
    await terminal.form.getByText('The order did not reach the exchange. No order was placed.').waitFor();
    expect(await terminal.form.getByText('No answer yet').count()).toBe(0);
    await page.context().close();
  });
});

describe('where toasts stand', () => {
  it.each([
    [1600, 900],
    [1024, 768],
    [390, 844],
  ])('NTF-02 at %i x %i they cover neither a form, nor a tab, nor the buttons of a dialog or a table', async (width, height) => {
    const onTrade = async (path: string): Promise<Terminal> => {
      const prepare = ({ page }: { page: Page }): Promise<void> => page.addInitScript(watchToasts).then(() => undefined);
      const terminal = await Terminal.open(server.url, { path, until: 'page', viewport: { width, height }, prepare });
      await terminal.connected();
      if (width < 720) await terminal.page.getByRole('tab', { name: 'Trade', exact: true }).click();
      return terminal;
    };
    for (const path of ['/trade/spot/BTC/USDT', '/trade/usdt/BTCUSDT']) {
      const terminal = await onTrade(path);
      await terminal.page.getByRole('form').first().waitFor();
      await tellSomething(terminal);
      expect((await watched(terminal)).covered, path).toEqual([]);
      await toastsAreGone(terminal);
      if (path.includes('spot')) continue;
      for (const opener of ['Calculator', 'Leverage']) {
        await terminal.form.getByRole('button', { name: opener }).click();
        if (opener === 'Leverage') await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
        const dialog = terminal.page.getByRole('dialog').first();
        await dialog.getByRole('button').first().waitFor();
        await tellSomething(terminal);
        expect((await watched(terminal)).covered, opener).toEqual([]);
        await terminal.page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
    }
  });
});
