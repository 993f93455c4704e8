import type { Failure } from '@tapedeck/client';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { failedOrder, tellOrderFailure } from '../../intents/order-failure.ts';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Messages } from './messages.tsx';

afterEach(() => {
  cleanup();
  failedOrder.set(undefined);
});

async function told(failure: Failure): Promise<string[]> {
  renderScreen(fakeClient(), <Messages />);
  expect(tellOrderFailure(failure, TEST_INSTRUMENT)).toBe(true);
  const dialog = await screen.findByRole('dialog', { name: 'The order failed' });
  return [...dialog.querySelectorAll('p')].map((line) => line.textContent);
}

test('ERR-06 REV-07 39303 names the failed quantity and the coin', async () => {
  expect(await told({ code: 39303, message: 'x', details: { failedQuantity: '12500000' } })).toEqual([
    'The order was sent in parts. 0.125 BTC of it failed.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(failedOrder.get()).toBeUndefined();
});

test('ERR-06 39303 of an order that the terminal sent in parts says how much was placed, how much failed, and why', async () => {
  const details = { failedQuantity: '13100000000', placedQuantity: '11900000000', cause: { code: 110007, message: 'no' } };
  const [failed, placed, reason] = await told({ code: 39303, message: 'no', details });
  expect(failed).toBe('The order was sent in parts. 131 BTC of it failed.');
  expect(placed).toBe('119 BTC was placed.');
  expect(reason).toMatch(/^Reason: .+/);
});

test.each([30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048])('ERR-06 %i names the symbol and the reason', async (code) => {
  expect(await told({ code, message: 'because' })).toEqual(['The exchange did not create the BTCUSDT order.', `Reason: ${code}: because`]);
});

test('ERR-06 other codes have no dialog', () => {
  expect(tellOrderFailure({ code: 110007, message: 'x' }, TEST_INSTRUMENT)).toBe(false);
  expect(failedOrder.get()).toBeUndefined();
});
