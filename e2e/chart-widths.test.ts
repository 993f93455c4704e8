import { expect, it } from 'vitest';
import { findings } from './support/axe.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal, type OpenOptions } from './support/terminal.ts';

const WIDTHS = [320, 390, 600, 768, 1_000, 1_280, 1_440, 1_920, 2_560];
const LANGUAGES = [
  { language: 'en-US', saveAs: 'Save as' },
  { language: 'de-DE', saveAs: 'Speichern unter' },
];
const LONG_NAME = 'Scalping of the London open with anchored VWAP';

async function openChart(language: string, options: OpenOptions = {}): Promise<Terminal> {
  const terminal = await Terminal.open(sharedServer(), {
    until: 'page',
    ...options,
    prepare: async ({ page }) => {
      await page.addInitScript((tag) => localStorage.setItem('tapedeck.language', tag), language);
    },
  });
  await terminal.chart.locator('[data-state="shown"]').waitFor();
  return terminal;
}

/** Marks every choice of a menu as a favourite: each of them is a button of the bar. */
async function starAll({ chart, page }: Terminal, button: string): Promise<void> {
  await chart.locator(button).click();
  await chart.getByRole('menu').waitFor();
  const unmarked = chart.locator('.chart-menu-side[aria-checked=false]');
  for (let left = await unmarked.count(); left > 0; left -= 1) await unmarked.first().click();
  await page.keyboard.press('Escape');
  await chart.getByRole('menu').waitFor({ state: 'detached' });
}

async function saveAs({ chart, page }: Terminal, choice: string): Promise<void> {
  await chart.locator('.chart-layout').click();
  await chart.getByRole('menuitem', { name: choice }).click();
  await chart.getByRole('dialog').getByRole('textbox').fill(LONG_NAME);
  await page.keyboard.press('Enter');
  await chart.locator('.chart-layout', { hasText: LONG_NAME }).waitFor();
}

/** Buttons of the bars that reach out of the chart or lie under something else, and bars with more than they have room for. */
const cutOff = ({ chart }: Terminal): Promise<readonly string[]> =>
  chart.locator('.chart').evaluate((root) =>
    [...root.querySelectorAll('.chart-toolbar, .chart-bottom')].flatMap((bar) => {
      const cut = [...bar.querySelectorAll('button')].filter((button) => {
        const { left, right, top, width, height } = button.getBoundingClientRect();
        const isOut = left < 0 || right > document.documentElement.clientWidth + 0.5;
        return width > 0 && (isOut || !button.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
      });
      const names = cut.map((button) => button.title || button.textContent);
      return bar.scrollWidth > bar.clientWidth ? [...names, bar.className] : names;
    }),
  );

/** Names of the buttons in the bars, and of the choices that their menus hold. */
async function reachable({ chart, page }: Terminal): Promise<readonly string[]> {
  // A bar is fitted in the frame after its size has changed.
  await chart.locator('html').evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  const inBars = await chart
    .locator('.chart-toolbar button:visible, .chart-bottom button:visible')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent));
  const moved: string[] = [];
  for (const more of await chart.locator('.chart-more:visible').all()) {
    await more.click();
    await chart.getByRole('menu').waitFor();
    moved.push(...(await chart.locator('.chart-menu-label').allTextContents()));
    await page.keyboard.press('Escape');
    await chart.getByRole('menu').waitFor({ state: 'detached' });
  }
  return [...inBars, ...moved];
}

it.each(LANGUAGES)(
  'CHT-09 no button of the bars is cut off or out of reach at any width, in $language',
  async ({ language, saveAs: choice }) => {
    const terminal = await openChart(language);
    const { chart } = terminal;
    await starAll(terminal, '.chart-resolutions > button');
    await starAll(terminal, '.chart-series-kinds > button');
    await saveAs(terminal, choice);
    // Favourites have their menus.
    const all = await chart
      .locator('.chart-toolbar > button:not(.chart-more), .chart-bottom button:not(.chart-more)')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => !(button as HTMLButtonElement).disabled)
          .map((button) => button.getAttribute('aria-label') ?? button.textContent),
      );
    for (const width of WIDTHS) {
      await terminal.resize(width, 960);
      // The layouts for phones and desktops have a chart each.
      await chart.locator('[data-state="shown"]').waitFor();
      await expect.poll(() => cutOff(terminal), { message: `${width} pixels` }).toEqual([]);
      // A bar that is fitted again between the looks at its buttons and at its menu hides some from both.
      await expect
        .poll(
          async () => {
            const found = await reachable(terminal);
            return all.filter((name) => !found.includes(name));
          },
          { message: `${width} pixels` },
        )
        .toEqual([]);
    }
  },
);

it('CHT-09 buttons in the menu of a bar work as they do in the bar, by touch and by keys', async () => {
  const terminal = await openChart('en-US', { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true });
  const { chart, page } = terminal;
  const more = chart.locator('.chart-toolbar').getByRole('button', { name: 'More tools' });
  await more.tap();
  await chart.getByRole('menu', { name: 'More tools' }).waitFor();
  expect(await findings(page, { part: 'iframe[title="Financial Chart"]' })).toEqual([]);
  // A menu opens where its button was pressed.
  await chart.getByRole('menuitem', { name: 'Chart settings' }).tap();
  await chart.getByRole('menu', { name: 'Chart settings' }).waitFor();
  await page.keyboard.press('Escape');
  await chart.getByRole('menu').waitFor({ state: 'detached' });
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await chart.getByRole('menuitem', { name: 'Indicators' }).focus();
  await page.keyboard.press('Enter');
  await chart.getByRole('dialog', { name: 'Indicators' }).waitFor();
  await page.keyboard.press('Escape');
  await chart.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  const scale = chart.locator('.chart-bottom').getByRole('button', { name: 'More ranges and scales' });
  await scale.tap();
  await chart.getByRole('menuitemcheckbox', { name: 'Logarithmic' }).tap();
  await scale.tap();
  expect(await chart.getByRole('menuitemcheckbox', { name: 'Logarithmic' }).getAttribute('aria-checked')).toBe('true');
});
