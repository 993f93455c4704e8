import { leverage, lots, money, rate, timestamp, type OrderRecord, type PositionRecord } from '@tapedeck/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountWith, at, SETTINGS, usdt } from '../../testing/form-account.ts';
import { pureForm } from '../../testing/forms.ts';
import { BTC } from '../../testing/instruments.ts';
import { boundsOf, fieldsOf, typeOfField } from './algo-fields.ts';
import { numberIn } from '../../inputs/number-input.ts';
import { ALGO_KINDS, algoKinds, type AlgoAction, type AlgoContext, type AlgoDraft, type AlgoField, type AlgoKind } from './algo-form.ts';
import { initialAlgo, reduceAlgo } from './algo-reducer.ts';
import { algoRequest } from './algo-request.ts';
import { algoRules } from './algo-rules.ts';

const form = pureForm(algoRules);
const requestOf = (draft: AlgoDraft, side: 'Buy' | 'Sell', now: AlgoContext) => algoRequest(form.reading(draft, side, now));

const context: AlgoContext = {
  instrument: BTC,
  settings: SETTINGS,
  account: accountWith(10_000),
  last: at(50_000),
  mark: at(50_000),
  index: at(50_000),
  bestBid: at(49_999.9),
  bestAsk: at(50_000),
  loggedIn: true,
  positions: [],
  orders: [],
};
const long: PositionRecord = {
  account: 100,
  instrument: 0,
  positionIndex: 0,
  side: 'Buy',
  size: lots(200),
  entryValue: usdt(9_600),
  openValue: usdt(9_600),
  marginMode: 'cross',
  leverage: leverage(1_000n),
  margin: money(0n),
  realisedPnl: money(0n),
  tradePnl: money(0n),
  fees: money(0n),
  funding: money(0n),
  totalRealisedPnl: money(0n),
  openedAt: timestamp(0),
  updatedAt: timestamp(0),
  autoAddMargin: false,
};
const holding: AlgoContext = { ...context, positions: [long] };

type Texts = Partial<Record<AlgoField, string>>;
const FILLED: Readonly<Record<AlgoKind, Texts>> = {
  Trailing: { distance: '500' },
  Oco: { upperTrigger: '51000', lowerTrigger: '49000', quantity: '0.1' },
  Iceberg: { price: '49000', quantity: '1', shown: '0.1' },
  TWAP: { quantity: '1', minutes: '10' },
  Chase: { quantity: '0.1' },
  Scaled: { from: '49000', to: '48000', orders: '5', skew: '100', quantity: '1' },
  Grid: { lower: '48000', upper: '52000', cells: '8', quantity: '0.01' },
  MmRateClose: { rate: '80' },
  Webhook: { quantity: '0.1' },
};
const filled = (kind: AlgoKind, texts: Texts = {}, change: Partial<AlgoDraft> = {}): AlgoDraft => {
  const draft = initialAlgo('BTCUSDT', kind);
  return { ...draft, ...change, texts: { ...draft.texts, ...FILLED[kind], ...texts } };
};
const after = (draft: AlgoDraft, ...actions: AlgoAction[]) => actions.reduce((now, action) => reduceAlgo(now, action, context), draft);
const codes = (draft: AlgoDraft, now: AlgoContext = holding): string[] =>
  form.errors(draft, now).map(({ code, field, side }) => `${field}.${code}${side === undefined ? '' : `:${side}`}`);

