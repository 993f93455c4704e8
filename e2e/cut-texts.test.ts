// Time limit of this file: 400 s, since each language opens each page at several widths.
/// <reference lib="dom" />
import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@tapedeck/i18n';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { Terminal } from './support/terminal.ts';

const TERMINAL = new URL('../apps/terminal/', import.meta.url);
const WIDTHS = [1440, 1280, 1152, 1024];
const PAGES = ['/trade/usdt/BTCUSDT', '/trade/spot/BTC/USDT', '/trade/option/usdc/BTC', '/trade/spread'];
const SHIPPED = LANGUAGES.map(({ tag }) => tag).filter((tag) => existsSync(new URL(`languages/${tag}`, TERMINAL)));

function word(tag: string, namespace: string, key: string): string {
  const folder = namespace === 'platform' ? namespace : `features/${namespace}`;
  const file = tag === 'en' ? `src/${folder}/text.en.json` : `languages/${tag}/${namespace}.json`;
  return (JSON.parse(readFileSync(new URL(file, TERMINAL), 'utf8')) as Record<string, string>)[key] ?? '';
}

/**
 * In the page: texts that an edge cuts without an ellipsis and a title, buttons that leave their parent, and parts that
 * go on beside their edge without fading out there.
 */
function findCut(): string[] {
  const found = new Set<string>();
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const called = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 50)}"`;
  const isOutside = (part: DOMRect, whole: DOMRect): boolean => part.right > whole.right + 1 || part.left < whole.left - 1;
  const textBox = (node: Node): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(node);
    // A control that is placed beside this one is no part of its text.
    const last = node instanceof Element ? node.lastElementChild : null;
    if (last !== null && getComputedStyle(last).position === 'absolute') range.setEndBefore(last);
    return range.getBoundingClientRect();
  };
  /** The nearest element that cuts or scrolls its content. */
  const edgeOf = (from: Element): Element | undefined => {
    for (let at: Element | null = from; at !== null && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return at;
    }
    return undefined;
  };
  const isCut = (owner: Element, text: DOMRect): boolean => {
    const edge = edgeOf(owner);
    if (edge === undefined) return text.right > window.innerWidth + 1 || text.left < -1;
    const { overflowX, textOverflow } = getComputedStyle(edge);
    // A box of a pixel holds what is only read out.
    if (overflowX === 'auto' || overflowX === 'scroll' || edge.clientWidth < 3) return false;
    if (!isOutside(text, edge.getBoundingClientRect())) return false;
    return textOverflow !== 'ellipsis' || owner.closest('[title]') === null;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || (node.textContent ?? '').trim() === '' || !isSeen(owner)) continue;
    const text = textBox(node);
    if (text.width > 0 && isCut(owner, text)) found.add(`cut: ${called(owner)}`);
  }
  for (const control of document.querySelectorAll('button, a, [role=tab], th, dt, label')) {
    const box = control.getBoundingClientRect();
    if (!isSeen(control) || box.width < 3) continue;
    const text = textBox(control);
    if (text.width > 0 && getComputedStyle(control).overflowX === 'visible' && isOutside(text, box))
      found.add(`overflows: ${called(control)}`);
    const parent = control.parentElement;
    if (parent === null || !control.matches('button, a') || getComputedStyle(control).position !== 'static') continue;
    const edge = edgeOf(parent);
    if (edge !== undefined && getComputedStyle(edge).overflowX === 'auto') continue;
    const room = parent.getBoundingClientRect();
    // A control may reach into the padding that its own margin cancels.
    const start = Math.min(0, Number.parseFloat(getComputedStyle(control).marginInlineStart));
    const end = Math.min(0, Number.parseFloat(getComputedStyle(control).marginInlineEnd));
    if (isOutside(box, new DOMRect(room.x + start, room.y, room.width - start - end, room.height)))
      found.add(`leaves its place: ${called(control)}`);
  }
  for (const row of document.querySelectorAll('body *')) {
    if (row.scrollWidth <= row.clientWidth + 1 || !isSeen(row)) continue;
    const { overflowX, maskImage } = getComputedStyle(row);
    const fades = maskImage !== 'none' || row.matches('[data-hidden-columns]');
    if (overflowX === 'auto' && !fades) found.add(`goes on unseen: ${called(row)}`);
  }
  const header = document.querySelector('header');
  for (const item of header?.querySelectorAll('a, button') ?? []) {
    const box = item.getBoundingClientRect();
    if (isSeen(item) && (box.right > window.innerWidth || box.left < 0)) found.add(`out of view: ${called(item)}`);
  }
  return [...found];
}

