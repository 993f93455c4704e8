import { describe, expect, it } from 'vitest';
import { ownServer } from './support/own-server.ts';
import { tapSockets, type SocketTap } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

/** Frames of topics; heartbeats go through, since without them the connection would be given up. */
const isNews = (message: string): boolean => message.includes('"topic"');

describe('figures computed from prices that are not live', () => {
  it('MKT-08 positions, account, header and order form say so, and the histories do not', async () => {
    const server = await ownServer('--coins', 'BTC');
    let tap: SocketTap | undefined;
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ page }) => {
        tap = await tapSockets(page, '/realtime');
      },
    });
    const { page, form } = terminal;
    await terminal.market('Buy / Long', '0.01');
    await (await terminal.positionRow('BTCUSDT')).waitFor();
    const note = form.getByText('Prices are not live: figures use the last ones received.');
    expect(await note.count()).toBe(0);
    const summaries = page.getByLabel('Account', { exact: true });
    expect(await summaries.getByText('Stale').count()).toBe(0);

    tap?.onServer((message) => (isNews(message) ? 'drop' : 'pass'));
    const panel = page.getByRole('region', { name: 'Positions and orders' });
    await panel.getByText('Stale').waitFor();
    await note.waitFor();
    await expect.poll(() => summaries.getByText('Stale').count()).toBe(2);
    await terminal.tab(/^Trade history/);
    await panel.getByText('Stale').waitFor({ state: 'detached' });
    await terminal.tab(/^Positions/);
    await panel.getByText('Stale').waitFor();

    tap?.onServer(() => 'pass');
    await panel.getByText('Stale').waitFor({ state: 'detached' });
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => summaries.getByText('Stale').count()).toBe(0);
  });
});
