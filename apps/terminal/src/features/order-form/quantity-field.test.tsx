import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { createOrderFormStore, OrderForm } from './index.ts';

let client: FakeClient;

beforeEach(() => {
  client = fakeClient();
  renderScreen(client, <OrderForm form={createOrderFormStore(client, client.markets.feed('BTCUSDT'))} />);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const slider = () => screen.getByRole('slider');

describe('the quantity of an order', () => {
  test('INP-08 the slider goes from 0 to 100 % in steps of 5, with marks at every quarter, and fills the quantity', async () => {
    await userEvent.type(field('Price'), '64000');
    expect([slider().getAttribute('min'), slider().getAttribute('max'), slider().getAttribute('step')]).toEqual(['0', '100', '5']);
    expect(screen.getAllByRole('button', { name: /^\d+%$/ }).map((mark) => mark.textContent)).toEqual(['0%', '25%', '50%', '75%', '100%']);
    fireEvent.change(slider(), { target: { value: '5' } });
    expect(slider().getAttribute('aria-valuetext')).toBe('5%');
    const five = Number(field('Quantity').value);
    expect(five).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    expect(slider().getAttribute('aria-valuetext')).toBe('50%');
    expect(Number(field('Quantity').value) / five).toBeGreaterThanOrEqual(9);
    await userEvent.click(screen.getByRole('button', { name: '0%' }));
    expect(field('Quantity').value).toBe('');
  });

  test('INP-08 the unit dialog offers quantity, cost and value, and says the same order in the chosen one', async () => {
    await userEvent.type(field('Price'), '30000');
    await userEvent.type(field('Quantity'), '0.02');
    await userEvent.click(screen.getByRole('button', { name: 'Entered in BTC: change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter the order by' }));
    expect(dialog.getAllByRole('radio')).toHaveLength(3);
    for (const unit of [/^Quantity/, /^Cost/, /^Value/]) expect(dialog.getByRole('radio', { name: unit })).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: /^Value/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(field('Value').value).toBe('600');
    expect(screen.queryByRole('textbox', { name: 'Quantity' })).toBeNull();
  });

  test('INP-08 a quantity above the largest order is replaced by it when the field is left, and a notice says so', async () => {
    await userEvent.type(field('Price'), '64000');
    await userEvent.type(field('Quantity'), '999999');
    expect(screen.queryByRole('status')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('status').textContent).toContain('above the maximum');
    expect(field('Quantity').value).toBe('1500');
  });
});
