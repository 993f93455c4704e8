import { lots, money, ticks, price, quantity } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountWith, at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { pureForm } from '../../testing/forms.ts';
import { BTC } from '../../testing/instruments.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { USUAL_HABITS } from '../tpsl/tpsl-form.ts';
import type { OrderFormAction, OrderFormContext, OrderFormDraft } from './order-form.ts';
import { initialDraft } from './order-form-reducer.ts';
import { maxOrder, maxOrderCost } from './order-limits.ts';
import { orderOptions } from './order-options.ts';
import { orderRules } from './order-rules.ts';

const { errors: orderFormErrors, preview: orderPreview, reduce: reduceOrderForm, reading } = pureForm(orderRules);

const context: OrderFormContext = {
  instrument: BTC,
  settings: SETTINGS,
  account: accountWith(10_000),
  last: at(50_000),
  mark: at(50_010),
  index: at(49_990),
  bestBid: at(49_999.9),
  bestAsk: at(50_000),
  loggedIn: true,
  positions: [],
  orders: [],
};
const optionsOf = (draft: OrderFormDraft, side: 'Buy' | 'Sell' = 'Buy') => orderOptions(reading(draft, side, context));
const after = (draft: OrderFormDraft, ...actions: OrderFormAction[]): OrderFormDraft =>
  actions.reduce((now, action) => reduceOrderForm(now, action, context), draft);
const limit = (change: Partial<OrderFormDraft> = {}): OrderFormDraft => ({ ...initialDraft('BTCUSDT'), price: '50000', ...change });
const codes = (draft: OrderFormDraft): string[] =>
  orderFormErrors(draft, context).map(({ code, side, field }) => `${field}.${code}${side === undefined ? '' : `:${side}`}`);

describe('orders that execute at once or not at all', () => {
  it('ORD-07 what would not execute now may be sent all the same: the exchange counts it by its own price', () => {
    for (const timeInForce of ['ImmediateOrCancel', 'FillOrKill'] as const) {
      expect(codes(limit({ price: '49900', quantity: '0.1', timeInForce }))).toEqual([]);
      expect(codes(limit({ price: '49900', quantity: '0.001', timeInForce }))).toEqual([]);
    }
    expect(codes(limit({ price: '4000', quantity: '0.001', timeInForce: 'ImmediateOrCancel' }))).toContain('quantity.notionalTooSmall');
  });
});

describe('coarse grids', () => {
  it('INP-04 a price between ticks above 1 has its own words in the price, others in the trigger; a quantity between lots too', () => {
    const coarse: OrderFormContext = {
      ...context,
      instrument: { ...BTC, tickSize: price(500_000_000n), lotSize: quantity(1_000_000_000n), tickLotValue: money(5_000_000_000n) },
    };
    const draft = limit({ price: '50003', quantity: '15', trigger: { price: '51002', source: 'LastPrice', closeOnTrigger: false } });
    const found = orderFormErrors(draft, coarse).map(({ code, field }) => `${field}.${code}`);
    expect(found).toEqual(['trigger.priceErrorTickTip', 'price.tickSizeFixNumTips', 'quantity.qtyErrorTickTip']);
  });
});

