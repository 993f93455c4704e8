import { beforeEach, describe, expect, it } from 'vitest';
import { units } from './support/numbers.ts';
import { sharedServer } from './support/shared.ts';
import { Terminal } from './support/terminal.ts';

const origin = sharedServer();
const TICK = 10_000_000n;

interface ListedOrder {
  orderId: string;
  orderType: string;
  side: string;
  price: string;
  qty: string;
  orderStatus: string;
  stop?: { stopOrderType: string; triggerPrice: string; triggerBy: string; triggerDirection: number; closeOnTrigger: boolean };
  slippage?: { maxSlippageType: string; maxSlippage: string };
}

let terminal: Terminal;
beforeEach(async () => {
  terminal = await Terminal.open(origin);
  await cancelAll();
});

const openOrders = async (): Promise<ListedOrder[]> =>
  ((await terminal.api.get('/contract/v5/order/list')) as { list: ListedOrder[] }).list;
const typed = async (name: string): Promise<bigint> => units(await terminal.form.getByRole('textbox', { name, exact: true }).inputValue());
const kind = (name: string) => terminal.form.getByRole('tab', { name, exact: true }).click();
const cancelAll = () => terminal.api.post('/contract/v5/order/cancel-all', {});

/** Orders that the page asks for, as they are sent. */
function sentOrders(): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  terminal.page.on('request', (request) => {
    if (request.url().includes('/contract/v5/order/create')) sent.push(request.postDataJSON() as Record<string, unknown>);
  });
  return sent;
}

async function chooseUnit(unit: RegExp): Promise<void> {
  await terminal.form.getByRole('button', { name: /^Entered in/ }).click();
  const dialog = terminal.page.getByRole('dialog', { name: 'Enter the order by' });
  await dialog.getByRole('radio', { name: unit }).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

it('ORD-01 WSP-06 with TP/SL open on a small laptop, the buttons stay in sight, and cover no field that has the focus', async () => {
  const { page } = terminal;
  await page.setViewportSize({ width: 1366, height: 768 });
  const panel = page.getByRole('region', { name: 'Trade', exact: true });
  const form = panel.getByRole('form');
  for (const [path, name] of [
    ['/trade/usdt/BTCUSDT', 'Buy / Long'],
    ['/trade/spot/BTC/USDT', 'Buy BTC'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    const button = form.getByRole('button', { name, exact: true });
    const bottom = async (): Promise<number> => {
      const [own, around] = await Promise.all([button.boundingBox(), panel.boundingBox()]);
      return own === null || around === null ? Infinity : own.y + own.height - around.y - around.height;
    };
    await expect.poll(bottom, { message: path }).toBeLessThanOrEqual(0);
    await form.getByRole('textbox', { name: 'Quantity', exact: true }).focus();
    for (let at = 0; at < 20; at += 1) {
      await page.keyboard.press('Tab');
      const isCovered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused.closest('form') === null) return false;
        const { x, y, width, height } = focused.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return !(top === null || focused.contains(top) || top.contains(focused) || top.closest('label')?.contains(focused) === true);
      });
      expect(isCovered, `${path}, tab ${at}`).toBe(false);
    }
  }
});

describe('price', () => {
  it('INP-01 INP-07 keeps numbers only, Last takes the last price, arrow keys move it by a tick, plus and minus by the step of the popover', async () => {
    const { form, page, price } = terminal;
    // Digits with one point, as typed one after the other; surplus decimals, letters and a lone minus never get in.
    for (const [keys, kept] of [
      ['.5', '0.5'],
      ['6a0x00.1.29', '6000.1'],
      ['-', ''],
    ] as const) {
      await price.fill('');
      await price.pressSequentially(keys);
      expect(await price.inputValue(), keys).toBe(kept);
    }
    await terminal.quantity.fill('0.00005');
    expect(await terminal.quantity.inputValue()).toBe('0.000');
    await terminal.quantity.fill('');
    await price.fill('');
    await form.getByRole('button', { name: 'Last', exact: true }).click();
    const last = await typed('Price');
    expect(last).toBeGreaterThan(0n);
    await price.press('ArrowUp');
    expect(await typed('Price')).toBe(last + TICK);
    await price.press('ArrowDown');
    await price.press('ArrowDown');
    expect(await typed('Price')).toBe(last - TICK);
    await price.fill('0.1');
    await price.press('ArrowDown');
    expect(await typed('Price')).toBe(TICK);

    await price.fill('60000');
    await form.getByRole('button', { name: 'Price steps' }).click();
    const step = page.getByRole('textbox', { name: 'Step', exact: true });
    await page.getByRole('button', { name: '50 ticks' }).click();
    expect(units(await step.inputValue())).toBe(50n * TICK);
    await page.getByRole('button', { name: /^Price plus/ }).click();
    await page.getByRole('button', { name: /^Price plus/ }).click();
    expect(await typed('Price')).toBe(units('60010'));
    await page.getByRole('button', { name: /^Price minus/ }).click();
    expect(await typed('Price')).toBe(units('60005'));
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await step.inputValue()).toBe('');
    await page.getByRole('button', { name: 'One tick' }).click();
    expect(units(await step.inputValue())).toBe(TICK);
    await page.getByRole('button', { name: /^Price minus/ }).click();
    expect(await typed('Price')).toBe(units('60004.9'));
  });
});

