import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient, LOGGED_OUT } from '../testing/fake-terminal-client.ts';
import { loginAsked } from '../platform/session.tsx';
import { orderView } from '../testing/records.ts';
import { renderScreen } from '../testing/render.tsx';
import { AccountPanel } from './account-panel.tsx';

afterEach(() => {
  cleanup();
  loginAsked.set(false);
});

test('API-07 without a user the private panels ask to log in', async () => {
  const client = fakeClient();
  client.session.state.set({ status: 'success', data: LOGGED_OUT });
  renderScreen(client, <AccountPanel onSymbol={vi.fn()} />);
  expect(screen.getByText('Log in to see this')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(loginAsked.get()).toBe(true);
  await act(() => client.session.login({ username: 'trader-01', password: 'correct horse battery' }));
  expect(await screen.findByText('No open positions')).toBeTruthy();
});

test('tabs count what is open, and cancel-all belongs to the open orders', async () => {
  const client = fakeClient();
  renderScreen(client, <AccountPanel onSymbol={vi.fn()} />);
  act(() => client.orders.open.set({ status: 'success', data: [orderView()] }));
  expect(screen.queryByRole('button', { name: 'Cancel all' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Open orders (1)' }));
  expect(await screen.findByRole('table', { name: 'Open orders' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Cancel all' })).toBeTruthy();
});

test('MKT-08 the panel says when its figures, or the reports of its lists, are not live', async () => {
  const client = fakeClient();
  renderScreen(client, <AccountPanel onSymbol={vi.fn()} />);
  act(() => client.funds.freshness.set('stale'));
  expect(screen.getByRole('status').textContent).toBe('Stale');
  await userEvent.click(screen.getByRole('tab', { name: 'Order history' }));
  expect(screen.queryByText('Stale')).toBeNull();
  act(() => client.session.freshness.set('offline'));
  expect(screen.getByText('Offline')).toBeTruthy();
});
