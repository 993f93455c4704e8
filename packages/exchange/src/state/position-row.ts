import { figures } from './figure-rows.ts';

/**
 * What the row of a position index holds: sums of its open orders that are not reduce-only, what the account's sums count for them, the lots
 * held (below 0 when sold), and the money of the position. `unrealised` is as the sums count it; of an option what it adds to the equity.
 */
export const POSITION = figures(
  'buyLots',
  'buyValue',
  'buyMargin',
  'sellLots',
  'sellValue',
  'sellMargin',
  'counted',
  'heldLots',
  'entryValue',
  'openValue',
  'tradePnl',
  'fees',
  'totalRealised',
  'unrealised',
  'initial',
  'maintenance',
);
