import type { TapeTrade } from '@tapedeck/client';
import { act, cleanup, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { priceOf } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { Trades } from './index.ts';

const trade = (id: number): TapeTrade => ({
  id: String(id),
  time: 1_763_700_000_000 + id * 1000,
  price: priceOf(`64${100 + id}.5`),
  quantity: '0.5',
  side: id % 2 === 0 ? 'Buy' : 'Sell',
});
const lines = () => screen.getAllByRole('row').map((row) => row.textContent);

afterEach(cleanup);

test('new trades come on top of a fixed pool of rows without rendering', async () => {
  const client = fakeClient();
  const { tape } = client.feed('BTCUSDT');
  const renders = vi.fn();
  tape.set({ freshness: 'live', trades: [trade(2), trade(1)] });
  renderScreen(
    client,
    <Profiler id="trades" onRender={renders}>
      <Trades feed={client.feed('BTCUSDT')} />
    </Profiler>,
  );
  const before = renders.mock.calls.length;
  tape.set({ freshness: 'live', trades: [trade(3), trade(2)] });
  await nextFrame();
  expect(lines()).toEqual(['Price (USDT)Qty (BTC)Time', '64,103.50.50004:40:03', '64,102.50.50004:40:02']);
  expect(renders.mock.calls.length).toBe(before);
});

test('MKT-08 a tape that is not live says so', () => {
  const client = fakeClient();
  renderScreen(client, <Trades feed={client.feed('BTCUSDT')} />);
  expect(screen.getByText('No trades yet')).toBeTruthy();
  act(() => client.feed('BTCUSDT').tape.set({ freshness: 'stale', trades: [trade(1)] }));
  expect(screen.getByRole('status').textContent).toBe('Stale');
  act(() => client.feed('BTCUSDT').tape.set({ freshness: 'resyncing', trades: [trade(1)] }));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});
