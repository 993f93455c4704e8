import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { DepthChart } from './index.ts';

// A page without fonts, which the depth is painted with.
beforeEach(() => Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() }));
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(document, 'fonts');
});

const place = () => screen.getByRole('slider', { name: 'Depth at a price' }).getAttribute('aria-valuetext');

test('MKT-03 updates of the book are painted, not rendered', async () => {
  const client = fakeClient();
  const { book } = client.markets.feed('BTCUSDT');
  const renders = vi.fn();
  renderScreen(
    client,
    <Profiler id="depth" onRender={renders}>
      <DepthChart feed={client.markets.feed('BTCUSDT')} />
    </Profiler>,
  );
  await nextFrame();
  const before = renders.mock.calls.length;
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' });
  await nextFrame();
  // Asks of 300 lots at 641824, 900 at 641830; of a mean of 641823.5, the bids reach 3.5 away.
  expect(place()).toMatch(/^64,182\.7 \(0\.00%\): 0\.300 BTC$/);
  book.set({ freshness: 'live', bids: [641823, 500, 641820, 1200], asks: [641824, 700, 641830, 900], update: 2 });
  await nextFrame();
  expect(place()).toContain('0.700 BTC');
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home' });
  await nextFrame();
  expect(place()).toMatch(/: 1\.700 BTC$/);
  expect(renders.mock.calls.length).toBe(before);
});

test('MKT-03 MKT-08 a book that is not live says so, and one that is put together again is covered', async () => {
  const client = fakeClient();
  const { book } = client.markets.feed('BTCUSDT');
  renderScreen(client, <DepthChart feed={client.markets.feed('BTCUSDT')} />);
  act(() => book.set({ ...book.get(), freshness: 'stale' }));
  expect(screen.getByRole('status').textContent).toBe('Stale');
  act(() => book.set({ ...book.get(), freshness: 'resyncing' }));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' });
  await nextFrame();
  expect(place()).toBe('Point at the chart for the depth up to a price');
  act(() => book.set({ freshness: 'live', bids: [], asks: [], update: 3 }));
  expect(screen.getByText('No orders in the book')).toBeTruthy();
});
