import { lots, money, ticks, timestamp, type AttachedExits, type StopOrderType, type StrategyRecord } from '@tapedeck/domain';
import type { OrderItem } from '@tapedeck/protocol';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { orderView, priceOf, TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CancelAllButton, OpenOrders } from './index.ts';
import { confirmationAsked } from '../../intents/confirmation-asked.ts';
import { orderTpslAsked } from '../../intents/tpsl-asked.ts';
import { chosenOrders } from './chosen-orders.ts';
import { shownKind } from './order-kinds.ts';
import { OrderHistory } from './order-history.tsx';

const waitingSpread: StrategyRecord = {
  ...{ strategyId: 40, account: 100, instrument: TEST_INSTRUMENT.id, side: 'Buy', positionIndex: 0, reduceOnly: false, quantity: lots(5) },
  ...{ source: 'api', filled: lots(0), filledValue: money(0n), placed: 0, parts: [], createdAt: timestamp(1), updatedAt: timestamp(1) },
  plan: { kind: 'FutureSpread', far: 1, limit: 10 },
};

afterEach(() => {
  cleanup();
  shownKind.set('all');
  confirmationAsked.set(undefined);
  chosenOrders.set(new Set());
});

test('an order is cancelled from its row, and only once it is known to the server', async () => {
  const client = fakeClient();
  const order = orderView();
  client.orders.open.set({ status: 'success', data: [order, orderView({ orderId: 8, clientOrderId: 'b' }, 'checking')] });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  const [live, checking] = screen.getAllByRole('button', { name: 'Cancel order of BTCUSDT at 62,800.0' });
  expect(screen.getByText('Checking')).toBeTruthy();
  await userEvent.click(checking as HTMLElement);
  expect(client.orders.cancel).not.toHaveBeenCalled();
  await userEvent.click(live as HTMLElement);
  expect(client.orders.cancel).toHaveBeenCalledWith(order.record);
});

