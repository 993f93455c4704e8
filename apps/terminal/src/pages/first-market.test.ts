import { afterEach, expect, it, vi } from 'vitest';
import { fakeClient } from '../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../testing/records.ts';
import { holdFirstMarket } from './first-market.ts';

afterEach(() => vi.useRealTimers());

it('holds the market of the address once, and lets it go when the screen had time to take it over', () => {
  vi.useFakeTimers();
  const client = fakeClient();
  const release = vi.fn();
  const market = vi.fn((symbol: string) => ({ ...client.markets.feed(symbol), release }));
  holdFirstMarket({ markets: { ...client.markets, feed: market } }, TEST_INSTRUMENT.symbol);
  expect(market).toHaveBeenCalledExactlyOnceWith(TEST_INSTRUMENT.symbol);
  vi.runAllTimers();
  expect(release).toHaveBeenCalledOnce();
});

it('asks for nothing when the contract does not exist', () => {
  const client = fakeClient();
  const market = vi.fn(client.markets.feed);
  holdFirstMarket({ markets: { ...client.markets, feed: market } }, 'NOPE');
  expect(market).not.toHaveBeenCalled();
});

it('SYM-12 asks for nothing while the contract is only announced', () => {
  const client = fakeClient([{ ...TEST_INSTRUMENT, status: 'PreLaunch' }]);
  const market = vi.fn(client.markets.feed);
  holdFirstMarket({ markets: { ...client.markets, feed: market } }, TEST_INSTRUMENT.symbol);
  expect(market).not.toHaveBeenCalled();
});