describe('units', () => {
  it('INP-08 a value buys the most lots that are worth no more, a cost the most that cost no more', () => {
    const worth = limit({ unit: 'value', quantity: '1249.99' });
    expect(reading(worth, 'Buy', context).draft).toMatchObject({ unit: 'quantity', quantity: '0.024' });
    // Reference 6.2: 0.5 BTC bought at 50,000 with 10x costs 2,526.125, sold 2,528.875.
    const cost = limit({ unit: 'cost', quantity: '2526.13' });
    expect(reading(cost, 'Buy', context).draft.quantity).toBe('0.5');
    expect(reading(cost, 'Sell', context).draft.quantity).toBe('0.499');
    expect(orderPreview(cost, 'Buy', context)).toMatchObject({ quantity: '0.5', cost: usdt(2_526.125) });
  });

  it.each([
    ['USDT', '0.00123456789', '0.00'],
    ['USDC', '0.00123456789', '0.0012'],
    ['BTC', '0.00123456789', '0.00123456'],
  ])('INP-08 a cost in %s is typed with the digits of the coin', (settleCoin, text, kept) => {
    const coin: OrderFormContext = { ...context, instrument: { ...BTC, settleCoin } };
    expect(reduceOrderForm(limit({ unit: 'cost' }), { type: 'quantityTyped', text }, coin).quantity).toBe(kept);
  });

  it('INP-08 another unit says the same order', () => {
    const typed = limit({ quantity: '0.5' });
    const cost = after(typed, { type: 'unitChosen', unit: 'cost' });
    expect(cost).toMatchObject({ unit: 'cost', quantity: '2528.88' });
    expect(after(typed, { type: 'unitChosen', unit: 'value' }).quantity).toBe('25000');
    expect(after(after(typed, { type: 'unitChosen', unit: 'value' }), { type: 'unitChosen', unit: 'quantity' }).quantity).toBe('0.5');
    expect(after(limit(), { type: 'unitChosen', unit: 'cost' }).quantity).toBe('');
  });

  it('INP-08 the slider fills the field in its unit', () => {
    const whole = after(limit({ unit: 'value' }), { type: 'quantityShareChosen', percent: 50 });
    const lotsOfIt = after(limit(), { type: 'quantityShareChosen', percent: 50 });
    expect(reading(whole, 'Buy', context).draft.quantity).toBe(lotsOfIt.quantity);
  });

  it('INP-06 a cost is at most the largest order at the highest price', () => {
    const most = maxOrderCost(maxOrder(limit(), BTC), BTC);
    const typed = after(limit({ unit: 'cost' }), { type: 'quantityTyped', text: '99999999999999' });
    expect(codes(typed)).toContain('quantity.amountTooLarge');
    const left = after(typed, { type: 'quantityBlurred' });
    expect(numberIn(left.quantity)).toBe(most);
    expect(left.replaced).toBe('orderMaxQtyReplace');
  });

  it('says what is missing in the unit, and when it is too little for a lot', () => {
    expect(codes(limit({ unit: 'cost' }))).toEqual(['quantity.costEmpty']);
    expect(codes(limit({ unit: 'value' }))).toEqual(['quantity.valueEmpty']);
    expect(codes(limit({ unit: 'value', quantity: '1' }))).toEqual(['quantity.quantityTooSmall']);
  });

  it('INP-05 a demo account has no smaller maximum for post-only orders', () => {
    const instrument = { ...BTC, maxPostOnlyOrder: lots(10) };
    const typed = limit({ postOnly: true, quantity: '0.011' });
    const errors = (isDemo: boolean) => orderFormErrors(typed, { ...context, instrument, traits: { kind: 'UTA2', isDemo } });
    expect(errors(false).map(({ code }) => code)).toEqual(['quantityTooLarge']);
    expect(errors(true)).toEqual([]);
  });
});

describe('price steps', () => {
  it('INP-07 plus and minus move by the chosen step, arrow keys by a tick', () => {
    const step = after(limit(), { type: 'priceStepChanged', action: { type: 'stepTyped', text: '25' } });
    expect(after(step, { type: 'priceMoved', steps: 1 }).price).toBe('50025.0');
    expect(after(step, { type: 'priceStepped', steps: 1 }).price).toBe('50000.1');
    expect(after(step, { type: 'priceStepChanged', action: { type: 'stepCleared' } }, { type: 'priceMoved', steps: -1 }).price).toBe(
      '49999.9',
    );
  });
});

