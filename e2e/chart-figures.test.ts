import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChartSite, type ChartSite } from './support/chart-site.ts';
import { sharedServer } from './support/shared.ts';
import { answerStill, button, dialog, pictured } from './support/still-chart.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();
let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
  answerStill(site);
});
afterAll(() => site.close());

const row = ({ chart }: Pick<Terminal, 'chart'>, name: string) => chart.locator('.chart-study', { hasText: name });

describe('figures of the market', () => {
  it('CHT-09 CHT-28 open interest and funding rate are indicators in panes of their own', async () => {
    const terminal = await Terminal.open(origin);
    const { chart, page } = terminal;
    await chart.locator('[data-state="shown"]').waitFor();
    const add = async (name: string): Promise<void> => {
      await chart.getByRole('button', { name: 'Indicators' }).click();
      await chart.getByRole('searchbox', { name: 'Search' }).fill(name);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    };
    await add('Open interest');
    await add('Funding rate');
    for (const name of ['OI', 'Funding'])
      await expect.poll(() => row(terminal, name).locator('.chart-study-values').textContent()).toMatch(/\d/);
    // The exchange remembers it.
    const { rows } = (await terminal.api.get('/contract/v5/market/open-interest?symbol=BTCUSDT')) as {
      readonly rows: readonly (readonly [number, string])[];
    };
    expect(Number(rows.at(-1)?.[1])).toBeGreaterThan(0);
    // An alert cannot watch what is not computed of bars.
    await row(terminal, 'OI').hover();
    await row(terminal, 'OI')
      .getByRole('button', { name: /^Chart settings/ })
      .waitFor();
    expect(
      await row(terminal, 'OI')
        .getByRole('button', { name: /^Create alert/ })
        .isVisible(),
    ).toBe(false);
  });

  it('CHT-28 a datafeed without them has no such indicators', async () => {
    const of = await pictured(site, 'dark');
    await button(of, 'Indicators').click();
    await dialog(of).getByRole('searchbox').fill('Open interest');
    await dialog(of).getByText('No name matches').waitFor();
    expect(
      await dialog(of)
        .getByRole('button', { name: /^Market data/ })
        .count(),
    ).toBe(0);
  });
});