describe('what each kind sends', () => {
  const strategy = (kind: AlgoKind, plan: object, quantity: number) => ({ type: 'strategy', terms: { quantity, plan: { kind, ...plan } } });
  it.each([
    ['Iceberg', strategy('Iceberg', { price: 490_000, shown: 100, postOnly: false }, 1_000)],
    ['TWAP', strategy('TWAP', { interval: 30_000, parts: 20, limit: 0 }, 1_000)],
    ['Chase', strategy('Chase', { maxDistance: 0 }, 100)],
    ['Scaled', strategy('Scaled', { from: 490_000, to: 480_000, orders: 5, skew: 100 }, 1_000)],
    ['Grid', strategy('Grid', { lower: 480_000, upper: 520_000, cells: 8, takeProfit: 0, stopLoss: 0 }, 10)],
    ['Webhook', strategy('Webhook', { orderType: 'Market', price: 0 }, 100)],
    [
      'Oco',
      {
        type: 'pair',
        terms: { kind: 'TakeProfitStopLossOCO', upper: { side: 'Sell', trigger: 510_000 }, lower: { side: 'Sell', trigger: 490_000 } },
      },
    ],
    ['Trailing', { type: 'trailing', positionKey: 'BTCUSDT:0', terms: { distance: 5_000, share: 0n, activation: 0 } }],
    ['MmRateClose', { type: 'marginRate', positionKey: 'BTCUSDT:0', rate: rate(80_000_000n) }],
  ] as const)('ORD-09 %s', (kind, request) => {
    const draft = filled(kind);
    expect(codes(draft).filter((code) => !code.endsWith(':Buy'))).toEqual([]);
    expect(requestOf(draft, 'Sell', holding)).toMatchObject(request);
  });

  it('ORD-09 a two-way pair enters either way, upwards by the side of the button', () => {
    const pair = filled('Oco', {}, { pairKind: 'BidirectionalTpSl' });
    expect(requestOf(pair, 'Buy', context)).toMatchObject({ terms: { upper: { side: 'Buy' }, lower: { side: 'Sell' } } });
    expect(codes(pair, { ...context, settings: { ...SETTINGS, positionMode: 'BothSide' } })).toEqual(['form.pairNeedsOneWay']);
  });

  it('ORD-09 in hedge mode what reduces belongs to the position of the other side', () => {
    const hedged: AlgoContext = {
      ...context,
      settings: { ...SETTINGS, positionMode: 'BothSide' },
      positions: [{ ...long, positionIndex: 1 }],
    };
    expect(requestOf(filled('TWAP', {}, { reduceOnly: true }), 'Sell', hedged)).toMatchObject({
      terms: { positionIndex: 1, reduceOnly: true },
    });
    expect(requestOf(filled('TWAP'), 'Sell', hedged)).toMatchObject({ terms: { positionIndex: 2 } });
    expect(codes(filled('TWAP', {}, { reduceOnly: true }), hedged)).toEqual(['form.reduceOnlyNoPosition:Buy']);
  });

  it('an empty form of any kind sends nothing and says what is missing', () => {
    for (const kind of ALGO_KINDS) {
      const empty: AlgoDraft = { ...initialAlgo('BTCUSDT', kind), texts: {} };
      expect(codes(empty).length, kind).toBeGreaterThan(0);
      expect(requestOf(empty, 'Sell', holding), kind).toBeUndefined();
    }
  });
});

