import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { button, choose, chooseKind, kind, named, openChart, saveAs } from './support/chart-layouts.ts';
import { openPage } from './support/guarded-page.ts';
import { tapMoved } from './support/moved-tool.ts';
import { sharedServer } from './support/shared.ts';

const origin = sharedServer();

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
    const terminal = await openChart(origin);
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
    const terminal = await openChart(origin);
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
    const terminal = await openChart(origin);
    const { chart, page } = terminal;
    await chooseKind(chart, 'Heikin Ashi');
    await saveAs(chart, 'Clouds');
    await button(chart).click();
    const downloading = page.waitForEvent('download');
    await chart.getByRole('menuitem', { name: 'Export to file' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Clouds.json');
    const file = await readFile(await download.path(), 'utf8');
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
    const terminal = await openChart(origin);
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
    const terminal = await openChart(origin);
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
    const terminal = await openChart(origin);
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
    const terminal = await openChart(origin);
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

  it('CHT-06 a layout that another tab renames or deletes keeps the changes of this one', async () => {
    const terminal = await openChart(origin);
    const { chart, page } = terminal;
    await saveAs(chart, 'Shared');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const theirs = other.frameLocator('iframe[title="Financial Chart"]');
    await theirs.locator('[data-state="shown"]').waitFor();
    await named(theirs, 'Shared');
    // Neither hears of the other.
    for (const each of [page, other]) {
      await each.evaluate(() => {
        const inner = document.querySelector<HTMLIFrameElement>('iframe[title="Financial Chart"]')?.contentWindow as
          typeof globalThis | undefined;
        if (inner !== undefined) inner.BroadcastChannel.prototype.postMessage = () => undefined;
      });
    }
    const stored = async () => Object.values(await records(page)).map(({ name, document }) => `${name}: ${document.kind}`);
    const conflict = theirs.getByText('Another window saved a different layout.');
    await choose(chart, 'Rename');
    await chart.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Renamed');
    await page.keyboard.press('Enter');
    await named(chart, 'Renamed');
    await chooseKind(theirs, 'Line');
    await conflict.waitFor();
    expect(await stored()).toEqual(['Renamed: candles']);
    await theirs.getByRole('button', { name: 'Use the other one' }).click();
    await named(theirs, 'Renamed');
    await kind(theirs, 'Candles');
    await choose(chart, 'All layouts');
    await chart.getByRole('button', { name: 'Delete layout: Renamed' }).click();
    await chart.getByRole('dialog', { name: 'Delete layout: Renamed' }).getByRole('button', { name: 'Delete layout' }).click();
    await named(chart, 'Automatic');
    expect(await stored()).toEqual([]);
    await chooseKind(theirs, 'Bars');
    await conflict.waitFor();
    expect(await stored()).toEqual([]);
    await theirs.getByRole('button', { name: 'Keep this one' }).click();
    await named(theirs, 'Renamed');
    expect(await stored()).toEqual(['Renamed: bars']);
    await other.close();
  });

  it('have a menu and dialogs for keyboard, screen reader and phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const terminal = await openChart(origin, { until: 'price', ...phone });
    const { chart, page } = terminal;
    const part = 'iframe[title="Financial Chart"]';
    await tapMoved(chart, /^Layout: Automatic/);
    await chart.getByRole('menuitem', { name: 'Save as', exact: true }).tap();
    await chart.getByRole('dialog', { name: 'Save as' }).getByLabel('Name').fill('Pocket');
    await page.keyboard.press('Enter');
    await chart.locator('.chart-layout', { hasText: 'Pocket' }).waitFor({ state: 'attached' });
    await tapMoved(chart, /^Layout: Pocket/);
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

it.each([
  ['a newer program made', 2, 'layouts'],
  ['another program made', 1, 'notes'],
] as const)('CHT-29 a database that %s leaves the chart without layouts, and is left as it is', async (_, version, store) => {
  const { page } = await openPage(origin);
  // The database is there before the chart is: only the server's page has that origin.
  await page.goto(`${origin}/theme.js`);
  await page.evaluate(
    ([made, name]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart', made);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(name));
        opening.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      }),
    [version, store] as const,
  );
  await page.goto(`${origin}/trade/usdt/BTCUSDT`);
  const chart = page.frameLocator('iframe[title="Financial Chart"]');
  await chart.locator('[data-state="shown"]').waitFor();
  await chooseKind(chart, 'Area');
  await chart.getByText(/^The layout is not saved/).waitFor();
  const found = await page.evaluate(
    () =>
      new Promise<readonly [number, readonly string[]]>((resolve) => {
        const opening = indexedDB.open('tapedeck-chart');
        opening.addEventListener('success', () => {
          const { result } = opening;
          result.close();
          resolve([result.version, [...result.objectStoreNames]]);
        });
      }),
  );
  expect(found).toEqual([version, [store]]);
});
