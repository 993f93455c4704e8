import { lots, price, ticks, type AttachedExits, type OrderRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { BTC } from '../../testing/instruments.ts';
import { USUAL_ACCOUNT } from '../account-traits.ts';
import { attachedExits } from './tpsl-exits.ts';
import { USUAL_HABITS } from './tpsl-form.ts';
import { tpslIssues } from './tpsl-issues.ts';
import { openOrderTpslContext, orderTpslDraft, takesTpsl, withOrderMode } from './tpsl-order.ts';
import { reduceTpsl } from './tpsl-reducer.ts';
import { tpslTerms } from './tpsl-terms.ts';

const order = {
  side: 'Buy',
  orderType: 'Limit',
  price: ticks(500_000),
  quantity: lots(300),
  filled: lots(0),
  reduceOnly: false,
} as OrderRecord;
const contextOf = (own: OrderRecord) =>
  openOrderTpslContext({ order: own, instrument: BTC, settings: undefined, account: USUAL_ACCOUNT, last: price(6_000_000_000_000n) });
const context = contextOf(order);
if (context === undefined) throw new Error('an order with a price has a context');
const exits: AttachedExits = {
  mode: 'Partial',
  takeProfit: { trigger: ticks(520_000), source: 'MarkPrice', orderType: 'Limit', limit: ticks(519_000) },
  stopLoss: { trigger: ticks(490_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) },
};

describe('TP/SL of an open order', () => {
  it('TPS-14 is read against the price of the order, not the market', () => {
    expect(context).toMatchObject({ target: 'order', reference: 5_000_000_000_000n, quantity: 300 });
    const typed = reduceTpsl(
      orderTpslDraft(undefined, context, USUAL_HABITS),
      { type: 'typed', leg: 'takeProfit', text: '49000' },
      context,
    );
    expect(tpslIssues(typed, context).map(({ code }) => code)).toContain('tpPriceTooLow');
    const waiting = { ...order, orderType: 'Market', stop: { trigger: { price: ticks(510_000) } } } as OrderRecord;
    expect(contextOf(waiting)?.entry).toBe(5_100_000_000_000n);
  });

  it('TPS-04 what it brings along reads back as it is, and is sent again as it was', () => {
    const draft = orderTpslDraft(exits, context, USUAL_HABITS);
    expect(tpslIssues(draft, context).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(attachedExits(tpslTerms(draft, context))).toEqual(exits);
  });

  it('TPS-05 the mode changes for a new one, and stays for one that is edited', () => {
    const fresh = withOrderMode(orderTpslDraft(undefined, context, USUAL_HABITS), 'Partial', context);
    expect(fresh).toMatchObject({ mode: 'Partial', quantity: '0.3' });
    expect(withOrderMode(orderTpslDraft(exits, context, USUAL_HABITS), 'Full', context).mode).toBe('Partial');
  });

  it.each([
    [{}, true],
    [{ reduceOnly: true }, false],
    [{ filled: lots(1) }, false],
    [{ stop: { kind: 'Stop', closeOnTrigger: false } }, true],
    [{ stop: { kind: 'Stop', closeOnTrigger: true } }, false],
    [{ stop: { kind: 'TakeProfit', closeOnTrigger: false } }, false],
    [{ strategy: { kind: 'Grid', id: 1, part: 1 } }, false],
  ])('an order with %j may have one: %s', (change, may) => {
    expect(takesTpsl({ ...order, ...change } as OrderRecord)).toBe(may);
  });
});
