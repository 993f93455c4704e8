import { cleanup, fireEvent } from '@testing-library/react';
import { encodeInstrument, normaliseSymbol } from '@tapedeck/protocol';
import { afterEach, expect, test } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { renderScreen } from '../testing/render.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { setTheme } from '../platform/theme.ts';

afterEach(() => {
  cleanup();
  setTheme('dark');
});

const sourceIn = (screen: { container: HTMLElement }) => screen.container.querySelector('img')?.getAttribute('src');

test('SYM-07 shows the icon that the exchange names, then that of the coin, then one for all coins, by theme', async () => {
  const client = fakeClient();
  const facts = normaliseSymbol({ ...encodeInstrument(TEST_INSTRUMENT), darkIcon: '/own/dark.svg', lightIcon: '/own/light.svg' });
  const screen = renderScreen({ ...client, markets: { ...client.markets, facts: () => facts } }, <CoinIcon instrument={TEST_INSTRUMENT} />);
  const fail = () => fireEvent.error(screen.container.querySelector('img') as HTMLElement);
  expect(sourceIn(screen)).toBe('/own/dark.svg');
  fail();
  expect(sourceIn(screen)).toBe('/coins/dark/BTC.svg');
  fail();
  expect(sourceIn(screen)).toBe('/coins/dark/default.svg');
  // Where even that one cannot be had, nothing is asked for again.
  fail();
  expect(sourceIn(screen)).toBe('/coins/dark/default.svg');
  setTheme('light');
  await expect.poll(() => sourceIn(screen)).toBe('/own/light.svg');
});

test('SYM-07 what is in no list of contracts has the icon of its coin', () => {
  const screen = renderScreen(fakeClient(), <CoinIcon instrument={{ symbol: '1000PEPE/USDT', baseCoin: '1000PEPE' }} />);
  expect(sourceIn(screen)).toBe('/coins/dark/PEPE.svg');
});
