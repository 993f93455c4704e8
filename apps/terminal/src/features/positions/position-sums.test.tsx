import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { moneyOf, positionView, TEST_INSTRUMENT } from '../../testing/records.ts';
import { nextFrame, renderScreen } from '../../testing/render.tsx';
import { Positions } from './index.ts';

afterEach(cleanup);

const INVERSE = { ...TEST_INSTRUMENT, id: 1, symbol: 'BTCUSD', kind: 'InversePerpetual', settleCoin: 'BTC' } as const;
const held = (key: string, pnl: string | undefined, margin: string, instrument: typeof TEST_INSTRUMENT = TEST_INSTRUMENT) => ({
  ...positionView({ key }),
  instrument,
  unrealisedPnl: pnl === undefined ? undefined : moneyOf(pnl),
  initialMargin: moneyOf(margin),
});

function show(views: readonly ReturnType<typeof held>[]): FakeClient {
  const client = fakeClient([TEST_INSTRUMENT, INVERSE]);
  for (const view of views) client.positions.position(view.key).set(view);
  client.positions.keys.set({ status: 'success', data: views.map(({ key }) => key) });
  renderScreen(client, <Positions onSymbol={vi.fn()} />);
  return client;
}
const foot = () => screen.findByRole('group', { name: 'Sums of the listed positions' });

test('POS-04 the foot adds up unrealised P&L and margin by coin, and follows the market', async () => {
  const client = show([held('a', '10.5', '100'), held('b', '-4', '50.25'), held('c', '0.001', '0.01', INVERSE)]);
  expect((await foot()).textContent).toBe('Unrealised P&L+6.50+0.00100000Initial margin150.250.01000000');
  act(() => client.positions.position('a').set(held('a', '-1', '101')));
  await nextFrame();
  expect((await foot()).textContent).toBe('Unrealised P&L-5.00+0.00100000Initial margin151.250.01000000');
  expect(screen.getByText('-5.00').dataset['tone']).toBe('down');
});

test('POS-04 a sum with an unknown part is unknown, and one position needs no sum', async () => {
  show([held('a', undefined, '100'), held('b', '-4', '50')]);
  expect((await foot()).textContent).toBe('Unrealised P&L--Initial margin150.00');
  cleanup();
  show([held('a', '1', '100')]);
  await screen.findByRole('row', { name: /long/ });
  expect(screen.queryByRole('group', { name: 'Sums of the listed positions' })).toBeNull();
});