describe('quantity', () => {
  it('INP-08 is entered as a quantity, a cost or a value, and sent in coins', async () => {
    const { form, price, page } = terminal;
    const sent = sentOrders();
    await price.fill('30000');
    await terminal.quantity.fill('0.02');
    await chooseUnit(/^Value/);
    expect(await typed('Value')).toBe(units('600'));
    await chooseUnit(/^Cost/);
    const cost = form.getByRole('textbox', { name: 'Cost', exact: true });
    expect(await typed('Cost')).toBeLessThan(units('600'));
    await chooseUnit(/^Value/);
    await form.getByRole('textbox', { name: 'Value', exact: true }).fill('629.99');
    await expect.poll(() => terminal.preview('Buy / Long', 'Qty').textContent()).toBe('0.02');
    expect(await cost.count()).toBe(0);
    await terminal.send('Buy / Long').click();
    await expect.poll(() => sent).toMatchObject([{ qty: '0.02', price: '30000.0' }]);
    await page.reload();
    await terminal.live();
    await form.getByRole('textbox', { name: 'Value', exact: true }).waitFor();
    await chooseUnit(/^Quantity/);
    await cancelAll();
  });

  it('INP-08 the slider goes from 0 to 100 by 5 and fills the quantity', async () => {
    const { form, price } = terminal;
    await price.fill('30000');
    const slider = form.getByRole('slider');
    await slider.focus();
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('5%');
    await expect.poll(() => terminal.quantity.inputValue()).not.toBe('');
    const five = await typed('Quantity');
    for (const mark of ['0%', '25%', '50%', '75%', '100%']) await form.getByRole('button', { name: mark, exact: true }).waitFor();
    await form.getByRole('button', { name: '50%', exact: true }).click();
    expect(await slider.getAttribute('aria-valuetext')).toBe('50%');
    // Ten times as much, to a lot, at a balance that may have moved in between.
    expect((await typed('Quantity')) / five).toBeGreaterThanOrEqual(9n);
    await form.getByRole('button', { name: '0%', exact: true }).click();
    expect(await terminal.quantity.inputValue()).toBe('');
  });

  it('INP-05 what is above the largest order is set to it when the field is left, and said', async () => {
    const { form } = terminal;
    await kind('Market');
    await terminal.quantity.fill('999999');
    await terminal.quantity.press('Tab');
    await form.getByRole('status').filter({ hasText: 'above the maximum' }).waitFor();
    const market = await typed('Quantity');
    await kind('Limit');
    await terminal.quantity.fill('999999');
    await terminal.quantity.press('Tab');
    expect(await typed('Quantity')).toBeGreaterThan(market);
  });
});

