import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

/** Pages that a browser translates: it replaces each text by elements of its own, and again after each change. */

/** Its own account: a position and a leverage stay. */
let origin = '';
beforeAll(async () => {
  const server = await startServer('--seed', '4412');
  origin = server.url;
  return () => server.stop();
});

/** Does to the page what a translator does. Returns when every text of the moment is replaced. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const done = new WeakSet<Node>();
    const KEPT = 'script, style, textarea, svg, [translate="no"]';
    const replace = (text: Node): void => {
      const parent = text.parentElement;
      if (done.has(text) || parent === null || parent.closest(KEPT) !== null || text.textContent?.trim() === '') return;
      const copy = document.createTextNode(text.textContent ?? '');
      done.add(copy);
      const outer = document.createElement('ins');
      outer.appendChild(document.createElement('ins')).append(copy);
      parent.replaceChild(outer, text);
    };
    const replaceAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode);
      for (const text of texts) replace(text);
    };
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.nodeType === Node.TEXT_NODE) replace(node);
          else replaceAll(node);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

/** Texts that React holds and writes into, though a translator may have replaced them; punctuation and spaces do not change. */
const heldTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const held: string[] = [];
    while (walker.nextNode() !== null) {
      const { currentNode: text } = walker;
      const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
      if (isHeld && text.parentElement?.closest('[translate="no"]') === null && /[\p{L}\p{N}]/u.test(text.textContent ?? ''))
        held.push(text.parentElement?.textContent ?? '');
    }
    return held;
  });

describe('a page that the browser translates', () => {
  it('LEV-04 the leverage on its button changes, and so do all other figures', async () => {
    const terminal = await Terminal.open(origin);
    const { page, form } = terminal;
    await translate(page);
    const button = form.getByRole('button', { name: /^Leverage: / });
    for (const leverage of ['17', '23']) {
      await terminal.api.post('/contract/v5/position/set-leverage', { symbol: 'BTCUSDT', buyLeverage: leverage, sellLeverage: leverage });
      await expect.poll(() => button.textContent()).toContain(`${leverage}x`);
    }
    const first = await terminal.lastPrice.textContent();
    await expect.poll(() => terminal.lastPrice.textContent()).not.toBe(first);
    await form.getByRole('tab', { name: 'Market', exact: true }).click();
    await form.getByRole('tab', { name: 'Limit', exact: true }).click();
    await terminal.price.waitFor();
  });

  it('no element holds a changing text beside another one', async () => {
    const terminal = await Terminal.open(origin);
    const { page } = terminal;
    await terminal.api.post('/contract/v5/order/create', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' });
    for (const name of ['Order history', 'Trade history', 'Transactions', 'Positions']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('table', { name }).locator('tbody').getByRole('row').first().waitFor();
      expect([name, await heldTexts(page)]).toEqual([name, []]);
    }
    for (const path of [
      '/trade/spot/BTC/USDT',
      '/trade/option/usdc/BTC',
      '/trade/inverse/BTCUSD',
      '/trade/spread',
      '/copy-trading',
      '/settings/api-keys',
    ]) {
      await terminal.visit(path);
      await page.getByRole('main').waitFor();
      expect([path, await heldTexts(page)]).toEqual([path, []]);
    }
  });
});
