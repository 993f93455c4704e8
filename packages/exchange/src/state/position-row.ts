import { figures } from './figure-rows.ts';

/**
 * Layout of the row of a position index: sums of its open orders that are not reduce-only, the account's counted sums
 * for them, held lots (negative for a short), and the money of the position. `unrealised` is as the sums count it; for
 * an option, its contribution to equity.
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
