import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  costOf,
  leverage,
  lots,
  money,
  moneyUnits,
  priceUnits,
  ticks,
  timestamp,
  type OrderRecord,
  type PositionRecord,
  type Price,
} from '@tapedeck/domain';
import { positionView } from '../../calculators/position-view.ts';
import { accountWith, at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { pureForm } from '../../testing/forms.ts';
import { BTC } from '../../testing/instruments.ts';
import { marketFill } from './market-fill.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { orderCommand } from './order-command.ts';
import { orderRules } from './order-rules.ts';

const { errors: orderFormErrors, preview: orderPreview, reduce: reduceOrderForm } = pureForm(orderRules);

const UNIT = 100_000_000n;

const position = (change: Partial<PositionRecord> = {}): PositionRecord => ({
  account: 100,
  instrument: 0,
  positionIndex: 0,
  side: 'Buy',
  size: lots(500),
  entryValue: usdt(25_000),
  openValue: usdt(25_000),
  marginMode: 'cross',
  leverage: leverage(1_000n),
  margin: money(0n),
  realisedPnl: money(0n),
  tradePnl: money(0n),
  fees: money(0n),
  funding: money(0n),
  autoAddMargin: false,
  totalRealisedPnl: money(0n),
  openedAt: timestamp(1),
  updatedAt: timestamp(1),
  ...change,
});

function context(change: Partial<OrderFormContext> & { readonly cash?: number; readonly mark?: Price } = {}): OrderFormContext {
  const { cash = 10_000, positions = [], mark = at(50_000), ...rest } = change;
  return {
    instrument: BTC,
    settings: SETTINGS,
    account: accountWith(cash, positions, mark),
    last: at(50_000),
    mark,
    bestBid: at(49_999.9),
    bestAsk: at(50_000),
    loggedIn: true,
    positions,
    orders: [],
    ...rest,
  };
}

const limit = (priceText: string, quantity: string, change: Partial<OrderFormDraft> = {}): OrderFormDraft => ({
  ...initialDraft('BTCUSDT'),
  price: priceText,
  quantity,
  ...change,
});
const codes = (draft: OrderFormDraft, where: OrderFormContext): string[] =>
  orderFormErrors(draft, where).map(({ code, side }) => (side === undefined ? code : `${code}:${side}`));

describe('errors', () => {
  it.each([
    ['priceEmpty', limit('', '1')],
    ['priceOffTick', limit('50000.05', '0.1')],
    ['priceOutOfRange', limit('0', '0.1')],
    ['priceOutOfRange', limit('3000000', '0.1')],
    ['priceAboveLimit:Buy', limit('50500.1', '0.001')],
    ['priceBelowLimit:Sell', limit('49499.9', '0.001')],
    ['quantityEmpty', limit('50000', '')],
    ['quantityTooSmall', limit('50000', '0')],
    ['quantityTooSmall', limit('50000', '0.0001')],
    ['quantityOffLot', limit('50000', '0.0015')],
    ['quantityTooLarge', limit('50000', '1190.001')],
    // More than can be counted in lots or ticks.
    ['quantityTooLarge', limit('50000', '999999999999999999999')],
    ['priceOutOfRange', limit('999999999999999999999', '0.1')],
  ])('%s', (code, draft) => {
    expect(codes(draft, context())).toContain(code);
  });

  it('none for an order that can be sent', () => {
    expect(codes(limit('50000', '0.1'), context())).toEqual([]);
    expect(codes(limit('', '0.1', { orderType: 'Market' }), context())).toEqual([]);
  });

  it('quantityTooSmall and notionalTooSmall', () => {
    const coarse = { ...BTC, minOrder: lots(5) };
    expect(codes(limit('50000', '0.004'), context({ instrument: coarse }))).toEqual(['quantityTooSmall']);
    const cheap = context({ mark: at(400), bestBid: at(399.9), bestAsk: at(400), last: at(400) });
    expect(codes(limit('400', '0.012'), cheap)).toEqual(['notionalTooSmall']);
    expect(codes(limit('400', '0.013'), cheap)).toEqual([]);
  });

  it('insufficientBalance at exactly one unit less than the order costs', () => {
    const draft = limit('50000', '0.5');
    // Reference 6.2: 0.5 BTC bought at 50,000 with 10x costs 2,526.125.
    expect(codes(draft, context({ cash: 2_526.125 }))).toEqual(['insufficientBalance:Sell']);
    expect(codes(draft, context({ cash: 2_526.12499999 }))).toEqual(['insufficientBalance:Buy', 'insufficientBalance:Sell']);
    expect(codes(draft, context({ cash: 2_528.875 }))).toEqual([]);
  });

  it('CAL-01 what would only meet the trader’s own order is previewed as resting', () => {
    const own: OrderRecord = {
      orderId: 1,
      clientOrderId: '',
      account: 100,
      instrument: 0,
      side: 'Sell',
      orderType: 'Limit',
      price: ticks(500_000),
      quantity: lots(1_000),
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
    };
    const book = { bids: [], asks: [500_000, 1_500] };
    const preview = orderPreview(limit('50100', '1'), 'Buy', context({ orders: [own], book }));
    expect(preview.value).toBe(usdt(25_000 + 25_050));
  });

  it('reduceOnlyNoPosition concerns the side that would not reduce', () => {
    const draft = limit('50000', '0.1', { reduceOnly: true });
    expect(codes(draft, context())).toEqual(['reduceOnlyNoPosition:Buy', 'reduceOnlyNoPosition:Sell']);
    expect(codes(draft, context({ positions: [position()] }))).toEqual(['reduceOnlyNoPosition:Buy']);
  });

  it('aboveRiskLimit when the position would outgrow the tiers of its leverage', () => {
    const high = { ...SETTINGS, longLeverage: leverage(10_000n), shortLeverage: leverage(10_000n) };
    const rich = context({ settings: high, cash: 10_000_000 });
    expect(codes(limit('50000', '40'), rich)).toEqual([]);
    expect(codes(limit('50000', '40.001'), rich)).toEqual(['aboveRiskLimit']);
  });

  it('notLoggedIn alone for a visitor', () => {
    expect(codes(limit('', ''), context({ loggedIn: false }))).toEqual(['notLoggedIn']);
  });

  it('F10 market orders are held back while the book is not correct for more than 5 s', () => {
    const draft = limit('', '0.1', { orderType: 'Market' });
    expect(codes(draft, context({ marketStale: true }))).toEqual(['marketStale']);
    expect(codes(limit('50000', '0.1'), context({ marketStale: true }))).toEqual([]);
    expect(codes(draft, context({ book: { bids: [], asks: [500_000, 1_000_000] } }))).toEqual(['marketNoLiquidity:Sell']);
  });
});

describe('a reduce-only order of both sides', () => {
  it('POS-02 each side is previewed by the position that it closes, and no larger', () => {
    const settings = { ...SETTINGS, positionMode: 'BothSide' as const };
    const long = position({ positionIndex: 1, size: lots(500) });
    const short = position({ positionIndex: 2, side: 'Sell', size: lots(300), entryValue: usdt(15_000), openValue: usdt(15_000) });
    const draft = limit('50000', '5', { reduceOnly: true });
    const both = context({ settings, positions: [long, short] });
    const shown = (side: 'Buy' | 'Sell', where = both) => {
      const { quantity, isCut, value } = orderPreview(draft, side, where);
      return [quantity, isCut, value && Number(moneyUnits(value) / UNIT)];
    };
    expect(shown('Sell')).toEqual(['0.5', true, 25_000]);
    expect(shown('Buy')).toEqual(['0.3', true, 15_000]);
    expect(shown('Buy', context({ settings, positions: [long] }))).toEqual(['0', false, undefined]);
    expect(orderPreview({ ...draft, quantity: '0.1' }, 'Sell', both)).toMatchObject({ quantity: '0.1', isCut: false });
  });

  it('TPS-05 an exit that one side cannot have is told as that side is pressed', () => {
    const tells = (field: 'takeProfit' | 'quantity' | 'price', side?: 'Buy') =>
      orderRules.tells?.({ code: 'x', field, ...(side !== undefined && { side }) });
    expect([tells('takeProfit', 'Buy'), tells('price', 'Buy'), tells('quantity', 'Buy')]).toEqual([
      'whenPressed',
      'whenPressed',
      'whenLeft',
    ]);
    expect(tells('takeProfit')).toBe('whenLeft');
  });
});

describe('reducer', () => {
  it('INP-01 price and quantity take only numbers of the instrument; blurring clamps them and puts the price on a tick', () => {
    const where = context();
    let draft = reduceOrderForm(initialDraft('BTCUSDT'), { type: 'priceTyped', text: '.59' }, where);
    expect(draft.price).toBe('0.5');
    draft = reduceOrderForm(draft, { type: 'priceTyped', text: '99999999' }, where);
    expect(reduceOrderForm(draft, { type: 'priceBlurred' }, where).price).toBe('1999999.8');
    draft = reduceOrderForm(draft, { type: 'quantityTyped', text: '1.23456' }, where);
    expect(draft.quantity).toBe('1.234');
    draft = reduceOrderForm({ ...draft, quantity: '5000' }, { type: 'quantityBlurred' }, where);
    expect(draft).toMatchObject({ quantity: '1190', replaced: 'orderMaxQtyReplace' });
    expect(reduceOrderForm(draft, { type: 'quantityTyped', text: '1' }, where)).not.toHaveProperty('replaced');
    expect(reduceOrderForm({ ...draft, quantity: '' }, { type: 'quantityBlurred' }, where).quantity).toBe('');
  });

  it('HND-01 an amount below the minimum is never raised to it: it stays, and is an error', () => {
    const coarse = { ...context(), instrument: { ...context().instrument, minOrder: lots(5) } };
    for (const [typed, code] of [
      ['0', 'quantityTooSmall'],
      ['0.001', 'quantityTooSmall'],
      ['0.004', 'quantityTooSmall'],
    ] as const) {
      const left = reduceOrderForm(limit('50000', typed), { type: 'quantityBlurred' }, coarse);
      expect(left.quantity).toBe(typed);
      expect(codes(left, coarse)).toEqual([code]);
    }
  });

  it('HND-01 whatever was typed, leaving the field keeps it, cuts it to a lot, or lowers it to the maximum and says so', () => {
    const where = context();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), (thousandths) => {
        const typed = String(thousandths / 1_000);
        const left = reduceOrderForm(limit('50000', typed), { type: 'quantityBlurred' }, where);
        expect(Number(left.quantity)).toBe(Math.min(Number(typed), 1_190));
        expect(left.replaced).toBe(Number(typed) > 1_190 ? 'orderMaxQtyReplace' : undefined);
      }),
    );
  });

  it('steps by a tick from the last price and stays within the bounds', () => {
    const where = context();
    let draft = reduceOrderForm(initialDraft('BTCUSDT'), { type: 'priceStepped', steps: 1 }, where);
    expect(draft.price).toBe('50000.1');
    draft = reduceOrderForm({ ...draft, price: '0.1' }, { type: 'priceStepped', steps: -3 }, where);
    expect(draft.price).toBe('0.1');
    expect(reduceOrderForm(draft, { type: 'quantityStepped', steps: 2 }, where).quantity).toBe('0.002');
  });

  it('a share of the account is affordable on either side, and one lot more is not', () => {
    const where = context();
    const draft = reduceOrderForm(limit('50000', ''), { type: 'quantityShareChosen', percent: 100 }, where);
    expect(codes(draft, where)).toEqual([]);
    const more = reduceOrderForm(draft, { type: 'quantityStepped', steps: 1 }, where);
    expect(codes(more, where)).toEqual(['insufficientBalance:Sell']);
    expect(orderPreview(draft, 'Sell', where).maxQuantity).toBe(draft.quantity);
    const half = reduceOrderForm(draft, { type: 'quantityShareChosen', percent: 50 }, where);
    expect(Number(half.quantity)).toBeCloseTo(Number(draft.quantity) / 2, 2);
    expect(reduceOrderForm(draft, { type: 'quantityShareChosen', percent: 0 }, where).quantity).toBe('');
  });

  it('post-only and time in force follow each other', () => {
    const where = context();
    const on = reduceOrderForm(limit('50000', '1'), { type: 'postOnlyToggled' }, where);
    expect(on).toMatchObject({ postOnly: true, timeInForce: 'PostOnly' });
    expect(reduceOrderForm(on, { type: 'postOnlyToggled' }, where)).toMatchObject({ postOnly: false, timeInForce: 'GoodTillCancel' });
    expect(reduceOrderForm(on, { type: 'timeInForceChosen', timeInForce: 'FillOrKill' }, where)).toMatchObject({ postOnly: false });
    expect(orderCommand(on, 'Buy', BTC, SETTINGS)).toMatchObject({ timeInForce: 'PostOnly', positionIndex: 0 });
  });

  it('POS-02 in hedge mode Buy belongs to the long and Sell to the short; reduce-only to the other', () => {
    const hedge = { ...SETTINGS, positionMode: 'BothSide' } as const;
    const index = (side: 'Buy' | 'Sell', reduceOnly: boolean) =>
      orderCommand(limit('50000', '1', { reduceOnly }), side, BTC, hedge)?.positionIndex;
    expect([index('Buy', false), index('Sell', false), index('Buy', true), index('Sell', true)]).toEqual([1, 2, 2, 1]);
  });

  it('nothing that is not about a field changes what was typed in it', () => {
    const action = fc.constantFrom<OrderFormAction>(
      { type: 'orderTypeChosen', orderType: 'Market' },
      { type: 'orderTypeChosen', orderType: 'Limit' },
      { type: 'timeInForceChosen', timeInForce: 'ImmediateOrCancel' },
      { type: 'postOnlyToggled' },
      { type: 'reduceOnlyToggled' },
    );
    fc.assert(
      fc.property(fc.array(action), fc.string(), fc.string(), (actions, priceText, quantity) => {
        const typed = limit(priceText, quantity);
        const where = context();
        const after = actions.reduce((draft, next) => reduceOrderForm(draft, next, where), typed);
        orderFormErrors(after, where);
        expect(after).toMatchObject({ price: priceText, quantity });
      }),
    );
  });
});

