import type { TapeTrade } from '@tapedeck/client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { priceOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Trades } from './index.ts';

const trade = (id: number): TapeTrade => ({
  id: String(id),
  time: 1_763_700_000_000 + id * 1000,
  price: priceOf(`64${100 + id}.5`),
  quantity: '0.5',
  side: id % 2 === 0 ? 'Buy' : 'Sell',
  liquidation: false,
});
const lines = () => screen.getAllByRole('row').map((row) => row.textContent);

// A page without fonts, which the tape is painted with.
beforeEach(() => Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() }));
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(document, 'fonts');
});

test('MKT-03 the table for assistive technology follows the painted trades without rendering', async () => {
  const client = fakeClient();
  const { tape } = client.markets.feed('BTCUSDT');
  const renders = vi.fn();
  tape.set({ freshness: 'live', trades: [trade(2), trade(1)] });
  renderScreen(
    client,
    <Profiler id="trades" onRender={renders}>
      <Trades feed={client.markets.feed('BTCUSDT')} />
    </Profiler>,
  );
  const before = renders.mock.calls.length;
  tape.set({ freshness: 'live', trades: [trade(3), trade(2)] });
  await waitFor(() => expect(lines()).toEqual(['Price (USDT)Qty (BTC)Time (UTC)', '64,103.50.50004:40:03', '64,102.50.50004:40:02']));
  expect(renders.mock.calls.length).toBe(before);
});

test('MKT-03 SIM-07 a liquidation is marked, in words too, and its row is not marked when another trade takes it', async () => {
  const client = fakeClient();
  const { tape } = client.markets.feed('BTCUSDT');
  tape.set({ freshness: 'live', trades: [{ ...trade(2), liquidation: true }, trade(1)] });
  renderScreen(client, <Trades feed={client.markets.feed('BTCUSDT')} />);
  expect(lines()).toEqual(['Price (USDT)Qty (BTC)Time (UTC)', '64,102.5Liq.0.50004:40:02', '64,101.50.50004:40:01']);
  expect(screen.getByRole('img', { name: 'Liquidation' }).textContent).toBe('Liq.');
  tape.set({ freshness: 'live', trades: [trade(4), trade(3)] });
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Liquidation' })).toBeNull());
});

test('MKT-08 a tape that is not live says so', () => {
  const client = fakeClient();
  renderScreen(client, <Trades feed={client.markets.feed('BTCUSDT')} />);
  expect(screen.getByText('No trades yet')).toBeTruthy();
  act(() => client.markets.feed('BTCUSDT').tape.set({ freshness: 'stale', trades: [trade(1)] }));
  expect(screen.getByRole('status').textContent).toBe('Stale');
  act(() => client.markets.feed('BTCUSDT').tape.set({ freshness: 'resyncing', trades: [trade(1)] }));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});
