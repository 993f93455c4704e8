import { expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { ownServer } from './support/own-server.ts';
import { writeRecording } from './support/recording.ts';
import { Terminal, cell, number } from './support/terminal.ts';

/** Value and fee have no more than two decimals, so that the form shows them whole. */
const QUANTITY = '0.5';

/** A tape that passes the price of a resting order: it fills at its own price in every run, so the preview has one right answer. */
it.each([
  ['Buy / Long', 'falls', '59800', '10'],
  ['Sell / Short', 'rises', '60200', '25'],
] as const)(
  'CAL-01 %s: previews cost, value, margin, fee and liquidation price; fee and liquidation price are those of the fill',
  async (side, first, price, leverage) => {
    // The tape stands all but still until the order rests.
    const server = await ownServer('--replay', writeRecording(first).file, '--speed', '0.05');
    const terminal = await Terminal.open(server.url, {
      prepare: async ({ expectErrors }) => expectErrors(/WebSocket|Failed to load resource|ERR_/),
    });
    await terminal.setMarginMode('Isolated');
    await terminal.setLeverage(leverage);
    await terminal.form.getByRole('tab', { name: 'Limit' }).click();
    await terminal.price.fill(price);
    await terminal.quantity.fill(QUANTITY);
    const shown = (label: string) => terminal.preview(side, label);
    await shown('Liq. after').filter({ hasText: /\d/ }).waitFor();
    await terminal.allFigures();
    const [liquidation, fee] = [await number(shown('Liq. after')), await number(shown('Fee'))];
    expect(await shown('Liq. now').textContent()).not.toMatch(/\d/);
    for (const figure of [shown('Margin'), shown('Cost'), shown('Max'), terminal.formFigure('Value')]) {
      expect(await figure.textContent()).toMatch(/\d/);
    }
    await terminal.press(side);
    await (await terminal.openOrderRow('BTCUSDT')).waitFor();
    await server.restart('SIGTERM', '--speed', '30');
    await terminal.page.reload();
    await terminal.live();

    const row = await terminal.positionRow('BTCUSDT');
    await row.waitFor();
    await expect.poll(async () => units(((await cell(row, 'Qty').textContent()) ?? '').replace('-', ''))).toBe(units(QUANTITY));
    expect(await number(cell(row, 'Entry'))).toBe(units(price));
    expect(await number(cell(row, 'Liq.'))).toBe(liquidation);
    await expect.poll(async () => units(((await shown('Liq. now').textContent()) ?? '').replace(/^\D*$/, '0'))).toBe(liquidation);
    await terminal.tab(/^Order history/);
    const order = terminal.table('Order history').getByRole('row', { name: 'BTCUSDT' }).first();
    await order.waitFor();
    expect(await number(cell(order, 'Fee'))).toBe(fee);
  },
);
