import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from './support/guarded-page.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();

const sentence = (page: Page) => page.getByText('Tapedeck has not started');

/** Lets the time pass that a page may take to start. */
const passTime = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

describe('a page whose scripts do not arrive', () => {
  it('OPS-05 below a path it says after a while that it needs a host name of its own', async () => {
    const { page, expectErrors } = await openPage(origin);
    expectErrors(/Failed to load resource|WebSocket connection/);
    // A proxy that hands /desk/... on as /...: scripts asked from the root of the host belong to another site.
    await page.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (!pathname.startsWith('/desk/')) return route.fulfill({ status: 404 });
      return route.fulfill({ response: await route.fetch({ url: origin + pathname.replace('/desk', '') }) });
    });
    await page.goto(`${origin}/desk/`);
    await sentence(page).waitFor({ state: 'attached' });
    expect(await sentence(page).isVisible()).toBe(false);
    await passTime(page);
    expect(await sentence(page).isVisible()).toBe(true);
    expect(await sentence(page).textContent()).toContain('own host name or port');
  });

  it('OPS-05 without JavaScript it says so at once', async () => {
    const { page } = await openPage(origin, { javaScriptEnabled: false });
    await page.goto(origin);
    await sentence(page).waitFor();
  });

  it('a page that starts shows nothing of it', async () => {
    const { page } = await Terminal.open(origin);
    expect(await sentence(page).count()).toBe(0);
  });
});
