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

/** In the page: many times a second, notes which forms and buttons of dialogs a toast lies over. */
function watchToasts(): void {
  const watch: Watch = { seen: 0, covered: [] };
  (window as Window & { toastWatch?: Watch }).toastWatch = watch;
  const look = (): void => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
      const a = toast.getBoundingClientRect();
      watch.seen += 1;
      for (const element of document.querySelectorAll('form, [role=dialog] button')) {
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

/** Has an order of another window told, and waits until it was on screen for a while. */
async function tellSomething(terminal: Terminal): Promise<void> {
  const { seen } = await watched(terminal);
  await terminal.api.post('/contract/v5/order/create', order('0.001'));
  await expect.poll(async () => (await watched(terminal)).seen, { timeout: 60_000 }).toBeGreaterThan(seen + 20);
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
    expect(await terminal.status.textContent()).toBe('Connected');
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await terminal.quantity.fill('0.01');
    tap.refuse = true;
    await tap.cut(1000);
    await terminal.status.filter({ hasText: 'Account offline, reconnecting' }).waitFor();
    await terminal.send('Buy / Long').click();
    await terminal.form.getByText('Not sent: your account is not live').waitFor();
    expect(created).toEqual([]);
    // An order of another window executes meanwhile.
    await terminal.api.post('/contract/v5/order/create', order('0.02'));
    tap.refuse = false;
    await terminal.status.filter({ hasText: 'Connected' }).waitFor();
    await terminal.press('Buy / Long');
    await toasts(terminal).filter({ hasText: 'Buy 0.01 BTCUSDT filled' }).waitFor();
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
    await terminal.status.filter({ hasText: /^Connect/ }).waitFor();
    expect(await terminal.status.textContent()).toBe('Connecting');
    tellWho();
    await terminal.connected();
    await terminal.api.post('/contract/v5/order/create', order('0.003'));
    await toasts(terminal).filter({ hasText: 'Buy 0.003 BTCUSDT filled' }).waitFor();
    await terminal.page.context().close();
  });
});

describe('where toasts stand', () => {
  it.each([
    [1600, 900],
    [1024, 768],
    [390, 844],
  ])('NTF-02 at %i x %i they cover neither a form nor the buttons of a dialog', async (width, height) => {
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