describe('max slippage', () => {
  it('SLP-01 SLP-02 SLP-04 is there for market orders: on picks the first preset, off takes it away', async () => {
    const { form, page } = terminal;
    const sent = sentOrders();
    const limit = form.getByRole('checkbox', { name: 'Max slippage' });
    expect(await limit.count()).toBe(0);
    await kind('Market');
    await limit.check();
    await form.getByRole('button', { name: /^A market order fills at most/ }).waitFor();
    expect(await form.getByRole('combobox', { name: 'Slippage limit' }).textContent()).toBe('0.01%');
    await form.getByRole('combobox', { name: 'Slippage limit' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['0.01%', '0.02%', '0.05%', '0.1%', 'Custom…']);
    await page.getByRole('option', { name: '0.1%' }).click();
    await terminal.quantity.fill('0.001');
    await terminal.press('Buy / Long');
    await expect.poll(() => sent).toMatchObject([{ maxSlippageType: 'Percent', maxSlippage: '0.1' }]);
    await limit.uncheck();
    expect(await form.getByRole('combobox', { name: 'Slippage limit' }).count()).toBe(0);
    await expect.poll(() => terminal.quantity.inputValue()).toBe('');
    await terminal.quantity.fill('0.001');
    await terminal.press('Sell / Short');
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).not.toHaveProperty('maxSlippage');
  });

  it('HND-01 SLP-03 SLP-04 a custom limit is kept within the range, whole ticks, and remembered; nothing typed changes nothing', async () => {
    const { form, page } = terminal;
    await kind('Market');
    await form.getByRole('checkbox', { name: 'Max slippage' }).check();
    const value = form.getByRole('combobox', { name: 'Slippage limit' });
    const custom = async (text: string, kept = text): Promise<void> => {
      await value.click();
      await page.getByRole('option', { name: 'Custom…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Custom slippage' });
      const field = dialog.getByRole('textbox', { name: 'Slippage' });
      await field.fill(text);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      if (kept !== text) {
        // The press shows its change; the next press sends it.
        expect(await field.inputValue()).toBe(kept);
        await dialog.getByRole('button', { name: 'Confirm' }).click();
      }
      await dialog.waitFor({ state: 'hidden' });
    };
    const before = await value.textContent();
    await custom('');
    expect(await value.textContent()).toBe(before);
    await custom('99', '10');
    await expect.poll(() => value.textContent()).toBe('Custom: 10%');
    await custom('0.001', '0.01');
    await expect.poll(() => value.textContent()).toBe('0.01%');
    await form.getByRole('combobox', { name: 'Slippage in' }).click();
    await page.getByRole('option', { name: 'Ticks' }).click();
    await expect.poll(() => value.textContent()).toBe('5 ticks');
    await custom('77');
    await expect.poll(() => value.textContent()).toBe('Custom: 77 ticks');
    await page.reload();
    await terminal.live();
    await kind('Market');
    await form.getByRole('checkbox', { name: 'Max slippage' }).check();
    expect(await value.textContent()).toBe('Custom: 77 ticks');
  });
});

describe('conditional orders', () => {
  it('wait at the exchange for their trigger, with its source and direction', async () => {
    const { form, page } = terminal;
    await kind('Conditional');
    await form.getByRole('combobox', { name: 'When triggered' }).click();
    await page.getByRole('option', { name: 'Market' }).click();
    await terminal.quantity.fill('0.01');
    await terminal.send('Buy / Long').click();
    await form.getByText('Enter a trigger price.').waitFor();
    await form.getByRole('textbox', { name: 'Trigger price' }).fill('900000');
    await form.getByRole('combobox', { name: 'Trigger by' }).click();
    await page.getByRole('option', { name: 'Mark' }).click();
    await form.getByRole('checkbox', { name: 'Close on trigger' }).check();
    await terminal.press('Buy / Long');
    await expect.poll(openOrders).toMatchObject([
      {
        orderType: 'Market',
        qty: '0.01',
        orderStatus: 'Untriggered',
        stop: { stopOrderType: 'Stop', triggerPrice: '900000.0', triggerBy: 'MarkPrice', triggerDirection: 1, closeOnTrigger: true },
      },
    ]);
    await cancelAll();
    expect(await openOrders()).toEqual([]);
  });
});

