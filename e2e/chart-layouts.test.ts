import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openPage } from './support/guarded-page.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const origin = sharedServer();

async function openChart(options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(origin, options);
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

const button = (chart: FrameLocator) => chart.getByRole('button', { name: /^Layout: / });
const named = (chart: FrameLocator, name: string, state = 'Saved') =>
  chart.getByRole('button', { name: `Layout: ${name}. ${state}`, exact: true }).waitFor();
const kind = (chart: FrameLocator, name: string) => chart.getByRole('button', { name: `Chart type: ${name}`, exact: true }).waitFor();

async function choose(chart: FrameLocator, name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem'): Promise<void> {
  await button(chart).click();
  await chart.getByRole(role, { name: new RegExp(`^${name}`) }).click();
}

async function chooseKind(chart: FrameLocator, name: string): Promise<void> {
  await chart.getByRole('button', { name: /^Chart type/ }).click();
  await chart.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await kind(chart, name);
}

/** Saves what is on the chart under a name, by the menu. */
async function saveAs(chart: FrameLocator, name: string, opensWith?: string): Promise<void> {
  await choose(
    chart,
    (await button(chart).getAttribute('aria-label'))?.startsWith('Layout: Automatic') === true ? 'Save as' : 'Make a copy',
  );
  const dialog = chart.getByRole('dialog', { name: 'Save as' });
  await dialog.getByLabel('Name').fill(name);
  if (opensWith !== undefined) await dialog.getByRole('checkbox', { name: `Opens with ${opensWith}` }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await named(chart, name);
}

/** Records of the database by their key. */
const records = (page: Page): Promise<Readonly<Record<string, { readonly name?: string; readonly document: { readonly kind: string } }>>> =>
  page.evaluate(
    () =>
      new Promise<Record<string, { readonly document: { readonly kind: string } }>>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart');
        opening.addEventListener('success', () => {
          const found: Record<string, { readonly document: { readonly kind: string } }> = {};
          const reading = opening.result.transaction('layouts').objectStore('layouts').openCursor();
          reading.addEventListener('success', () => {
            const { result: cursor } = reading;
            if (cursor === null) {
              opening.result.close();
              resolve(found);
              return;
            }
            found[cursor.key as string] = cursor.value as { readonly document: { readonly kind: string } };
            cursor.continue();
          });
        });
      }),
  );

const putRecord = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    ([at, record]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('layouts', 'readwrite');
          writing.objectStore('layouts').put(record, at);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    [key, value] as const,
  );

