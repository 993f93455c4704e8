// Time limit of this file: 240 s, since it presses each control of each form twice.
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer('--seed', '4394');
  return () => server.stop();
});

/** More than any field takes. */
const ABSURD = '99999999999';

interface Form {
  readonly name: string;
  open(terminal: Terminal): Promise<{ readonly field: Locator; readonly send: Locator }>;
}

const dialogOf = ({ page }: Terminal): Locator => page.getByRole('dialog');
const confirmIn = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Confirm' });

/** Forms of a contract with a position and an open order. */
const CONTRACT_FORMS: readonly Form[] = [
  {
    name: 'order',
    async open(terminal) {
      const { form, quantity } = terminal;
      await form.getByRole('tab', { name: 'Market', exact: true }).click();
      return { field: quantity, send: terminal.send('Buy / Long') };
    },
  },
  {
    name: 'take-profit of an order',
    async open(terminal) {
      const { form, quantity } = terminal;
      await quantity.fill('1');
      await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
      return { field: form.getByRole('textbox', { name: /profit|TP/i }).first(), send: terminal.send('Buy / Long') };
    },
  },
  {
    name: 'algo order',
    async open({ form, page }) {
      await form.getByRole('tab', { name: 'Algo' }).click();
      const group = form.getByRole('group', { name: 'Algo order' });
      await group.getByRole('combobox', { name: 'Algo order' }).click();
      await page.getByRole('option', { name: 'Iceberg', exact: true }).click();
      return {
        field: group.getByRole('textbox', { name: 'Quantity', exact: true }),
        send: group.getByRole('button', { name: 'Buy / Long', exact: true }),
      };
    },
  },
  {
    name: 'leverage',
    async open(terminal) {
      await terminal.form.getByRole('button', { name: /^Leverage: \d/ }).click();
      await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
      const dialog = dialogOf(terminal);
      return { field: dialog.getByRole('textbox', { name: 'Leverage' }), send: confirmIn(dialog) };
    },
  },
  {
    name: 'TP/SL',
    async open(terminal) {
      await (await terminal.positionRow('SOLUSDT')).getByRole('button', { name: /^TP\/SL of SOLUSDT/ }).click();
      const dialog = dialogOf(terminal);
      return { field: dialog.getByRole('textbox', { name: 'TP trigger price' }), send: confirmIn(dialog) };
    },
  },
  {
    name: 'close',
    async open(terminal) {
      await (await terminal.positionRow('SOLUSDT')).getByRole('button', { name: /at a limit price$/ }).click();
      const dialog = dialogOf(terminal);
      return { field: dialog.getByRole('textbox', { name: 'Quantity' }), send: dialog.getByRole('button', { name: /^Close/ }) };
    },
  },
  {
    name: 'margin',
    async open(terminal) {
      await (await terminal.positionRow('SOLUSDT')).getByRole('button', { name: 'Add or remove margin of SOLUSDT' }).click();
      const dialog = dialogOf(terminal);
      return { field: dialog.getByRole('textbox', { name: 'Amount' }), send: confirmIn(dialog) };
    },
  },
  {
    name: 'amend',
    async open(terminal) {
      await (await terminal.openOrderRow('SOLUSDT')).getByRole('button', { name: 'Edit order of SOLUSDT' }).click();
      const dialog = dialogOf(terminal);
      return { field: dialog.getByRole('textbox', { name: 'Qty' }), send: confirmIn(dialog) };
    },
  },
];