describe('what is wrong', () => {
  it.each<[AlgoKind, Texts, string]>([
    ['Iceberg', { price: '49000.05' }, 'price.priceOffTick'],
    ['Iceberg', { price: '' }, 'price.priceEmpty'],
    ['Iceberg', { shown: '0.0001' }, 'shown.quantityTooSmall'],
    ['Iceberg', { shown: '2' }, 'quantity.partTooSmall'],
    ['Iceberg', { quantity: '501', shown: '1' }, 'quantity.partTooSmall'],
    ['TWAP', { minutes: '4' }, 'minutes.countOutOfRange'],
    ['TWAP', { minutes: '1441' }, 'minutes.countOutOfRange'],
    ['TWAP', { quantity: '0.019' }, 'quantity.partTooSmall'],
    ['TWAP', { quantity: '0.001', minutes: '5' }, 'quantity.partTooSmall'],
    ['TWAP', { limit: '0' }, 'limit.priceOutOfRange'],
    ['Chase', { maxDistance: '0.05' }, 'maxDistance.distanceWrong'],
    ['Chase', { quantity: '' }, 'quantity.quantityEmpty'],
    ['Scaled', { to: '49000' }, 'to.rangeEmpty'],
    ['Scaled', { orders: '1' }, 'orders.countOutOfRange'],
    ['Scaled', { skew: '9' }, 'skew.countOutOfRange'],
    ['Scaled', { quantity: '0.004' }, 'quantity.partTooSmall'],
    ['Grid', { upper: '48000' }, 'upper.rangeEmpty'],
    ['Grid', { cells: '101' }, 'cells.countOutOfRange'],
    ['Grid', { upper: '48000.5' }, 'cells.cellsTooMany'],
    ['Grid', { takeProfit: '51999' }, 'takeProfit.takeProfitInGrid'],
    ['Grid', { lower: '40000', upper: '45000', takeProfit: '49000' }, 'takeProfit.gridTakeProfitBelow'],
    ['Grid', { stopLoss: '48001' }, 'stopLoss.stopLossInGrid'],
    ['Grid', { lower: '52000', upper: '54000', stopLoss: '51000' }, 'stopLoss.gridStopLossAbove'],
    ['Oco', { upperTrigger: '50000' }, 'upperTrigger.triggerNotAbove'],
    ['Oco', { lowerTrigger: '50000' }, 'lowerTrigger.triggerNotBelow'],
    ['Oco', { quantity: '0' }, 'quantity.quantityTooSmall'],
    ['Trailing', { distance: '' }, 'distance.distanceWrong'],
    ['Trailing', { activation: '50000.05' }, 'activation.priceOffTick'],
    ['MmRateClose', { rate: '100' }, 'rate.rateWrong'],
    ['MmRateClose', { rate: '' }, 'rate.rateWrong'],
    ['Webhook', { quantity: '9999999' }, 'quantity.quantityTooLarge'],
  ])('ORD-09 %s %j: %s', (kind, texts, code) => {
    expect(codes(filled(kind, texts))).toEqual([code]);
  });

  it('ORD-09 the situation: no position, isolated margin, one that is there already, a grid that runs', () => {
    expect(codes(filled('Trailing'), context)).toEqual(['form.noShort:Buy', 'form.noLong:Sell']);
    expect(codes(filled('MmRateClose'), { ...holding, positions: [{ ...long, marginMode: 'isolated' }] })).toEqual([
      'form.noShort:Buy',
      'form.marginRateIsolated:Sell',
    ]);
    const close = { status: 'Untriggered', positionIndex: 0, stop: { kind: 'MmRateClose' } } as OrderRecord;
    expect(codes(filled('MmRateClose'), { ...holding, orders: [close] })).toContain('form.marginRateTaken:Sell');
    expect(codes(filled('Oco'), { ...holding, orders: Array<OrderRecord>(9).fill(close) })).toEqual(['form.conditionalTooMany']);
    const request = requestOf(filled('Grid'), 'Buy', context);
    const running = request?.type === 'strategy' ? [{ plan: request.terms.plan }] : [];
    expect(codes(filled('Grid'), { ...context, strategies: running as never })).toEqual(['form.gridRuns']);
    expect(codes(filled('Chase'), { ...context, running: 50 })).toEqual(['form.tooManyStrategies']);
    expect(codes(filled('Chase'), { ...context, loggedIn: false })).toEqual(['form.notLoggedIn']);
  });
});