describe('layouts', () => {
  it('CHT-06 are saved under a name, opened, renamed, copied and deleted, and come back after a reload', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await named(chart, 'Automatic');
    await chooseKind(chart, 'Area');
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Control+s');
    const dialog = chart.getByRole('dialog', { name: 'Save as' });
    await dialog.getByLabel('Name').fill('Scalping');
    await page.keyboard.press('Enter');
    await named(chart, 'Scalping');
    await chooseKind(chart, 'Bars');
    await chart.getByRole('group', { name: 'Resolution' }).getByRole('button', { name: '4h', exact: true }).click();
    await chart.locator('[data-resolution="240"][data-state="shown"]').waitFor();
    await named(chart, 'Scalping');
    await choose(chart, 'Automatic', 'menuitemcheckbox');
    await named(chart, 'Automatic');
    await kind(chart, 'Area');
    await chart.getByRole('group', { name: 'Resolution' }).getByRole('button', { name: '5m', exact: true }).click();
    // By the keyboard alone: a layout brings its interval back.
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('.');
    const all = chart.getByRole('dialog', { name: 'Layouts' });
    await all.getByRole('button', { name: 'Duplicate: Scalping' }).click();
    await all.getByRole('button', { name: 'Rename: Scalping (2)' }).click();
    const rename = chart.getByRole('dialog', { name: 'Rename' });
    await rename.getByLabel('Name').fill('Scalping');
    expect(await rename.getByLabel('Name').evaluate((field: HTMLInputElement) => field.validationMessage)).toContain('Another layout');
    await rename.getByLabel('Name').fill('Swing');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await all.getByRole('button', { name: 'Rename: Swing' }).waitFor();
    await all.getByRole('searchbox').fill('scal');
    await page.keyboard.press('Enter');
    await named(chart, 'Scalping');
    await kind(chart, 'Bars');
    await chart.locator('[data-resolution="240"][data-state="shown"]').waitFor();
    await page.reload();
    await named(chart, 'Scalping');
    await kind(chart, 'Bars');
    await choose(chart, 'All layouts');
    await all.getByRole('button', { name: 'Delete layout: Scalping' }).click();
    const question = chart.getByRole('dialog', { name: 'Delete layout: Scalping' });
    await question.getByText('Drawings: 0 · Indicators: 0').waitFor();
    await question.getByText('The chart then shows the automatic layout.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await all.getByRole('button', { name: 'Delete layout: Scalping' }).click();
    await question.getByRole('button', { name: 'Delete layout' }).click();
    await named(chart, 'Automatic');
    await kind(chart, 'Area');
    await all.getByRole('button', { name: 'Delete layout: Scalping' }).waitFor({ state: 'detached' });
    await all.getByRole('button', { name: 'Rename: Swing' }).waitFor();
  });

  it('CHT-06 a symbol opens its own layout, and the others share one', async () => {
    const terminal = await openChart();
    const { chart } = terminal;
    await chooseKind(chart, 'Line');
    await saveAs(chart, 'Bitcoin', 'BTCUSDT');
    await chooseKind(chart, 'Baseline');
    const change = async (ticker: string): Promise<void> => {
      await chart.getByRole('button', { name: /^Change symbol/ }).click();
      await chart.getByRole('searchbox').fill(ticker);
      await chart.locator('.chart-symbol-ticker').first().filter({ hasText: ticker }).click();
      await chart.locator(`[data-symbol="${ticker}"][data-state="shown"]`).waitFor();
    };
    await change('ETHUSDT');
    await named(chart, 'Automatic');
    await kind(chart, 'Line');
    // A layout of another symbol brings its symbol.
    await choose(chart, 'Bitcoin', 'menuitemcheckbox');
    await chart.locator('[data-symbol="BTCUSDT"][data-state="shown"]').waitFor();
    await named(chart, 'Bitcoin');
    await kind(chart, 'Baseline');
    await choose(chart, 'Opens with BTCUSDT', 'menuitemcheckbox');
    await change('ETHUSDT');
    await named(chart, 'Bitcoin');
  });

  it('CHT-06 a layout is exported to a file and imported from it; other files are refused and nothing changes', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await chooseKind(chart, 'Heikin Ashi');
    await saveAs(chart, 'Clouds');
    await button(chart).click();
    const downloading = page.waitForEvent('download');
    await chart.getByRole('menuitem', { name: 'Export to file' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Clouds.json');
    const saved = path.join(mkdtempSync(path.join(tmpdir(), 'chart-layout-')), 'layout.json');
    await download.saveAs(saved);
    const file = await readFile(saved, 'utf8');
    const take = async (content: string): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await choose(chart, 'Import from file');
      await (await choosing).setFiles({ name: 'layout.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    };
    const before = await records(page);
    const notice = chart.getByRole('dialog', { name: 'Layout', exact: true });
    for (const [content, words] of [
      [file.slice(0, -40), 'not a chart layout'],
      [file.replace('heikinAshi', 'pie'), 'not a chart layout'],
      [file.replace('"format": 1', '"format": 2'), 'newer version'],
    ] as const) {
      await take(content);
      await notice.getByRole('alert').filter({ hasText: words }).waitFor();
      await notice.getByRole('button', { name: 'OK' }).click();
    }
    expect(await records(page)).toEqual(before);
    await chooseKind(chart, 'Line');
    await take(file);
    await named(chart, 'Clouds (2)');
    await kind(chart, 'Heikin Ashi');
  });

  it('CHT-06 two tabs with one layout never overwrite each other', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await saveAs(chart, 'Shared');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const theirs = other.frameLocator('iframe[title="Financial Chart"]');
    await theirs.locator('[data-state="shown"]').waitFor();
    await named(theirs, 'Shared');
    await chooseKind(theirs, 'Area');
    await named(theirs, 'Shared');
    // A tab without changes of its own follows.
    await kind(chart, 'Area');
    // Both change it before either hears of the other.
    await page.evaluate(() => {
      const inner = document.querySelector<HTMLIFrameElement>('iframe[title="Financial Chart"]')?.contentWindow as
        typeof globalThis | undefined;
      if (inner !== undefined) inner.BroadcastChannel.prototype.postMessage = () => undefined;
    });
    const deaf = await records(page);
    expect(Object.keys(deaf)).toHaveLength(1);
    await chooseKind(chart, 'Bars');
    await named(chart, 'Shared');
    await chooseKind(theirs, 'Line');
    await theirs.getByText('Another window saved a different layout.').waitFor();
    expect(Object.values(await records(page)).map(({ document }) => document.kind)).toEqual(['bars']);
    await theirs.getByRole('button', { name: 'Keep this one' }).click();
    await named(theirs, 'Shared');
    expect(Object.values(await records(page)).map(({ document }) => document.kind)).toEqual(['line']);
    await other.close();
  });

  it('CHT-06 a page that crashes while it saves leaves the layout whole', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await chooseKind(chart, 'Area');
    await saveAs(chart, 'Before');
    const before = await records(page);
    await chooseKind(chart, 'Bars');
    // Within the 400 ms before the save: the renderer ends without a word to the page.
    const devtools = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // It is never answered.
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await next.goto(`${origin}/trade/usdt/BTCUSDT`);
    const again = next.frameLocator('iframe[title="Financial Chart"]');
    await again.locator('[data-state="shown"]').waitFor();
    await named(again, 'Before');
    const after = await records(next);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const [stored] = Object.values(after);
    // The last change may be on disk or not: nothing in between, and nothing else is different.
    expect(['area', 'bars']).toContain(stored?.document.kind);
    expect({ ...stored?.document, kind: 'area' }).toEqual(Object.values(before)[0]?.document);
    await again.getByRole('button', { name: /^Chart type: (Area|Bars)$/ }).waitFor();
    await next.close();
  });

  it('CHT-29 a full disk is told, nothing stored is lost, and the chart saves again when there is room', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await saveAs(chart, 'Full');
    const full = (isFull: boolean): Promise<void> =>
      page.evaluate((now) => {
        const inner = document.querySelector<HTMLIFrameElement>('iframe[title="Financial Chart"]')?.contentWindow as
          (typeof globalThis & { realPut?: typeof IDBObjectStore.prototype.put }) | null;
        if (inner === null) throw new Error('No frame');
        inner.realPut ??= inner.IDBObjectStore.prototype.put;
        inner.IDBObjectStore.prototype.put = now
          ? () => {
              throw new DOMException('full', 'QuotaExceededError');
            }
          : inner.realPut;
      }, isFull);
    await full(true);
    await chooseKind(chart, 'Area');
    await chart.getByText(/^The layout is not saved/).waitFor();
    await named(chart, 'Full', 'Not saved');
    expect(Object.values(await records(page))[0]?.document.kind).toBe('candles');
    await choose(chart, 'Make a copy');
    await chart.getByRole('dialog', { name: 'Save as' }).getByRole('button', { name: 'Save', exact: true }).click();
    await chart.getByRole('alert').filter({ hasText: 'cannot read or store' }).waitFor();
    await chart.getByRole('button', { name: 'OK' }).click();
    await full(false);
    await named(chart, 'Full');
    await chart.getByText(/^The layout is not saved/).waitFor({ state: 'hidden' });
    expect(Object.values(await records(page))[0]?.document.kind).toBe('area');
  });

  it('CHT-29 damaged and newer records cost nothing else', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    await saveAs(chart, 'Whole');
    const [key = ''] = Object.keys(await records(page));
    await putRecord(page, 'default', { revision: 'many', document: [] });
    await putRecord(page, 'layout:broken', { revision: 3, name: 'Broken', savedAt: 1, document: { format: 'x' } });
    await putRecord(page, 'layout:newer', { revision: 3, name: 'Newer', savedAt: 1, document: { format: 2 } });
    await putRecord(page, 'layout:garbage', 7);
    await page.reload();
    await named(chart, 'Whole');
    for (const [name, words] of [
      ['Broken', 'damaged'],
      ['Newer', 'newer version'],
    ] as const) {
      await choose(chart, name, 'menuitemcheckbox');
      await chart.getByRole('alert').filter({ hasText: words }).waitFor();
      await chart.getByRole('button', { name: 'OK' }).click();
    }
    await named(chart, 'Whole');
    await choose(chart, 'Automatic', 'menuitemcheckbox');
    await named(chart, 'Automatic');
    await chooseKind(chart, 'Line');
    await named(chart, 'Automatic');
    await expect.poll(async () => (await records(page))['default']?.document.kind).toBe('line');
    expect((await records(page))[key]?.document.kind).toBe('candles');
  });

  it('have a menu and dialogs for keyboard, screen reader and phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await openChart({ until: 'price', ...phone });
    const { chart, page } = terminal;
    const part = 'iframe[title="Financial Chart"]';
    await saveAs(chart, 'Pocket');
    await button(chart).tap();
    await chart.getByRole('menu', { name: 'Layout' }).waitFor();
    expect(await findings(page, { part })).toEqual([]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const all = chart.getByRole('dialog', { name: 'Layouts' });
    await all.getByRole('button', { name: 'Delete layout: Pocket' }).waitFor();
    expect(await findings(page, { part })).toEqual([]);
    const box = await all.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.width ?? 999) <= 390).toBe(true);
    await page.keyboard.press('Escape');
    await all.waitFor({ state: 'detached' });
  });
});