/** Waits for the fonts, in whose place broader ones stand meanwhile, for the layout of a frame, and for what observers of sizes change in the next. */
function laidOut(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

/** In the page: figures of the symbol and heads of the book whose words end in an ellipsis. */
function findShortened(): string[] {
  return [...document.querySelectorAll<HTMLElement>('dt[title], [data-freshness] span[title]')]
    .filter((label) => label.checkVisibility() && (label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight + 2))
    .map((label) => label.textContent);
}

describe('texts at the widths of laptops', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4399');
    const { api, page } = await Terminal.open(server.url);
    // Rows with all their buttons.
    for (const order of [
      { symbol: 'BTCUSDT', orderType: 'Market', qty: '0.05' },
      { symbol: 'ETHUSDT', orderType: 'Market', qty: '0.5' },
      { symbol: 'BTCUSDT', orderType: 'Limit', qty: '0.01', price: '1000' },
    ]) {
      await api.post('/contract/v5/order/create', { side: 'Buy', ...order });
    }
    await page.context().close();
    return () => server.stop();
  });

  it.each(['en', ...SHIPPED])('I18-01 WSP-06 in %s, no text is cut, no button leaves its place, and no row goes on unseen', async (tag) => {
    for (const path of PAGES) {
      const terminal = await Terminal.open(server.url, {
        path,
        until: 'page',
        viewport: { width: WIDTHS[0] ?? 0, height: 800 },
        prepare: async ({ page }) => {
          await page.addInitScript((language) => localStorage.setItem('tapedeck.language', language), tag);
        },
      });
      const { page } = terminal;
      await terminal.connected();
      await page.getByRole('tab', { name: /\(2\)$/ }).waitFor();
      // The rows load on demand; their table has looked at its edges once it says which columns are hidden.
      await page.locator('[data-hidden-columns]').first().waitFor({ state: 'attached' });
      for (const width of WIDTHS) {
        await terminal.resize(width, 800);
        await laidOut(page);
        expect(await page.evaluate(findCut), `${path} at ${width}`).toEqual([]);
      }
      if (path === PAGES[0]) {
        await page.getByRole('tab', { name: word(tag, 'platform', 'market'), exact: true }).click();
        await page
          .getByRole('tab', { name: /\(1\)$/ })
          .first()
          .click();
        await page.getByRole('table', { name: word(tag, 'orders', 'openTable') }).waitFor();
        await laidOut(page);
        expect(await page.evaluate(findCut), `a market order and open orders`).toEqual([]);
      }
      await page.context().close();
    }
  });

  it.each(['ru-RU', 'de-DE'])('I18-01 WSP-06 in %s, a small laptop shows the figures and the heads of the book in full', async (tag) => {
    const terminal = await Terminal.open(server.url, {
      until: 'page',
      viewport: { width: 1152, height: 800 },
      prepare: async ({ page }) => {
        await page.addInitScript((language) => localStorage.setItem('tapedeck.language', language), tag);
      },
    });
    await terminal.connected();
    const { page } = terminal;
    await page.getByText(word(tag, 'symbol-header', 'high24h'), { exact: true }).waitFor();
    await laidOut(page);
    expect(await page.evaluate(findShortened)).toEqual([]);
  });
});
