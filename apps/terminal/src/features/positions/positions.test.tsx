import { lots } from '@tapedeck/domain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmationAsked } from '../../intents/confirmation-asked.ts';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import {
  liveTicker,
  moneyOf,
  orderView,
  positionRecord,
  positionView,
  priceOf,
  strategy,
  TEST_INSTRUMENT,
  waiting,
} from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { Positions } from './index.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

const KEY = 'BTCUSDT:0';
let client: FakeClient;
const renders = vi.fn();

beforeEach(() => {
  client = fakeClient();
  renders.mockClear();
  client.positions.position(KEY).set(positionView());
  client.positions.keys.set({ status: 'success', data: [KEY] });
});
afterEach(cleanup);

// The script of the rows loads with the first one.
beforeAll(async () => {
  client = fakeClient();
  client.positions.position(KEY).set(positionView());
  client.positions.keys.set({ status: 'success', data: [KEY] });
  show();
  await screen.findByRole('row', { name: 'BTCUSDT long' });
  cleanup();
});

function show(): void {
  renderScreen(
    client,
    <Profiler id="positions" onRender={renders}>
      <Positions onSymbol={vi.fn()} />
    </Profiler>,
  );
}
/** In place, as the real book changes. */
function setBids(levels: readonly number[]): void {
  const { book } = client.markets.feed('BTCUSDT');
  const live = book.get();
  (live.bids as number[]).splice(0, Infinity, ...levels);
  Object.assign(live, { update: live.update + 1 });
  book.set({ ...book.get() });
}
const row = () => screen.getByRole('row', { name: 'BTCUSDT long' });

