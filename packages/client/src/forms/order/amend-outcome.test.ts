import { lotCount, lots, money, rate, timestamp, type Instrument, type OrderRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountWith, at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import type { SpotContext } from '../spot/spot-form.ts';
import { amendDraft, amendRules } from './amend-form.ts';
import { amendOutcome } from './amend-outcome.ts';
import type { OrderFormContext } from './order-form.ts';
import { typedTicks } from './order-command.ts';

const tick = (amount: number, instrument: Instrument = BTC) => typedTicks(String(amount), instrument) ?? BTC.minPrice;
const BOOK = { bids: [499_999, 300], asks: [500_000, 300, 500_100, 1_000], update: 1 };
const PAIR: Instrument = {
  ...BTC,
  symbol: 'BTC/USDT',
  kind: 'Spot',
  spot: {
    amountStep: money(1_000_000n),
    maxAmount: usdt(8_000_000),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: false,
    shown: true,
    loanable: true,
  },
};

const order = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  ...{ orderId: 7, clientOrderId: '', account: 100, instrument: 0, side: 'Buy', orderType: 'Limit', price: tick(49_000) },
  ...{ quantity: lots(500), filled: lots(0), filledValue: money(0n), fee: money(0n), timeInForce: 'GoodTillCancel' },
  ...{ reduceOnly: false, positionIndex: 0, status: 'New', source: 'form', createdAt: timestamp(1), updatedAt: timestamp(1) },
  ...change,
});

const contract = (open: OrderRecord): OrderFormContext => ({
  ...{ instrument: BTC, settings: SETTINGS, account: accountWith(10_000), last: at(50_000), mark: at(50_000) },
  ...{ bestBid: at(49_999.9), bestAsk: at(50_000), loggedIn: true, positions: [], orders: [open], book: BOOK },
});

const pair = (open: OrderRecord): SpotContext => ({
  ...{ instrument: PAIR, last: at(50_000), mark: at(50_000), loggedIn: true, orders: [open], book: BOOK },
  coins: undefined,
});

describe('the outcome of an edited order', () => {
  it('HND-03 a price that crosses fills at once, by the levels of the book; what stays behind it does not', () => {
    const open = order();
    expect(amendOutcome(open, { price: tick(49_500) }, contract(open))?.fill).toBeUndefined();
    const crossing = amendOutcome(open, { price: tick(50_000) }, contract(open));
    expect(crossing?.fill).toMatchObject({ requested: 500, filled: 300 });
    expect(amendOutcome(open, { price: tick(50_020) }, contract(open))?.fill).toMatchObject({ requested: 500, filled: 500 });
    expect(crossing?.fee?.coin).toBe('USDT');
  });

  it('HND-03 a larger quantity counts from what is already filled', () => {
    const open = order({ price: tick(50_020), filled: lots(400) });
    expect(amendOutcome(open, { quantity: lots(600) }, contract(open))?.fill).toMatchObject({ requested: 200, filled: 200 });
  });

  it('HND-03 an order for a pair is previewed by the form of pairs, with its own coins freed', () => {
    const open = order({ instrument: PAIR.id });
    expect(amendOutcome(open, { price: tick(49_500) }, pair(open))?.fill).toBeUndefined();
    const crossing = amendOutcome(open, { price: tick(50_000) }, pair(open));
    expect(crossing?.fill).toMatchObject({ requested: 500, filled: 300 });
    expect([crossing?.value, crossing?.fee?.coin]).toEqual([usdt(25_000), 'BTC']);
  });

  it('HND-03 the form of an edit says nothing before a value changes, and nothing of a wrong one', () => {
    const record = order();
    const context = { record, instrument: BTC, market: contract(record) };
    const draft = amendDraft(record, BTC);
    const outcomeOf = (price: string) => amendRules.preview(amendRules.read({ ...draft, price }, context, 'Buy'));
    expect(outcomeOf(draft.price)).toBeUndefined();
    expect(outcomeOf('')).toBeUndefined();
    expect(lotCount(outcomeOf('50000')?.fill?.filled ?? lots(0))).toBe(300);
  });
});
