import { describe, expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { kind, openChart, saveAs } from './support/chart-layouts.ts';
import { sharedServer } from './support/shared.ts';

const origin = sharedServer();

describe('favourites and templates', () => {
  it('CHT-25 chart types, resolutions, indicators and tools are starred, come first, and stay in every layout', async () => {
    // On narrower screens the favourites that no longer fit stand in their menus alone.
    const terminal = await openChart(origin, { viewport: { width: 1920, height: 1080 } });
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
    const terminal = await openChart(origin);
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
