import { CONFIRMATION_KINDS } from '@tapedeck/client';
import { lots, type StopOrderType } from '@tapedeck/domain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  askCancelAll,
  askChange,
  askCloseAll,
  askMarketClose,
  confirmationAsked,
  type AskedChange,
} from '../../intents/confirmation-asked.ts';
import { confirmationSettingsAsked } from '../../intents/confirmation-settings-asked.ts';
import { showMessages, type Message } from '../../platform/notifications.ts';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { orderView, positionRecord, positionView, strategy, TEST_INSTRUMENT, waiting } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { Confirmations } from './index.ts';

const KEY = 'BTCUSDT:0';
let client: FakeClient;

beforeEach(() => {
  client = fakeClient();
  client.positions.position(KEY).set(positionView());
  client.positions.keys.set({ status: 'success', data: [KEY] });
});
afterEach(() => {
  cleanup();
  confirmationAsked.set(undefined);
  confirmationSettingsAsked.set(false);
});

function ask(what: () => void): void {
  renderScreen(client, <Confirmations />);
  act(what);
}
const dialog = () => screen.findByRole('dialog');
const fact = (box: HTMLElement, name: string) => within(box).getByText(name).nextElementSibling?.textContent;
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));
const lines = (box: HTMLElement, name: string) =>
  within(within(box).getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a change made on the chart', () => {
  test.each([
    ['moveOrder', 'The order was not moved'],
    ['setExit', 'The take-profit or stop-loss was not set'],
  ] as const)('INP-01 HND-02 a refused %s says what was not done and why, with the limit and its unit', async (kind, title) => {
    const failure = { code: 110003, message: '', details: { limit: '1999999' } };
    const told: Message[] = [];
    onTestFinished(showMessages((message) => told.push(message)));
    // Messages of test files before this one, which nothing showed.
    told.length = 0;
    const change: AskedChange = {
      ...{ kind, instrument: TEST_INSTRUMENT, price: '2,000,000', sources: [] },
      read: () => ({ title: 'Buy 0.1', facts: [], note: '', problem: '' }),
      send: () => Promise.resolve({ ok: false, failure }),
    };
    ask(() => void askChange(client, change));
    await press(kind === 'moveOrder' ? 'Move order' : 'Set');
    await waitFor(() => expect(told).toEqual([{ kind: 'failure', id: 'failure-110003', failure, title, instrument: TEST_INSTRUMENT }]));
  });
});

