import { money, type StopOrderType } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { btc } from '../testing/exchange-fixture.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import type { Account } from '../state/account.ts';
import { auditTriggers } from './audit-triggers.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

const ACCOUNT = 100;
const pair = { ...btc, id: 77, kind: 'Spot' };
const long = { index: 0, size: 10, side: 'Buy', slot: { instrument: btc } };

interface Conditional {
  terms: object;
  status: string;
  amount?: unknown;
  quantity: number;
  partner?: unknown;
  positionSide?: string;
  trailing?: object;
  best?: number;
  trigger?: number;
}

function exit(kind: StopOrderType, more: Partial<Conditional> = {}, terms: object = {}): Conditional {
  const own = { orderId: 7, account: ACCOUNT, kind, instrument: btc, positionIndex: 0, side: 'Sell', ...terms };
  return { status: 'Untriggered', quantity: 0, positionSide: 'Buy', terms: own, ...more };
}
const ofPair = (side: 'Buy' | 'Sell', more: Partial<Conditional>): Conditional => exit('TakeProfit', more, { instrument: pair, side });

/** Orders of an account whose only position is a long of ten lots. */
function audit(orders: readonly Conditional[], position: object = long): void {
  const slot = { positions: [position] };
  const account = { id: ACCOUNT, slots: [slot], slot: () => slot, clientOrderIds: new Map() } as unknown as Account;
  const state = { triggers: { of: () => orders as unknown as readonly ConditionalOrder[] } } as unknown as ExchangeState;
  auditTriggers(state, account, []);
}

/** Two that cancel each other. */
function partners(a: Conditional, b: Conditional): Conditional[] {
  a.partner = b;
  b.partner = a;
  return [a, b];
}

describe('the audit of orders that wait', () => {
  it.each([
    ['nothing waits', []],
    ['a stop-loss and a take-profit of a position', partners(exit('TakeProfit'), exit('StopLoss'))],
    ['parts that close all of it', [exit('PartialStopLoss', { quantity: 4 }), exit('PartialStopLoss', { quantity: 6 })]],
    ['a trailing stop that has seen no price yet', [exit('TrailingStop', { trailing: {}, best: 0 })]],
    ['a trailing stop with its stop', [exit('TrailingStop', { trailing: {}, best: 100, trigger: 90 })]],
    ['an exit of a pair that sells what was bought', [ofPair('Sell', { quantity: 1 })]],
    ['an exit of a pair that pays with what was earned', [ofPair('Buy', { amount: money(1n) })]],
    ['both legs of a sale', partners(ofPair('Sell', { quantity: 1 }), ofPair('Sell', { quantity: 1 }))],
    [
      'both legs of a purchase',
      partners(ofPair('Buy', { amount: money(5n), quantity: 1 }), ofPair('Buy', { amount: money(5n), quantity: 2 })),
    ],
  ] as const)('agrees: %s', (_, orders) => {
    expect(() => audit([...orders])).not.toThrow();
  });

  it.each([
    ['B13', 'has fired and still waits', [exit('StopLoss', { status: 'Triggered' })]],
    ['A16', 'waits for somebody else', [exit('StopLoss', {}, { account: 1 })]],
    ['B18', 'cancels an order that does not cancel it', [exit('StopLoss', { partner: exit('TakeProfit') })]],
    ['B20', 'trails without a stop', [exit('TrailingStop', { trailing: {}, best: 100 })]],
    ['B19', 'closes the other side', [exit('StopLoss', { positionSide: 'Sell' })]],
    ['B19', 'is the second of its kind', [exit('StopLoss'), exit('StopLoss')]],
    ['B18', 'closes more than there is', [exit('PartialStopLoss', { quantity: 4 }), exit('PartialStopLoss', { quantity: 7 })]],
    ['B18', 'sells nothing of a pair', [ofPair('Sell', { quantity: 0 })]],
    ['B18', 'sells by amount what was bought', [ofPair('Sell', { quantity: 1, amount: money(1n) })]],
    ['B18', 'pays with nothing', [ofPair('Buy', { amount: money(0n), quantity: 1 })]],
    ['B18', 'pays with no amount', [ofPair('Buy', { quantity: 1 })]],
    ['B18', 'sells another quantity than its leg', partners(ofPair('Sell', { quantity: 1 }), ofPair('Sell', { quantity: 2 }))],
    ['B18', 'pays another amount than its leg', partners(ofPair('Buy', { amount: money(1n) }), ofPair('Buy', { amount: money(2n) }))],
  ] as const)('finds with %s an order that %s', (rule, _, orders) => {
    expect(() => audit([...orders])).toThrow(rule);
  });

  it('B18 finds an exit of a position that is closed', () => {
    expect(() => audit([exit('StopLoss')], { ...long, size: 0 })).toThrow('B18');
  });

  it('B18 finds an exit of a position that there is not', () => {
    expect(() => audit([exit('StopLoss', {}, { positionIndex: 1 })])).toThrow('B18');
  });
});
