import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failedOrder } from '../../intents/order-failure.ts';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { createOrderFormStore, OrderForm } from './index.ts';

let client: FakeClient;
beforeEach(() => {
  client = fakeClient();
  renderScreen(client, <OrderForm form={createOrderFormStore(client, client.markets.feed('BTCUSDT'))} />);
});
afterEach(() => {
  cleanup();
  failedOrder.set(undefined);
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Buy / Long' }));
const enter = (name: string, text: string) => {
  field(name).focus();
  fireEvent.change(field(name), { target: { value: text } });
};

test('a quantity below the minimum is an error that names the minimum with its coin', async () => {
  enter('Price', '64100');
  enter('Quantity', '0.0001');
  await press();
  expect(screen.getByText('Minimum 0.001 BTC.')).toBeTruthy();
  expect(client.orders.place).not.toHaveBeenCalled();
});

test('ORD-07 a limit price is not asked for before the trader has reached it, though a market order was refused before', async () => {
  vi.mocked(client.orders.place).mockResolvedValue({ ok: false, failure: { code: 110007, message: 'no' } });
  await userEvent.click(screen.getByRole('tab', { name: 'Market' }));
  enter('Quantity', '0.5');
  await press();
  await screen.findByText('The order was refused: Insufficient available balance.');
  await userEvent.click(screen.getByRole('tab', { name: 'Limit' }));
  expect(screen.queryByText('Enter a price.')).toBeNull();
  await press();
  expect(screen.getByText('Enter a price.')).toBeTruthy();
});

describe('ERR-06 codes that ask whoever placed the order for content', () => {
  test.each([39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048])(
    'ERR-06 %i is told in a dialog, not beside the button',
    async (code) => {
      const failure = { code, message: 'because' };
      vi.mocked(client.orders.place).mockResolvedValue({ ok: false, failure });
      enter('Price', '64100');
      enter('Quantity', '0.5');
      await press();
      await waitFor(() => expect(failedOrder.get()).toMatchObject({ failure, instrument: TEST_INSTRUMENT }));
      expect(screen.queryByRole('alert')).toBeNull();
      expect(field('Quantity').value).toBe('0.5');
    },
  );

  test('ERR-06 39303 of an order that was begun keeps what was not placed, so that no press sends all of it again', async () => {
    const details = { failedQuantity: '20000000', placedQuantity: '30000000', cause: { code: 110007, message: 'no' } };
    vi.mocked(client.orders.place).mockResolvedValue({ ok: false, failure: { code: 39303, message: 'no', details } });
    enter('Price', '64100');
    enter('Quantity', '0.5');
    await press();
    await waitFor(() => expect(field('Quantity').value).toBe('0.2'));
  });
});