describe('closing at market', () => {
  test('HND-02 POS-09 states what the book fills and at which prices, and sends the quantity that it stated', async () => {
    ask(() => askMarketClose(client, KEY));
    const box = await dialog();
    await nextFrame();
    expect(within(box).getByRole('heading', { name: 'Close BTCUSDT long at market' })).toBeTruthy();
    expect(fact(box, 'Quantity')).toBe('0.350 BTC');
    expect(fact(box, 'The book fills')).toBe('0.350 of 0.350 BTC');
    expect(fact(box, 'Average price')).toBe('64,182.3');
    expect(fact(box, 'Worst price')).toBe('64,182.3');
    // 0.35 x 64,182.3 - 22,193.57, and 0.055 % of it.
    expect(fact(box, 'Estimated P&L')).toBe('+270.24 USDT');
    expect(fact(box, 'Fee')).toBe('12.36 USDT');
    await press('Close at market');
    expect(client.positions.close).toHaveBeenCalledWith(KEY, { quantity: lots(350) });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('HND-02 says when the book does not hold all of it', async () => {
    client.markets.feed('BTCUSDT').book.set({ freshness: 'live', bids: [641_823, 100, 641_000, 50], asks: [], update: 2 });
    ask(() => askMarketClose(client, KEY));
    const box = await dialog();
    await nextFrame();
    expect(fact(box, 'The book fills')).toBe('0.150 of 0.350 BTC');
    expect(fact(box, 'Worst price')).toBe('64,100.0');
    expect(within(box).getByText(/The rest stays open/)).toBeTruthy();
  });

  test('HND-02 names the orders and strategies that end with it, and those that go on', async () => {
    const orders = [
      waiting(8, 'TakeProfit'),
      waiting(9, 'StopLoss'),
      waiting(10, 'Stop'),
      orderView({ orderId: 11, side: 'Sell', reduceOnly: true }),
      orderView({ orderId: 12 }),
    ];
    client.orders.open.set({ status: 'success', data: orders });
    const strategies = [strategy(20, { kind: 'TWAP' }, true), strategy(21, { kind: 'Grid' })];
    client.strategies.list.set({ status: 'success', data: strategies });
    ask(() => askMarketClose(client, KEY));
    const box = await dialog();
    expect(lines(box, 'Will also end')).toEqual(['1 take-profit', '1 stop-loss', '1 resting reduce-only order', 'TWAP in BTCUSDT']);
    expect(lines(box, 'Continues')).toEqual([
      'Grid in BTCUSDT: may open a position again',
      '1 conditional reduce-only order stays active, and does nothing without a position',
    ]);
  });

  test('HND-02 a position that changed meanwhile asks for another press', async () => {
    ask(() => askMarketClose(client, KEY));
    await dialog();
    act(() => client.positions.position(KEY).set(positionView({ record: positionRecord({ size: lots(100) }) })));
    const box = await dialog();
    expect(within(box).getByRole('alert').textContent).toMatch(/^The figures have changed since you opened this dialog/);
    expect(fact(box, 'Quantity')).toBe('0.100 BTC');
    await press('Use the new figures');
    expect(client.positions.close).not.toHaveBeenCalled();
    await press('Close at market');
    expect(client.positions.close).toHaveBeenCalledWith(KEY, { quantity: lots(100) });
  });

  test('HND-02 a position that has gone cannot be closed', async () => {
    ask(() => askMarketClose(client, KEY));
    await dialog();
    act(() => client.positions.position(KEY).set(undefined));
    const box = await dialog();
    expect(within(box).getByRole('alert').textContent).toBe('There is nothing left to close.');
    expect(within(box).getByRole('button', { name: 'Use the new figures' })).toHaveProperty('disabled', true);
  });

  test('HND-02 all positions are stated one by one, and one that opened meanwhile asks for another press', async () => {
    ask(() => askCloseAll(client));
    expect(await screen.findByRole('heading', { name: 'Close 1 position at market' })).toBeTruthy();
    act(() => {
      client.positions
        .position('BTCUSDT:2')
        .set(positionView({ key: 'BTCUSDT:2', record: positionRecord({ side: 'Sell', positionIndex: 2 }) }));
      client.positions.keys.set({ status: 'success', data: [KEY, 'BTCUSDT:2'] });
    });
    expect(within(await dialog()).getByRole('group', { name: 'BTCUSDT short' })).toBeTruthy();
    await press('Use the new figures');
    expect(client.positions.closeSeveral).not.toHaveBeenCalled();
    await press('Close all');
    expect(client.positions.closeSeveral).toHaveBeenCalledWith([
      { key: KEY, quantity: lots(350) },
      { key: 'BTCUSDT:2', quantity: lots(350) },
    ]);
  });

  test('HND-02 a question is turned off in the dialog, by its kind alone, and on again in the settings', async () => {
    ask(() => askMarketClose(client, KEY));
    await userEvent.click(within(await dialog()).getByRole('checkbox', { name: 'Do not ask again' }));
    expect(client.notices.confirmations.choose).not.toHaveBeenCalled();
    await press('Close at market');
    expect(client.notices.confirmations.choose).toHaveBeenCalledWith('marketClose', false);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => askMarketClose(client, KEY));
    await waitFor(() => expect(client.positions.close).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => askCloseAll(client));
    expect((await screen.findByLabelText('Unrealised P&L in total')).textContent).toMatch(/[+-]?[\d,.]+ USDT$/);
    await press('Cancel');
    act(() => confirmationSettingsAsked.set(true));
    const box = await dialog();
    const boxes = within(box).getAllByRole('checkbox');
    expect(boxes.map((one) => (one as HTMLInputElement).checked)).toEqual([false, ...CONFIRMATION_KINDS.slice(1).map(() => true)]);
    await userEvent.click(within(box).getByRole('checkbox', { name: 'Closing a position at market' }));
    expect(client.notices.confirmations.choose).toHaveBeenLastCalledWith('marketClose', true);
  });
});

describe('cancelling several orders', () => {
  const orders = [
    orderView(),
    waiting(8, 'TakeProfit'),
    waiting(9, 'Stop'),
    orderView({ orderId: 10, strategy: { kind: 'Iceberg', id: 20, part: 1 } }),
  ];
  beforeEach(() => {
    client.orders.open.set({ status: 'success', data: orders });
    client.strategies.list.set({ status: 'success', data: [strategy(20, { kind: 'Iceberg' }), strategy(21, { kind: 'TWAP' })] });
  });

  test('HND-02 keeps what protects a position unless it is named', async () => {
    ask(() => askCancelAll(client, { of: 'scope', scope: {} }));
    const box = await dialog();
    expect(lines(box, 'Will be cancelled')).toEqual(['2 limit orders']);
    expect(lines(box, 'Stays, because it protects a position')).toEqual(['1 take-profit', '1 conditional order']);
    expect(lines(box, 'Strategies that end')).toEqual(['Iceberg in BTCUSDT']);
    expect(lines(box, 'Strategies that continue')).toEqual(['TWAP in BTCUSDT']);
    await press('Cancel 2 orders');
    expect(client.orders.cancelAll).toHaveBeenCalledWith({ keepProtective: true });
  });

  test('HND-02 cancels them too once they are named, and says what that means', async () => {
    ask(() => askCancelAll(client, { of: 'scope', scope: { symbol: 'BTCUSDT' } }));
    await userEvent.click(within(await dialog()).getByRole('checkbox', { name: 'Cancel these too' }));
    expect(within(await dialog()).getByRole('alert').textContent).toBe('Your positions lose this protection.');
    await press('Cancel 4 orders');
    expect(client.orders.cancelAll).toHaveBeenCalledWith({ symbol: 'BTCUSDT', keepProtective: false });
  });

  test('HND-02 a tab of protective orders names them by itself', async () => {
    ask(() => askCancelAll(client, { of: 'scope', scope: { tab: 'tpSl' } }));
    expect(within(await dialog()).getByRole('alert')).toBeTruthy();
    await press('Cancel 1 order');
    expect(client.orders.cancelAll).toHaveBeenCalledWith({ tab: 'tpSl', keepProtective: false });
  });

  test('HND-02 ORD-08 the chosen ones go one by one, of a pair its first leg', async () => {
    const pair = (orderId: number, kind: StopOrderType) => {
      const view = waiting(orderId, kind);
      return { ...view, record: { ...view.record, stop: { ...view.record.stop, parent: 30 } } } as typeof view;
    };
    const legs = [pair(31, 'PartialTakeProfit'), pair(32, 'PartialStopLoss')];
    client.orders.open.set({ status: 'success', data: legs });
    ask(() => askCancelAll(client, { of: 'chosen', orders: legs }));
    await press('Cancel 2 orders');
    expect(client.orders.cancelSeveral).toHaveBeenCalledWith([legs[0]?.record]);
  });

  test('HND-02 without a question it still keeps what protects a position', async () => {
    client.notices.confirmations.choose('cancelAll', false);
    ask(() => askCancelAll(client, { of: 'scope', scope: {} }));
    await waitFor(() => expect(client.orders.cancelAll).toHaveBeenCalledWith({ keepProtective: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('HND-02 ORD-01 orders for futures spreads are stopped one by one', async () => {
    const spread = strategy(40, { kind: 'FutureSpread', far: 1, limit: 10 });
    client.strategies.list.set({ status: 'success', data: [spread, { ...strategy(41, { kind: 'FutureSpread' }), ended: 'Done' }] });
    ask(() => askCancelAll(client, { of: 'spreads' }));
    expect(lines(await dialog(), 'Will be cancelled')).toEqual(['1 futures-spread order']);
    await press('Cancel 1 order');
    expect(client.strategies.stop).toHaveBeenCalledWith(spread);
  });
});
