import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

/** A keyboard that covers the window without resizing it, as on iOS: only the visual viewport tells of it. */

const origin = sharedServer();
const HEIGHT = 844;
const COVERED = 394;
const SEEN = HEIGHT - COVERED;
const PHONE = {
  viewport: { width: 390, height: HEIGHT },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
  until: 'price',
} as const;

async function openPhone(): Promise<Terminal> {
  const terminal = await Terminal.open(origin, {
    ...PHONE,
    prepare: async ({ page }) => {
      await page.addInitScript(() => {
        const seen = Object.assign(new EventTarget(), { width: innerWidth, height: innerHeight, offsetLeft: 0, offsetTop: 0, scale: 1 });
        Object.defineProperty(window, 'visualViewport', { value: seen });
      });
    },
  });
  await terminal.page.getByRole('tab', { name: 'Trade', exact: true }).click();
  return terminal;
}

/** The visible part of the window becomes this. */
const see = (page: Page, height: number, offsetTop = 0): Promise<void> =>
  page.evaluate(
    (part) => {
      Object.assign(window.visualViewport ?? {}, part);
      window.visualViewport?.dispatchEvent(new Event('resize'));
    },
    { height, offsetTop },
  );

/** Top and bottom edge in the window. */
async function edges(element: Locator): Promise<readonly [number, number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown.');
  return [box.y, box.y + box.height];
}

async function expectSeen(element: Locator, from = 0, to = SEEN): Promise<void> {
  const [top, bottom] = await edges(element);
  expect(top).toBeGreaterThanOrEqual(from);
  expect(bottom).toBeLessThanOrEqual(to);
}

describe('a keyboard over a dialog', () => {
  it('leaves the field and the button of the leverage in sight, and the dialog returns afterwards', async () => {
    const terminal = await openPhone();
    const { page, form } = terminal;
    await form.getByRole('button', { name: /^Leverage: \d/ }).click();
    await page.getByRole('menuitem', { name: 'Customise…' }).click();
    const dialog = page.getByRole('dialog');
    const before = await edges(dialog);
    await dialog.getByRole('textbox', { name: 'Leverage' }).click();
    await see(page, SEEN);
    await expectSeen(dialog);
    await expectSeen(dialog.getByRole('textbox', { name: 'Leverage' }));
    await expectSeen(dialog.getByRole('button', { name: 'Confirm' }));
    // The browser pans to a field.
    await see(page, SEEN, 120);
    await expectSeen(dialog.getByRole('button', { name: 'Confirm' }), 120, 120 + SEEN);
    await see(page, HEIGHT);
    expect(await edges(dialog)).toEqual(before);
  });

  it('leaves every field of the calculator in sight that is typed into', async () => {
    const terminal = await openPhone();
    const { page, form } = terminal;
    await form.getByRole('button', { name: 'Calculator' }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Leverage', 'Entry price', 'Quantity', 'Exit price']) {
      const field = dialog.getByRole('textbox', { name, exact: true });
      await field.click();
      await see(page, SEEN);
      await expectSeen(field);
      await see(page, HEIGHT);
    }
  });
});