describe('typing', () => {
  it('keeps what a field can hold, and puts it on its grid when it is left', () => {
    const typed = after(
      filled('Scaled', { from: '' }),
      { type: 'typed', field: 'from', text: '49000.19' },
      { type: 'typed', field: 'orders', text: '7.5' },
      { type: 'typed', field: 'quantity', text: '.55559' },
    );
    expect(typed.texts).toMatchObject({ from: '49000.1', orders: '7', quantity: '0.555' });
    expect(after(typed, { type: 'typed', field: 'orders', text: '99' }, { type: 'left', field: 'orders' }).texts.orders).toBe('50');
    expect(after(filled('Trailing'), { type: 'trailByChosen', trailBy: 'percent' }).texts.distance).toBe('');
  });

  it.each<[AlgoKind, AlgoField, string, string]>([
    ['Iceberg', 'quantity', '0', 'quantityTooSmall'],
    ['Iceberg', 'shown', '0', 'quantityTooSmall'],
    ['Scaled', 'orders', '1', 'countOutOfRange'],
    ['TWAP', 'minutes', '0', 'countOutOfRange'],
    ['Chase', 'maxDistance', '0', 'distanceWrong'],
    ['Trailing', 'distance', '0', 'distanceWrong'],
    ['MmRateClose', 'rate', '0', 'rateWrong'],
  ])('HND-01 of %s, a %s of %s stays as typed and is an error, never raised to the minimum', (kind, field, text, code) => {
    const left = after(filled(kind, { [field]: text }), { type: 'left', field });
    expect(Number(left.texts[field])).toBe(Number(text));
    expect(codes(left, holding)).toContain(`${field}.${code}`);
  });

  it('arrow keys step by a tick, a lot or one, from the last price where a price is empty', () => {
    const up = (kind: AlgoKind, field: AlgoField, texts: Texts) =>
      after(filled(kind, texts), { type: 'stepped', field, steps: 1 }).texts[field];
    expect(up('Iceberg', 'price', { price: '' })).toBe('50000.1');
    expect(up('Iceberg', 'shown', { shown: '0.1' })).toBe('0.101');
    expect(up('Grid', 'cells', { cells: '100' })).toBe('100');
    expect(up('Trailing', 'distance', { distance: '' })).toBe('0.1');
  });

  it('another kind keeps what was typed, what was sent clears the quantity alone', () => {
    const iceberg = filled('Iceberg');
    expect(after(iceberg, { type: 'kindChosen', kind: 'TWAP' }).texts).toEqual(iceberg.texts);
    expect(after(iceberg, { type: 'sent' }).texts).toEqual({ ...iceberg.texts, quantity: '' });
  });

  it('whatever is typed, leaving every field leaves texts that are empty, below their minimum or within their bounds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALGO_KINDS), fc.array(fc.string({ maxLength: 12 }), { minLength: 6, maxLength: 6 }), (kind, words) => {
        let draft = initialAlgo('BTCUSDT', kind);
        for (const [i, field] of fieldsOf(draft).entries()) {
          draft = after(draft, { type: 'typed', field, text: words[i] ?? '' }, { type: 'left', field });
        }
        const wrong = codes(draft, holding).filter((code) => /OffTick|OffLot|OutOfRange|TooLarge|distanceWrong|percentWrong/.test(code));
        const few = fieldsOf(draft).filter((field) => {
          const units = numberIn(draft.texts[field] ?? '');
          return units === undefined || units < boundsOf(field, typeOfField(field, draft), BTC).min;
        });
        expect(wrong.every((code) => few.some((field) => code.startsWith(`${field}.`)))).toBe(true);
      }),
    );
  });
});

describe('previews', () => {
  const facts = (draft: AlgoDraft, now: AlgoContext = holding) =>
    Object.fromEntries(form.preview(draft, 'Sell', now).map(({ name, value }) => [name, value]));

  it('CAL-01 say parts, values and where things are, by the functions that the exchange works with', () => {
    expect(facts(filled('Iceberg', { quantity: '1.05' }))).toMatchObject({ parts: 11, value: usdt(51_450) });
    // 1,000 lots in 20 parts; the last one 9.5 minutes after the first.
    expect(facts(filled('TWAP'))).toMatchObject({ parts: 20, each: 50, lasts: 570_000, value: usdt(50_000) });
    expect(facts(filled('Chase', { maxDistance: '100' }))).toMatchObject({ begins: at(50_000), followsTo: at(49_900) });
    // 49,000 … 48,000 by 250 with 200 lots each: (49,000 + 48,000) ÷ 2.
    expect(facts(filled('Scaled'))).toMatchObject({ average: at(48_500), firstQuantity: 200, lastQuantity: 200, value: usdt(48_500) });
    // A cell of 500 for 0.01: 5 less 0.02% of 480 and of 485.
    expect(facts(filled('Grid'))).toMatchObject({ buys: 4, sells: 4, profitLow: usdt(4.807) });
    expect(facts(filled('Webhook'))).toMatchObject({ signalValue: usdt(5_000) });
    expect(facts(filled('Trailing'))).toEqual({ closes: 200, stopNow: at(49_500) });
    expect(facts(filled('MmRateClose'))).toMatchObject({ closes: 200 });
    // Half of 0.2 BTC from 48,000: +300 at 51,000, +100 at 49,000.
    expect(facts(filled('Oco', {}, { reduceOnly: true }))).toMatchObject({ earnedAbove: usdt(300), earnedBelow: usdt(100) });
    expect(requestOf(filled('Oco'), 'Sell', holding)).toMatchObject({ terms: { quantity: lots(100) } });
  });
});

it('ORD-09 a pair offers no kind that closes a position, a contract offers all', () => {
  expect(algoKinds(BTC)).toEqual(ALGO_KINDS);
  const ofPair = algoKinds({ ...BTC, kind: 'Spot' });
  expect(ofPair).not.toContain('Trailing');
  expect(ofPair).not.toContain('MmRateClose');
  expect(ofPair[0]).toBe('Oco');
});
