import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { OrderBook } from './index.ts';
import { ROW_HEIGHT } from './side-layout.ts';

const ROWS = 3;
const context = { setTransform: vi.fn(), clearRect: vi.fn(), fillRect: vi.fn(), beginPath: vi.fn(), moveTo: vi.fn(), lineTo: vi.fn() };

// A page without fonts, sizes and pictures, which the book paints with.
beforeEach(() => {
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(ROWS * ROW_HEIGHT);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  const all = { ...context, fill: vi.fn(), fillText: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(all as unknown as null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'fonts');
});

function show(depthMergeTimes: readonly number[]): void {
  const client = fakeClient();
  const feed = { ...client.markets.feed('BTCUSDT'), instrument: { ...TEST_INSTRUMENT, depthMergeTimes } };
  renderScreen(client, <OrderBook feed={feed} onPrice={vi.fn()} onQuantity={vi.fn()} />);
}
const grouping = () => screen.getByRole('combobox', { name: 'Grouping' });
const bids = () => screen.getByRole('grid', { name: 'Bids' }).textContent;

describe('the order book', () => {
  test('SYM-05 groups by the depths of its symbol: the tick times each ratio, the first at once', async () => {
    show([5, 50, 1_000]);
    expect(grouping().textContent).toBe('0.5');
    await waitFor(() => expect(bids()).toContain('64,182.0'));
    expect(bids()).not.toContain('64,182.3');
    await userEvent.click(grouping());
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['0.5', '5.0', '100.0']);
    await userEvent.click(screen.getByRole('option', { name: '100.0' }));
    expect(grouping().textContent).toBe('100.0');
    await waitFor(() => expect(bids()).toContain('64,100.0'));
  });

  test('SYM-05 the book of a symbol without ratios is grouped by its tick', async () => {
    show([]);
    await waitFor(() => expect(bids()).toContain('64,182.3'));
  });
});
