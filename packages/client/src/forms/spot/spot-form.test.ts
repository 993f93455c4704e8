import { lots, money, moneyUnits, price, rate, type Instrument } from '@tapedeck/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinView } from '../../calculators/coin-view.ts';
import { orderRequest } from '../../flows/order-request.ts';
import { pureForm } from '../../testing/forms.ts';
import { BTC } from '../../testing/instruments.ts';
import type { SpotAction, SpotContext, SpotOrderDraft } from './spot-form.ts';
import { freeCoins, readSpot } from './spot-reading.ts';
import { initialSpot } from './spot-reducer.ts';
import { spotRules } from './spot-rules.ts';
import { spotOrderTerms } from './spot-terms.ts';

const form = pureForm(spotRules);
const termsOf = (draft: SpotOrderDraft) => spotOrderTerms(readSpot(draft, context));

const UNIT = 100_000_000n;
const at = (amount: number) => price(BigInt(Math.round(amount * 10)) * 10_000_000n);
const coins = (amount: number) => money(BigInt(Math.round(amount * 1e8)));
const pair: Instrument = {
  ...BTC,
  symbol: 'BTC/USDT',
  kind: 'Spot',
  takerFee: rate(100_000n),
  spot: {
    amountStep: money(UNIT / 100n),
    maxAmount: money(8_000_000n * UNIT),
    marketPriceLimitRate: rate(3_000_000n),
    buyClosed: false,
    sellClosed: false,
    shown: true,
    loanable: true,
  },
};
const held = (coin: string, cash: number, locked = 0) => ({ coin, cash: coins(cash), locked: coins(locked) }) as CoinView;
const context: SpotContext = {
  instrument: pair,
  last: at(50_000),
  mark: at(50_000),
  index: at(50_000),
  book: { bids: [499_990, 2_000, 499_900, 9_000], asks: [500_000, 2_000, 500_100, 9_000] },
  coins: [held('USDT', 60_000, 10_000), held('BTC', 1)],
  loggedIn: true,
  traits: { kind: 'UTA2', isDemo: false },
};
const draftOf = (change: Partial<SpotOrderDraft> = {}): SpotOrderDraft => ({ ...initialSpot('BTC/USDT'), ...change });
const limit = (change: Partial<SpotOrderDraft> = {}) => draftOf({ price: '50000', quantity: '0.5', ...change });
const market = (change: Partial<SpotOrderDraft> = {}) => draftOf({ orderType: 'Market', quantity: '0.5', ...change });
const codes = (draft: SpotOrderDraft, now = context) => form.errors(draft, now).map(({ field, code }) => `${field}.${code}`);
const after = (draft: SpotOrderDraft, ...actions: SpotAction[]) =>
  actions.reduce((now, action) => form.reduce(now, action, context), draft);

describe('what is sent', () => {
  it('EXC-01 a limit order, in coins or as what an amount pays for at its price', () => {
    expect(termsOf(limit())).toMatchObject({ side: 'Buy', price: 500_000, quantity: 500 });
    expect(termsOf(limit({ unit: 'quote', quantity: '1249.99' }))).toMatchObject({ quantity: 24, price: 500_000 });
  });

  it('EXC-01 a market order by quantity, or by amount on the wire', () => {
    const terms = termsOf(market({ unit: 'quote', quantity: '100.5' }));
    expect(terms).toMatchObject({ quantity: 0, quoteAmount: coins(100.5) });
    expect(terms && orderRequest(terms, 'x')).toMatchObject({ qty: '100.5', marketUnit: 'quoteCoin', orderType: 'Market' });
    const own = termsOf(market());
    expect(own && orderRequest(own, 'x')).toMatchObject({ qty: '0.5' });
    expect(own && orderRequest(own, 'x')).not.toHaveProperty('marketUnit');
  });

  it('ORD-07 a conditional order waits for a rise above the price, or a fall below it, and is sent in coins', () => {
    const waiting = market({ trigger: { price: '51000', source: 'LastPrice' }, unit: 'quote', quantity: '510' });
    expect(termsOf(waiting)).toMatchObject({ quantity: 10, options: { trigger: { direction: 'Rising', price: 510_000 } } });
    const falling = termsOf(limit({ trigger: { price: '49000', source: 'MarkPrice' }, borrows: true }));
    expect(falling).toMatchObject({ borrows: true, options: { trigger: { direction: 'Falling', source: 'MarkPrice' } } });
  });
});

