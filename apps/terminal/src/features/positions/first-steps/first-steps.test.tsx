import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { paperFundsAsked } from '../../../intents/paper-funds-asked.ts';
import { fakeClient } from '../../../testing/fake-terminal-client.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { Positions } from '../index.ts';

afterEach(() => {
  cleanup();
  paperFundsAsked.set(false);
  localStorage.clear();
});

test('HND-01 a first visit shows three steps and the way to paper funds, until they are closed', async () => {
  renderScreen(fakeClient(), <Positions onSymbol={() => undefined} />);
  await screen.findByRole('region', { name: 'First steps' });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
    'Choose a market',
    'Place an order',
    'Watch and close it',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Get paper funds' }));
  expect(paperFundsAsked.get()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Close the first steps' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  expect(screen.getByText(/its position appears here/)).toBeTruthy();
  expect(localStorage.getItem('tapedeck.firstSteps')).toBe('closed');
});