describe('preview', () => {
  it('CAL-01 value, cost, margin and fee are those of the reference', () => {
    const draft = limit('50000', '0.5', { postOnly: true });
    expect(orderPreview(draft, 'Buy', context())).toMatchObject({
      value: usdt(25_000),
      initialMargin: usdt(2_500),
      cost: usdt(2_526.125),
      openFee: usdt(5),
      liquidationBefore: undefined,
    });
    expect(costOf(BTC, 'Buy', usdt(25_000), leverage(1_000n))).toEqual(usdt(2_526.125));
    expect(orderPreview(limit('', '0.5', { orderType: 'Market' }), 'Buy', context()).openFee).toEqual(usdt(13.75));
  });

  it('CAL-01 an isolated long of the reference would be liquidated at 45,226.1', () => {
    const where = context({ settings: { ...SETTINGS, marginMode: 'isolated' } });
    expect(orderPreview(limit('', '0.5', { orderType: 'Market' }), 'Buy', where).liquidationAfter).toEqual(at(45_226.1));
    // 25,000 + 2,500 over 0.5 × 1.005, up to a tick.
    const short = context({ settings: { ...SETTINGS, marginMode: 'isolated' }, bestBid: at(50_000) });
    expect(orderPreview(limit('', '0.5', { orderType: 'Market' }), 'Sell', short).liquidationAfter).toEqual(at(54_726.4));
  });

  it('CAL-01 a cross long of the reference would be liquidated at 40,253.5', () => {
    // Reference 6.6: wallet 4,986.25 after the fee of 13.75.
    const where = context({ cash: 5_000 });
    expect(orderPreview(limit('', '0.5', { orderType: 'Market' }), 'Buy', where).liquidationAfter).toEqual(at(40_253.5));
  });

  it('CAL-01 a market order walks the book', () => {
    const where = context({ book: { bids: [], asks: [500_000, 300, 500_010, 1_000] } });
    expect(orderPreview(limit('', '0.5', { orderType: 'Market' }), 'Buy', where).value).toEqual(usdt(0.3 * 50_000 + 0.2 * 50_001));
  });

  describe('what fills at once', () => {
    const market = (quantity: string, change: Partial<OrderFormDraft> = {}) => limit('', quantity, { orderType: 'Market', ...change });
    const asks = [500_000, 300, 500_010, 1_000, 510_000, 1_000];
    const fillOf = (draft: OrderFormDraft, levels = asks) => orderPreview(draft, 'Buy', context({ book: { bids: [], asks: levels } })).fill;

    it('HND-03 an order larger than the book says what fills, its prices, and the loss against the mark', () => {
      const fill = fillOf(market('2'), asks.slice(0, 4));
      expect(fill).toMatchObject({ requested: lots(2_000), filled: lots(1_300), end: 'book' });
      expect(fill?.figures?.worstPrice).toEqual(at(50_001));
      // (0.3 × 50,000 + 50,001) ÷ 1.3.
      expect(fill?.figures && priceUnits(fill.figures.averagePrice)).toBe(5_000_076_923_077n);
      expect(fill?.figures?.slippageCost).toEqual(usdt(1));
    });

    it('HND-03 the price limit of market orders ends the fill', () => {
      const fill = fillOf(market('2'));
      expect(fill).toMatchObject({ filled: lots(1_300), end: 'priceLimit', limit: at(50_500) });
    });

    it('HND-03 SLP-05 the slippage limit ends the fill, and what is previewed follows it', () => {
      const where = context({ book: { bids: [], asks } });
      const limited = market('0.5', { slippage: { type: 'TickSize', value: '5' } });
      expect(orderPreview(limited, 'Buy', where)).toMatchObject({
        value: usdt(15_000),
        fill: { requested: lots(500), filled: lots(300), end: 'slippage', limit: at(50_000.5) },
      });
    });

    it('HND-03 levels that are not seen are not called the end of the book', () => {
      const deep = Array.from({ length: 200 }, (_, level) => [500_000 + level, 1]).flat();
      expect(fillOf(market('0.5'), deep)).toMatchObject({ filled: lots(200), end: 'unseen' });
      expect(fillOf(market('0.2'), deep)).toMatchObject({ filled: lots(200), end: undefined });
    });

    it('HND-03 an order that fills whole or not at all previews no part of it', () => {
      const where = context({ book: { bids: [], asks } });
      const whole = (quantity: string) => limit('50000', quantity, { timeInForce: 'FillOrKill' });
      const none = orderPreview(whole('0.5'), 'Buy', where);
      expect(none).toMatchObject({ value: undefined, cost: undefined, openFee: undefined, liquidationAfter: undefined });
      expect(none.fill).toMatchObject({ requested: lots(500), filled: lots(0), figures: undefined, end: 'whole' });
      expect(orderPreview(whole('0.3'), 'Buy', where)).toMatchObject({ value: usdt(15_000), fill: { filled: lots(300), end: undefined } });
      // The book may be deep enough beyond the visible levels.
      const deep = Array.from({ length: 200 }, (_, level) => [499_000 + level, 1]).flat();
      const seen = orderPreview(whole('0.5'), 'Buy', context({ book: { bids: [], asks: deep } }));
      expect(seen.fill).toMatchObject({ filled: lots(200), end: 'unseen' });
    });

    it('HND-03 nothing is said of a book that has not come yet', () => {
      const early = context({ book: { bids: [], asks: [], update: 0 } });
      expect(orderPreview(market('0.5'), 'Buy', early).fill).toBeUndefined();
      expect(marketFill(early, 'Buy', lots(500))).toBeUndefined();
      expect(marketFill(context({ book: { bids: [], asks: [], update: 1 } }), 'Buy', lots(500))).toMatchObject({
        filled: lots(0),
        end: 'book',
      });
    });

    it('HND-03 a quantity by itself fills what the same market order would', () => {
      const where = context({ book: { bids: [], asks } });
      for (const count of [1, 300, 301, 1_300, 5_000]) {
        const typed = market(String(count / 1_000));
        expect(marketFill(where, 'Buy', lots(count))).toEqual(orderPreview(typed, 'Buy', where).fill);
      }
    });

    it('HND-03 of a limit order the part that takes; an order that only waits has none', () => {
      expect(fillOf(limit('50000', '0.5'))).toMatchObject({ requested: lots(500), filled: lots(300), end: undefined });
      expect(fillOf(limit('50000', '0.5', { timeInForce: 'ImmediateOrCancel' }))).toMatchObject({ filled: lots(300), end: 'price' });
      expect(fillOf(limit('50000', '0.5', { timeInForce: 'FillOrKill' }))).toMatchObject({ filled: lots(0), end: 'whole' });
      expect(fillOf(limit('49999', '0.5'))).toBeUndefined();
    });
  });

  it('CAL-01 unknown where nothing is typed; the largest quantity and the liquidation price of now are there', () => {
    const preview = orderPreview(limit('50000', ''), 'Buy', context({ positions: [position()], cash: 5_000 }));
    expect(preview).toMatchObject({ value: undefined, cost: undefined, liquidationAfter: undefined });
    expect(preview.liquidationBefore).toBeDefined();
    expect(Number(preview.maxQuantity)).toBeGreaterThan(0);
  });

  it("CAL-01 the liquidation price before is the position table's own, whatever is held", () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Buy' as const, 'Sell' as const),
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 450_000, max: 550_000 }),
        fc.boolean(),
        (side, size, tick, isolated) => {
          const entryValue = money(BigInt(size) * BigInt(tick) * moneyUnits(BTC.tickLotValue));
          const margin = isolated ? money(moneyUnits(entryValue) / 10n + UNIT) : money(0n);
          const held = position({ side, size: lots(size), entryValue, marginMode: isolated ? 'isolated' : 'cross', margin });
          const mark = at(50_000);
          const where = context({ positions: [held], cash: 50_000 });
          const view = positionView({ key: '', instrument: BTC, record: held, mark, account: accountWith(50_000, [held], mark) });
          expect(orderPreview(limit('', ''), 'Buy', where).liquidationBefore).toEqual(view.liquidationPrice);
          if (view.liquidationPrice !== undefined) expect(priceUnits(view.liquidationPrice) % priceUnits(BTC.tickSize)).toBe(0n);
        },
      ),
    );
  });

  it('ACC-02 a follower is told that only the leader opens, before the exchange says so; closing stays', () => {
    const typed = { ...initialDraft('BTCUSDT'), price: '50000.0', quantity: '1' };
    const codes = (draft: typeof typed, follows: boolean) => orderFormErrors(draft, context({ follows })).map(({ code }) => code);
    expect(codes(typed, false)).not.toContain('followerOpens');
    expect(codes(typed, true)).toContain('followerOpens');
    expect(codes({ ...typed, reduceOnly: true }, true)).not.toContain('followerOpens');
  });
});
