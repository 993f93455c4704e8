import { describe, expect, it } from 'vitest';
import { openSymbol, priceIn, requestsOf } from './support/chart-lines.ts';

describe('a bracket on the chart', () => {
  it('CAL-03 plans a bracket sized by its risk, puts it into the form, and sends it once after asking', async () => {
    const terminal = await openSymbol('BNBUSDT');
    const { chart, page, api } = terminal;
    const created = requestsOf(terminal, '/order/create');
    const box = await chart.locator('.chart-canvas').boundingBox();
    if (box === null) throw new Error('No chart');
    const plan = async (): Promise<void> => {
      await page.mouse.move(box.x + 200, box.y + box.height - 150);
      await page.mouse.move(box.x + 220, box.y + box.height - 150);
      const plus = chart.locator('.chart-plus');
      await plus.hover();
      await plus.click();
      await chart.getByRole('menuitem', { name: 'Long bracket' }).click();
    };
    await plan();
    const bracket = chart.getByRole('region', { name: 'Long bracket' });
    const handle = (name: string) => bracket.getByRole('slider', { name });
    const price = async (name: string): Promise<number> => Number(await handle(name).getAttribute('aria-valuenow'));
    await handle('Entry').waitFor();
    await bracket.getByRole('textbox', { name: 'Risk' }).fill('100');
    await bracket.getByRole('combobox', { name: 'Unit of the risk' }).selectOption({ label: 'Amount' });
    const lossOf = async (): Promise<number> =>
      priceIn(/[\d.,]+/.exec((await handle('Stop').locator('.chart-bracket-words').textContent()) ?? '')?.[0] ?? null);
    // The first loss shown is still that of the risk before.
    await expect
      .poll(async () => {
        const loss = await lossOf();
        return loss > 90 && loss <= 100;
      })
      .toBe(true);

    // A stop that is dragged farther away makes the trade smaller, not the loss larger.
    const quantity = async (): Promise<number> =>
      priceIn(/Buy ([\d.,]+)/.exec((await handle('Entry').getAttribute('aria-valuetext')) ?? '')?.[1] ?? null);
    await expect.poll(quantity).toBeGreaterThan(0);
    const before = { quantity: await quantity(), stop: await price('Stop') };
    const grip = await handle('Stop').boundingBox();
    if (grip === null) throw new Error('No handle');
    await page.mouse.move(grip.x + grip.width - 10, grip.y);
    await page.mouse.down();
    // In one step: a quantity on the way would be smaller than before too, but not the last one.
    await page.mouse.move(grip.x + grip.width - 10, grip.y + 40);
    await page.mouse.up();
    // The handles follow with the next frame.
    await expect.poll(() => price('Stop')).toBeLessThan(before.stop);
    await expect.poll(quantity).toBeLessThan(before.quantity);
    await expect.poll(lossOf).toBeLessThanOrEqual(100);
    await handle('Target').focus();
    const target = await price('Target');
    await page.keyboard.press('PageUp');
    await expect.poll(() => price('Target')).toBeGreaterThan(target);
    const wanted = { entry: await price('Entry'), stop: await price('Stop'), target: await price('Target'), quantity: await quantity() };

    await bracket.getByRole('button', { name: 'To form' }).click();
    await bracket.waitFor({ state: 'detached' });
    expect(priceIn(await terminal.price.inputValue())).toBe(wanted.entry);
    expect(priceIn(await terminal.quantity.inputValue())).toBe(wanted.quantity);
    expect(created).toHaveLength(0);

    await plan();
    await bracket.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: /^Buy .* at/ });
    await question.getByText('Loss at the stop').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(created).toHaveLength(0);
    await bracket.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: 'Send' }).click();
    await bracket.waitFor({ state: 'detached' });
    expect(created).toHaveLength(1);
    const { list } = (await api.get('/contract/v5/order/list')) as { list: { symbol: string; takeProfit?: string; stopLoss?: string }[] };
    const [own] = list.filter(({ symbol }) => symbol === 'BNBUSDT');
    expect(JSON.stringify(own)).toMatch(/takeProfit.*stopLoss|stopLoss.*takeProfit/);
    await api.post('/contract/v5/order/cancel-all', { symbol: 'BNBUSDT' });
  });
});
