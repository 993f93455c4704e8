// Time limit of this file: 240 s, since each of the languages opens the page on a desk and on a phone.
import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@tapedeck/i18n';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();
const TERMINAL = new URL('../apps/terminal/', import.meta.url);

/** Languages in the build; the language gate names missing texts. */
const SHIPPED = LANGUAGES.filter(({ tag }) => tag.startsWith('en') || existsSync(new URL(`languages/${tag}`, TERMINAL)));

/** The words of a namespace in a language, as the repository has them. */
function words(tag: string, namespace: string): Record<string, string> {
  const english = tag.startsWith('en');
  const folder = ['app', 'pages', 'platform', 'widgets'].includes(namespace) ? namespace : `features/${namespace}`;
  const file = english ? `src/${folder}/text.en.json` : `languages/${tag}/${namespace}.json`;
  return JSON.parse(readFileSync(new URL(file, TERMINAL), 'utf8')) as Record<string, string>;
}

const DESK = { width: 1600, height: 960 };
const PHONE = { width: 390, height: 844 };

/** Opens the trade page in a language that was chosen on an earlier visit, and keeps which files of texts it asks for. */
async function open(tag: string, viewport = DESK): Promise<{ terminal: Terminal; asked: string[] }> {
  const asked: string[] = [];
  const terminal = await Terminal.open(origin, {
    until: 'page',
    viewport,
    prepare: async ({ page }) => {
      await page.addInitScript((language) => localStorage.setItem('tapedeck.language', language), tag);
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/i18n/')) asked.push(pathname + search);
      });
    },
  });
  const { trade = '', sections = '' } = words(tag, 'pages');
  if (viewport === PHONE)
    await terminal.page.getByRole('tablist', { name: sections }).getByRole('tab', { name: trade, exact: true }).click();
  await terminal.page.getByRole('form', { name: words(tag, 'order-form')['region'] ?? '' }).waitFor();
  return { terminal, asked };
}

/** Names of controls whose text is cut off, or stands outside its control. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('button, [role=tab], label, legend, th, h1, h2, h3, dt');
    const isCut = (control: HTMLElement): boolean => {
      const box = control.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || control.clientWidth === 0) return false;
      if (getComputedStyle(control).clipPath !== 'none') return false;
      if (control.scrollWidth <= control.clientWidth + 1) return false;
      // The shade beside a column that stays in sight counts as its content, too.
      const range = document.createRange();
      range.selectNodeContents(control);
      const text = range.getBoundingClientRect();
      return text.right > box.right + 1 || text.left < box.left - 1;
    };
    return [...controls].filter(isCut).map((control) => `${control.tagName}: ${control.innerText.trim() || control.ariaLabel || ''}`);
  });

/** Pieces of text in the order form that lie over each other. */
const overlapping = (page: Page, form: string): Promise<string[]> =>
  page.getByRole('form', { name: form }).evaluate((root) => {
    const pieces: { readonly text: string; readonly box: DOMRect }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const owner = node.parentElement;
      if (text === '' || owner?.checkVisibility({ visibilityProperty: true }) !== true || owner.offsetWidth < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) pieces.push({ text, box });
    }
    const over = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    return pieces.flatMap((one, at) =>
      pieces.slice(at + 1).flatMap((other) => (one.text !== other.text && over(one.box, other.box) ? [`${one.text} / ${other.text}`] : [])),
    );
  });

/** A key without a text shows as itself, like `issue.slTips1`. */
const rawKeys = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText()).split(/\s+/).filter((word) => /^[a-z][A-Za-z]+\.[a-z][A-Za-z.]+$/.test(word));

/** How the language writes a price. */
function pricePattern(tag: string): RegExp {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn', minimumFractionDigits: 1 }).formatToParts(12_345.5);
  const mark = (type: string): string =>
    `\\u${(parts.find((part) => part.type === type)?.value ?? '').charCodeAt(0).toString(16).padStart(4, '0')}`;
  return new RegExp(`^\\d{2,3}${mark('group')}\\d{3}${mark('decimal')}\\d+$`, 'u');
}

describe.each(SHIPPED.map(({ tag }) => tag))('the trade page in %s', (tag) => {
  it('I18-01 I18-02 WSP-08 loads its own texts alone, names its language, and writes numbers its own way', async () => {
    const { terminal, asked } = await open(tag);
    const { page } = terminal;
    expect(await page.locator('html').getAttribute('lang')).toBe(tag);
    const own = tag.startsWith('en')
      ? []
      : asked.filter((address) => new RegExp(`^/i18n/[a-z-]+/${tag}\\.production\\.json\\?v=1$`).test(address));
    expect(asked).toEqual(own);
    expect(own.length).toBe(tag.startsWith('en') ? 0 : new Set(own).size);
    const { region = '', last = '' } = words(tag, 'symbol-header');
    const price = page.getByRole('region', { name: region, exact: true }).getByLabel(last, { exact: true });
    await expect.poll(() => price.textContent()).toMatch(pricePattern(tag));
  });

  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('I18-01 on a %s no text is cut off, lies over another, or is a key', async (_where, viewport) => {
    const { terminal } = await open(tag, viewport);
    const { page } = terminal;
    const form = words(tag, 'order-form')['region'] ?? '';
    const { limit = '', market = '' } = words(tag, 'platform');
    for (const type of [limit, market]) {
      await page.getByRole('form', { name: form }).getByRole('tab', { name: type, exact: true }).click();
      expect(await clipped(page), type).toEqual([]);
      expect(await overlapping(page, form), type).toEqual([]);
    }
    expect(await rawKeys(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  });
});

describe('the language menu', () => {
  const menu = (page: Page) => page.getByRole('button', { name: /^Language: / });

  it('I18-01 lists every language in its own words, and is walked by keys', async () => {
    const { terminal } = await open('en');
    const { page } = terminal;
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(SHIPPED.map(({ name }) => name));
    expect(await page.getByRole('menuitem', { name: 'English', exact: true }).getAttribute('aria-current')).toBe('true');
    await page.getByRole('menuitem', { name: 'English (Hong Kong)' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-HK');
    expect(await page.evaluate(() => localStorage.getItem('tapedeck.language'))).toBe('en-HK');
  });

  it.runIf(SHIPPED.length > 2)('I18-02 a language that cannot be loaded leaves the one on screen, and says so', async () => {
    const { terminal } = await open('en');
    const { page, guarded } = terminal;
    const other = SHIPPED.find(({ only, tag }) => only === undefined && tag !== 'en');
    guarded.expectErrors(/Failed to load resource/);
    await page.route('**/i18n/**', (route) => route.fulfill({ status: 503, body: '' }));
    await menu(page).click();
    await page.getByRole('menuitem', { name: other?.name ?? '', exact: true }).click();
    await page.getByText(`${other?.name ?? ''} could not be loaded`).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.unroute('**/i18n/**');
    await menu(page).click();
    await page.getByRole('menuitem', { name: other?.name ?? '', exact: true }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(other?.tag);
    await terminal.chart
      .locator(`html[lang="${other?.tag ?? ''}"], [data-state="shown"]`)
      .first()
      .waitFor();
  });
});
