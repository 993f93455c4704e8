import type { ExecutionItem } from '@tapedeck/protocol';
import { formatsOf } from '@tapedeck/i18n';
import { describe, expect, test, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-terminal-client.ts';
import { ENGLISH_TEXTS } from '../../testing/render.tsx';
import { TEST_INSTRUMENT as instrument } from '../../testing/records.ts';
import type { LineWriter } from './chart-lines.ts';
import { executionMarks } from './execution-marks.ts';

const writer: LineWriter = { formats: formatsOf('en'), text: (key, values) => ENGLISH_TEXTS.text('chart-panel', key, values) };

const item = (part: Partial<ExecutionItem>): ExecutionItem => ({
  execId: '1',
  execType: 'Trade',
  orderId: '5',
  orderLinkId: '',
  symbol: instrument.symbol,
  side: 'Buy',
  execPrice: '64000.0',
  execQty: '0.100',
  execValue: '6400',
  execFee: '3.52',
  feeCurrency: 'USDT',
  feeRate: '0.00055',
  isMaker: false,
  closedPnl: '0',
  closedSize: '0',
  leavesQty: '0',
  positionIdx: 0,
  execTimeE3: 100,
  ...part,
});

async function marksOf(...rows: readonly ExecutionItem[]) {
  const client = fakeClient();
  client.histories.executions = vi.fn(() => Promise.resolve({ ok: true as const, value: { rows, cursor: '' } }));
  const marks = await executionMarks(client, { ticker: instrument.symbol, from: 0, to: 200 }, writer);
  return marks.map(({ kind, text, details }) => [kind, text, ...details.map(({ name, value, tone }) => `${name} ${value} ${tone}`)]);
}

describe('marks of the account on the chart', () => {
  test('CHT-28 funding that a position paid is a loss, funding that it received a gain', async () => {
    const paid = item({ execType: 'Funding', execFee: '0.64', feeRate: '0.0001' });
    const received = item({ execType: 'Funding', execFee: '-1.28', feeRate: '-0.0002' });
    expect(await marksOf(paid, received)).toEqual([
      ['funding', 'Funding paid', 'Amount -0.64 USDT down', 'Rate 0.0100% plain', 'Quantity 0.100 BTC plain', 'Mark price 64,000.0 plain'],
      [
        'funding',
        'Funding received',
        'Amount +1.28 USDT up',
        'Rate -0.0200% plain',
        'Quantity 0.100 BTC plain',
        'Mark price 64,000.0 plain',
      ],
    ]);
  });

  test('CHT-28 trades, forced trades, settlements and deliveries are told with what they earned', async () => {
    const rows = [
      item({}),
      item({ execType: 'BustTrade', side: 'Sell', closedSize: '0.100', closedPnl: '-25.5' }),
      item({ execType: 'SessionSettlement', closedPnl: '12', execFee: '0' }),
      item({ execType: 'Delivery', side: 'Sell', closedSize: '0.100', closedPnl: '8' }),
      item({ execType: 'Settle', side: 'Sell', closedSize: '0.100', closedPnl: '0' }),
    ];
    const told = await marksOf(...rows);
    expect(told.map(([kind, text]) => `${kind}: ${text}`)).toEqual([
      'execution: Bought 0.100 BTC at 64,000.0',
      'execution: Sold 0.100 BTC at 64,000.0',
      'delivery: Settled 0.100 BTC at 64,000.0',
      'delivery: Sold 0.100 BTC at 64,000.0',
      'delivery: Sold 0.100 BTC at 64,000.0',
    ]);
    expect(told.map((row) => row.at(-1))).toEqual([
      'Fee 3.52 USDT plain',
      'Kind Liquidation plain',
      'Kind Settlement plain',
      'Kind Delivery plain',
      'Kind Delivery plain',
    ]);
    expect(told[1]).toContain('Realised P&L -25.5 USDT down');
    expect(told[2]).toContain('Realised P&L +12 USDT up');
  });

  test('CHT-28 nothing after the range that is asked for', async () => {
    expect(await marksOf(item({ execTimeE3: 201 }), item({ execTimeE3: 200 }))).toHaveLength(1);
  });
});
