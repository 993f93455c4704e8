import { lots, money, ticks, type AttachedExits, type OrderChanges, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { SpotBench, btcSpot, ethBtc } from '../testing/spot-fixture.ts';
import { btc } from '../testing/exchange-fixture.ts';
import { leg } from '../testing/stop-bench.ts';

const UNIT = 100_000_000n;
const BUYER = 100;
const SELLER = 101;

/** BTC stands at 50,000; the buyer has 10,000 USDT, the seller 1 BTC. */
function open(): SpotBench {
  const bench = new SpotBench();
  bench.apply({ type: 'OpenAccount', account: BUYER, kind: 'UTA2' });
  bench.apply({ type: 'OpenAccount', account: SELLER, kind: 'UTA2' });
  bench.credit(BUYER, 'USDT', '10000');
  bench.credit(SELLER, 'BTC', '1');
  return bench;
}

const fills = (bench: SpotBench): OrderFilled[] => bench.exchange.events.filter((event) => event.type === 'OrderFilled');
const ended = (bench: SpotBench): OrderRecord | undefined =>
  bench.exchange.events.flatMap((event) => (event.type === 'OrderCancelled' ? [event.order] : [])).at(-1);

describe('what a sale brought in', () => {
  const conditional = (bench: SpotBench) => bench.exchange.account(SELLER)?.orders.at(-1);
  /** The seller sells 0.1 BTC at 50,000; 4,995 USDT are kept to buy back. */
  function sold(limitAt?: number): { bench: SpotBench; amend(changes: OrderChanges): string | undefined } {
    const bench = open();
    const exits: AttachedExits = { mode: 'Partial', takeProfit: leg(49_000, limitAt === undefined ? {} : { limitAt }) };
    expect(bench.spot(SELLER, 'Sell', 0.1, 50_000, { options: { exits } }).refusal).toBeUndefined();
    bench.spot(BUYER, 'Buy', 0.1, 50_000);
    const { orderId } = conditional(bench) ?? {};
    return { bench, amend: (changes) => bench.apply({ type: 'AmendOrder', account: SELLER, orderId, changes }).refusal?.reason };
  }

  it('TPS-17 is an amount: nobody changes how many coins it buys back', () => {
    const { amend } = sold();
    expect(amend({ quantity: lots(5_000) })).toBe('parameter');
  });

  it('TPS-17 buys back more coins at a lower limit', () => {
    const { bench, amend } = sold(49_000);
    expect(conditional(bench)?.quantity).toBe(lots(10_193));
    expect(amend({ price: ticks(90_000) })).toBeUndefined();
    expect(conditional(bench)?.quantity).toBe(lots(11_100));
  });
});

describe('spot', () => {
  it('EXC-05 TP/SL of the coins in the account end apart from other conditional orders, and contracts refuse them', () => {
    const bench = open();
    const trigger = { price: ticks(98_000), direction: 'Falling', source: 'LastPrice' } as const;
    bench.spot(SELLER, 'Sell', 0.1, 48_900, { options: { trigger } });
    bench.spot(SELLER, 'Sell', 0.1, 48_900, { options: { trigger, isTpSl: true } });
    const kinds = () => bench.exchange.account(SELLER)?.orders.map(({ stop }) => stop?.kind);
    expect(kinds()).toEqual(['Stop', 'TakeProfitStopLoss']);
    bench.apply({ type: 'CancelAllOrders', account: SELLER, instrument: btcSpot.id, only: { tab: 'tpSl' } });
    expect(kinds()).toEqual(['Stop']);
    const options = { trigger, isTpSl: true };
    expect(bench.order(SELLER, 'Buy', 0.1, 48_000, { options }).refusal).toEqual({ reason: 'parameter', details: { field: 'type' } });
  });

  it('EXC-01 EXC-05 a fill moves both coins and takes 0.1 % of what each side receives', () => {
    const bench = open();
    bench.spot(SELLER, 'Sell', 0.1, 50_000);
    bench.spot(BUYER, 'Buy', 0.1, 50_000);
    // Buyer: 0.1 BTC less 0.1 % in BTC, for 0.1 × 50,000 USDT.
    expect(bench.cash(BUYER, 'BTC')).toBe('0.0999');
    expect(bench.cash(BUYER, 'USDT')).toBe('5000');
    // Seller: 5,000 USDT less 0.1 % in USDT.
    expect(bench.cash(SELLER, 'USDT')).toBe('4995');
    expect(bench.cash(SELLER, 'BTC')).toBe('0.9');
    expect(fills(bench).map(({ account, fee, maker }) => [account, fee, maker])).toEqual([
      [SELLER, 5n * UNIT, true],
      [BUYER, UNIT / 10_000n, false],
    ]);
    expect(bench.exchange.account(BUYER)?.positions).toEqual([]);
  });

  it('EXC-05 what the positions of a regular account need cannot be kept for a spot order, which could liquidate it', () => {
    const bench = open();
    for (const account of [110, 111]) {
      bench.apply({ type: 'OpenAccount', account, kind: 'regular' });
      bench.credit(account, 'USDT', '1000');
    }
    bench.order(110, 'Sell', 0.1, 50_000, { on: btc });
    bench.order(111, 'Buy', 0.1, 50_000, { on: btc });
    // 1,000 − 500 of initial margin − fees to open and to close.
    expect(bench.spot(111, 'Buy', 0.015, 49_000).refusal?.reason).toBe('insufficientBalance');
    expect(bench.spot(111, 'Buy', 0.009, 49_000).refusal).toBeUndefined();
  });

  it('EXC-01 fills are at the better, resting price; the first in time goes first', () => {
    const bench = open();
    bench.apply({ type: 'OpenAccount', account: 105, kind: 'UTA2' });
    bench.credit(105, 'BTC', '1');
    bench.spot(105, 'Sell', 0.05, 50_010);
    bench.spot(SELLER, 'Sell', 0.05, 50_000);
    bench.spot(105, 'Sell', 0.05, 50_000);
    bench.exchange.events.length = 0;
    bench.spot(BUYER, 'Buy', 0.12, 50_010);
    expect(
      fills(bench)
        .filter(({ maker }) => maker)
        .map(({ account, price, quantity }) => [account, Number(price) / 1e8, Number(quantity)]),
    ).toEqual([
      [SELLER, 50_000, 5_000],
      [105, 50_000, 5_000],
      [105, 50_010, 2_000],
    ]);
    // 10,000 − 0.1 × 50,000 − 0.02 × 50,010.
    expect(bench.cash(BUYER, 'USDT')).toBe('3999.8');
  });

  it('A5 a resting buy locks its value at its own price, a sell its quantity; cancelling frees both', () => {
    const bench = open();
    expect(bench.spot(BUYER, 'Buy', 0.2, 49_000).refusal).toBeUndefined();
    // 9,800 of 10,000 are locked.
    expect(bench.spot(BUYER, 'Buy', 0.005, 49_000).refusal).toEqual({
      reason: 'insufficientBalance',
      details: { needed: '245', available: '200' },
    });
    bench.spot(SELLER, 'Sell', 0.7, 51_000);
    expect(bench.spot(SELLER, 'Sell', 0.4, 51_000).refusal?.details).toEqual({ needed: '0.4', available: '0.3' });
    bench.apply({ type: 'CancelAllOrders', account: BUYER, instrument: -1 });
    expect(bench.spot(BUYER, 'Buy', 0.2, 49_999).refusal).toBeUndefined();
    expect(bench.cash(BUYER, 'USDT')).toBe('10000');
  });

  it('a part fill frees what it used, and the rest of the better price', () => {
    const bench = open();
    bench.spot(BUYER, 'Buy', 0.2, 50_000);
    bench.spot(SELLER, 'Sell', 0.05, 49_900);
    // 7,500 stay locked for 0.15 at 50,000: of 10,000 − 2,500 nothing is free.
    expect(bench.spot(BUYER, 'Buy', 0.001, 49_000).refusal?.details?.['available']).toBe('0');
    expect(bench.cash(BUYER, 'USDT')).toBe('7500');
  });

  it('EXC-01 a market buy by amount spends at most the amount, in whole lots', () => {
    const bench = open();
    bench.spot(SELLER, 'Sell', 0.01, 50_000);
    bench.spot(SELLER, 'Sell', 0.5, 50_100);
    const outcome = bench.spot(BUYER, 'Buy', 0, 'market', { quoteAmount: money(1_000n * UNIT) });
    expect(outcome.refusal).toBeUndefined();
    // 0.01 × 50,000 = 500; of the other 500, 0.00998 × 50,100 = 499.998 is the most of whole lots of 0.00001.
    expect(bench.cash(BUYER, 'USDT')).toBe('9000.002');
    expect(bench.cash(BUYER, 'BTC')).toBe('0.01996002');
    expect(fills(bench).at(-1)?.order).toMatchObject({ status: 'Filled', quantity: 1_998, quoteAmount: 1_000n * UNIT });
  });

  it('a market order by quantity stops at the price limit of 3 % and cancels the rest', () => {
    const bench = open();
    bench.index(btcSpot, 49_000);
    bench.spot(SELLER, 'Sell', 0.01, 50_000);
    bench.index(btcSpot, 48_000);
    bench.spot(SELLER, 'Sell', 0.05, 49_400);
    bench.exchange.events.length = 0;
    bench.spot(BUYER, 'Buy', 0.1, 'market');
    // 48,000 × 1.03 = 49,440: only the 0.05 at 49,400 is within reach.
    expect(bench.cash(BUYER, 'BTC')).toBe('0.04995');
    expect(ended(bench)).toMatchObject({ cancelReason: 'EC_ReachMarketPriceLimit', filled: 5_000 });
  });

  it('SPT-04 prices beyond 3 % of the index are refused', () => {
    const bench = open();
    expect(bench.spot(BUYER, 'Buy', 0.01, 51_500).refusal).toBeUndefined();
    expect(bench.spot(BUYER, 'Buy', 0.01, 51_500.5).refusal).toEqual({
      reason: 'priceOutOfRange',
      details: { price: '51500.5', limit: '51500' },
    });
    expect(bench.spot(SELLER, 'Sell', 0.01, 48_499.5).refusal).toEqual({
      reason: 'priceOutOfRange',
      details: { price: '48499.5', limit: '48500' },
    });
  });

  it('SPT-04 a closed side and a pair that does not trade refuse orders', () => {
    const terms = btcSpot.spot;
    const pair = (more: object, spot: object) =>
      new SpotBench([btc, { ...btcSpot, ...more, spot: { ...terms, ...spot } as typeof terms & object }, ethBtc]);
    const place = (bench: SpotBench, side: 'Buy' | 'Sell') => {
      bench.apply({ type: 'OpenAccount', account: BUYER, kind: 'UTA2' });
      bench.credit(BUYER, 'USDT', '1000');
      bench.credit(BUYER, 'BTC', '1');
      return bench.spot(BUYER, side, 0.01, 50_000).refusal?.reason;
    };
    expect(place(pair({}, { buyClosed: true }), 'Buy')).toBe('sideClosed');
    expect(place(pair({}, { buyClosed: true }), 'Sell')).toBeUndefined();
    expect(place(pair({}, { sellClosed: true }), 'Sell')).toBe('sideClosed');
    expect(place(pair({ status: 'PreLaunch' }, {}), 'Buy')).toBe('notTrading');
  });

  it('EXC-05 orders below 5 USDT, above the maximum, or that want a position are refused', () => {
    const bench = open();
    expect(bench.spot(BUYER, 'Buy', 0.00009, 50_000).refusal?.reason).toBe('notionalTooSmall');
    expect(bench.spot(BUYER, 'Buy', 120, 50_000).refusal?.reason).toBe('amountTooLarge');
    expect(bench.spot(BUYER, 'Buy', 0, 'market', { quoteAmount: money(4n * UNIT) }).refusal?.reason).toBe('notionalTooSmall');
    expect(bench.spot(BUYER, 'Buy', 0, 'market', { quoteAmount: money(10n * UNIT + 1n) }).refusal?.reason).toBe('amountOffStep');
    expect(bench.spot(BUYER, 'Buy', 0.01, 'market').refusal?.reason).toBe('marketNoLiquidity');
    expect(bench.spot(BUYER, 'Buy', 0.01, 50_000, { reduceOnly: true }).refusal).toEqual({
      reason: 'parameter',
      details: { field: 'reduceOnly' },
    });
    expect(bench.spot(BUYER, 'Buy', 0.01, 50_000, { positionIndex: 1 }).refusal?.reason).toBe('positionIndexMismatch');
  });

  it('EXC-05 B8 post-only never takes, fill-or-kill fills whole or not at all, immediate-or-cancel never rests', () => {
    const bench = open();
    bench.spot(SELLER, 'Sell', 0.01, 50_000);
    bench.spot(BUYER, 'Buy', 0.01, 50_000, { timeInForce: 'PostOnly' });
    expect(ended(bench)?.cancelReason).toBe('EC_PostOnlyWillTakeLiquidity');
    bench.spot(BUYER, 'Buy', 0.02, 50_000, { timeInForce: 'FillOrKill' });
    expect(ended(bench)?.cancelReason).toBe('EC_CancelForNoFullFill');
    expect(bench.cash(BUYER, 'BTC')).toBe('0');
    bench.spot(BUYER, 'Buy', 0.02, 50_000, { timeInForce: 'ImmediateOrCancel' });
    expect(ended(bench)).toMatchObject({ cancelReason: 'EC_NoImmediateQtyToFill', filled: 1_000 });
    expect(bench.cash(BUYER, 'BTC')).toBe('0.00999');
    expect(bench.exchange.account(BUYER)?.orders).toEqual([]);
  });

  it('EXC-05 B10 an own order in the way is cancelled, not filled', () => {
    const bench = open();
    bench.credit(BUYER, 'BTC', '0.01');
    bench.spot(BUYER, 'Sell', 0.01, 50_000);
    bench.spot(SELLER, 'Sell', 0.01, 50_000);
    bench.spot(BUYER, 'Buy', 0.01, 50_000);
    expect(ended(bench)?.cancelReason).toBe('CancelBySmp');
    expect(bench.cash(BUYER, 'BTC')).toBe('0.01999');
  });

  it('B10 the incoming order says what happens to an own order in its way', () => {
    const bench = open();
    bench.credit(BUYER, 'BTC', '0.1');
    const own = bench.spot(BUYER, 'Sell', 0.01, 50_000).orderId;
    const taker = bench.spot(BUYER, 'Buy', 0.01, 50_000, { options: { selfMatch: 'CancelTaker' } }).orderId;
    expect(ended(bench)).toMatchObject({ orderId: taker, cancelReason: 'CancelBySmp' });
    expect(bench.exchange.account(BUYER)?.orders.map(({ orderId }) => orderId)).toEqual([own]);
    bench.spot(BUYER, 'Buy', 0.01, 50_000, { options: { selfMatch: 'None' } });
    // Both fees: 0.1 % of 500 USDT and of 0.01 BTC.
    expect([bench.cash(BUYER, 'USDT'), bench.cash(BUYER, 'BTC')]).toEqual(['9999.5', '0.09999']);
  });

  it('B4 a change is refused as a new order would be, and never below what is filled', () => {
    const bench = open();
    const order = bench.spot(BUYER, 'Buy', 0.1, 50_000).orderId;
    bench.spot(SELLER, 'Sell', 0.04, 50_000);
    const amend = (quantity: number) =>
      bench.apply({ type: 'AmendOrder', account: BUYER, orderId: order, changes: { quantity: lots(quantity) } }).refusal?.reason;
    expect([amend(4_000), amend(200_000_000), amend(4_001)]).toEqual(['quantityBelowFilled', 'quantityTooLarge', undefined]);
    const small = bench.spot(BUYER, 'Buy', 0.001, 40_000).orderId;
    expect(bench.apply({ type: 'AmendOrder', account: BUYER, orderId: small, changes: { quantity: lots(1) } }).refusal?.reason).toBe(
      'notionalTooSmall',
    );
  });

  it('a pair has no leverage, margin mode or position mode to set', () => {
    const bench = open();
    const mode = bench.apply({ type: 'SetMarginMode', account: BUYER, instrument: btcSpot.id, marginMode: 'isolated' });
    expect(mode.refusal).toEqual({ reason: 'parameter', details: { field: 'symbol' } });
  });

  it('a pair in BTC locks, moves and charges BTC', () => {
    const bench = open();
    bench.apply({ type: 'OpenAccount', account: 102, kind: 'UTA2' });
    bench.credit(102, 'ETH', '10');
    bench.order(102, 'Sell', 4, 0.05, { on: ethBtc });
    bench.order(SELLER, 'Buy', 4, 0.05, { on: ethBtc });
    // 4 ETH × 0.05 = 0.2 BTC; fees 0.1 % of 4 ETH and of 0.2 BTC.
    expect([bench.cash(SELLER, 'BTC'), bench.cash(SELLER, 'ETH')]).toEqual(['0.8', '3.996']);
    expect([bench.cash(102, 'BTC'), bench.cash(102, 'ETH')]).toEqual(['0.1998', '6']);
  });

  it('EXC-07 written and read, locks and orders are as they were', () => {
    const bench = open();
    bench.spot(BUYER, 'Buy', 0.1, 49_000);
    bench.spot(SELLER, 'Sell', 0.1, 51_000);
    const bytes = bench.exchange.write();
    bench.reread();
    expect(bench.exchange.write()).toEqual(bytes);
    expect(bench.spot(BUYER, 'Buy', 0.2, 49_000).refusal?.details?.['available']).toBe('5100');
  });
});