describe('what is wrong', () => {
  it.each<[SpotOrderDraft, string[]]>([
    [limit(), []],
    [market(), []],
    [draftOf(), ['price.priceEmpty', 'quantity.quantityEmpty']],
    [limit({ price: '50000.05' }), ['price.priceOffTick']],
    [limit({ price: '50600' }), ['price.priceAboveLimit']],
    [limit({ side: 'Sell', price: '49400' }), ['price.priceBelowLimit']],
    [limit({ quantity: '0.0001' }), ['quantity.quantityTooSmall']],
    [limit({ price: '100', quantity: '0.01' }), ['quantity.notionalTooSmall']],
    [limit({ quantity: '200' }), ['quantity.amountTooLarge']],
    [limit({ quantity: '1.001' }), ['quantity.insufficientBalance']],
    [limit({ quantity: '1.001', borrows: true }), []],
    [limit({ side: 'Sell', quantity: '1.001' }), ['quantity.insufficientBalance']],
    [market({ unit: 'quote', quantity: '' }), ['quantity.amountEmpty']],
    [market({ unit: 'quote', quantity: '4.99' }), ['quantity.notionalTooSmall']],
    [market({ unit: 'quote', quantity: '10.005' }), ['quantity.amountOffStep']],
    [market({ unit: 'quote', quantity: '50000.01' }), ['quantity.insufficientBalance']],
    [limit({ unit: 'quote', quantity: '20' }), ['quantity.amountTooSmall']],
    [market({ trigger: { price: '', source: 'LastPrice' } }), ['trigger.triggerEmpty']],
    [market({ trigger: { price: '50000', source: 'LastPrice' } }), ['trigger.triggerReached']],
    // A conditional order holds nothing until it fires.
    [market({ quantity: '100', trigger: { price: '51000', source: 'LastPrice' } }), []],
  ])('%j: %j', (draft, expected) => {
    expect(codes(draft)).toEqual(expected);
  });

  it('SPT-04 of the pair and the account', () => {
    const closed: SpotContext = { ...context, instrument: { ...pair, ...(pair.spot && { spot: { ...pair.spot, sellClosed: true } }) } };
    expect(codes(limit({ side: 'Sell' }), closed)).toEqual(['form.sideClosed']);
    expect(codes(limit({ borrows: true }), { ...context, traits: { kind: 'regular', isDemo: false } })).toEqual(['form.notBorrowable']);
    expect(codes(market(), { ...context, marketStale: true })).toEqual(['form.marketStale']);
    expect(codes(market(), { ...context, book: { bids: [], asks: [] } })).toEqual(['form.marketNoLiquidity']);
    expect(codes(limit(), { ...context, loggedIn: false })).toEqual(['form.notLoggedIn']);
  });
});

describe('what fills at once', () => {
  const fill = (draft: SpotOrderDraft, book?: SpotContext['book']) =>
    form.preview(draft, draft.side, { ...context, ...(book && { book }) }).fill;
  const thin = { bids: [], asks: [500_000, 200, 500_100, 100] };

  it('HND-03 of a market order by quantity: levels, average and worst price, and why it ends', () => {
    expect(fill(market({ quantity: '3' }))).toMatchObject({ requested: 3_000, filled: 3_000, end: undefined });
    const cut = fill(market(), thin);
    expect(cut).toMatchObject({ requested: 500, filled: 300, end: 'book', figures: { worstPrice: at(50_010), slippageCost: coins(1) } });
    expect(fill(market(), { bids: [], asks: [500_000, 200, 530_000, 900] })).toMatchObject({
      filled: 200,
      end: 'priceLimit',
      limit: at(51_500),
    });
  });

  it('HND-03 of a market order by amount: what of the amount the book takes', () => {
    const byAmount = (quantity: string) => market({ unit: 'quote', quantity });
    // 15,001 buys all 0.3; the last 0.02 of an amount buy no lot, and nothing of the order is missing.
    expect(fill(byAmount('10000.02'), thin)).toMatchObject({ filled: 200, amount: coins(10_000.02), end: undefined });
    expect(fill(byAmount('20000'), thin)).toMatchObject({ filled: 300, end: 'book', figures: { value: coins(15_001) } });
    expect(fill(byAmount('20000'), { bids: [], asks: [] })).toMatchObject({ filled: 0, figures: undefined, end: 'book' });
  });

  it('HND-03 a limit order fills what it takes, and one that fills whole or not at all fills nothing of too little', () => {
    expect(fill(limit({ price: '50000' }), thin)).toMatchObject({ requested: 500, filled: 200, end: undefined });
    const whole = limit({ price: '50000', timeInForce: 'FillOrKill' });
    expect(fill(whole, thin)).toMatchObject({ requested: 500, filled: 0, figures: undefined, end: 'whole' });
    expect(form.preview(whole, 'Buy', { ...context, book: thin }).amounts).toBeUndefined();
    expect(fill(limit({ price: '50000', quantity: '0.2', timeInForce: 'FillOrKill' }), thin)).toMatchObject({
      filled: 200,
      end: undefined,
    });
    expect(fill(limit({ price: '49999' }), thin)).toBeUndefined();
  });

  it('HND-03 nothing is said of a book that has not come yet', () => {
    expect(fill(market(), { bids: [], asks: [], update: 0 })).toBeUndefined();
  });
});

