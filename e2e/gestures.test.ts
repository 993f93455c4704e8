import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { cell, Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4349');
  return () => server.stop();
});

/** Counts the calls of a path and holds their answers back until they are let go. */
async function slow(terminal: Terminal, pattern: string): Promise<{ readonly calls: string[]; letGo(): void }> {
  const calls: string[] = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await terminal.page.route(pattern, async (route) => {
    calls.push(route.request().postData() ?? '');
    await gate;
    await route.continue();
  });
  return { calls, letGo };
}

async function holding(symbol: string, qty: string): Promise<Terminal> {
  const terminal = await Terminal.open(server.url, { path: `/trade/usdt/${symbol}` });
  await terminal.api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty });
  await (await terminal.positionRow(symbol)).waitFor();
  return terminal;
}

describe('one gesture, at most one call, while the answer is slow', () => {
  it('REV-04 POS-09 closing: two clicks and Enter send one order', async () => {
    const terminal = await holding('SOLUSDT', '3');
    const { calls, letGo } = await slow(terminal, '**/order/create*');
    const row = await terminal.positionRow('SOLUSDT');
    await row.getByRole('button', { name: /^Close SOLUSDT \w+ at market$/ }).click();
    const close = terminal.page.getByRole('dialog').getByRole('button', { name: 'Close at market' });
    await close.dblclick();
    await close.waitFor({ state: 'detached' });
    // Asked for once more while the first order is on its way.
    await row.getByRole('button', { name: /^Close SOLUSDT \w+ at market$/ }).click();
    await close.press('Enter');
    letGo();
    await row.waitFor({ state: 'detached' });
    expect(calls).toHaveLength(1);
  });

  it('REV-04 reversing: two clicks send one close and one open', async () => {
    const terminal = await holding('XRPUSDT', '60');
    const { calls, letGo } = await slow(terminal, '**/order/create*');
    const row = await terminal.positionRow('XRPUSDT');
    await row.getByRole('button', { name: 'Reverse XRPUSDT' }).click();
    await terminal.page.getByRole('dialog').getByRole('button', { name: 'Reverse', exact: true }).dblclick();
    letGo();
    await expect.poll(() => cell(row, 'Qty').textContent()).toBe('-60');
    expect(calls).toHaveLength(2);
  });

  it('TPS-04 a TP/SL: two clicks and Enter send one call, and the form keeps its values meanwhile', async () => {
    const terminal = await holding('DOGEUSDT', '500');
    const { calls, letGo } = await slow(terminal, '**/position/set-tp-sl-ts*');
    const row = await terminal.positionRow('DOGEUSDT');
    await row.getByRole('button', { name: /^TP\/SL of DOGEUSDT/ }).click();
    const dialog = terminal.page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'SL trigger price' });
    await field.fill('0.05');
    await field.press('Enter');
    await terminal.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick({ force: true });
    expect(await field.inputValue()).toBe('0.05');
    letGo();
    await dialog.waitFor({ state: 'detached' });
    expect(calls).toHaveLength(1);
  });

  it('LEV-01 LEV-03 leverage and margin mode: two clicks are one call each', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/usdt/ETHUSDT' });
    for (const [path, open, choose] of [
      [
        '**/position/set-leverage*',
        async () => {
          await terminal.form.getByRole('button', { name: /^Leverage: \d/ }).click();
          await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
        },
        () => terminal.page.getByRole('dialog').getByRole('textbox', { name: 'Leverage' }).fill('13'),
      ],
      [
        '**/position/set-margin-mode*',
        () => terminal.form.getByRole('button', { name: /^Margin mode: \w/ }).click(),
        () => terminal.page.getByRole('dialog').getByRole('radio', { name: 'Isolated' }).check(),
      ],
    ] as const) {
      const { calls, letGo } = await slow(terminal, path);
      await open();
      await choose();
      const dialog = terminal.page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Confirm' }).dblclick();
      letGo();
      await dialog.waitFor({ state: 'detached' });
      expect(calls, path).toHaveLength(1);
    }
  });

  it('LEV-03 a dialog whose answers are all lost says so and keeps what was chosen; the next press goes through', async () => {
    const terminal = await Terminal.open(server.url, {
      path: '/trade/usdt/ETHUSDT',
      prepare: ({ expectErrors }) => Promise.resolve(expectErrors(/Failed to load resource|ERR_/)),
    });
    let lost = 0;
    await terminal.page.route('**/position/set-leverage*', (route) => {
      lost += 1;
      return route.abort('connectionreset');
    });
    await terminal.form.getByRole('button', { name: /^Leverage: \d/ }).click();
    await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
    const dialog = terminal.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Leverage' }).fill('17');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').waitFor();
    // Sent again a few times, then reported.
    expect(lost).toBe(3);
    expect(await dialog.getByRole('textbox', { name: 'Leverage' }).inputValue()).toBe('17');
    await terminal.page.unroute('**/position/set-leverage*');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await terminal.form.getByRole('button', { name: /^Leverage: 17/ }).waitFor();
  });

  it('ORD-09 a strategy, a spread and a spot order: two clicks are one call each', async () => {
    const terminal = await Terminal.open(server.url, { path: '/trade/spread', until: 'page' });
    await terminal.connected();
    const { page } = terminal;
    const spread = page.getByRole('form', { name: 'Spread order' });
    const started = await slow(terminal, '**/strategy/create*');
    await spread.getByRole('textbox', { name: 'Spread price' }).fill('-9000');
    await spread.getByRole('textbox', { name: 'Quantity' }).fill('0.05');
    await spread.getByRole('button', { name: 'Buy spread' }).dblclick();
    started.letGo();
    await page
      .getByRole('region', { name: 'Spread orders' })
      .getByRole('button', { name: /^Cancel spread order/ })
      .waitFor();
    expect(started.calls).toHaveLength(1);

    await terminal.visit('/trade/spot/BTC/USDT');
    await terminal.connected();
    const spot = page.getByRole('form', { name: 'Spot order' });
    const sent = await slow(terminal, '**/order/create*');
    await spot.getByRole('textbox', { name: 'Price', exact: true }).fill('30000');
    await spot.getByRole('textbox', { name: 'Quantity', exact: true }).fill('0.01');
    await spot.getByRole('button', { name: 'Buy BTC', exact: true }).dblclick();
    sent.letGo();
    await terminal.tab(/^Open orders/);
    await terminal.table('Open orders').getByRole('row', { name: 'BTC/USDT' }).waitFor();
    expect(sent.calls).toHaveLength(1);
  });
});
