import type { Instrument } from '@tapedeck/domain';
import type { ClosedPnlItem, ExecutionItem } from '@tapedeck/protocol';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClient, type FakeClient } from '../../testing/fake-terminal-client.ts';
import { priceOf, TEST_INSTRUMENT } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ClosedPnl, TradeHistory } from './index.ts';

afterEach(cleanup);

const DOGE: Instrument = { ...TEST_INSTRUMENT, id: 1, symbol: 'DOGEUSDT', baseCoin: 'DOGE', tickSize: priceOf('0.00001'), priceDigits: 5 };

const fill = (symbol: string, execPrice: string): ExecutionItem => ({
  ...{ execId: symbol, execType: 'Trade', orderId: '1', orderLinkId: '', symbol, side: 'Buy', execPrice, execQty: '0.01' },
  ...{
    execValue: '641.824',
    execFee: '0.3530032',
    feeCurrency: 'USDT',
    feeRate: '0.00055',
    isMaker: false,
    closedPnl: '0',
    closedSize: '0',
  },
  ...{ leavesQty: '0', positionIdx: 0, execTimeE3: 1_763_700_000_000 },
});

const closed = (symbol: string, avgEntryPrice: string, avgExitPrice: string): ClosedPnlItem => ({
  ...{ execId: symbol, orderId: '1', fillCount: 3, symbol, side: 'Sell', positionIdx: 0, execType: 'Trade', closedSize: '0.01' },
  ...{
    avgEntryPrice,
    avgExitPrice,
    closedPnl: '1.5',
    execFee: '0.35',
    feeCurrency: 'USDT',
    createdAtE3: 1_763_700_000_000,
    updatedAtE3: 1_763_700_000_000,
  },
});

/** Cells of each row in these columns. */
async function shown(...columns: readonly string[]): Promise<readonly (readonly (string | null)[])[]> {
  const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  const rows = screen.getAllByRole('row').slice(1);
  return rows.map((row) => {
    const cells = within(row).getAllByRole('cell');
    return columns.map((column) => cells[heads.findIndex((head) => head.startsWith(column))]?.textContent ?? null);
  });
}

describe('prices of the past have the decimals of their symbol', () => {
  let client: FakeClient;
  const pageOf = <Row,>(rows: readonly Row[]) => vi.fn(() => Promise.resolve({ ok: true as const, value: { rows, cursor: '' } }));

  test('ORD-01 of fills', async () => {
    client = fakeClient([TEST_INSTRUMENT, DOGE]);
    client.histories.executions = pageOf([fill('BTCUSDT', '64182.40000000'), fill('DOGEUSDT', '0.08000000')]);
    renderScreen(client, <TradeHistory />);
    expect(await shown('Price')).toEqual([['64,182.4'], ['0.08000']]);
  });

  test('ORD-01 of what was closed, a mean of several fills with two more', async () => {
    const rows = [closed('BTCUSDT', '64182.00000000', '64190.12345678'), closed('DOGEUSDT', '0.08123456', '0.1')];
    client = fakeClient([TEST_INSTRUMENT, DOGE]);
    client.histories.closedPnl = pageOf(rows);
    renderScreen(client, <ClosedPnl />);
    expect(await shown('Entry', 'Exit')).toEqual([
      ['64,182.0', '64,190.123'],
      ['0.0812346', '0.10000'],
    ]);
  });
});
