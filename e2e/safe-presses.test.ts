/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownServer } from './support/own-server.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

/** Orders, TP/SL and strategies that the page sends. */
function sentBy({ page }: Terminal): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(order|position|strategy|spot)\//.test(request.url())) sent.push(request.postData() ?? '');
  });
  return sent;
}

it('HND-01 a market order above the maximum is not sent by the press that cuts it, but by the next one', async () => {
  const server = await ownServer('--seed', '4393');
  const terminal = await Terminal.open(server.url, { path: '/trade/usdt/XRPUSDT' });
  const { form, page, quantity } = terminal;
  const sent = sentBy(terminal);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await quantity.fill('99999999');
  await terminal.send('Buy / Long').click();
  const now = await quantity.inputValue();
  expect(Number(now)).toBeLessThan(99_999_999);
  await page.getByText(`is now ${now}`).first().waitFor();
  await form.getByText('The quantity was above the maximum and was reduced to it.').waitFor();
  expect(sent).toEqual([]);
  // Whether the account can pay for it is another matter: sent or refused, it is the quantity on screen.
  await terminal.send('Buy / Long').click();
  await expect.poll(async () => sent.length + (await form.getByRole('alert').count())).toBeGreaterThan(0);
  expect(sent.every((body) => body.includes(now))).toBe(true);
});

it('HND-01 a quantity below the minimum stays as typed, and the form names the minimum', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/usdt/DOGEUSDT' });
  const { form, quantity } = terminal;
  const sent = sentBy(terminal);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  for (const typed of ['0', '0.5']) {
    await quantity.fill(typed);
    await terminal.send('Buy / Long').click();
    await form.getByRole('alert').first().waitFor();
    expect(Number(await quantity.inputValue())).toBe(Math.trunc(Number(typed)));
  }
  expect(sent).toEqual([]);
});

it('HND-01 a take-profit that is clamped as its field is left is shown before anything is sent', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/usdt/SOLUSDT' });
  const { form, page, quantity } = terminal;
  const sent = sentBy(terminal);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await quantity.fill('1');
  await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
  const profit = form.getByRole('textbox', { name: /profit|TP/i }).first();
  await profit.fill('99999999999');
  await terminal.send('Buy / Long').click();
  const now = await profit.inputValue();
  expect(Number(now.replaceAll(',', ''))).toBeLessThan(99_999_999_999);
  await page.getByText(`is now ${now}`).first().waitFor();
  expect(sent).toEqual([]);
});

it('HND-01 the spot form holds back a press that cuts the amount', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/spot/BTC/USDT' });
  const { page } = terminal;
  const form = page.getByRole('form', { name: 'Spot order' });
  const sent = sentBy(terminal);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await form.getByRole('textbox', { disabled: false }).last().fill('999999999');
  await form.getByRole('button', { name: 'Buy BTC' }).click();
  // One text says why: the field's own, without another that asks to press again.
  await form.getByText(/^The order needs [\d,.]+ USDT; [\d,.]+ USDT are available\. Enter a smaller quantity\.$/).waitFor();
  // A note of the book of a moment ago may still leave.
  await expect.poll(() => page.getByText(/ is now \d|was reduced| will fill|The button moved/).count()).toBe(0);
  expect(sent).toEqual([]);
});

it('HND-01 the buttons stay where they are while a part of the form arrives late', async () => {
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const terminal = await Terminal.open(origin, {
    path: '/trade/usdt/DOGEUSDT',
    prepare: async ({ page }) => {
      await page.route('**/slippage-limit-*.js', async (route) => {
        await late;
        await route.continue();
      });
    },
  });
  const { form } = terminal;
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await form.getByRole('checkbox', { name: 'Max slippage' }).waitFor();
  const before = await terminal.send('Buy / Long').boundingBox();
  arrive();
  await form.locator('button', { hasText: '?' }).waitFor();
  expect(await terminal.send('Buy / Long').boundingBox()).toEqual(before);
});

it('HND-01 a press that misses its button, since the page moved it, sends nothing and says so', async () => {
  const terminal = await Terminal.open(origin, { path: '/trade/usdt/DOGEUSDT' });
  const { form, page, quantity } = terminal;
  const sent = sentBy(terminal);
  await form.getByRole('tab', { name: 'Market', exact: true }).click();
  await quantity.fill('100');
  const button = await terminal.send('Buy / Long').boundingBox();
  if (button === null) throw new Error('The button has no place');
  await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  await page.mouse.down();
  // As a note does that appears above the button just then.
  await form.evaluate((element) => element.style.setProperty('padding-top', '80px'));
  await page.mouse.up();
  await page.getByText('The button moved as you pressed it').waitFor();
  expect(sent).toEqual([]);
  await form.evaluate((element) => element.style.removeProperty('padding-top'));
  await terminal.press('Buy / Long');
  await expect.poll(() => sent.length).toBe(1);
});

/** Holds back every script that the page asks for from now on. */
async function holdScripts(page: Page): Promise<{ readonly asked: readonly string[]; arrive(): void }> {
  let arrive = (): void => undefined;
  const isBack = new Promise<void>((resolve) => (arrive = resolve));
  const asked: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    asked.push(route.request().url());
    await isBack;
    await route.continue();
  });
  return { asked, arrive };
}

it('a dialog whose script arrives after Escape or another press stays closed, and opens once at the next press', async () => {
  const terminal = await Terminal.open(origin);
  const { form, page } = terminal;
  await terminal.tab(/^Positions/);
  const { asked, arrive } = await holdScripts(page);
  await form.getByRole('button', { name: 'Calculator' }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  const calculator = asked.length;
  await form.getByRole('button', { name: /^Margin mode: \w/ }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(calculator);
  await terminal.quantity.pressSequentially('0.5');
  const arrived = Promise.all(asked.map((url) => page.waitForResponse(url)));
  arrive();
  await arrived;
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await terminal.quantity.inputValue()).toBe('0.5');
  await form.getByRole('button', { name: 'Calculator' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
});

it('a control that is pressed twice before its script arrives keeps the focus, and opens once', async () => {
  const terminal = await Terminal.open(origin);
  const { page } = terminal;
  const { asked, arrive } = await holdScripts(page);
  const button = terminal.header.getByRole('button', { name: /Choose a contract or pair$/ });
  await button.dblclick();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
  arrive();
  await page.getByRole('dialog', { name: 'Choose a contract or pair' }).getByRole('combobox').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
});
