import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

type Sent = Record<string, unknown>;

/** Opens the page of a contract in a language, and keeps the orders that it sends. */
async function open(options: OpenOptions & { readonly language?: string } = {}): Promise<{ terminal: Terminal; sent: Sent[] }> {
  const sent: Sent[] = [];
  const { language = 'en', ...more } = options;
  const terminal = await Terminal.open(origin, {
    path: '/trade/usdt/ETHUSDT',
    ...more,
    prepare: async ({ page }) => {
      await page.addInitScript((tag) => localStorage.setItem('tapedeck.language', tag), language);
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/contract/v5/order/create') sent.push(request.postDataJSON() as Sent);
      });
    },
  });
  return { terminal, sent };
}

/** The text of the field after these keys. */
async function typed(field: Locator, keys: string): Promise<string> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(keys);
  return field.inputValue();
}

describe('numbers as people type them', () => {
  it('INP-01 HND-01 an order carries the number that was typed with a comma', async () => {
    const { terminal, sent } = await open();
    const { page, price, quantity } = terminal;
    await terminal.form.getByRole('tab', { name: 'Limit', exact: true }).click();
    expect(await typed(price, '61,5')).toBe('61.5');
    expect(await typed(price, '2.000,50')).toBe('2000.50');
    expect(await typed(price, '1,000.5')).toBe('1000.5');
    expect(await typed(quantity, '1,25')).toBe('1.25');
    await page.keyboard.press('Tab');
    await terminal.press('Buy / Long');
    await expect.poll(() => sent.at(-1)).toMatchObject({ price: '1000.50', qty: '1.25' });
    await terminal.api.post('/contract/v5/order/cancel-all', {});
  });

  it('INP-01 HND-01 a number that may be two is kept, explained, and not sent', async () => {
    const { terminal, sent } = await open();
    const { page, price, quantity } = terminal;
    expect(await typed(price, '1,234')).toBe('1,234');
    await quantity.fill('0.1');
    expect(await price.inputValue()).toBe('1,234');
    const words = terminal.form.getByRole('alert').filter({ hasText: '1,234' });
    await expect.poll(() => words.textContent()).toContain('point before decimals');
    await terminal.send('Buy / Long').click();
    await page.locator('[data-sonner-toast]').filter({ hasText: 'not clear' }).waitFor();
    await price.press('Enter');
    expect(sent).toEqual([]);
    await price.press('End');
    await price.press('Backspace');
    expect(await price.inputValue()).toBe('1.23');
    await expect.poll(() => words.count()).toBe(0);
  });

  it('INP-01 an input method, digits of other scripts and an on-screen keyboard', async () => {
    const { terminal } = await open();
    const { page, price } = terminal;
    await typed(price, '');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: '１２', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.imeSetComposition', { text: '１２３．４', selectionStart: 5, selectionEnd: 5 });
    expect(await price.inputValue()).toBe('１２３．４');
    await page.keyboard.insertText('１２３．４');
    await expect.poll(() => price.inputValue()).toBe('123.4');
    await typed(price, '');
    for (const character of '๑๒,๕') await page.keyboard.insertText(character);
    expect(await price.inputValue()).toBe('12.5');
    await typed(price, '5');
    await page.keyboard.insertText('1x2');
    expect(await price.inputValue()).toBe('5');
    await terminal.form.getByRole('alert').filter({ hasText: '1x2' }).waitFor();
  });

  it('INP-01 a dialog: leverage in German, where the comma is the decimal sign', async () => {
    const { terminal } = await open({ language: 'de-DE', until: 'page' });
    const { page } = terminal;
    const form = page.getByRole('form', { name: 'Orderformular' });
    const price = form.getByRole('textbox', { name: 'Preis', exact: true });
    expect(await typed(price, '61,23')).toBe('61.23');
    await form.getByRole('button', { name: /^Hebel: \d/ }).click();
    await page.getByRole('menuitem').last().click();
    const leverage = page.getByRole('dialog').getByRole('textbox', { name: 'Hebel' });
    expect(await typed(leverage, '2,5')).toBe('2.5');
  });

  it('INP-01 CHT-09 a field of the chart', async () => {
    const { terminal } = await open();
    await terminal.chart.locator('.chart-canvas').focus();
    await terminal.page.keyboard.press('Alt+a');
    const dialog = terminal.chart.getByRole('dialog');
    const value = dialog.getByLabel('Value', { exact: true });
    await typed(value, '61,234');
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect(await value.evaluate((field: HTMLInputElement) => field.validationMessage)).toContain('point before decimals');
    await value.press('Backspace');
    await value.blur();
    expect(await value.inputValue()).toBe('61.23');
  });

  it('INP-01 a composition keeps its keys', async () => {
    const { terminal } = await open();
    const { page } = terminal;
    await terminal.header.getByRole('button').first().click();
    const search = page.getByRole('combobox', { name: /Search/ });
    await search.fill('eth');
    const compose = (key: string) =>
      search.evaluate((field, name) => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: name, isComposing: true, bubbles: true, cancelable: true }));
      }, key);
    await compose('Enter');
    await compose('Escape');
    expect([await search.isVisible(), new URL(page.url()).pathname]).toEqual([true, '/trade/usdt/ETHUSDT']);
  });
});

describe('on a phone', () => {
  it('INP-01 fields are large enough not to be zoomed, with a minus where numbers may be below zero', async () => {
    const { terminal } = await open({ ...PHONE, path: '/trade/spread', until: 'page' });
    const { page } = terminal;
    await page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name: 'Trade', exact: true }).click();
    const price = page.getByRole('textbox', { name: 'Spread price' });
    await price.waitFor();
    expect(await price.getAttribute('inputmode')).toBe('text');
    expect(await typed(price, '-1,25')).toBe('-1.2');
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range]), textarea, select')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `${field.tagName} ${field.className}`),
    );
    expect(small).toEqual([]);
  });
});