describe('typing', () => {
  it('INP-08 the slider spends that share of what is free, at most, in either unit and of either side', () => {
    const free = { Buy: freeCoins(context, 'USDT'), Sell: freeCoins(context, 'BTC') };
    expect(free).toEqual({ Buy: coins(50_000), Sell: coins(1) });
    fc.assert(
      fc.property(
        fc.constantFrom<'Buy' | 'Sell'>('Buy', 'Sell'),
        fc.constantFrom<'base' | 'quote'>('base', 'quote'),
        fc.constantFrom<'Limit' | 'Market'>('Limit', 'Market'),
        fc.integer({ min: 1, max: 20 }),
        (side, unit, orderType, steps) => {
          const draft = after(limit({ side, unit, orderType, quantity: '' }), { type: 'shareChosen', percent: steps * 5 });
          const spent = readSpot(draft, context).spending;
          expect(codes(draft)).toEqual([]);
          expect(spent !== undefined && spent <= money((moneyUnits(free[side] ?? money(0n)) * BigInt(steps)) / 20n)).toBe(true);
        },
      ),
    );
  });

  it('INP-07 plus and minus move the price by the chosen step, arrow keys by a tick; an empty trigger steps from its source', () => {
    const step = after(limit(), { type: 'priceStepChanged', action: { type: 'stepPreset', ticks: 50 } });
    expect(after(step, { type: 'priceMoved', steps: 1 }).price).toBe('50005.0');
    expect(after(step, { type: 'priceStepped', steps: -1 }).price).toBe('49999.9');
    expect(after(step, { type: 'sent' }).priceStep).toBe('5.0');
    const marked = { ...context, mark: at(49_000) };
    const waiting = after(limit(), { type: 'kindChosen', kind: 'Conditional' }, { type: 'triggerSourceChosen', source: 'MarkPrice' });
    expect(form.reduce(waiting, { type: 'triggerStepped', steps: 1 }, marked).trigger?.price).toBe('49000.1');
  });

  it('INP-05 what is above the largest order is set to it when the field is left, and said', () => {
    const left = after(market({ quantity: '99999' }), { type: 'quantityBlurred' });
    expect(left).toMatchObject({ quantity: '119', replaced: 'orderMaxQtyReplace' });
    expect(after(left, { type: 'quantityTyped', text: '1' }).replaced).toBeUndefined();
  });

  it.each(['base', 'quote'] as const)('HND-01 a quantity below the minimum, in %s, stays as typed and is an error', (unit) => {
    const small = { ...pair, minOrder: lots(5) };
    for (const text of ['0', '0.001']) {
      const now = { ...context, instrument: small };
      const left = form.reduce(market({ unit, quantity: text }), { type: 'quantityBlurred' }, now);
      expect([left.quantity, left.replaced]).toEqual([text, undefined]);
      expect(form.errors(left, now).map(({ field }) => field)).toContain('quantity');
    }
  });

  it('INP-08 another unit says the same order, an amount is on its step', () => {
    expect(after(limit(), { type: 'unitChosen', unit: 'quote' }).quantity).toBe('25000');
    expect(after(market(), { type: 'unitChosen', unit: 'quote' }).quantity).toBe('25000');
    const back = after(limit(), { type: 'unitChosen', unit: 'quote' }, { type: 'unitChosen', unit: 'base' });
    expect(back).toMatchObject({ unit: 'base', quantity: '0.5' });
    expect(after(market({ unit: 'quote' }), { type: 'quantityTyped', text: '10.129' }).quantity).toBe('10.12');
  });

  it('what was sent clears the quantity and keeps price and side; another kind keeps what was typed', () => {
    expect(after(limit({ side: 'Sell' }), { type: 'sent' })).toMatchObject({ side: 'Sell', price: '50000', quantity: '' });
    expect(after(limit(), { type: 'kindChosen', kind: 'Conditional' })).toMatchObject({
      orderType: 'Limit',
      price: '50000',
      trigger: { price: '' },
    });
    expect(after(limit(), { type: 'kindChosen', kind: 'Conditional' }, { type: 'kindChosen', kind: 'Market' }).trigger).toBeUndefined();
  });
});

