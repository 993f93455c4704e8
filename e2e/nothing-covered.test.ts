/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './support/server.ts';
import { tapSockets, type SocketTap } from './support/sockets.ts';
import { Terminal } from './support/terminal.ts';

const PHONE = { hasTouch: true, isMobile: true, until: 'price' } as const;

/** Texts within `part` that lie under its badge. */
const textsUnderBadge = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const badge = root.querySelector('[role=status]');
    if (badge === null) throw new Error('There is no badge.');
    const b = badge.getBoundingClientRect();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const under: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const scroll = node.parentElement?.closest('[tabindex]')?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      const a = range.getBoundingClientRect();
      const bottom = Math.min(a.bottom, scroll?.bottom ?? Infinity);
      const right = Math.min(a.right, scroll?.right ?? Infinity);
      const meets = a.left < b.right && b.left < right && a.top < b.bottom && b.top < bottom;
      const isVisible = node.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
      if (meets && isVisible && !badge.contains(node)) under.push(node.textContent ?? '');
    }
    return under;
  });

describe('what lies over figures', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer('--seed', '4398');
    return () => server.stop();
  });

  /** A terminal whose market falls silent once `silence` is called. */
  async function silenced(options: Parameters<typeof Terminal.open>[1]): Promise<{ terminal: Terminal; silence: () => void }> {
    let tap: SocketTap | undefined;
    const terminal = await Terminal.open(server.url, {
      ...options,
      prepare: async ({ page }) => {
        tap = await tapSockets(page, '/realtime');
      },
    });
    // Heartbeats go through: without them the connection would be given up, and its badge is another one.
    return { terminal, silence: () => tap?.onServer((message) => (message.includes('"topic"') ? 'drop' : 'pass')) };
  }

  it('MKT-08 the badge of stale trades covers none of them', async () => {
    const { terminal, silence } = await silenced({});
    await terminal.tab(/^Trades$/);
    const panel = terminal.page.getByRole('tabpanel', { name: 'Trades' });
    await panel.locator('tbody tr').nth(30).waitFor({ state: 'attached' });
    silence();
    await panel.getByText('Stale').waitFor();
    expect(await textsUnderBadge(panel)).toEqual([]);
  });

  it.each([320, 390])(
    'MKT-04 MKT-08 WSP-06 a phone %i pixels wide shows the whole last price, and no figure under the badge',
    async (width) => {
      const { terminal, silence } = await silenced({ ...PHONE, viewport: { width, height: 640 } });
      const { header, lastPrice } = terminal;
      const price = await lastPrice.boundingBox();
      expect((price?.x ?? width) + (price?.width ?? width)).toBeLessThanOrEqual(width);
      const before = await header.locator('dl').boundingBox();
      silence();
      const badge = header.getByText('Stale');
      await badge.waitFor();
      expect(await textsUnderBadge(header)).toEqual([]);
      expect(await header.locator('dl').boundingBox()).toEqual(before);
      const place = await badge.boundingBox();
      expect((place?.x ?? width) + (place?.width ?? width)).toBeLessThanOrEqual(width);
    },
  );

  it('MKT-07 WSP-06 on a narrow phone, every fact of an option stands on one line', async () => {
    const terminal = await Terminal.open(server.url, {
      ...PHONE,
      viewport: { width: 320, height: 640 },
      path: '/trade/option/usdc/BTC',
      until: 'page',
    });
    await terminal.page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name: 'Trade', exact: true }).click();
    const values = terminal.page.getByRole('region', { name: 'Option' }).locator('dl > div');
    await values.last().filter({ hasText: /\d/ }).waitFor();
    const heights = await values.evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(new Set(heights).size).toBe(1);
  });

  it('HND-02 a list of positions to close that goes on below its edge fades out there, and ends in full', async () => {
    const terminal = await Terminal.open(server.url);
    for (const [symbol, qty] of [
      ['ETHUSDT', '0.5'],
      ['SOLUSDT', '3'],
      ['BTCUSDT', '0.01'],
    ] as const) {
      await terminal.api.post('/contract/v5/order/create', { symbol, side: 'Buy', orderType: 'Market', qty });
      await (await terminal.positionRow(symbol)).waitFor();
    }
    await terminal.page.getByRole('button', { name: 'Close all', exact: true }).click();
    const dialog = terminal.page.getByRole('dialog');
    const last = dialog.getByRole('group').last();
    const list = dialog.getByRole('group').first().locator('..');
    const fade = () =>
      list.evaluate((element) => {
        const { content, position, height } = getComputedStyle(element, '::after');
        const left = element.scrollHeight - element.clientHeight - element.scrollTop;
        return { isThere: content !== 'none' && position === 'sticky', height: Number.parseFloat(height), left };
      });
    // The figures of the positions may arrive after the dialog, and make its list longer.
    await expect.poll(async () => (await fade()).left).toBeGreaterThan(0);
    const seen = await fade();
    expect(seen.isThere).toBe(true);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const [end, edge] = [await last.boundingBox(), await list.boundingBox()];
    // The fade's overlap with the gap is in the flow: at the end it lies below the last position.
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((edge?.y ?? 0) + (edge?.height ?? 0) - seen.height + 1);
  });
});
