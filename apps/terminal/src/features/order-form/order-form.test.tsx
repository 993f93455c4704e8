import { lots, REFUSALS, type Instrument } from '@tapedeck/domain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeClient, LOGGED_IN, LOGGED_OUT, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { loginAsked } from '../../platform/session.tsx';
import {
  accountView,
  liveTicker,
  moneyOf,
  positionRecord,
  positionView,
  priceOf,
  SECOND_INSTRUMENT,
  settingsOf,
  TEST_INSTRUMENT,
} from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { createOrderFormStore, OrderForm, type OrderFormStore } from './index.ts';

let client: FakeClient;
let form: OrderFormStore;
const renders = vi.fn();

beforeEach(() => {
  client = fakeClient();
  form = createOrderFormStore(client, client.markets.feed('BTCUSDT'));
  renders.mockClear();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function show(): void {
  renderScreen(
    client,
    <Profiler id="form" onRender={renders}>
      <OrderForm form={form} />
    </Profiler>,
  );
}
const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });

async function fill(price: string, quantity: string): Promise<void> {
  await userEvent.type(field('Price'), price);
  await userEvent.type(field('Quantity'), quantity);
}

describe('order form', () => {
  test('INP-01 letters and surplus decimals never get into the fields', async () => {
    show();
    await fill('6a4x100.29', '0.50');
    expect(field('Price').value).toBe('64100.2');
    expect(field('Quantity').value).toBe('0.50');
  });

  test('the Last button takes the last price, arrow keys step it by ticks', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Last' }));
    expect(field('Price').value).toBe('64182.4');
    await userEvent.type(field('Price'), '{ArrowUp}');
    expect(field('Price').value).toBe('64182.5');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(field('Price').value).toBe('64181.5');
  });

  test('INP-08 a share chosen before it is known what it is of fills the quantity as soon as it is', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    expect(field('Quantity').value).toBe('');
    const hint = 'Enter a price: 50% then fills the quantity.';
    screen.getByText(hint);
    await userEvent.type(field('Price'), '25000');
    expect(screen.queryByText(hint)).toBeNull();
    const cheap = Number(field('Quantity').value);
    await userEvent.clear(field('Price'));
    await userEvent.type(field('Price'), '50000');
    expect(cheap / Number(field('Quantity').value)).toBeCloseTo(2, 1);
    await userEvent.clear(field('Quantity'));
    await nextFrame();
    expect(field('Quantity').value).toBe('');
  });

  test('errors stand beside their field in words once sending is tried, and nothing is sent', async () => {
    show();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    expect(field('Price').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a price.')).toBeTruthy();
    expect(screen.getByText('Enter a quantity.')).toBeTruthy();
    expect(client.orders.place).not.toHaveBeenCalled();
  });

  test('why a press was not sent is told until something is changed, though the reason has passed by itself', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
    await userEvent.type(field('Quantity'), '0.5');
    const { book } = client.markets.feed('BTCUSDT');
    const live = book.get();
    book.set({ ...live, outdated: true });
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    const reason = 'Not sent: the order book was not up to date.';
    screen.getByText(reason);
    book.set(live);
    await nextFrame();
    screen.getByText(reason);
    await userEvent.type(field('Quantity'), '1');
    expect(screen.queryByText(reason)).toBeNull();
    expect(client.orders.place).not.toHaveBeenCalled();
    book.set({ ...live, outdated: true });
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    book.set(live);
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    await waitFor(() => expect(client.orders.place).toHaveBeenCalledTimes(1));
    expect(screen.queryByText(reason)).toBeNull();
  });

  test('what a field kept from being sent is told until something is changed, too', async () => {
    show();
    await fill('64000', '0.5');
    const { ticker } = client.markets.feed('BTCUSDT');
    const usual = ticker.get();
    // The mark fell for a moment: the limit of a buy fell with it.
    const market = usual.ticker?.market;
    if (market === undefined) throw new Error('No ticker');
    ticker.set({ ...usual, ticker: { ...liveTicker().ticker!, market: { ...market, mark: priceOf('10000'), index: priceOf('10000') } } });
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    expect(form.problems.get()).toMatchObject([{ code: 'priceAboveLimit', side: 'Buy' }]);
    ticker.set(usual);
    await nextFrame();
    expect(form.problems.get()).toMatchObject([{ code: 'priceAboveLimit', side: 'Buy' }]);
    await userEvent.type(field('Quantity'), '1');
    expect(form.problems.get()).toEqual([]);
    expect(client.orders.place).not.toHaveBeenCalled();
  });

  test('a side that was not pressed is not said not to be sent', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
    // Read in place.
    (client.markets.feed('BTCUSDT').book.get().bids as number[]).length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    screen.getByText('Enter a quantity.');
    await userEvent.type(field('Quantity'), '0.1');
    const reason = 'Not sent: there was no price for a market order.';
    expect(screen.queryByText(reason)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sell / Short' }));
    screen.getByText(reason);
    expect(client.orders.place).not.toHaveBeenCalled();
  });

  test('INP-05 a resting order says nothing against the side that was not pressed, also when it is refused', async () => {
    vi.mocked(client.orders.place).mockResolvedValue({ ok: false, failure: { code: REFUSALS.insufficientBalance.code, message: '' } });
    show();
    await fill('40000', '0.1');
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    await waitFor(() => expect(form.sending.get().state).toBe('idle'));
    expect(client.orders.place).toHaveBeenCalledTimes(1);
    expect(form.problems.get()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sell / Short' }));
    expect(form.problems.get()).toMatchObject([{ code: 'priceBelowLimit', side: 'Sell' }]);
    expect(client.orders.place).toHaveBeenCalledTimes(1);
  });

  test('POS-02 in hedge mode the buttons of a reduce-only order name the position that they close', async () => {
    client.positions.settings(TEST_INSTRUMENT.id).set({ ...settingsOf(TEST_INSTRUMENT.id), positionMode: 'BothSide' });
    show();
    screen.getByRole('button', { name: 'Buy / Long' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reduce-only' }));
    screen.getByRole('button', { name: 'Buy / Close short' });
    screen.getByRole('button', { name: 'Sell / Close long' });
    act(() => client.positions.settings(TEST_INSTRUMENT.id).set(settingsOf(TEST_INSTRUMENT.id)));
    await screen.findByRole('button', { name: 'Buy / Long' });
    expect(screen.queryByRole('button', { name: /Close (short|long)/ })).toBeNull();
  });

  test('POS-02 the value of a reduce-only order is that of the side that can close, and a larger quantity says what is placed', async () => {
    const long = positionView({ record: positionRecord({ size: lots(500) }) });
    client.positions.keys.set({ status: 'success', data: [long.key] });
    client.positions.position(long.key).set(long);
    show();
    await fill('65000', '5');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reduce-only' }));
    await nextFrame();
    expect(screen.getByText('Value', { selector: 'dt' }).nextElementSibling?.textContent).toBe('32,500.00 USDT');
    screen.getByText('Only 0.5 BTC will be placed: the position holds no more.');
  });

  test('TPS-05 a take-profit of a long says nothing against selling before Sell is pressed', async () => {
    show();
    await fill('64000', '0.5');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Take profit / stop loss' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'TP' }), '66000');
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sell / Short' }));
    expect(screen.getByRole('alert').textContent).toContain('take-profit of a short must be below');
  });

  test('INP-08 a reload of the tab keeps what was typed for the contract, and another contract starts empty', async () => {
    show();
    await fill('64100', '0.5');
    cleanup();
    form = createOrderFormStore(client, client.markets.feed('BTCUSDT'));
    show();
    expect([field('Price').value, field('Quantity').value]).toEqual(['64100.0', '0.5']);
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    await waitFor(() => expect(field('Quantity').value).toBe(''));
    const other = createOrderFormStore(fakeClient([SECOND_INSTRUMENT]), fakeClient([SECOND_INSTRUMENT]).markets.feed('ETHUSDT'));
    expect(other.draft.get()).toMatchObject({ price: '', quantity: '' });
    expect(createOrderFormStore(client, client.markets.feed('BTCUSDT')).draft.get()).toMatchObject({ price: '64100.0', quantity: '' });
  });

  test('INP-02 the unit chosen for one kind of contract means nothing for coin-margined ones', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: /^Entered in/ }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Cost/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const unitOf = (instrument: Instrument) => {
      const own = fakeClient([instrument]);
      return createOrderFormStore(own, own.markets.feed(instrument.symbol)).draft.get().unit;
    };
    expect(unitOf(SECOND_INSTRUMENT)).toBe('cost');
    expect(unitOf({ ...TEST_INSTRUMENT, symbol: 'BTCUSD', kind: 'InversePerpetual', settleCoin: 'BTC' })).toBe('quantity');
    localStorage.clear();
  });

  test('a sent order clears the quantity and keeps the price', async () => {
    show();
    await fill('64100', '0.5');
    await userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
    expect(client.orders.place).toHaveBeenCalledTimes(1);
    expect(client.orders.place).toHaveBeenCalledWith(expect.objectContaining({ symbol: 'BTCUSDT', orderType: 'Limit' }), 'Buy', undefined);
    await waitFor(() => expect(field('Quantity').value).toBe(''));
    expect(field('Price').value).not.toBe('');
  });

  test('API-08 a refusal is shown in words, the form keeps its values and stops its loading state', async () => {
    const { code, message } = REFUSALS.insufficientBalance;
    vi.mocked(client.orders.place).mockResolvedValue({ ok: false, failure: { code, message } });
    show();
    await fill('64100', '0.5');
    await userEvent.click(screen.getByRole('button', { name: 'Sell / Short' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Insufficient available balance.');
    expect(field('Quantity').value).toBe('0.5');
    expect(screen.getByRole('button', { name: 'Sell / Short' }).getAttribute('aria-busy')).toBeNull();
  });

  test('a second press while an order is under way sends nothing', async () => {
    let answer: (value: { ok: true; value: { orderId: number } }) => void = () => undefined;
    vi.mocked(client.orders.place).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await fill('64100', '0.5');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Buy / Long' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sell / Short' }));
    expect(client.orders.place).toHaveBeenCalledTimes(1);
    answer({ ok: true, value: { orderId: 1 } });
    await waitFor(() => expect(form.sending.get().state).toBe('idle'));
  });

  /** Visible figures of the preview, as [name, buy, sell]. */
  const figures = (): string[][] =>
    within(screen.getByRole('table', { name: 'Preview of the order' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));

  test('CAL-01 both sides preview cost and fee in text that follows the draft', async () => {
    show();
    await fill('64100', '0.5');
    await screen.findByText('Cost');
    await nextFrame();
    const [, buyCost, sellCost] = figures().find(([name]) => name === 'Cost') ?? [];
    expect(buyCost).toMatch(/^1,6\d\d\.\d\d$/);
    expect(sellCost).not.toBe(buyCost);
    expect(figures().find(([name]) => name === 'Fee')?.[2]).toMatch(/^17\.\d\d$/);
  });

  test('CAL-01 empty figures are not drawn, and at most six are shown until the others are asked for', async () => {
    show();
    await screen.findByText('Max');
    await nextFrame();
    expect(figures().every(([, ...values]) => values.some((value) => value !== '--'))).toBe(true);
    expect(figures().map(([name]) => name)).not.toContain('Cost');
    await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
    await userEvent.type(field('Quantity'), '0.5');
    await nextFrame();
    expect(figures().length).toBeLessThanOrEqual(6);
    expect(figures().map(([name]) => name)).toEqual(expect.arrayContaining(['Cost', 'Fee', 'Average', 'Liq. after', 'Max']));
    await userEvent.click(screen.getByRole('button', { name: 'More figures' }));
    await nextFrame();
    expect(figures().map(([name]) => name)).toEqual(expect.arrayContaining(['Margin', 'Fills', 'Worst', 'Slip. vs mark', 'Slip. cost']));
    cleanup();
    form = createOrderFormStore(client, client.markets.feed('BTCUSDT'));
    show();
    expect(await screen.findByRole('button', { name: 'Fewer figures' })).toBeTruthy();
  });

  test('CAL-01 HND-03 every figure explains itself by a formula and its inputs at that time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    try {
      show();
      await screen.findByText('Max');
      await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
      await userEvent.type(field('Quantity'), '0.5');
      await userEvent.click(screen.getByRole('button', { name: 'More figures' }));
      vi.advanceTimersByTime(5_000);
      const names = (await screen.findAllByRole('rowheader')).map((cell) => cell.textContent);
      expect(names.length).toBeGreaterThan(8);
      for (const name of names) {
        await userEvent.click(await screen.findByRole('button', { name }));
        const popup = await screen.findByRole('dialog', { name });
        expect(popup.querySelector('p')?.textContent.length, name).toBeGreaterThan(20);
        await userEvent.keyboard('{Escape}');
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      }
      await userEvent.click(screen.getByRole('button', { name: 'Cost' }));
      const inputs = within(await screen.findByRole('dialog', { name: 'Cost' })).getByRole('table');
      const opened = (): string => within(inputs).getByText('Opened value').nextElementSibling?.textContent ?? '';
      await nextFrame();
      const before = opened();
      expect(before).toMatch(/^3\d,\d{3}\.\d\d$/);
      act(() => form.dispatch({ type: 'quantityTyped', text: '0.6' }));
      await nextFrame();
      expect(opened()).not.toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('ticks of market and account re-render nothing', async () => {
    show();
    await fill('64100', '0.5');
    await nextFrame();
    const before = renders.mock.calls.length;
    for (let tick = 0; tick < 20; tick += 1) {
      client.markets.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, `6418${tick % 10}.4`));
      client.funds.totals.set({ status: 'success', data: accountView({ available: moneyOf(`9${tick}000`) }) });
      await nextFrame();
    }
    expect(renders.mock.calls.length).toBe(before);
    expect(screen.getByRole('form').textContent).toContain('919,000.00 USDT');
  });

  test('API-07 a visitor is asked to log in', async () => {
    client.session.state.set({ status: 'success', data: LOGGED_OUT });
    show();
    expect(screen.queryByRole('button', { name: 'Buy / Long' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log in to trade' }));
    expect(loginAsked.get()).toBe(true);
    loginAsked.set(false);
    await act(() => client.session.login({ username: 'trader-01', password: 'correct horse battery' }));
    expect(await screen.findByRole('button', { name: 'Buy / Long' })).toBeTruthy();
  });

  test('a market order asks for no price', async () => {
    show();
    await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
    expect(field('Price').disabled).toBe(true);
    expect(screen.queryByRole('checkbox', { name: 'Post-only' })).toBeNull();
  });

  test('the leverage dialog shows the largest position, warns when high, and refuses nonsense', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Leverage: 20x' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Customise…' }));
    const typed = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Leverage' });
    await userEvent.clear(typed);
    await userEvent.type(typed, '100');
    expect(screen.getByText('Largest position at this leverage: 2,000,000 USDT')).toBeTruthy();
    // 91,204.10 USDT behind the 2,000,000 that the risk limit allows.
    expect(screen.getByText(/^At 100x, a mark price move of about 4\.57% liquidates the largest new position/)).toBeTruthy();
    await userEvent.type(typed, '0');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
    await userEvent.clear(typed);
    await userEvent.type(typed, '12.5');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(client.positions.setLeverage).toHaveBeenCalledWith('BTCUSDT', 1250n, 1250n);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a refused change of margin mode stays in its dialog, in words', async () => {
    const { code, message } = REFUSALS.marginModeBusy;
    vi.mocked(client.positions.setMarginMode).mockResolvedValue({ ok: false, failure: { code, message } });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Margin mode: Cross' }));
    await userEvent.click(await screen.findByRole('radio', { name: /Isolated/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('LEV-01 chooses cross or isolated, each explained, and nothing can be changed while it is being confirmed', async () => {
    let answer = (_result: { ok: true; value: undefined }): void => undefined;
    vi.mocked(client.positions.setMarginMode).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Margin mode: Cross' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
    expect(within(dialog).getByText(/All positions share the account's balance/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('radio', { name: /Isolated/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(within(dialog).getByRole('group', { busy: true })).toHaveProperty('disabled', true);
    act(() => answer({ ok: true, value: undefined }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.positions.setMarginMode).toHaveBeenCalledExactlyOnceWith('BTCUSDT', 'isolated');
  });

  test('LEV-02 an account of the first unified kind offers its one mode, and switches all its contracts', async () => {
    client.session.state.set({ status: 'success', data: { ...LOGGED_IN, user: { ...LOGGED_IN.user, accountKind: 'UTA' } } as never });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Margin mode: Cross' }));
    const dialog = await screen.findByRole('dialog', { name: 'Margin mode of the account' });
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    expect(within(dialog).getByText(/one margin mode. It changes for all of them/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Choose Isolated for the account' }));
    expect(client.positions.setMarginMode).not.toHaveBeenCalled();
    expect(within(dialog).getByRole('radio', { name: /Isolated/ })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(client.positions.setMarginMode).toHaveBeenCalledWith('BTCUSDT', 'isolated');
  });

  test('LEV-02 a position in another contract keeps the mode of the account, and is named', async () => {
    client = fakeClient([TEST_INSTRUMENT, SECOND_INSTRUMENT]);
    form = createOrderFormStore(client, client.markets.feed('BTCUSDT'));
    client.session.state.set({ status: 'success', data: { ...LOGGED_IN, user: { ...LOGGED_IN.user, accountKind: 'UTA' } } as never });
    client.positions.keys.set({ status: 'success', data: ['ETHUSDT:0'] });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Margin mode: Cross' }));
    expect(await screen.findByText(/these have positions or open orders: ETHUSDT$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /for the account$/ })).toBeNull();
  });

  test('LEV-01 a mode that a position holds is said to be held before it is sent', async () => {
    client.positions.keys.set({ status: 'success', data: ['BTCUSDT:0'] });
    show();
    for (const [button, choice] of [
      ['Margin mode: Cross', /Isolated/],
      ['Position mode: One-way', /Hedge/],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: button }));
      await userEvent.click(await screen.findByRole('radio', { name: choice }));
      expect(screen.getByRole('status').textContent).toContain('There is a position or an open order in BTCUSDT');
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    }
    expect(client.positions.setMarginMode).not.toHaveBeenCalled();
    expect(client.positions.setPositionMode).not.toHaveBeenCalled();
  });
});
