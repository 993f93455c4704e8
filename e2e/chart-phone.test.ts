/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChartSite, type ChartSite } from './support/chart-site.ts';
import { PHONE, answerStill, button, chosen, dialog, pictured, type Pictured } from './support/still-chart.ts';

const SMALL = { ...PHONE, viewport: { width: 320, height: 640 } };

let site: ChartSite;
beforeAll(async () => {
  site = await openChartSite();
  answerStill(site);
});
afterAll(() => site.close());

const hints = ({ chart }: Pictured): Promise<boolean[]> =>
  chart.locator('.chart-menu-hint, .chart-key-hint').evaluateAll((all) => all.map((hint) => hint.checkVisibility()));

/** Opens the settings' menu, which has shortcuts, and tells whether they are visible. */
async function hintsOfMenu(of: Pictured, open: () => Promise<void>): Promise<boolean[]> {
  await open();
  await of.chart.getByRole('menu').waitFor();
  const shown = await hints(of);
  await of.page.keyboard.press('Escape');
  await of.chart.getByRole('menu').waitFor({ state: 'detached' });
  return shown;
}

describe('the chart under a finger', () => {
  it('CHT-07 shows no shortcuts, which a mouse and a keyboard have', async () => {
    const phone = await pictured(site, 'dark', PHONE);
    const onPhone = await hintsOfMenu(phone, async () => {
      await button(phone, 'More tools').tap();
      await phone.chart.getByRole('menuitem', { name: 'Chart settings' }).tap();
    });
    expect(onPhone.length).toBeGreaterThan(0);
    expect(new Set(onPhone)).toEqual(new Set([false]));
    await button(phone, 'Indicators').tap();
    await dialog(phone).waitFor();
    expect(await hints(phone)).toEqual([false]);
    const desk = await pictured(site, 'dark');
    const atDesk = await hintsOfMenu(desk, () => button(desk, 'Chart settings').click());
    expect(new Set(atDesk)).toEqual(new Set([true]));
    await button(desk, 'Indicators').click();
    await dialog(desk).waitFor();
    expect(await hints(desk)).toEqual([true]);
  });

  it('CHT-07 opens dialogs without the keyboard of the phone, and with the focus in them', async () => {
    const phone = await pictured(site, 'dark', PHONE);
    const focus = (): Promise<string> => dialog(phone).evaluate((open) => (document.activeElement === open ? 'dialog' : 'elsewhere'));
    await button(phone, 'Indicators').tap();
    await dialog(phone).waitFor();
    expect(await focus()).toBe('dialog');
    await phone.page.keyboard.press('Escape');
    await dialog(phone).waitFor({ state: 'detached' });
    await button(phone, /^Change symbol/).tap();
    await dialog(phone).waitFor();
    expect(await focus()).toBe('dialog');
    const desk = await pictured(site, 'dark');
    await chosen(desk, 'Go to');
    expect(await dialog(desk).evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });

  it('CHT-09 names the menus of both bars apart', async () => {
    const phone = await pictured(site, 'light', SMALL);
    // A bar is fitted a frame after its size is known.
    await expect
      .poll(() =>
        phone.chart.locator('.chart-more:visible').evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label'))),
      )
      .toEqual(['More tools', 'More ranges and scales']);
  });
});
