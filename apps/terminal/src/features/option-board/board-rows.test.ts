import { price, timestamp, type Instrument, type OptionRight } from '@tapedeck/domain';
import { expect, test } from 'vitest';
import { TEST_INSTRUMENT } from '../../testing/records.ts';
import { boardExpiries, nearestRow } from './board-rows.ts';

const UNIT = 100_000_000n;
let id = 0;
const option = (date: string, at: number, strike: number, right: OptionRight, status: Instrument['status'] = 'Trading'): Instrument => ({
  ...TEST_INSTRUMENT,
  id: (id += 1),
  symbol: `BTC-${date}-${strike}-${right === 'Call' ? 'C' : 'P'}`,
  kind: 'UsdcOption',
  status,
  deliveryAt: timestamp(at),
  option: { strike: price(BigInt(strike) * UNIT), right },
});

test('MKT-07 a board has dates in order, strikes in order, and a call beside each put', () => {
  const board = boardExpiries([
    option('25DEC26', 2_000, 31_000, 'Put'),
    option('25DEC26', 2_000, 30_000, 'Call'),
    option('25DEC26', 2_000, 31_000, 'Call'),
    option('25DEC26', 2_000, 30_000, 'Put'),
    option('9DEC26', 1_000, 30_000, 'Put'),
    option('9DEC26', 1_000, 30_000, 'Call'),
    option('9DEC26', 1_000, 32_000, 'Call'),
    option('8DEC26', 500, 30_000, 'Put', 'Delivering'),
  ]);
  expect(board.map(({ name, rows }) => [name, rows.map(({ call, put }) => [call.symbol, put.symbol])])).toEqual([
    ['9DEC26', [['BTC-9DEC26-30000-C', 'BTC-9DEC26-30000-P']]],
    [
      '25DEC26',
      [
        ['BTC-25DEC26-30000-C', 'BTC-25DEC26-30000-P'],
        ['BTC-25DEC26-31000-C', 'BTC-25DEC26-31000-P'],
      ],
    ],
  ]);
  const rows = board[1]?.rows ?? [];
  expect(nearestRow(rows, price(30_500n * UNIT))?.strike).toBe(price(30_000n * UNIT));
  expect(nearestRow(rows, price(30_501n * UNIT))?.strike).toBe(price(31_000n * UNIT));
  expect(nearestRow([], price(1n))).toBeUndefined();
});
