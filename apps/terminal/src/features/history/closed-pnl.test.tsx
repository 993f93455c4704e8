import type { Instrument } from '@tapedeck/domain';
import type { ClosedPnlItem } from '@tapedeck/protocol';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ClosedPnl } from './index.ts';

afterEach(cleanup);

const INVERSE: Instrument = { ...TEST_INSTRUMENT, id: 1, symbol: 'BTCUSD', kind: 'InversePerpetual', settleCoin: 'BTC' };

const closed = (execId: string, changes: Partial<ClosedPnlItem>): ClosedPnlItem => ({
  ...{ execId, orderId: '1', fillCount: 1, symbol: 'BTCUSDT', side: 'Sell', positionIdx: 0, execType: 'Trade', closedSize: '0.1' },
  ...{
    avgEntryPrice: '64182',
    avgExitPrice: '64190',
    closedPnl: '1.31',
    execFee: '4.2',
    feeCurrency: 'USDT',
    createdAtE3: 1,
    updatedAtE3: 2,
  },
  ...changes,
});

async function shown(rows: readonly ClosedPnlItem[], cursor = ''): Promise<readonly Record<string, string | null>[]> {
  const client = fakeClient([TEST_INSTRUMENT, INVERSE]);
  client.histories.closedPnl = vi.fn(() => Promise.resolve({ ok: true as const, value: { rows, cursor } }));
  renderScreen(client, <ClosedPnl />);
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      Object.fromEntries(
        within(row)
          .getAllByRole('cell')
          .map((cell, at) => [heads[at], cell.textContent]),
      ),
    );
}

test('POS-05 a close shows first what is left after its costs, and the figures that make it up', async () => {
  const [first, settled] = await shown([
    closed('1', { fees: '8.3563', funding: '-0.5', netPnl: '-6.5463' }),
    closed('2', { fees: '1', funding: '0', settledPnl: '10', netPnl: '10.31' }),
  ]);
  expect(first).toMatchObject({ 'Net P&L': '-6.55', 'Before costs': '+1.31', Fees: '8.3563', 'Funding paid': '-0.5000', Qty: '0.100' });
  // A row adds up: the parts that sessions settled belong to the figure before costs.
  expect(settled).toMatchObject({ 'Net P&L': '+10.31', 'Before costs': '+11.31' });
  expect(Object.keys(first ?? {}).slice(0, 4)).toEqual(['Contract', 'Closed', 'Qty', 'Net P&L']);
  expect(screen.getByText('-6.55').closest('td')?.dataset).toMatchObject({ tone: 'down', unit: 'USDT' });
});

test('POS-05 a close of unknown costs keeps its P&L before costs, and states it', async () => {
  const [row] = await shown([closed('1', {})]);
  expect(row).toMatchObject({ 'Net P&L': 'before costs +1.31', Fees: '--', 'Funding paid': '--' });
  expect(screen.getByTitle(/does not know the opening/)).toBeDefined();
});

test('POS-05 the foot adds up the loaded rows by coin, and counts those before costs', async () => {
  await shown([
    closed('1', { netPnl: '-6.5463' }),
    closed('2', { netPnl: '20' }),
    closed('3', {}),
    closed('4', { symbol: 'BTCUSD', closedPnl: '0.001', netPnl: '-0.0000001' }),
    closed('5', { symbol: 'GONE', netPnl: '7' }),
  ]);
  const foot = screen.getByRole('group', { name: 'Net P&L, all closings (5)' });
  expect(foot.textContent).toBe('Net P&L, all closings (5)+14.76-0.00000010before costs: 1');
  const loss = within(foot).getByText('-0.00000010');
  expect([loss.dataset['tone'], loss.parentElement?.dataset['unit']]).toEqual(['down', 'BTC']);
});

test('POS-05 the foot says when older closings are not in it', async () => {
  await shown([closed('1', { netPnl: '1' })], 'next');
  expect(screen.getByRole('group', { name: 'Net P&L, newest closings (1)' }).textContent).toContain('+1.00');
});
