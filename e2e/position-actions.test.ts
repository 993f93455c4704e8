// Time limit of this file: 240 s, since its 11 tests open a page and a position each.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { sharedServer } from './support/shared.ts';
import { bringSlowClock, slowDown } from './support/slow-clock.ts';
import { cell, Terminal } from './support/terminal.ts';

const shared = sharedServer();
const refusal = (code: number, message: string, result: object = {}): string =>
  JSON.stringify({ ret_code: code, ret_msg: message, result, time_now: 1 });

describe('reversing a position', () => {
  let server: RunningServer;
  let terminal: Terminal;

  beforeAll(async () => {
    server = await startServer('--seed', '4330');
    return () => server.stop();
  });
  afterEach(async () => {
    await terminal.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  const dialog = () => terminal.page.getByRole('dialog');
  const created: { body: Record<string, unknown>; headers: Record<string, string> }[] = [];

  /** A page that writes down every order it sends. */
  async function open(symbol: string): Promise<void> {
    created.length = 0;
    terminal = await Terminal.open(server.url, {
      path: `/trade/usdt/${symbol}`,
      prepare: async ({ page }) => {
        page.on('request', (request) => {
          if (!request.url().includes('/order/create')) return;
          created.push({ body: request.postDataJSON() as Record<string, unknown>, headers: request.headers() });
        });
      },
    });
  }

  it('REV-01 REV-02 REV-08 HND-02 asks with everything that matters, closes first, then opens the other side', async () => {
    await open('ETHUSDT');
    await terminal.market('Buy / Long', '0.5');
    const row = await terminal.positionRow('ETHUSDT');
    await row.waitFor();
    created.length = 0;
    await row.getByRole('button', { name: 'Reverse ETHUSDT' }).click();
    await dialog().getByText('Market price').waitFor();
    expect(await dialog().textContent()).toMatch(/Market price[\d,.]+NowLong 10x0\.50 ETH.*ThenShort Cross 10x0\.50 ETH/);
    const worst = dialog()
      .locator('dt', { hasText: /^Worst price$/ })
      .locator('xpath=following-sibling::dd[1]');
    await worst.filter({ hasText: /\d/ }).waitFor();
    expect(await dialog().getByRole('link', { name: 'More' }).getAttribute('href')).toBe('/help/reverse');
    await dialog().getByRole('checkbox', { name: 'Do not prompt again' }).waitFor();
    await dialog().getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    const short = await terminal.positionRow('ETHUSDT');
    await short.getByText('Short', { exact: true }).waitFor();
    expect(units(((await cell(short, 'Qty').textContent()) ?? '').replace('-', ''))).toBe(units('0.5'));
    expect(created.map(({ body }) => [body['side'], body['reduceOnly'], body['closeOnTrigger'], body['is_reverse_position']])).toEqual([
      ['Sell', true, true, true],
      ['Sell', false, false, false],
    ]);
    for (const { headers } of created) {
      expect(headers['x-referer']).toBe('reversePosition');
      expect(headers['x-client-tag']).toMatch(/^[0-9a-z]{16}$/);
    }
  });

  it('REV-04 a failed close never sends the open, says why, and the dialog clears', async () => {
    await open('ETHUSDT');
    const row = await terminal.positionRow('ETHUSDT');
    await row.waitFor();
    await terminal.page.route('**/contract/v5/order/create*', (route) =>
      route.fulfill({ contentType: 'application/json', body: refusal(110017, 'x') }),
    );
    await row.getByRole('button', { name: 'Reverse ETHUSDT' }).click();
    await dialog().getByRole('button', { name: 'Reverse', exact: true }).dblclick();
    await terminal.page.getByText('The position was not reversed').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect(created).toHaveLength(1);
    await expect.poll(() => row.getByRole('button', { name: 'Reverse ETHUSDT' }).getAttribute('aria-busy')).not.toBe('true');
  });

  it('REV-07 39303 shows the quantity that failed and its coin', async () => {
    await open('ETHUSDT');
    const row = await terminal.positionRow('ETHUSDT');
    await terminal.page.route('**/contract/v5/order/create*', (route) =>
      route.fulfill({ contentType: 'application/json', body: refusal(39303, 'x', { create_order_failed_qty_x: '12500000' }) }),
    );
    await row.getByRole('button', { name: 'Reverse ETHUSDT' }).click();
    await dialog().getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog().getByText('0.125 ETH of it failed').waitFor();
    await dialog().getByRole('button', { name: 'Confirm' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('REV-06 asks no more once told so, also after a reload', async () => {
    await open('ETHUSDT');
    const row = await terminal.positionRow('ETHUSDT');
    const kept = terminal.page.waitForResponse((answer) => answer.url().includes('pref-setting') && answer.request().method() === 'POST');
    await row.getByRole('button', { name: 'Reverse ETHUSDT' }).click();
    await dialog().getByRole('checkbox', { name: 'Do not prompt again' }).click();
    expect((await kept).request().postDataJSON()).toEqual({ upsert_keys: { reverseClickTipStatus: 'hide' } });
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await terminal.page.evaluate(() => localStorage.clear());
    await terminal.page.reload();
    await terminal.live();
    const again = await terminal.positionRow('ETHUSDT');
    await again.getByText('Short', { exact: true }).waitFor();
    await again.getByRole('button', { name: 'Reverse ETHUSDT' }).click();
    await again.getByText('Long', { exact: true }).waitFor();
    // Until the second order is answered, another reversal would be refused.
    await expect.poll(() => again.getByRole('button', { name: 'Reverse ETHUSDT' }).getAttribute('aria-busy')).not.toBe('true');
    // The line on the chart has the same button.
    await terminal.chart.getByRole('button', { name: /^Reverse Long/ }).focus();
    await terminal.page.keyboard.press('Enter');
    await again.getByText('Short', { exact: true }).waitFor();
  });
});

describe('leverage, margin mode and position mode', () => {
  const open = (symbol: string) => Terminal.open(shared, { path: `/trade/usdt/${symbol}` });

  it('LEV-04 the dropdown sets one of the contract’s leverages at once', async () => {
    const terminal = await open('SOLUSDT');
    await terminal.form.getByRole('button', { name: /^Leverage: / }).click();
    await terminal.page.getByRole('menu').getByText('25x', { exact: true }).click();
    await terminal.form.getByRole('button', { name: 'Leverage: 25x' }).waitFor();
    await terminal.setLeverage('7');
  });

  it('LEV-03 LEV-05 hedge mode has an input per side, each with its largest position and its warning', async () => {
    const terminal = await open('SOLUSDT');
    await terminal.form.getByRole('button', { name: /^Position mode: / }).click();
    const dialog = terminal.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Hedge/ }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await terminal.form.getByRole('button', { name: 'Position mode: Hedge' }).waitFor();

    await terminal.form.getByRole('button', { name: /^Leverage: / }).click();
    await terminal.page.getByRole('menuitem', { name: 'Customise…' }).click();
    const long = dialog.getByRole('textbox', { name: 'Long · Leverage' });
    const short = dialog.getByRole('textbox', { name: 'Short · Leverage' });
    await long.fill('12.345');
    expect(await long.inputValue()).toBe('12.34');
    await short.fill('500');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isEnabled()).toBe(false);
    await short.blur();
    expect(await short.inputValue()).toBe('100');
    await dialog.getByText(/At 100x/).waitFor();
    expect(await dialog.getByText(/Largest position at this leverage: [\d,]+ USDT/).count()).toBe(2);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await terminal.form.getByRole('button', { name: 'Leverage: 12.34x / 100x' }).waitFor();

    await terminal.form.getByRole('button', { name: /^Position mode: / }).click();
    await dialog.getByRole('radio', { name: /^One-way/ }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await terminal.form.getByRole('button', { name: 'Position mode: One-way' }).waitFor();
  });

  it('LEV-01 the margin mode dialog explains both, and is disabled while it confirms', async () => {
    const terminal = await open('SOLUSDT');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await terminal.page.route('**/position/set-margin-mode*', async (route) => {
      await held;
      await route.continue();
    });
    await terminal.form.getByRole('button', { name: /^Margin mode: / }).click();
    const dialog = terminal.page.getByRole('dialog');
    await dialog.getByText(/A liquidation can cost at most that margin/).waitFor();
    await dialog.getByText(/the whole balance is at stake/).waitFor();
    await dialog.getByRole('radio', { name: /^Isolated/ }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => dialog.getByRole('radio', { name: /^Cross/ }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    answer();
    await dialog.waitFor({ state: 'hidden' });
    await terminal.form.getByRole('button', { name: 'Margin mode: Isolated' }).waitFor();
  });
});

describe('the error catalogue on screen', () => {
  async function refused(...answers: readonly string[]): Promise<Terminal> {
    const terminal = await Terminal.open(shared, {
      path: '/trade/usdt/XRPUSDT',
      prepare: async ({ page }) => {
        await page.addInitScript(bringSlowClock);
      },
    });
    let next = 0;
    await terminal.page.route('**/contract/v5/order/create*', (route) =>
      route.fulfill({ contentType: 'application/json', body: answers[Math.min(next++, answers.length - 1)] ?? '' }),
    );
    return terminal;
  }
  const send = (terminal: Terminal) => terminal.market('Buy / Long', '20');
  const toasts = (terminal: Terminal) => terminal.page.locator('[data-sonner-toast]');

  it('ERR-03 10024 puts up the compliance wall', async () => {
    const terminal = await refused(refusal(10024, 'x'));
    await send(terminal);
    const wall = terminal.page.getByRole('dialog', { name: 'Not available here' });
    await wall.getByRole('button', { name: 'I understand' }).click();
    await wall.waitFor({ state: 'hidden' });
    expect(await terminal.quantity.inputValue()).toBe('20');
  });

  it('ERR-04 10006 is told once, however often it comes', async () => {
    const terminal = await refused(refusal(10006, 'x'));
    await send(terminal);
    await toasts(terminal).filter({ hasText: 'Too many requests' }).waitFor();
    // The first one goes by itself; the second refusal comes within 10 s of it.
    await slowDown(terminal.page);
    await toasts(terminal).filter({ hasText: 'Too many requests' }).waitFor({ state: 'detached' });
    const second = terminal.page.waitForResponse('**/contract/v5/order/create*');
    await send(terminal);
    await second;
    await terminal.form.getByText(/^The order was refused/).waitFor();
    expect(await toasts(terminal).filter({ hasText: 'Too many requests' }).count()).toBe(0);
  });

  it('ERR-02 10007 ends the session', async () => {
    const terminal = await refused(refusal(10007, 'x'));
    await send(terminal);
    await toasts(terminal).filter({ hasText: 'Your session has expired' }).waitFor();
    await terminal.form.getByRole('button', { name: 'Log in to trade' }).waitFor();
  });

  it('ERR-01 an answer of code 0 with a bad status is refused, in words', async () => {
    const terminal = await refused(refusal(0, 'OK', { status_code: 420, max_investment: '1200' }));
    await send(terminal);
    await terminal.form.getByText('The margin is above the limit of 1200.').waitFor();
  });
});
