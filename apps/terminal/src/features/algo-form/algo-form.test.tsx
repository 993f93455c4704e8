import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeClient, LOGGED_IN, VENUE } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { AlgoForm } from './index.ts';

afterEach(cleanup);

test.each([
  ['LinearPerpetual', 'BTCUSDT', 'Trailing stop'],
  ['Spot', 'BTC/USDT', 'OCO'],
] as const)('ORD-09 the algo orders of a %s (%s) begin with a kind that it offers: %s', (kind, symbol, first) => {
  const client = fakeClient([{ ...TEST_INSTRUMENT, kind, symbol }]);
  renderScreen(client, <AlgoForm feed={client.markets.feed(symbol)} />);
  expect(screen.getByRole('combobox', { name: 'Algo order' }).textContent).toContain(first);
});

test('an exchange without strategies offers only the algo orders that are none', async () => {
  const client = fakeClient();
  client.session.state.set({ status: 'success', data: { ...LOGGED_IN, venue: { ...VENUE, strategies: [] } } });
  renderScreen(client, <AlgoForm feed={client.markets.feed(TEST_INSTRUMENT.symbol)} />);
  screen.getByRole('combobox', { name: 'Algo order' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Trailing stop', 'OCO', 'MMR close']);
});