/** Requests that move money or risk, without the page's own queries. */
function sentBy({ page }: Terminal): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || /pre-add-margin|portfolio|telemetry/.test(request.url())) return;
    if (/\/(order|position|strategy|spot|asset|copy|beehive)/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

/** A double click, and Enter, on a value that is out of every bound: it is cut and shown, or it is an error in words. */
async function mustNotSend(terminal: Terminal, form: Form, again: () => Promise<void>): Promise<void> {
  const sent = sentBy(terminal);
  for (const gesture of ['double click', 'Enter'] as const) {
    await again();
    // Until the account's news arrive, no form would send anything.
    await terminal.connected();
    const { field, send } = await form.open(terminal);
    await field.fill(ABSURD);
    if (gesture === 'Enter') await field.press('Enter');
    else {
      // Where a dialog that still opens would move it, a forced click misses the button; it is forced since the button may be disabled.
      await send.hover();
      await send.dblclick({ force: true });
    }
    const told = async (): Promise<boolean> =>
      (await field.inputValue()) !== ABSURD || (await terminal.page.getByRole('alert').count()) > 0 || (await send.isDisabled());
    // In a form that Enter does not send, the text may stay as it is.
    if (gesture === 'double click') await expect.poll(told, { message: form.name }).toBe(true);
    expect(sent, `${form.name}: ${gesture}`).toEqual([]);
  }
}

it('HND-01 no form of a contract sends what the same double click or Enter changed', { timeout: 120_000 }, async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/SOLUSDT' });
  await terminal.setMarginMode('Isolated');
  const order = { symbol: 'SOLUSDT', side: 'Buy' };
  await terminal.api.post('/contract/v5/order/create', { ...order, orderType: 'Market', qty: '5' });
  await terminal.api.post('/contract/v5/order/create', { ...order, orderType: 'Limit', price: '20', qty: '1' });
  for (const form of CONTRACT_FORMS) await mustNotSend(terminal, form, () => terminal.visit('/trade/usdt/SOLUSDT'));
});

it('HND-01 nor do the forms of pairs, spreads and options', { timeout: 120_000 }, async () => {
  const terminal = await Terminal.open(server.url, { path: '/trade/spot/BTC/USDT' });
  const { page } = terminal;
  const spot: Form = {
    name: 'spot',
    async open() {
      const form = page.getByRole('form', { name: 'Spot order' });
      await form.getByRole('tab', { name: 'Market', exact: true }).click();
      return { field: form.getByRole('textbox', { name: 'Quantity' }), send: form.getByRole('button', { name: 'Buy BTC' }) };
    },
  };
  await mustNotSend(terminal, spot, () => terminal.visit('/trade/spot/BTC/USDT'));
  const spread: Form = {
    name: 'spread',
    async open() {
      const form = page.getByRole('form', { name: 'Spread order' });
      await form.getByRole('textbox', { name: 'Spread price' }).fill('-9000');
      return { field: form.getByRole('textbox', { name: 'Quantity' }), send: form.getByRole('button', { name: 'Buy spread' }) };
    },
  };
  await mustNotSend(terminal, spread, () => terminal.visit('/trade/spread'));
  const option: Form = {
    name: 'option',
    async open() {
      const last = page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab').last();
      await last.click();
      const listed = page.getByRole('button', { name: new RegExp(`-${(await last.textContent()) ?? ''}-.*-C-USDT, show$`) });
      await listed.nth(3).click();
      await terminal.form.getByRole('tab', { name: 'Market', exact: true }).click();
      return { field: terminal.quantity, send: terminal.send('Buy / Long') };
    },
  };
  await mustNotSend(terminal, option, () => terminal.visit('/trade/option/usdt/BTC'));
});

it('HND-01 nor does the form to follow a leader', async () => {
  const terminal = await Terminal.open(server.url, { path: '/copy-trading', until: 'page' });
  const follow: Form = {
    name: 'follow',
    async open(opened) {
      await opened.table('Leaders').getByRole('row', { name: 'North Star' }).getByRole('button', { name: 'Follow North Star' }).click();
      const dialog = dialogOf(opened);
      await dialog.getByRole('textbox', { name: 'Max. copied' }).fill('500');
      return { field: dialog.getByRole('textbox', { name: 'Copy ratio' }), send: confirmIn(dialog) };
    },
  };
  await mustNotSend(terminal, follow, () => terminal.visit('/copy-trading'));
});
