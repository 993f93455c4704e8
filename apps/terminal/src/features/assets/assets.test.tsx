import type { CoinView } from '@tapedeck/client';
import { money, price, rate } from '@tapedeck/domain';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClient, LOGGED_IN, VENUE } from '../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Assets } from './assets.tsx';

const UNIT = 100_000_000n;
const coin = (name: string, change: Partial<CoinView> = {}): CoinView => ({
  coin: name,
  cash: money(2n * UNIT),
  locked: money(0n),
  loan: money(0n),
  funding: money(0n),
  savings: money(0n),
  borrowed: money(0n),
  withdrawable: money(UNIT),
  price: price(50_000n * UNIT),
  value: money(100_000n * UNIT),
  isCollateral: true,
  collateralChoice: false,
  collateralRatio: rate(95_000_000n),
  borrowLimit: money(50n * UNIT),
  hourlyInterest: rate(230n),
  hourlyYield: rate(80n),
  ...change,
});

afterEach(cleanup);

describe('assets', () => {
  test('ACC-03 every coin with its wallets, what is owed, its value and collateral ratio', async () => {
    const client = fakeClient();
    client.funds.coins.set({ status: 'success', data: [coin('BTC', { borrowed: money(UNIT / 4n), savings: money(3n * UNIT) })] });
    renderScreen(client, <Assets />);
    const row = await screen.findByRole('row', { name: 'BTC' });
    for (const shown of ['2', '1', '3', '0.25', '100,000.00', '95%']) {
      expect(within(row).getByText(shown)).toBeDefined();
    }
  });

  test('ACC-03 the most valuable coins come first, and keep their places while prices move', async () => {
    const client = fakeClient();
    const worth = (name: string, dollars: bigint) => coin(name, { value: money(dollars * UNIT) });
    client.funds.coins.set({ status: 'success', data: [worth('BTC', 5n), coin('EOS', { value: undefined }), worth('USDT', 90n)] });
    renderScreen(client, <Assets />);
    const rows = () => screen.getAllByRole('row').flatMap((row) => row.getAttribute('aria-label') ?? []);
    await screen.findByRole('row', { name: 'BTC' });
    expect(rows()).toEqual(['USDT', 'BTC', 'EOS']);
    act(() => client.funds.coins.set({ status: 'success', data: [worth('BTC', 500n), coin('EOS', {}), worth('USDT', 90n)] }));
    expect(rows()).toEqual(['USDT', 'BTC', 'EOS']);
  });

  test('an exchange without lending has no control that moves coins or chooses collateral', async () => {
    const client = fakeClient();
    client.session.state.set({ status: 'success', data: { ...LOGGED_IN, venue: { ...VENUE, lending: false } } });
    client.funds.coins.set({ status: 'success', data: [coin('BTC', { collateralChoice: true })] });
    renderScreen(client, <Assets />);
    const row = await screen.findByRole('row', { name: 'BTC' });
    expect(within(row).queryByRole('button')).toBeNull();
    expect(within(row).queryByRole('switch')).toBeNull();
  });

  test('ACC-03 coins go to another account of the user, real or demo as this one', async () => {
    const client = fakeClient();
    const own = client.session.state.get();
    if (own.status !== 'success' || own.data.user === undefined) throw new Error('nobody is logged in');
    const accounts = [
      { id: '100', accountKind: own.data.user.accountKind, isDemo: false },
      { id: '102', accountKind: 'regular' as const, isDemo: false },
      { id: '103', accountKind: 'PM' as const, isDemo: true },
    ];
    client.session.state.set({ status: 'success', data: { ...own.data, user: { ...own.data.user, isDemo: false, accounts } } });
    client.funds.coins.set({ status: 'success', data: [coin('BTC')] });
    const transferToAccount = vi.fn(() => Promise.resolve({ ok: true as const, value: undefined }));
    const user = userEvent.setup();
    renderScreen({ ...client, funds: { ...client.funds, transferToAccount } }, <Assets />);
    await user.click(await screen.findByRole('button', { name: 'Move BTC' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move BTC' });
    within(dialog).getByRole('combobox', { name: 'Action' }).focus();
    await user.keyboard('{Enter}');
    const regular = await screen.findByRole('option', { name: 'To the account: Regular' });
    expect(screen.queryByRole('option', { name: 'To the account: Portfolio margin' })).toBeNull();
    await user.click(regular);
    await user.click(within(dialog).getByRole('button', { name: 'Max' }));
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(transferToAccount).toHaveBeenCalledWith('regular', 'BTC', money(UNIT));
  });

  test('HND-04 ACC-03 more than can be moved is refused on the field, with the limit of what was chosen, and is not sent', async () => {
    const client = fakeClient();
    client.funds.coins.set({ status: 'success', data: [coin('BTC', { funding: money(3n * UNIT) })] });
    const move = vi.fn(() => Promise.resolve({ ok: true as const, value: undefined }));
    const user = userEvent.setup();
    renderScreen({ ...client, funds: { ...client.funds, move } }, <Assets />);
    await user.click(await screen.findByRole('button', { name: 'Move BTC' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move BTC' });
    const field = within(dialog).getByRole('textbox', { name: 'Amount' });
    const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
    const told = () => field.getAttribute('aria-invalid');
    await user.type(field, '1.00000001');
    expect([told(), confirm.hasAttribute('disabled')]).toEqual(['true', true]);
    expect(within(dialog).getByText('Enter at most 1.00000000 BTC.')).toBeDefined();
    await user.clear(field);
    await user.type(field, '0');
    expect(within(dialog).getByText('Enter an amount above 0.')).toBeDefined();
    within(dialog).getByRole('combobox', { name: 'Action' }).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: /trading/i }));
    await user.clear(field);
    await user.type(field, '1.00000001');
    expect(confirm.hasAttribute('disabled')).toBe(false);
    await user.click(confirm);
    expect(move).toHaveBeenCalledWith('toTrading', 'BTC', money(UNIT + 1n));
  });

  test('ACC-03 borrowing sends the amount typed; a refusal stays in the dialog, in words', async () => {
    const client = fakeClient();
    client.funds.coins.set({ status: 'success', data: [coin('BTC', { withdrawable: money(0n) })] });
    const move = vi.fn(() =>
      Promise.resolve({ ok: false as const, failure: { code: 176014, message: 'This is more than you can borrow.' } }),
    );
    const user = userEvent.setup();
    renderScreen({ ...client, funds: { ...client.funds, move } }, <Assets />);
    await user.click(await screen.findByRole('button', { name: 'Move BTC' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move BTC' });
    expect(within(dialog).getByText('At most 50.00000000 BTC')).toBeDefined();
    const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
    expect(confirm).toHaveProperty('disabled', true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '0.5');
    await user.click(confirm);
    expect(move).toHaveBeenCalledWith('borrow', 'BTC', money(UNIT / 2n));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('more than you can borrow');
  });
});