test('all orders are cancelled by one button that is there only while there is one', async () => {
  const client = fakeClient();
  const { rerender } = renderScreen(client, <CancelAllButton />);
  expect(screen.queryByRole('button')).toBeNull();
  client.orders.open.set({ status: 'success', data: [orderView()] });
  rerender(<CancelAllButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(confirmationAsked.get()).toEqual({ kind: 'cancelAll', meant: { of: 'scope', scope: {} }, atOnce: false });
  expect(client.orders.cancelAll).not.toHaveBeenCalled();
});

test('ORD-08 all open orders count and show the futures spreads, and Cancel all asks about them when there is nothing else', async () => {
  const client = fakeClient();
  client.strategies.list.set({ status: 'success', data: [waitingSpread] });
  renderScreen(
    client,
    <>
      <OpenOrders onSymbol={vi.fn()} spreads={<p>the spreads</p>} />
      <CancelAllButton />
    </>,
  );
  screen.getByText('the spreads');
  expect(screen.queryByText('No open orders')).toBeNull();
  expect(screen.getByRole('button', { name: 'All 1' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(confirmationAsked.get()).toMatchObject({ kind: 'cancelAll', meant: { of: 'spreads' } });
  act(() => client.orders.open.set({ status: 'success', data: [orderView()] }));
  expect(screen.getByRole('button', { name: 'All 2' })).toBeTruthy();
  screen.getByText('the spreads');
  await userEvent.click(screen.getByRole('button', { name: 'Limit and market 1' }));
  expect(screen.queryByText('the spreads')).toBeNull();
});

test('ORD-08 a waiting order shows both prices of its TP/SL, and a press opens them while they can change', async () => {
  const client = fakeClient();
  const exits: AttachedExits = {
    mode: 'Full',
    takeProfit: { trigger: ticks(700_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) },
  };
  const stopLoss: AttachedExits['stopLoss'] = { trigger: ticks(600_000), source: 'MarkPrice', orderType: 'Market', limit: ticks(0) };
  const both = orderView({ exits: { ...exits, stopLoss } });
  const filling = orderView({ orderId: 9, clientOrderId: 'c', filled: lots(1), exits });
  client.orders.open.set({ status: 'success', data: [both, orderView({ orderId: 8, clientOrderId: 'b' }), filling] });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  const [first, bare, last] = screen.getAllByRole('row').slice(1);
  if (first === undefined || bare === undefined || last === undefined) throw new Error('three rows');
  await userEvent.click(within(first).getByRole('button', { name: 'TP/SL of the order of BTCUSDT: 70,000.0 / 60,000.0' }));
  expect(orderTpslAsked.get()).toBe(both.record.orderId);
  orderTpslAsked.set(undefined);
  expect(within(bare).getByRole('button', { name: 'TP/SL of the order of BTCUSDT' }).textContent).toBe('Add');
  expect(within(last).getByText('70,000.0 / --')).toBeTruthy();
  expect(within(last).queryByRole('button', { name: /^TP\/SL/ })).toBeNull();
});

const waiting = (orderId: number, kind: StopOrderType, parent = 0) =>
  orderView({
    ...{ orderId, clientOrderId: String(orderId), orderType: 'Market', status: 'Untriggered' },
    stop: {
      ...{ kind, parent, closeOnTrigger: true, wholePosition: false },
      trigger: { price: ticks(661_000), direction: 'Rising', source: 'MarkPrice' },
    },
  });

test('ORD-02 open orders are shown by kind, and what cancels all follows the kind', async () => {
  const client = fakeClient();
  const [limit, stop, pair] = [orderView(), waiting(8, 'Stop'), [waiting(9, 'PartialTakeProfit', 9), waiting(10, 'PartialStopLoss', 9)]];
  client.orders.open.set({ status: 'success', data: [limit, stop, ...pair] });
  renderScreen(
    client,
    <>
      <OpenOrders onSymbol={vi.fn()} />
      <CancelAllButton />
    </>,
  );
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;
  expect(rows()).toBe(4);
  await userEvent.click(screen.getByRole('button', { name: 'Conditional 1' }));
  expect(rows()).toBe(1);
  expect(screen.getByText('≥ 66,100.0 Mark')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'TP/SL 2' }));
  expect(rows()).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all: TP/SL' }));
  expect(confirmationAsked.get()).toMatchObject({ meant: { of: 'scope', scope: { tab: 'tpSl' } } });
  await userEvent.click(screen.getByRole('button', { name: 'OCO' }));
  expect(screen.getByText('No open orders of this kind')).toBeTruthy();
});

test('ORD-08 several orders are ticked and cancelled together', async () => {
  const client = fakeClient();
  const [first, second, third] = [
    orderView(),
    orderView({ orderId: 8, clientOrderId: 'b' }),
    orderView({ orderId: 9, clientOrderId: 'c' }),
  ];
  client.orders.open.set({ status: 'success', data: [first, second, third] });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  const boxes = screen.getAllByRole('checkbox', { name: /^Select order of BTCUSDT/ });
  await userEvent.click(boxes[0] as HTMLElement);
  await userEvent.click(boxes[2] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel 2 selected' }));
  expect(confirmationAsked.get()).toMatchObject({ kind: 'cancelAll', meant: { of: 'chosen', orders: [first, third] } });
  // An ended order is no longer counted.
  client.orders.open.set({ status: 'success', data: [second] });
  await waitFor(() => expect(screen.queryByRole('button', { name: /selected/ })).toBeNull());
});

test('ORD-06 an order of a strategy says which', () => {
  const client = fakeClient();
  const orders = (['TWAP', 'Chase', 'Iceberg'] as const).map((kind, part) =>
    orderView({ orderId: 20 + part, clientOrderId: kind, strategy: { kind, id: 7, part } }),
  );
  client.orders.open.set({ status: 'success', data: orders });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  for (const name of ['TWAP', 'Chase limit', 'Iceberg']) expect(screen.getByText(name)).toBeTruthy();
});

test('ORD-01 the history asks for the kind on screen, and the file holds the same', async () => {
  const client = fakeClient();
  renderScreen(client, <OrderHistory />);
  await userEvent.click(await screen.findByRole('button', { name: 'Trailing stop' }));
  expect(client.histories.orders).toHaveBeenLastCalledWith('', { kinds: ['TrailingStop', 'TrailingProfit'] });
  expect(client.histories.file).toHaveBeenLastCalledWith('orders', { kinds: ['TrailingStop', 'TrailingProfit'] });
});

test('ORD-08 an order is changed in place by what differs, and what is no price is neither taken nor sent', async () => {
  const client = fakeClient();
  const order = orderView();
  client.orders.open.set({ status: 'success', data: [order] });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit order of BTCUSDT' }));
  const price = await screen.findByRole('textbox', { name: 'Price' });
  await userEvent.clear(price);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter a price.');
  // A limit that a new value breaks is named, and nothing is sent.
  await userEvent.type(price, '99999999');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByRole('alert').textContent).toBe('The price must be from 0.1 to 1,999,999.8.');
  expect(client.orders.amend).not.toHaveBeenCalled();
  await userEvent.clear(price);
  await userEvent.type(price, 'x62,900.57');
  expect(price).toHaveProperty('value', '62900.5');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(client.orders.amend).toHaveBeenCalledWith(order.record, { price: ticks(629_005) });
});

test('API-08 a history that could not be loaded says so and loads on demand', async () => {
  const client = fakeClient();
  vi.mocked(client.histories.orders).mockResolvedValueOnce({ ok: false, failure: { code: 9000000, message: '' } });
  renderScreen(client, <OrderHistory />);
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No orders yet')).toBeTruthy();
  expect(client.histories.orders).toHaveBeenCalledTimes(2);
});

const pastOrder = (id: number, change: Partial<OrderItem>): OrderItem => ({
  ...{ orderId: String(id), orderLinkId: '', symbol: 'BTC/USDT', side: 'Buy', orderType: 'Limit', price: '60000', qty: '1' },
  ...{
    cumExecQty: '0',
    leavesQty: '1',
    cumExecValue: '0',
    cumExecFee: '0',
    feeCurrency: 'USDT',
    avgPrice: '',
    timeInForce: 'GoodTillCancel',
  },
  ...{ reduceOnly: false, positionIdx: 0, orderStatus: 'Cancelled', cxlRejReason: '', source: 'form', createdAtE3: id, updatedAtE3: id },
  ...change,
});

test('ORD-01 prices of past orders have the decimals of their symbol, a mean of several fills two more', async () => {
  const doge = { ...TEST_INSTRUMENT, id: 1, symbol: 'DOGEUSDT', tickSize: priceOf('0.00001'), priceDigits: 5 };
  const client = fakeClient([TEST_INSTRUMENT, doge]);
  const rows = [
    pastOrder(1, { symbol: 'BTCUSDT', price: '64182.40000000', avgPrice: '64180.12345678' }),
    pastOrder(2, { symbol: 'DOGEUSDT', price: '0.08000000', avgPrice: '0.07900000' }),
  ];
  vi.mocked(client.histories.orders).mockResolvedValueOnce({ ok: true, value: { rows, cursor: '' } });
  renderScreen(client, <OrderHistory />);
  for (const name of ['64,182.4', '64,180.123', '0.08000', '0.07900']) expect(await screen.findByRole('cell', { name })).toBeTruthy();
});

test('ORD-04 the history tells the statuses of spot orders in words of their own', async () => {
  const client = fakeClient();
  const row = (id: number, change: Partial<OrderItem>): OrderItem => pastOrder(id, { planType: -1, ...change });
  const rows = [
    row(1, {}),
    row(2, { cumExecQty: '0.5' }),
    row(3, { planType: 1 }),
    row(4, { planType: 1, orderStatus: 'Untriggered' }),
    row(5, { planType: 8, orderStatus: 'Deactivated' }),
    row(6, { planType: 1, orderStatus: 'Triggered' }),
    row(7, { orderStatus: 'Filled', cumExecQty: '1' }),
  ];
  vi.mocked(client.histories.orders).mockResolvedValueOnce({ ok: true, value: { rows, cursor: '' } });
  renderScreen(client, <OrderHistory />);
  await screen.findByText('Triggered');
  for (const [text, count] of [
    ['Cancelled', 1],
    ['Partly filled, rest cancelled', 1],
    ['Cancelled before triggering', 2],
    ['Untriggered', 1],
    ['Filled', 1],
  ] as const)
    expect(screen.getAllByRole('cell', { name: text }), text).toHaveLength(count);
});
