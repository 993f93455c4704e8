import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { orderView } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CancelAllButton, OpenOrders } from './index.ts';
import { OrderHistory } from './order-history.tsx';

afterEach(cleanup);

test('an order is cancelled from its row, and only once it is known to the server', async () => {
  const client = fakeClient();
  const order = orderView();
  client.account.openOrders.set({ status: 'success', data: [order, orderView({ orderId: 8, clientOrderId: 'b' }, 'checking')] });
  renderScreen(client, <OpenOrders onSymbol={vi.fn()} />);
  const [live, checking] = screen.getAllByRole('button', { name: 'Cancel order of BTCUSDT at 62,800.0' });
  expect(screen.getByText('Checking')).toBeTruthy();
  await userEvent.click(checking as HTMLElement);
  expect(client.cancelOrder).not.toHaveBeenCalled();
  await userEvent.click(live as HTMLElement);
  expect(client.cancelOrder).toHaveBeenCalledWith(order.record);
});

test('all orders are cancelled by one button that is there only while there is one', async () => {
  const client = fakeClient();
  const { rerender } = renderScreen(client, <CancelAllButton />);
  expect(screen.queryByRole('button')).toBeNull();
  client.account.openOrders.set({ status: 'success', data: [orderView()] });
  rerender(<CancelAllButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(client.cancelAllOrders).toHaveBeenCalledTimes(1);
});

test('API-08 a history that could not be loaded says so and loads on demand', async () => {
  const client = fakeClient();
  vi.mocked(client.orderHistory).mockResolvedValueOnce({ ok: false, failure: { code: 9000000, message: '' } });
  renderScreen(client, <OrderHistory />);
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No orders yet')).toBeTruthy();
  expect(client.orderHistory).toHaveBeenCalledTimes(2);
});