describe('TP/SL of an order', () => {
  it('TPS-05 TPS-18 the block shows what it is counted from, takes prices or returns, and tells each side what is wrong for it', async () => {
    const { form, page } = terminal;
    // Near the market, wherever it is: a sell far below it would be refused for that.
    const entry = 100 * Math.round(Number(units((await terminal.lastPrice.textContent()) ?? '')) / 1e10);
    const shown = (factor: number): string => (entry * factor).toLocaleString('en', { minimumFractionDigits: 1 });
    await terminal.price.fill(String(entry));
    await terminal.quantity.fill('0.01');
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    const basis = form.getByRole('region', { name: 'Reference for TP/SL' });
    await basis.getByText('Perp', { exact: true }).waitFor();
    await expect.poll(() => basis.locator('dd').first().textContent()).toBe(shown(1));
    expect((await basis.locator('dt').allTextContents()).slice(0, 3)).toEqual(['Entry price', 'Quantity', 'Market price']);
    expect(await basis.locator('dd').nth(1).textContent()).toBe('0.01');
    expect(await basis.locator('dd').nth(2).textContent()).toMatch(/^[\d,]+\.\d$/);
    const profit = form.getByRole('textbox', { name: 'TP', exact: true });
    await profit.fill((entry * 1.02).toFixed(1));
    await terminal.send('Sell / Short').click();
    await form.getByText('The take-profit of a short must be below the order price.').waitFor();

    await form.getByRole('button', { name: 'Input of TP' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter TP by' });
    await dialog.getByRole('radio', { name: /^ROI/ }).check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    // 2 % at 10x.
    await expect.poll(() => profit.inputValue()).toBe('20');
    await form.getByText(`Long ${shown(1.02)} · short ${shown(0.98)}`).waitFor();

    await form.getByRole('button', { name: 'Entire position' }).click();
    await page.getByRole('radio', { name: /^Partial position/ }).check();
    await page.keyboard.press('Escape');
    await form.getByRole('checkbox', { name: 'TP by limit' }).check();
    await terminal.send('Buy / Long').click();
    await form.getByText('A limit take-profit needs a trigger and a limit price').waitFor();
    await form.getByRole('textbox', { name: 'TP limit' }).fill((entry * 1.025).toFixed(1));
    // From partial to full the exits leave at market again, without a limit price; back in partial nothing of it is left.
    const mode = async (name: string): Promise<void> => {
      await form.getByRole('button', { name: /^(Entire|Partial) position$/ }).click();
      await page.getByRole('radio', { name: new RegExp(`^${name} position`) }).check();
      await page.keyboard.press('Escape');
    };
    await mode('Entire');
    await expect.poll(() => form.getByRole('checkbox', { name: 'TP by limit' }).count()).toBe(0);
    await mode('Partial');
    await form.getByRole('checkbox', { name: 'TP by limit' }).check();
    expect(await form.getByRole('textbox', { name: 'TP limit' }).inputValue()).toBe('');
    await form.getByRole('checkbox', { name: 'TP by limit' }).uncheck();
    expect(await form.getByRole('textbox', { name: 'TP limit' }).count()).toBe(0);
    // The input type is remembered.
    await page.reload();
    await terminal.live();
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    expect(await form.getByRole('button', { name: 'Input of TP' }).textContent()).toContain('ROI');
  });

  it('TPS-19 the exits of a filled order wait for its position', async () => {
    const { form } = terminal;
    await kind('Market');
    await terminal.quantity.fill('0.01');
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).check();
    await form.getByRole('textbox', { name: 'TP', exact: true }).fill('900000');
    await form.getByRole('textbox', { name: 'SL', exact: true }).fill('10000');
    await terminal.press('Buy / Long');
    const exits = async () => (await openOrders()).map(({ side, stop }) => [side, stop?.stopOrderType, stop?.triggerPrice]).sort();
    await expect.poll(exits).toEqual([
      ['Sell', 'StopLoss', '10000.0'],
      ['Sell', 'TakeProfit', '900000.0'],
    ]);
    const row = await terminal.positionRow('BTCUSDT');
    await row.waitFor();
    await form.getByRole('checkbox', { name: 'Take profit / stop loss' }).uncheck();
    await form.getByRole('checkbox', { name: 'Reduce-only' }).check();
    await terminal.quantity.fill('1');
    await terminal.press('Sell / Short');
    await row.waitFor({ state: 'hidden' });
    await expect.poll(exits).toEqual([]);
  });
});

describe('one gesture, one order', () => {
  it('a double click and repeated Enter send one order each', async () => {
    const sent = sentOrders();
    await terminal.price.fill('20000');
    await terminal.quantity.fill('0.01');
    await terminal.page.route('**/contract/v5/order/create*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await terminal.send('Buy / Long').dblclick();
    await expect.poll(() => terminal.quantity.inputValue()).toBe('');
    expect(sent).toHaveLength(1);
    await terminal.quantity.fill('0.01');
    await terminal.send('Buy / Long').focus();
    for (let times = 0; times < 4; times += 1) await terminal.page.keyboard.press('Enter');
    await expect.poll(() => terminal.quantity.inputValue()).toBe('');
    expect(sent).toHaveLength(2);
    await expect.poll(async () => (await openOrders()).filter(({ price }) => price === '20000.0').length).toBe(2);
    await cancelAll();
  });
});
