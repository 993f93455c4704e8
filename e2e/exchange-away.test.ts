import type { GuardedPage } from './support/guarded-page.ts';
import { expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

/** The page's files load from the server, but the exchange does not answer while the network is cut. */
async function cuttable({ page, expectErrors }: GuardedPage, network: { cut: boolean }): Promise<void> {
  expectErrors(/Failed to load resource|WebSocket connection/);
  await page.route(/\/(contract|user|public|position|spot|v3|v5)\//, (route) => (network.cut ? route.abort() : route.continue()));
  await page.routeWebSocket(/\/(realtime|private)\?/, (socket) => {
    if (network.cut) void socket.close();
    else socket.connectToServer();
  });
}

const notice = (terminal: Terminal) => terminal.page.getByRole('status', { name: 'Exchange', exact: true });

/** Version of the database, and the names of the lists that the browser keeps in it. */
const keptIn = ({ page }: Terminal): Promise<unknown[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const version = databases.find(({ name }) => name === 'tapedeck-catalogue')?.version;
    if (version === undefined) return [];
    return new Promise<unknown[]>((resolve, reject) => {
      const request = indexedDB.open('tapedeck-catalogue');
      request.onerror = () => reject(new Error('The database cannot be opened.'));
      request.onsuccess = () => {
        const all = request.result.transaction('symbolData').objectStore('symbolData').getAllKeys();
        all.onsuccess = () => {
          request.result.close();
          resolve([version, ...all.result]);
        };
      };
    });
  });

it.each([
  ['dark', 1600, 960],
  ['light', 390, 844],
] as const)(
  'CAT-06 CAT-10 an unreachable exchange: the terminal opens, says so, sends nothing, and recovers (%s)',
  async (theme, width, height) => {
    const network = { cut: true };
    const terminal = await Terminal.open(sharedServer(), {
      until: 'page',
      viewport: { width, height },
      prepare: async (guarded) => {
        await guarded.page.addInitScript((wanted) => localStorage.setItem('tapedeck.theme', wanted), theme);
        await cuttable(guarded, network);
      },
    });
    const { page, header } = terminal;
    await notice(terminal).filter({ hasText: 'a built-in list of contracts' }).waitFor();
    await header.getByRole('button', { name: /^BTCUSDT/ }).click();
    await page.getByRole('combobox', { name: /^Search/ }).fill('xrp');
    const names = page.getByRole('option');
    await expect
      .poll(() => names.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label'))))
      .toEqual(['XRPUSDT', 'XRPUSD', 'XRPPERP']);
    await names.first().click();
    await header.getByRole('button', { name: /^XRPUSDT/ }).waitFor();
    network.cut = false;
    await expect.poll(() => notice(terminal).textContent()).toBe('');
    await terminal.priced();
    await terminal.connected();
  },
);

it('CAT-04 CAT-10 after a visit the contracts of that visit are shown, in the database of version 1', async () => {
  const network = { cut: false };
  const terminal = await Terminal.open(sharedServer(), { prepare: (guarded) => cuttable(guarded, network) });
  await expect.poll(() => keptIn(terminal)).toEqual([1, 'spotData.v1', 'symbolData.v6']);
  network.cut = true;
  await terminal.page.reload();
  await notice(terminal).filter({ hasText: 'the contracts from your last visit' }).waitFor();
  await terminal.page.getByRole('form', { name: 'Order form' }).waitFor();
  network.cut = false;
  await expect.poll(() => notice(terminal).textContent()).toBe('');
  await terminal.live();
});

it('SPT-02 spot lists that cannot be had: a spot page opens with what stands in for them, says so, and recovers', async () => {
  const network = { lists: true, files: true };
  const terminal = await Terminal.open(sharedServer(), {
    path: '/trade/spot/ETH/USDT',
    until: 'page',
    prepare: async ({ page, expectErrors }) => {
      expectErrors(/Failed to load resource/);
      await page.route('**/spot/api/basic/**', (route) => (network.lists ? route.abort() : route.continue()));
      await page.route(/\/(cdn|static)\/spot\//, (route) => (network.files ? route.fulfill({ body: '<html>' }) : route.continue()));
    },
  });
  await notice(terminal).filter({ hasText: 'BTC/USDT and ETH/USDT only' }).waitFor();
  network.files = false;
  await notice(terminal).filter({ hasText: 'a stored list of pairs' }).waitFor();
  network.lists = false;
  await expect.poll(() => notice(terminal).textContent()).toBe('');
  // The copy is written after the list is shown.
  await expect.poll(() => keptIn(terminal)).toContain('spotData.v1');
  network.lists = true;
  await terminal.page.reload();
  await notice(terminal).filter({ hasText: 'the pairs from your last visit' }).waitFor();
});

it('CAT-10 CHT-22 after an outage at the start, every part of the page recovers by itself', async () => {
  const network = { cut: true };
  const terminal = await Terminal.open(sharedServer(), { until: 'page', prepare: (guarded) => cuttable(guarded, network) });
  const { chart, page } = terminal;
  await notice(terminal).filter({ hasText: 'a built-in list of contracts' }).waitFor();
  await chart.getByRole('button', { name: 'Try again' }).waitFor();
  network.cut = false;
  await terminal.live();
  await expect.poll(() => notice(terminal).textContent()).toBe('');
  await chart.locator('[data-symbol="BTCUSDT"][data-state="shown"]').waitFor();
  await page.getByRole('tab', { name: /^Positions \(\d/ }).waitFor();
});
