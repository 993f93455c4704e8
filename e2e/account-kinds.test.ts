import { beforeAll, describe, expect, it } from 'vitest';
import { entryAddress } from './support/login.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4331');
  return () => server.stop();
});

const open = () => Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
const menu = (terminal: Terminal) => terminal.page.getByRole('button', { name: /^Account of/ });

async function choose(terminal: Terminal, item: string): Promise<void> {
  const switched = terminal.page.waitForResponse('**/contract/v5/account/switch*');
  await menu(terminal).click();
  await terminal.page.getByRole('menuitem', { name: item, exact: true }).click();
  await switched;
}

/** Choices of the margin mode dialog. */
async function marginModes(terminal: Terminal): Promise<string[]> {
  await terminal.form.getByRole('button', { name: /^Margin mode: / }).click();
  const dialog = terminal.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Confirm' }).waitFor();
  if (!(await dialog.getByText('Portfolio margin covers the whole account').isVisible())) await dialog.getByRole('radio').first().waitFor();
  const offered = await dialog.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.parentElement?.textContent ?? ''));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return offered.map((text) => (/^Cross/.test(text) ? 'Cross' : 'Isolated'));
}

const slippage = (terminal: Terminal) => terminal.form.getByRole('checkbox', { name: /slippage/i });
const account = (terminal: Terminal) => terminal.page.getByRole('region', { name: 'Account', exact: true }).getByRole('heading');

