import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeClient, type FakeClient } from '../../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { createOrderFormStore, OrderForm } from '../index.ts';

let client: FakeClient;

beforeEach(() => {
  client = fakeClient();
});
afterEach(cleanup);

async function openDialog() {
  renderScreen(client, <OrderForm form={createOrderFormStore(client, client.markets.feed('BTCUSDT'))} />);
  await userEvent.click(screen.getByRole('button', { name: 'Margin mode: Cross' }));
  return within(await screen.findByRole('dialog', { name: 'Margin mode of BTCUSDT' }));
}

describe('the dialog of the margin mode', () => {
  test('LEV-01 offers cross and isolated, each with what it means', async () => {
    const dialog = await openDialog();
    expect(dialog.getAllByRole('radio')).toHaveLength(2);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Cross/ }).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Isolated/ }).checked).toBe(false);
    expect(dialog.getByText(/the whole balance is at stake/)).toBeTruthy();
    expect(dialog.getByText(/A liquidation can cost at most that margin/)).toBeTruthy();
  });

  test('LEV-01 takes no input while the exchange is asked, sends once, and closes when it is answered', async () => {
    let answer: (result: { ok: true; value: undefined }) => void = () => undefined;
    vi.mocked(client.positions.setMarginMode).mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('radio', { name: /^Isolated/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(client.positions.setMarginMode).toHaveBeenCalledExactlyOnceWith('BTCUSDT', 'isolated');
    const controls = [...dialog.getAllByRole<HTMLInputElement>('radio'), dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' })];
    const isDisabled = (control: HTMLElement) => control.matches(':disabled') || control.closest('fieldset:disabled') !== null;
    expect(controls.map(isDisabled)).toEqual([true, true, true]);
    answer({ ok: true, value: undefined });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.positions.setMarginMode).toHaveBeenCalledTimes(1);
  });
});
