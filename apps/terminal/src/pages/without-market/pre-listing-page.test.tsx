import { cleanup, screen, waitFor } from '@testing-library/react';
import { timestamp } from '@tapedeck/domain';
import { afterEach, expect, it } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { SymbolPage, TradePage } from '../trade-page.tsx';

const COMING = {
  ...TEST_INSTRUMENT,
  id: 1,
  symbol: 'TONUSDT',
  status: 'PreLaunch',
  launchAt: timestamp(Date.UTC(2126, 11, 3, 8)),
} as const;

afterEach(cleanup);

it('SYM-04 SYM-08 SYM-12 the page of a symbol that is announced tells when it starts and its terms, and has no form and no prices', async () => {
  const client = fakeClient([TEST_INSTRUMENT, COMING]);
  const { facts } = client.markets;
  client.markets.facts = (symbol) => {
    const known = facts(symbol);
    const copying = { minLeverage: 1, maxLeverage: 12.5, minMargin: 10, maxMargin: 5000 };
    return known && { ...known, imIncrements: 0.11, mmIncrements: 0.06, rLBases: 2_000_000, rLIncrements: 600_000, copying };
  };
  renderScreen(client, <TradePage symbol="TONUSDT" />);
  expect(await screen.findByText('TONUSDT is not trading yet')).toBeDefined();
  expect(screen.getByText('Trading starts on 2126-12-03 08:00 UTC. The terms below are final.')).toBeDefined();
  expect(screen.getByText('Tick size').nextSibling?.textContent).toContain('USDT');
  expect(screen.getByText('Trading start').nextSibling?.textContent).toBe('2126-12-03 08:00 UTC');
  expect(screen.getByText('Leverage of copied positions').nextSibling?.textContent).toBe('1x – 12.5x');
  expect(screen.getByText('Margin increase of the second risk tier').nextSibling?.textContent).toBe('+0.11% / +0.06%');
  expect(screen.getByText('Margin of copied positions').nextSibling?.textContent).toBe('10 – 5,000 USDT');
  expect(screen.getByText('First risk tier / increase of the second').nextSibling?.textContent).toBe('2,000,000 / +600,000 USDT');
  expect(screen.queryByRole('button', { name: /buy/i })).toBeNull();
  expect(client.markets.feed).not.toHaveBeenCalledWith('TONUSDT');
});

it('SYM-12 the address of a contract that has another name by now leads to that name', async () => {
  const renamed = { ...TEST_INSTRUMENT, id: 1, symbol: 'ASIUSDT', formerSymbol: 'FETUSDT' };
  history.replaceState(null, '', '/trade/usdt/FETUSDT');
  renderScreen(fakeClient([TEST_INSTRUMENT, renamed]), <SymbolPage symbol="FETUSDT" path="/trade/usdt/FETUSDT" />);
  await waitFor(() => expect(location.pathname).toBe('/trade/usdt/ASIUSDT'));
  cleanup();
  history.replaceState(null, '', '/trade/usdt/FETUSDT');
  const coming = { ...renamed, status: 'PreLaunch', launchAt: COMING.launchAt } as const;
  renderScreen(fakeClient([TEST_INSTRUMENT, coming]), <SymbolPage symbol="FETUSDT" path="/trade/usdt/FETUSDT" />);
  expect(await screen.findByText(/FETUSDT/)).toBeDefined();
  expect(location.pathname).toBe('/trade/usdt/FETUSDT');
});