describe('conditional orders', () => {
  const waiting = (trigger: string, source: 'LastPrice' | 'MarkPrice' | 'IndexPrice' = 'LastPrice'): OrderFormDraft =>
    after(
      limit({ orderType: 'Market', quantity: '0.1' }),
      { type: 'conditionalChosen' },
      { type: 'triggerTyped', text: trigger },
      { type: 'triggerSourceChosen', source },
    );

  it('wait for a rise to a trigger above their own source, for a fall to one below', () => {
    const direction = (draft: OrderFormDraft) => optionsOf(draft)?.trigger?.direction;
    expect(direction(waiting('50005'))).toBe('Rising');
    expect(direction(waiting('50005', 'MarkPrice'))).toBe('Falling');
    expect(direction(waiting('49995', 'IndexPrice'))).toBe('Rising');
    expect(optionsOf(waiting('50005'))).toEqual({
      trigger: { price: ticks(500_050), source: 'LastPrice', direction: 'Rising' },
      closeOnTrigger: false,
    });
  });

  it('say what is wrong with the trigger', () => {
    expect(codes(waiting(''))).toEqual(['trigger.triggerEmpty']);
    expect(codes(waiting('50000'))).toEqual(['trigger.triggerReached']);
    expect(codes(waiting('0'))).toEqual(['trigger.priceOutOfRange']);
    expect(codes(waiting('51000'))).toEqual([]);
  });

  it('are previewed at their trigger, and ask for no balance before it', () => {
    const preview = orderPreview(waiting('60000'), 'Buy', context);
    expect(preview.value).toBe(usdt(6_000));
    expect(codes({ ...waiting('60000'), quantity: '100' })).toEqual([]);
  });

  it('go back to an order that is sent at once', () => {
    const draft = after(waiting('51000'), { type: 'orderTypeChosen', orderType: 'Limit' });
    expect(draft.trigger).toBeUndefined();
    expect(after(waiting('51000'), { type: 'orderTypeChosen', orderType: 'Limit', conditional: true }).trigger?.price).toBe('51000');
  });
});

describe('slippage', () => {
  it('SLP-02 goes with a market order only', () => {
    const chosen = after(limit({ orderType: 'Market', quantity: '0.1' }), {
      type: 'slippageChosen',
      slippage: { type: 'TickSize', value: '50' },
    });
    expect(optionsOf(chosen)).toEqual({ slippage: { type: 'TickSize', ticks: 50 } });
    expect(optionsOf(after(chosen, { type: 'orderTypeChosen', orderType: 'Limit' }))).toBeUndefined();
  });
});

describe('TP/SL that an order brings along', () => {
  const withExits = (takeProfit: string, stopLoss: string): OrderFormDraft =>
    after(
      limit({ quantity: '0.1' }),
      { type: 'tpslToggled', habits: USUAL_HABITS },
      { type: 'tpsl', action: { type: 'typed', leg: 'takeProfit', text: takeProfit } },
      { type: 'tpsl', action: { type: 'typed', leg: 'stopLoss', text: stopLoss } },
    );

  it('TPS-14 is right for one side and wrong for the other', () => {
    expect(codes(withExits('51000', '49000'))).toEqual(['takeProfit.tpPriceTooHigh:Sell', 'stopLoss.slPriceTooLow:Sell']);
    expect(codes(withExits('49000', ''))).toEqual(['takeProfit.tpPriceTooLow:Buy']);
    expect(optionsOf(withExits('51000', '49000'))?.exits).toEqual({
      mode: 'Full',
      takeProfit: { trigger: ticks(510_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) },
      stopLoss: { trigger: ticks(490_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) },
    });
  });

  it('TPS-10 a return on the margin is another price for each side', () => {
    const draft = after(
      limit({ quantity: '0.1' }),
      { type: 'tpslToggled', habits: { ...USUAL_HABITS, takeProfitInput: 'ROI' } },
      { type: 'tpsl', action: { type: 'typed', leg: 'takeProfit', text: '50' } },
    );
    const trigger = (side: 'Buy' | 'Sell') => optionsOf(draft, side)?.exits?.takeProfit?.trigger;
    // 50% of the margin at 10x is 5% of the price.
    expect([trigger('Buy'), trigger('Sell')]).toEqual([ticks(525_000), ticks(475_000)]);
    expect(codes(draft)).toEqual([]);
  });

  it('asks for nothing while it is empty', () => {
    expect(codes(withExits('', ''))).toEqual([]);
    expect(optionsOf(withExits('', ''))).toBeUndefined();
  });
});

it('the most that can reduce nothing is 0', () => {
  expect(orderPreview(limit({ reduceOnly: true }), 'Buy', context).maxQuantity).toBe('0');
});
