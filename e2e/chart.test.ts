import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal, changes } from './support/terminal.ts';

const origin = sharedServer();

describe('chart', () => {
  it('CHT-01 is a frame titled "Financial Chart" whose candles move', async () => {
    const terminal = await Terminal.open(origin);
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    await changes(terminal.chart.locator('[data-field="close"]'));
    // The newest bar of the chart is the last price of the header.
    await expect
      .poll(async () => [await terminal.chart.locator('[data-field="close"]').textContent(), await terminal.lastPrice.textContent()])
      .toSatisfy(([close, last]: (string | null)[]) => close === last);
  });

  it('CHT-28 shows every resolution from the datafeed, and its bars agree with the server', async () => {
    const terminal = await Terminal.open(origin);
    for (const [name, resolution] of [
      ['1m', '1'],
      ['1h', '60'],
      ['1D', '1D'],
      ['1W', '1W'],
    ] as const) {
      await terminal.page.getByRole('group', { name: 'Resolution' }).getByRole('button', { name, exact: true }).click();
      const shown = terminal.chart.locator(`[data-resolution="${resolution}"][data-state="shown"]`);
      await shown.waitFor();
      const time = Number(await shown.locator('.chart-legend-values').getAttribute('data-time'));
      expect(time).toBeGreaterThan(0);
      const { rows } = (await terminal.api.get(`/contract/v5/market/candles?symbol=BTCUSDT&resolution=${resolution}&limit=3`)) as {
        rows: [number, ...string[]][];
      };
      expect(rows.map(([start]) => start)).toContain(time);
    }
  });

  it('CHT-10 candles in both themes: the frame follows the page', async () => {
    const terminal = await Terminal.open(origin);
    const theme = () => terminal.chart.locator('html').getAttribute('data-theme');
    const before = await theme();
    await terminal.page.getByRole('button', { name: /theme|dark|light/i }).click();
    await expect.poll(theme).not.toBe(before);
    expect(await theme()).toBe(await terminal.page.locator('html').getAttribute('data-theme'));
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });

  it('API-08 says that history could not be loaded, and loads it on request', async () => {
    let broken = true;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource/);
        await page.route('**/contract/v5/market/candles?*', (route) => (broken ? route.abort() : route.continue()));
      },
    });
    const retry = terminal.chart.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    broken = false;
    await retry.click();
    await terminal.chart.locator('[data-state="shown"]').waitFor();
  });

  it('CHT-01 comes when its script could not be fetched at first', async () => {
    let lost = 0;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource|ERR_/);
        await page.route('**/assets/src-*.js', (route) => {
          lost += 1;
          return lost === 1 ? route.abort('connectionreset') : route.continue();
        });
      },
    });
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    expect(lost).toBeGreaterThan(1);
  });

  it('what is made after the first view comes when its script could not be fetched at first', async () => {
    let lost = 0;
    const terminal = await Terminal.open(origin, {
      prepare: async ({ page, expectErrors }) => {
        expectErrors(/Failed to load resource|ERR_/);
        await page.route('**/assets/second-view-*.js', (route) => {
          lost += 1;
          return lost === 1 ? route.abort('connectionreset') : route.continue();
        });
      },
    });
    await terminal.page.getByRole('button', { name: /^Account of/ }).waitFor();
    await terminal.chart.locator('[data-state="shown"]').waitFor();
    expect(lost).toBeGreaterThan(1);
  });
});