it('CHT-29 a page without a database shows the automatic layout and says that none can be read', async () => {
  const { page } = await openPage(origin);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.goto(`${origin}/trade/usdt/BTCUSDT`);
  const chart = page.frameLocator('iframe[title="Financial Chart"]');
  await chart.locator('[data-state="shown"]').waitFor();
  await choose(chart, 'All layouts');
  await chart.getByRole('status').filter({ hasText: 'cannot read or store' }).waitFor();
});

describe('favourites and templates', () => {
  it('CHT-25 chart types, resolutions, indicators and tools are starred, come first, and stay in every layout', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    const kinds = chart.getByRole('group', { name: 'Chart type' });
    const resolutions = chart.getByRole('group', { name: 'Resolution' });
    await kinds.getByRole('button', { name: 'Line', exact: true }).click();
    await kind(chart, 'Line');
    // By keyboard: to the star of the row, and further in the menu.
    await chart.getByRole('button', { name: /^Chart type/ }).press('Enter');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    expect(await chart.getByRole('menuitemcheckbox', { name: 'Favourite: Area' }).getAttribute('aria-checked')).toBe('true');
    await chart.getByRole('menuitemcheckbox', { name: 'Favourite: Line' }).click();
    await page.keyboard.press('Escape');
    await kinds.getByRole('button', { name: 'Area', exact: true }).waitFor();
    expect(await kinds.getByRole('button', { name: 'Line', exact: true }).count()).toBe(0);
    await chart.getByRole('button', { name: 'All resolutions' }).click();
    await chart.getByRole('menuitemcheckbox', { name: 'Favourite: 2h' }).click();
    await page.keyboard.press('Escape');
    await resolutions.getByRole('button', { name: '2h', exact: true }).click();
    await chart.locator('[data-resolution="120"][data-state="shown"]').waitFor();
    await chart
      .getByRole('toolbar', { name: 'Drawing tools' })
      .getByRole('button', { name: /^Shapes/ })
      .click();
    await chart.getByRole('menuitemcheckbox', { name: 'Favourite: Ellipse' }).click();
    await page.keyboard.press('Escape');
    await chart.getByRole('button', { name: 'Indicators' }).click();
    const picker = chart.getByRole('dialog', { name: 'Indicators' });
    await picker.getByRole('button', { name: 'Favourite: Keltner channels' }).click();
    await expect.poll(() => picker.locator('.chart-picker-list .chart-menu-label').first().textContent()).toBe('Keltner channels');
    await page.keyboard.press('Escape');
    await saveAs(chart, 'Another');
    await page.reload();
    await kinds.getByRole('button', { name: 'Area', exact: true }).waitFor();
    await resolutions.getByRole('button', { name: '2h', exact: true }).waitFor();
    const ellipse = chart.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Ellipse', exact: true });
    await ellipse.click();
    expect(await ellipse.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await findings(page, { part: 'iframe[title="Financial Chart"]' })).toEqual([]);
  });

  it('CHT-07 CHT-09 styles of drawings and of indicators are saved by name, applied and removed', async () => {
    const terminal = await openChart();
    const { chart, page } = terminal;
    const box = await chart.locator('.chart-canvas').boundingBox();
    await chart.locator('.chart-canvas').focus();
    await page.keyboard.press('Alt+h');
    await page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
    const bar = chart.getByRole('toolbar', { name: 'Horizontal line', exact: true });
    const width = (): Promise<string | null> => bar.getByRole('button', { name: /^Width/ }).textContent();
    await bar.getByRole('button', { name: /^Width/ }).click();
    expect(await width()).toBe('3 px');
    await bar.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Save as template' }).click();
    const naming = chart.getByRole('dialog', { name: 'Save as template' });
    await naming.getByLabel('Name').fill('Bold');
    await page.keyboard.press('Enter');
    await bar.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Restore the default style' }).click();
    await expect.poll(width).toBe('2 px');
    await bar.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Bold', exact: true }).click();
    await expect.poll(width).toBe('3 px');
    await bar.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Remove: Bold' }).click();
    await bar.getByRole('button', { name: 'Templates' }).click();
    const offered = (): Promise<string[]> => chart.getByRole('menuitem').allTextContents();
    await expect.poll(offered).toEqual(['Save as template', 'Restore the default style']);
    await page.keyboard.press('Escape');

    await chart.getByRole('button', { name: 'Indicators' }).click();
    await chart.getByRole('searchbox', { name: 'Search' }).fill('relative strength');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const open = async (name: string): Promise<void> => {
      await chart.locator('.chart-study').filter({ hasText: name }).hover();
      await chart.getByRole('button', { name: `Chart settings: ${name}` }).click();
    };
    await open('RSI 14');
    const dialog = chart.getByRole('dialog', { name: 'Relative strength index' });
    await dialog.getByRole('spinbutton', { name: 'Length' }).fill('7');
    await dialog.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Save as template' }).click();
    await naming.getByLabel('Name').fill('Fast');
    await page.keyboard.press('Enter');
    await naming.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await open('RSI 14');
    await dialog.getByRole('button', { name: 'Templates' }).click();
    await chart.getByRole('menuitem', { name: 'Fast', exact: true }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await chart.locator('.chart-study').filter({ hasText: 'RSI 7' }).waitFor();
  });
});