describe('positions', () => {
  test('POS-01 empty positions are shown only when they are asked for, and can do nothing', async () => {
    const record = { ...positionRecord(), size: lots(0) };
    client.positions.empty.set([positionView({ key: 'ETHUSDT:0', record, markPrice: undefined })]);
    show();
    expect(screen.queryByRole('row', { name: 'BTCUSDT without a position' })).toBeNull();
    const empties = screen.getByRole('switch', { name: 'Show empty positions' });
    await userEvent.click(empties);
    const empty = screen.getByRole('row', { name: 'BTCUSDT without a position' });
    expect(row()).toBeTruthy();
    expect(within(empty).getAllByRole('cell')[1]?.textContent).toBe('0.000');
    // Its symbol leads to the market; nothing else is there to be pressed.
    expect(within(empty).getAllByRole('button')).toHaveLength(1);
    await userEvent.click(empties);
    expect(screen.queryByRole('row', { name: 'BTCUSDT without a position' })).toBeNull();
  });

  test('REV-01 the dialog that asks before a reversal shows the last traded price as the market price', async () => {
    renderScreen(client, <ReverseDialog view={positionView()} onClose={vi.fn()} />);
    const price = screen.getByText('Market price').nextElementSibling;
    expect(price?.textContent).toBe('64,182.4');
    client.markets.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64200'));
    await nextFrame();
    expect(price?.textContent).toBe('64,200.0');
    await userEvent.click(screen.getByRole('button', { name: 'Reverse' }));
    expect(client.positions.reversal.reverse).toHaveBeenCalledWith(KEY, priceOf('64200'));
  });

  test('HND-02 REV-01 that dialog names the orders and strategies that end with the position, and those that go on', async () => {
    const orders = [waiting(8, 'TakeProfit'), waiting(9, 'StopLoss'), waiting(10, 'Stop'), orderView({ orderId: 12 })];
    client.orders.open.set({ status: 'success', data: orders });
    client.strategies.list.set({ status: 'success', data: [strategy(20, { kind: 'TWAP' }, true), strategy(21, { kind: 'Grid' })] });
    renderScreen(client, <ReverseDialog view={positionView()} onClose={vi.fn()} />);
    const lines = (title: string) =>
      within(screen.getByRole('region', { name: title }))
        .getAllByRole('listitem')
        .map((line) => line.textContent);
    expect(lines('Will also end')).toEqual(['1 take-profit', '1 stop-loss', 'TWAP in BTCUSDT']);
    expect(lines('Continues')).toEqual([
      'Grid in BTCUSDT',
      '1 conditional reduce-only order stays active, and does nothing to the new position',
    ]);
    // Ended orders and strategies are no longer named.
    act(() => client.orders.open.set({ status: 'success', data: [] }));
    expect(lines('Will also end')).toEqual(['TWAP in BTCUSDT']);
  });

  test('HND-02 HND-03 that dialog shows what both orders would fill, one after the other, and says when the book holds less', async () => {
    renderScreen(client, <ReverseDialog view={positionView()} onClose={vi.fn()} />);
    const fills = () => within(screen.getByLabelText('Expected fills of the reversal')).getAllByRole('definition');
    // 0.350 to close and 0.350 to open; the bids hold 0.500 at 64,182.3 and 1.200 at 64,182.0.
    // All of the close is sold at 64,182.3.
    expect(fills().map((cell) => cell.textContent)).toEqual(['0.700', '64,182.2', '64,182.0', '-2.1 \u00b7 -1.48', '+270.24 USDT']);
    setBids([641_823, 500]);
    await nextFrame();
    expect(fills()[0]?.textContent).toBe('0.500 / 0.700');
    expect(screen.getByText('Only 0.500 of 0.700 BTC will fill: the book holds no more. The rest will be cancelled.')).toBeTruthy();
  });

  test('HND-03 the close popover says what a market close fills now, and when the book holds less', async () => {
    show();
    await userEvent.click(within(row()).getByRole('button', { name: /^Close .* at a limit price$/ }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Market' }));
    const fills = () => screen.getByText('Fills now').nextElementSibling?.textContent;
    expect(fills()).toBe('0.350');
    setBids([641_823, 300]);
    await nextFrame();
    expect(fills()).toBe('0.300 / 0.350');
    expect(screen.getByText('Only 0.300 of 0.350 BTC will fill: the book holds no more. The rest will be cancelled.')).toBeTruthy();
  });

  test('POS-04 the distance of a trailing stop is bounded by the last price, not by the mark price', async () => {
    client.markets.feed('BTCUSDT').ticker.set(liveTicker(TEST_INSTRUMENT, '64000'));
    show();
    await userEvent.click(within(row()).getByRole('button', { name: /^Trailing stop of/ }));
    // Between the last price and the mark price, 64,180.1.
    await userEvent.type(await screen.findByRole('textbox', { name: 'Distance' }), '64100');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText(/^Enter a distance on a tick/);
    expect(client.positions.setTrailingStop).not.toHaveBeenCalled();
  });

  test('POS-02 a row names side, mode and leverage, and shows -- for a liquidation price out of range', () => {
    show();
    const cells = within(row())
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      'BTCUSDTLongCross 20x',
      '0.350',
      '+269.46 USDT (+23.80%)',
      '63,410.2',
      '64,180.1',
      '--',
      'Add',
      '63,480.0',
      '22,463.04',
      '1,133.18',
      '124.09',
      '-6.10',
      'Add',
      '',
      '--',
      'LimitMarketReverse',
    ]);
  });

  test('C10 lights say how early the position would be deleveraged', () => {
    const record = { ...positionRecord(), deleverageRank: 3 };
    client.positions.position(KEY).set(positionView({ record }));
    show();
    const lights = within(row()).getByRole('img', { name: 'Auto-deleveraging rank 3 of 5' });
    expect(lights.children).toHaveLength(5);
  });

  test('a tick of the mark price writes text and renders nothing', async () => {
    show();
    const before = renders.mock.calls.length;
    const record = client.positions.position(KEY).get()?.record ?? positionRecord();
    for (let tick = 0; tick < 20; tick += 1) {
      client.positions
        .position(KEY)
        .set(positionView({ record, markPrice: priceOf(`6420${tick % 10}.5`), unrealisedPnl: moneyOf(`-${tick}`) }));
      await nextFrame();
    }
    expect(renders.mock.calls.length).toBe(before);
    expect(row().textContent).toContain('64,209.5');
    expect(row().textContent).toContain('-19.00');
  });

  test('a fill renders its own row and an opening adds one', async () => {
    show();
    act(() => client.positions.position(KEY).set(positionView({ record: positionRecord({ size: lots(500) }) })));
    expect(row().textContent).toContain('0.500');
    act(() => client.positions.keys.set({ status: 'success', data: [] }));
    expect(await screen.findByText('No open positions')).toBeTruthy();
  });

  test('POS-07 the switch of auto add margin says why it is off limits, and sends nothing', async () => {
    show();
    const toggle = within(row()).getByRole('switch', {
      description: 'Auto margin is available for isolated positions only.',
    });
    await userEvent.click(toggle);
    expect(toggle.getAttribute('aria-disabled')).toBe('true');
    expect(client.positions.setAutoAddMargin).not.toHaveBeenCalled();
    act(() => client.positions.position(KEY).set(positionView({ record: { ...positionRecord(), marginMode: 'isolated' } })));
    expect(toggle.title).toBe('');
    await userEvent.click(toggle);
    expect(client.positions.setAutoAddMargin).toHaveBeenCalledWith(KEY, true);
  });

  test('WSP-07 the row and every button in it name the side', () => {
    client.positions.position(KEY).set(positionView({ record: { ...positionRecord(), side: 'Sell' } }));
    show();
    const short = screen.getByRole('row', { name: 'BTCUSDT short' });
    const names = within(short)
      .getAllByRole('button')
      .flatMap((button) => button.getAttribute('aria-label') ?? []);
    expect(names).toHaveLength(7);
    expect(names.filter((name) => !name.includes('BTCUSDT short'))).toEqual([]);
  });

  test('HND-02 asks before it closes at market', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT long at market' }));
    expect(confirmationAsked.get()).toMatchObject({ kind: 'marketClose', atOnce: false, views: [{ key: KEY }] });
    expect(client.positions.close).not.toHaveBeenCalled();
    confirmationAsked.set(undefined);
  });

  test('closes at a limit price on a tick: letters and further decimals are not taken, none at all is told', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT long at a limit price' }));
    const price = await screen.findByRole('textbox', { name: 'Price' });
    await userEvent.clear(price);
    await userEvent.click(screen.getByRole('button', { name: 'Close position' }));
    expect(screen.getByRole('alert').textContent).toContain('0.1');
    await userEvent.type(price, '64500a.57');
    expect(price).toHaveProperty('value', '64500.5');
    await userEvent.click(screen.getByRole('button', { name: 'Close position' }));
    await waitFor(() => expect(client.positions.close).toHaveBeenCalledWith(KEY, { limit: priceOf('64500.5'), quantity: lots(350) }));
  });

  test('API-08 a list that could not be had says why, and stops loading', async () => {
    client.positions.keys.set({ status: 'error', error: { code: 9000001, message: 'timeout' } });
    show();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server did not answer in time.'));
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });
});