describe('TP/SL of an order for a pair', () => {
  const tpsl = (takeProfit: string, stopLoss: string, change: Partial<SpotOrderDraft> = {}) =>
    limit({ ...change, tpsl: { takeProfit, stopLoss } });

  it('EXC-04 are sent with the order, of a sell as of a buy, by the chosen source and at a limit where there is one', () => {
    expect(termsOf(tpsl('51000', '49000'))?.options).toEqual({
      exits: {
        mode: 'Partial',
        takeProfit: { trigger: 510_000, source: 'LastPrice', orderType: 'Market', limit: 0 },
        stopLoss: { trigger: 490_000, source: 'LastPrice', orderType: 'Market', limit: 0 },
      },
    });
    expect(termsOf(tpsl('51000', ''))?.options?.exits).not.toHaveProperty('stopLoss');
    expect(termsOf(tpsl('49000', '51000', { side: 'Sell' }))?.options?.exits?.takeProfit?.trigger).toBe(490_000);
    const chosen = limit({ tpsl: { takeProfit: '51000', takeProfitLimit: '50990', stopLoss: '', source: 'MarkPrice' } });
    expect(termsOf(chosen)?.options?.exits).toEqual({
      mode: 'Partial',
      takeProfit: { trigger: 510_000, source: 'MarkPrice', orderType: 'Limit', limit: 509_900 },
    });
    const waiting = market({ trigger: { price: '51000', source: 'LastPrice' }, tpsl: { takeProfit: '', stopLoss: '50500' } });
    expect(termsOf(waiting)?.options).toMatchObject({
      trigger: { price: 510_000 },
      exits: { stopLoss: { trigger: 505_000 } },
    });
  });

  it.each<[SpotOrderDraft, string[]]>([
    [tpsl('51000', '49000'), []],
    [tpsl('', ''), ['takeProfit.tpslEmpty']],
    [tpsl('', '', { side: 'Sell' }), ['takeProfit.tpslEmpty']],
    [tpsl('49000', '51000', { side: 'Sell' }), []],
    [tpsl('51000', '49000', { side: 'Sell' }), ['takeProfit.takeProfitTooHigh', 'stopLoss.stopLossTooLow']],
    [limit({ tpsl: { takeProfit: '51000', stopLoss: '', takeProfitLimit: '50999.99' } }), ['takeProfitLimit.priceOffTick']],
    [limit({ tpsl: { takeProfit: '51000', stopLoss: '', stopLossLimit: '49000' } }), ['stopLoss.tpslTriggerEmpty']],
    [tpsl('50000', '50000'), ['takeProfit.takeProfitTooLow', 'stopLoss.stopLossTooHigh']],
    [tpsl('51000.05', ''), ['takeProfit.priceOffTick']],
    [
      market({ trigger: { price: '51000', source: 'LastPrice' }, tpsl: { takeProfit: '50900', stopLoss: '' } }),
      ['takeProfit.takeProfitTooLow'],
    ],
  ])('%j: %j', (draft, expected) => {
    expect(codes(draft)).toEqual(expected);
  });

  it('are typed, stepped by ticks and settled on the grid', () => {
    const on = form.reduce(limit(), { type: 'tpslToggled' }, context);
    const typed = form.reduce(on, { type: 'tpslTyped', leg: 'takeProfit', text: '51000.07' }, context);
    const left = form.reduce(typed, { type: 'tpslBlurred', leg: 'takeProfit' }, context);
    expect(left.tpsl).toEqual({ takeProfit: '51000.0', stopLoss: '' });
    expect(form.reduce(left, { type: 'tpslStepped', leg: 'takeProfit', steps: 2 }, context).tpsl?.takeProfit).toBe('51000.2');
    expect(form.reduce(left, { type: 'tpslToggled' }, context).tpsl).toBeUndefined();
  });
});