describe('accounts', () => {
  it('LEV-02 LEV-07 ACC-01 TPS-06 the kind of the account changes margin display, margin choices and slippage', async () => {
    const terminal = await open();
    await menu(terminal).getByText('UTA2', { exact: true }).waitFor();
    await account(terminal).filter({ hasText: 'Unified account' }).waitFor();
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await slippage(terminal).waitFor();
    expect(await marginModes(terminal)).toEqual(['Cross', 'Isolated']);

    await choose(terminal, 'Regular account');
    await menu(terminal).getByText('Regular', { exact: true }).waitFor();
    await account(terminal).filter({ hasText: 'Regular account' }).waitFor();
    await slippage(terminal).waitFor({ state: 'hidden' });
    expect(await marginModes(terminal)).toEqual(['Cross', 'Isolated']);

    await choose(terminal, 'Unified account (UTA)');
    await menu(terminal).getByText('UTA', { exact: true }).waitFor();
    expect(await marginModes(terminal)).toEqual(['Cross']);

    await choose(terminal, 'Portfolio margin');
    await menu(terminal).getByText('PM', { exact: true }).waitFor();
    await account(terminal).filter({ hasText: 'Portfolio margin' }).waitFor();
    await terminal.form.getByRole('button', { name: 'Margin mode: Portfolio' }).waitFor();
    expect(await terminal.form.getByRole('button', { name: /^Leverage: / }).count()).toBe(0);
    expect(await terminal.form.getByRole('slider').count()).toBe(0);
    expect(await marginModes(terminal)).toEqual([]);
    // Take-profit and stop-loss by a return on the margin have no meaning there.
    await terminal.form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    await terminal.form.getByRole('button', { name: 'Input of TP' }).click();
    const inputs = terminal.page.getByRole('dialog', { name: 'Enter TP by' });
    await inputs.getByRole('radio', { name: /^Price/ }).waitFor();
    expect(await inputs.getByRole('radio', { name: /^ROI/ }).count()).toBe(0);
    await inputs.getByRole('button', { name: 'Cancel' }).click();
    // While it fades out its choices would count among those of the next dialog.
    await inputs.waitFor({ state: 'hidden' });
    await terminal.form.getByRole('checkbox', { name: 'Take profit / stop loss' }).uncheck();
    await terminal.form.getByRole('button', { name: /^Entered in/ }).click();
    await terminal.page.getByRole('dialog').getByRole('radio').first().waitFor();
    expect(await terminal.page.getByRole('dialog').getByRole('radio', { name: /^Cost/ }).count()).toBe(0);
    expect(await terminal.page.getByRole('dialog').getByRole('radio').count()).toBe(2);
    await terminal.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // The preview has a row more there, and still no figure is cut.
    await terminal.quantity.fill('20');
    await terminal.preview('Buy / Long', 'Margin after').filter({ hasText: /\d/ }).waitFor();
    const cut = await terminal.figures
      .locator('td')
      .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);

    // A position is of the portfolio: no dialog speaks of a margin mode or a leverage of its own.
    await terminal.press('Buy / Long');
    const row = await terminal.positionRow('SOLUSDT');
    await row.getByRole('button', { name: /everse/ }).click();
    const reverse = terminal.page.getByRole('dialog', { name: 'Reverse SOLUSDT' });
    await reverse.getByText('Portfolio').first().waitFor();
    expect(await reverse.getByText(/Cross|\d+x/).count()).toBe(0);
    await reverse.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: /^TP\/SL of/ }).click();
    const exits = terminal.page.getByRole('dialog', { name: 'Add TP/SL' });
    await exits.getByText('Portfolio', { exact: true }).waitFor();
    expect(await exits.getByText(/^Cross/).count()).toBe(0);
  });

  it('LEV-07 ACC-01 demo mode has no slippage limit, and no maximum of its own for post-only orders', async () => {
    const terminal = await Terminal.open(server.url, {
      path: '/trade/usdt/SOLUSDT',
      prepare: async ({ page }) => {
        // A contract that takes less of a post-only order than of another.
        await page.route('**/brief-symbol-list*', async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as { result: { LinearPerpetual: { symbolName: string; maxPostOnlyOrderSize: string }[] } };
          for (const contract of body.result.LinearPerpetual) if (contract.symbolName === 'SOLUSDT') contract.maxPostOnlyOrderSize = '7';
          await route.fulfill({ response, json: body });
        });
        // The first screen may have it before the list.
        await page.route('**/dynamic-symbol-item*', async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as { result: { item: { maxPostOnlyOrderSize: string } } };
          body.result.item.maxPostOnlyOrderSize = '7';
          await route.fulfill({ response, json: body });
        });
      },
    });
    const postOnlyQuantity = async () => {
      await terminal.form.getByRole('tab', { name: 'Limit' }).click();
      await terminal.form.getByRole('checkbox', { name: 'Post-only' }).check();
      await terminal.quantity.fill('9');
      await terminal.quantity.blur();
      const quantity = await terminal.quantity.inputValue();
      await terminal.form.getByRole('tab', { name: 'Market' }).click();
      return quantity;
    };
    await choose(terminal, 'Unified account (UTA2)');
    await menu(terminal).getByText('UTA2', { exact: true }).waitFor();
    await terminal.form.getByRole('tab', { name: 'Market' }).click();
    await slippage(terminal).waitFor();
    expect(await postOnlyQuantity()).toBe('7');
    await choose(terminal, 'Demo mode');
    await menu(terminal).getByText('Demo', { exact: true }).waitFor();
    await account(terminal).filter({ hasText: 'Demo' }).waitFor();
    await slippage(terminal).waitFor({ state: 'hidden' });
    expect(await postOnlyQuantity()).toBe('9');
    await choose(terminal, 'Demo mode');
    await menu(terminal).getByText('Demo', { exact: true }).waitFor({ state: 'hidden' });
    await slippage(terminal).waitFor();
  });

  it('ACC-01 VIP and PRO labels, log-out, log-in, and a session that is over', async () => {
    const terminal = await open();
    const name = (await menu(terminal).getAttribute('aria-label'))?.replace('Account of ', '') ?? '';
    await server.operator('label', name, '--vip', '2', '--pro', '1');
    await terminal.page.reload();
    await terminal.live();
    await menu(terminal).getByText('VIP 2', { exact: true }).waitFor();
    await menu(terminal).getByText('PRO 1', { exact: true }).waitFor();

    await menu(terminal).click();
    await terminal.page.getByRole('menuitem', { name: 'Log out' }).click();
    await terminal.form.getByRole('button', { name: 'Log in to trade' }).waitFor();
    await terminal.page.goto(await entryAddress(server.data));
    await menu(terminal).waitFor();

    await terminal.bookIs('live');
    await expect.poll(() => terminal.page.getByText('Log in to see this').count()).toBe(0);
    // The message goes by itself, maybe before the operator's process has ended.
    await Promise.all([
      terminal.page.getByText('Your session has expired. Log in again.').waitFor(),
      server.operator('switch-kind', name, 'UTA2'),
    ]);
    await terminal.form.getByRole('button', { name: 'Log in to trade' }).waitFor();
    expect(await menu(terminal).count()).toBe(0);
  });
});
