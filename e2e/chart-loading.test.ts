/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { openPage } from './support/guarded-page.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

/** A chart whose dialogs of these files arrive when they are released. */
async function openHeldBack(...files: readonly string[]) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const terminal = await Terminal.open(origin, {
    prepare: async ({ page }) => {
      for (const file of files) await page.route(`**/assets/${file}-*.js`, (route) => released.then(() => route.continue()));
    },
  });
  const { chart, page } = terminal;
  await chart.locator('[data-state="shown"]').waitFor();
  await chart.locator('.chart-canvas').focus();
  /** The code has come, and the chart has painted since. */
  const arrived = async (file: string): Promise<void> => {
    await expect
      .poll(() =>
        chart
          .locator('html')
          .evaluate((_, name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)), file),
      )
      .toBe(true);
    await chart.locator('html').evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  return { chart, page, release, arrived };
}

describe('dialogs whose code is on its way', () => {
  it('CHT-09 are called off by Escape, and the next press opens them', async () => {
    const { chart, page, release, arrived } = await openHeldBack('go-to-dialog');
    const dialog = chart.getByRole('dialog');
    const asked = page.waitForRequest(/go-to-dialog-.*\.js/);
    await page.keyboard.press('Alt+g');
    await asked;
    await page.keyboard.press('Escape');
    release();
    await arrived('/go-to-dialog-');
    expect(await dialog.count()).toBe(0);
    await page.keyboard.press('Alt+g');
    await chart.getByRole('dialog', { name: 'Go to' }).waitFor();
  });

  it('CHT-09 do not open over each other, however many keys are pressed at once', async () => {
    const files = ['interval-dialog', 'layout-controller', 'layouts-dialog', 'symbol-search', 'shortcuts-dialog'];
    const { chart, page, release, arrived } = await openHeldBack(...files);
    for (const key of [',', '.', '?', ',', '4', '5']) await page.keyboard.press(key);
    release();
    const dialog = chart.getByRole('dialog', { name: 'Change interval' });
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('45');
    await arrived('/shortcuts-dialog-');
    expect(await chart.getByRole('dialog').count()).toBe(1);
  });

  it('CHT-27 say that they do not come without a network, and come when they are asked for again', async () => {
    const { page, context, expectErrors } = await openPage(origin);
    expectErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.goto(`${origin}/trade/usdt/BTCUSDT`);
    const chart = page.frameLocator('iframe[title="Financial Chart"]');
    await chart.locator('[data-state="shown"]').waitFor();
    await context.setOffline(true);
    await chart.getByRole('button', { name: 'Indicators' }).click();
    const notice = chart.getByRole('alert').filter({ hasText: 'This part of the chart could not be loaded' });
    const again = notice.getByRole('button', { name: 'Try again' });
    await again.click();
    // Still offline: the notice comes back.
    await again.waitFor();
    expect(await findings(page, { part: 'iframe[title="Financial Chart"]' })).toEqual([]);
    await context.setOffline(false);
    await again.click();
    await chart.getByRole('dialog', { name: 'Indicators' }).waitFor();
    expect(await notice.count()).toBe(0);
  });
});
