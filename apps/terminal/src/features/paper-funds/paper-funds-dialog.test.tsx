import { money } from '@tapedeck/domain';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paperFundsAsked } from '../../intents/paper-funds-asked.ts';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { PaperFundsDialog } from './paper-funds-dialog.tsx';

const ONE = 100_000_000n;

beforeEach(() => paperFundsAsked.set(true));
afterEach(cleanup);

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const confirm = () => screen.getByRole('button', { name: 'Confirm' });

test('ACC-03 the largest amount of a coin is asked for, another one within it, and none beyond', async () => {
  const client = fakeClient();
  renderScreen(client, <PaperFundsDialog />);
  await screen.findByRole('dialog', { name: 'Paper funds' });
  expect(amount().value.replaceAll(',', '')).toBe('100000');
  await userEvent.clear(amount());
  expect(confirm().matches(':disabled')).toBe(true);
  await userEvent.type(amount(), '100000.1');
  expect(confirm().matches(':disabled')).toBe(true);
  expect(screen.getAllByText('At most 100,000 USDT at a time').length).toBeGreaterThan(1);
  await userEvent.clear(amount());
  await userEvent.type(amount(), '2500.5');
  await userEvent.click(confirm());
  expect(client.funds.paperFunds).toHaveBeenCalledExactlyOnceWith('USDT', money(250_050_000_000n));
  await vi.waitFor(() => expect(paperFundsAsked.get()).toBe(false));
});

test('ACC-03 a coin that came less than a day ago is refused in words, and the dialog stays', async () => {
  const client = fakeClient();
  const paperFunds = vi.fn(() => Promise.resolve({ ok: false as const, failure: { code: 10006, message: 'x' } }));
  renderScreen({ ...client, funds: { ...client.funds, paperFunds } }, <PaperFundsDialog />);
  const dialog = await screen.findByRole('dialog', { name: 'Paper funds' });
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Coin/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'BTC' }));
  expect(amount().value).toBe('2');
  await userEvent.click(confirm());
  expect((await screen.findByRole('alert')).textContent).toMatch(/paper funds of BTC less than a day ago/);
  expect(paperFunds).toHaveBeenCalledExactlyOnceWith('BTC', money(2n * ONE));
  expect(paperFundsAsked.get()).toBe(true);
});
