import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { goTo } from '../platform/navigation.tsx';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { renderScreen } from '../testing/render.tsx';
import { CurrentPage } from './pages.tsx';

afterEach(cleanup);

it.each([
  [undefined, '/trade/usdt/BTCUSDT'],
  ['FXSUSDT', '/trade/usdt/FXSUSDT'],
])('SIM-08 an address without a symbol leads to that of the recording (%s), else to the first contract', async (symbol, path) => {
  const coming = { ...TEST_INSTRUMENT, status: 'PreLaunch' } as const;
  const client = fakeClient([coming, { ...coming, id: 1, symbol: 'FXSUSDT', baseCoin: 'FXS' }]);
  const session = client.session.state.get();
  if (session.status !== 'success') throw new Error('Nobody is logged in.');
  client.session.state.set({ status: 'pending' });
  goTo('/', 'replace');
  renderScreen(client, <CurrentPage />);
  expect(location.pathname).toBe('/');
  const market = { ...session.data.market, ...(symbol !== undefined && { symbol }) };
  client.session.state.set({ ...session, data: { ...session.data, market } });
  await waitFor(() => expect(location.pathname).toBe(path));
});
