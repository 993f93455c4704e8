import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginAsked } from '../../platform/session.tsx';
import { fakeClient, LOGGED_OUT } from '../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { LoginDialog } from './login-dialog.tsx';

beforeEach(() => loginAsked.set(true));
afterEach(() => {
  cleanup();
  loginAsked.set(false);
});

test('OPS-05 a visitor is told where the one-time address is, and logs in by name only when both fields are filled in', async () => {
  const client = fakeClient();
  client.session.state.set({ status: 'success', data: LOGGED_OUT });
  renderScreen(client, <LoginDialog />);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/npm start prints an address/)).toBeTruthy();
  expect(dialog.getAllByText(/npm run operator -- login/).length).toBeGreaterThan(0);
  expect(dialog.queryByLabelText('Passphrase')).toBeNull();
  const form = within(dialog.getByRole('form', { name: 'Name and password' }));
  const submit = form.getByRole<HTMLButtonElement>('button', { name: 'Log in' });
  await userEvent.type(form.getByLabelText('Name'), 'alice');
  expect(submit.disabled).toBe(true);
  await userEvent.type(form.getByLabelText('Password'), 'correct horse battery');
  await userEvent.click(submit);
  expect(client.session.login).toHaveBeenCalledWith({ username: 'alice', password: 'correct horse battery' });
  expect(loginAsked.get()).toBe(false);
});

test('OPS-04 where a passphrase is set the owner logs in by it', async () => {
  const client = fakeClient();
  client.session.state.set({ status: 'success', data: { ...LOGGED_OUT, needsPassphrase: true } });
  renderScreen(client, <LoginDialog />);
  const form = within(screen.getByRole('form', { name: 'Passphrase of the owner' }));
  await userEvent.type(form.getByLabelText('Passphrase'), 'correct horse battery');
  await userEvent.click(form.getByRole('button', { name: 'Log in' }));
  expect(client.session.login).toHaveBeenCalledWith({ passphrase: 'correct horse battery' });
});
