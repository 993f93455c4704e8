import {
  accountMargins,
  lots,
  money,
  moneyUnits,
  tickCount,
  ticksOfPrice,
  timestamp,
  type OrderRecord,
  type Ticks,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountView } from '../../calculators/account-view.ts';
import { at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import { amendPreview } from './amend-preview.ts';
import { initialDraft } from './order-form-reducer.ts';
import type { OrderFormContext } from './order-form.ts';
import { orderPreview } from './order-preview.ts';
import { readOrder } from './order-reading.ts';

const tick = (amount: number): Ticks => ticksOfPrice(at(amount), BTC.tickSize, 'nearest');

const order = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  orderId: 7,
  clientOrderId: '',
  account: 100,
  instrument: 0,
  side: 'Buy',
  orderType: 'Limit',
  price: tick(49_000),
  quantity: lots(500),
  filled: lots(0),
  filledValue: money(0n),
  fee: money(0n),
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  positionIndex: 0,
  status: 'New',
  source: 'form',
  createdAt: timestamp(1),
  updatedAt: timestamp(1),
  ...change,
});

/** An account with so much USDT whose open order holds a part of it. */
function context(cash: number, open: OrderRecord): OrderFormContext {
  const holdings = [{ instrument: BTC, settings: SETTINGS, positions: [], orders: [open] }];
  const own = new Map([['USDT', usdt(cash)]]);
  const margins = accountMargins({ kind: 'UTA2', cash: own, wallets: [], holdings, mark: () => at(50_000), coinIndex: () => undefined });
  if (margins === undefined) throw new Error('no margin');
  return {
    instrument: BTC,
    settings: SETTINGS,
    account: accountView(own, margins, 'USDT'),
    last: at(50_000),
    mark: at(50_000),
    bestBid: at(49_999.9),
    bestAsk: at(50_000),
    loggedIn: true,
    positions: [],
    orders: [open],
  };
}

describe('an order at another price', () => {
  it('CHT-14 costs what the form says of the same order with the account freed of it', () => {
    const open = order();
    const { preview, problem } = amendPreview(open, { price: tick(48_500) }, context(10_000, open));
    const form = { ...initialDraft('BTCUSDT'), price: '48500', quantity: '0.5' };
    const free = { ...context(10_000, open), orders: [] };
    expect(problem).toBeUndefined();
    expect(preview.cost).toEqual(orderPreview(readOrder(form, free, 'Buy')).cost);
    expect(moneyUnits(preview.cost ?? money(0n))).toBeGreaterThan(0n);
  });

  it('CHT-14 is carried by the margin that it holds itself, and refused beyond it', () => {
    const open = order();
    const poor = context(2_600, open);
    expect(amendPreview(open, { price: tick(49_500) }, poor).problem).toBeUndefined();
    const dear = order({ quantity: lots(500), price: tick(30_000) });
    expect(amendPreview(dear, { price: tick(49_900) }, context(1_600, dear)).problem).toMatchObject({ code: 'insufficientBalance' });
  });

  it('CHT-14 is refused beyond the price limit, and fills at once when it meets the book', () => {
    const open = order();
    expect(amendPreview(open, { price: tick(60_000) }, context(10_000, open)).problem).toMatchObject({ code: 'priceAboveLimit' });
    const met = amendPreview(open, { price: tick(50_010) }, context(10_000, open));
    expect(met.problem).toBeUndefined();
    expect(met.preview.openFee).toBeDefined();
  });

  it('CHT-15 keeps the direction in which a conditional order waits', () => {
    const trigger = { price: tick(51_000), source: 'LastPrice', direction: 'Rising' } as const;
    const stop = { kind: 'Stop', trigger, closeOnTrigger: false, wholePosition: false, parent: 0 } as const;
    const waiting = order({ orderType: 'Market', price: tick(0), status: 'Untriggered', stop });
    expect(amendPreview(waiting, { trigger: tick(52_000) }, context(10_000, waiting)).problem).toBeUndefined();
    expect(amendPreview(waiting, { trigger: tick(49_000) }, context(10_000, waiting)).problem).toMatchObject({ code: 'triggerReached' });
  });

  it('CHT-14 of an order that is almost filled moves what is left, however small', () => {
    const open = order({ filled: lots(499) });
    expect(tickCount(open.price)).toBe(490_000);
    expect(amendPreview(open, { price: tick(48_000) }, context(10_000, open)).problem?.code).not.toBe('quantityTooSmall');
  });
});
