import { money, poolLiquidationPrice, priceUnits, type Coin, type PoolCoin } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { poolCoin, accountPool } from '../margin/pool.ts';
import { SpotBench, btcSpot, decimal } from '../testing/spot-fixture.ts';
import { btc } from '../testing/exchange-fixture.ts';

const UNIT = 100_000_000n;
const TRADER = 100;
const OTHER = 101;

const move = (bench: SpotBench, what: string, coin: Coin, amount: string, more: object = {}) =>
  bench.apply({ type: 'MoveFunds', account: TRADER, coin, move: what, amount: money(decimal(amount)), requestId: '', ...more });

/** BTC stands at 50,000; the trader's coins are given, the other one has plenty of all. */
function open(coins: Readonly<Record<Coin, string>>, kind = 'UTA2'): SpotBench {
  const bench = new SpotBench();
  bench.apply({ type: 'OpenAccount', account: TRADER, kind });
  bench.apply({ type: 'OpenAccount', account: OTHER, kind: 'UTA2' });
  for (const [coin, amount] of Object.entries(coins)) bench.credit(TRADER, coin, amount);
  bench.credit(OTHER, 'USDT', '10000000');
  bench.credit(OTHER, 'BTC', '100');
  return bench;
}

/** The trader buys at the market's price from the other. */
function long(bench: SpotBench, quantity: number, at: number): void {
  bench.order(OTHER, 'Sell', quantity, at);
  expect(bench.order(TRADER, 'Buy', quantity, at).refusal).toBeUndefined();
}

const poolOf = (bench: SpotBench) => accountPool(bench.state, bench.state.account(TRADER));
const text = (value: unknown): string => String(Number(value) / 1e8);

describe('the unified pool', () => {
  it('EXC-02 other coins count at index price × collateral ratio: 1 BTC at 50,000 × 0.95 carries perpetuals without any USDT', () => {
    const bench = open({ BTC: '1' });
    const pool = poolOf(bench);
    expect([text(pool.equity), text(pool.marginBalance), text(pool.available)]).toEqual(['50000', '47500', '47500']);
    // 5 BTC at 10 x: 250,000 ÷ 10 + fees to open (137.5) and to close (250,000 × 0.9 × 0.00055 = 123.75) = 25,261.25.
    long(bench, 5, 50_000);
    // The fee of 137.5 is owed: no USDT was there.
    expect(bench.cash(TRADER, 'USDT')).toBe('-137.5');
    const after = poolOf(bench);
    // 47,500 − 137.5; initial margin 25,000 + 123.75 + 10 % of 137.5 owed.
    expect([text(after.marginBalance), text(after.initialMargin), text(after.liabilities)]).toEqual(['47362.5', '25137.5', '137.5']);
    expect(text(after.available)).toBe('22225');
  });

  it('ACC-03 a coin can be left out of the margin while the margin does not need it, and comes back', () => {
    const bench = open({ BTC: '1', USDT: '10000' });
    const choose = (coin: Coin, on: boolean) => bench.apply({ type: 'SetCollateral', account: TRADER, coin, on }).refusal?.reason;
    expect(choose('USDT', false)).toBe('collateralFixed');
    expect(choose('SOL', false)).toBe('parameter');
    expect(choose('BTC', true)).toBe('collateralNotModified');
    expect(choose('BTC', false)).toBeUndefined();
    expect([text(poolOf(bench).equity), text(poolOf(bench).marginBalance)]).toEqual(['60000', '10000']);
    // It carries nothing, so that all of it can leave; and it is the same after a restart.
    bench.reread();
    expect(bench.exchange.account(TRADER)?.notCollateral).toEqual(['BTC']);
    expect(move(bench, 'toFunding', 'BTC', '0.25').refusal).toBeUndefined();
    // 1 BTC of 50,000 at 10 x needs 5,024.75 and the fee of 27.5.
    long(bench, 1, 50_000);
    expect(bench.order(TRADER, 'Buy', 1, 49_000).refusal?.reason).toBe('insufficientBalance');
    expect(choose('BTC', true)).toBeUndefined();
    expect(bench.order(TRADER, 'Buy', 1, 49_000).refusal).toBeUndefined();
    expect(choose('BTC', false)).toBe('collateralNeeded');
    expect(bench.exchange.account(TRADER)?.notCollateral).toBeUndefined();
  });

  it('EXC-02 a large holding counts for less: the 300th BTC only 90 %', () => {
    const bench = open({ BTC: '300' });
    // 250 × 0.95 + 50 × 0.9 = 282.5 BTC.
    expect(text(poolOf(bench).marginBalance)).toBe(String(282.5 * 50_000));
  });

  it('a regular account has a pool per coin: BTC carries nothing in USDT', () => {
    const bench = open({ BTC: '1' }, 'regular');
    bench.order(OTHER, 'Sell', 1, 50_000);
    expect(bench.order(TRADER, 'Buy', 1, 50_000).refusal?.reason).toBe('insufficientBalance');
  });

  it('C7 C11 the liquidation price with another coin as collateral is exact: one tick before, nothing; at it, liquidation', () => {
    const bench = open({ BTC: '1', USDT: '1000' });
    long(bench, 3, 50_000);
    const state = bench.state;
    const account = state.account(TRADER);
    const { mark } = state.market(0);
    const coins: PoolCoin[] = account.coins.map((coin) => poolCoin(state, account, coin));
    const holding = account.slot(btc).position(0).holding();
    const at = poolLiquidationPrice({ instrument: btc, holding, mark, coins });
    if (at === undefined) throw new Error('there is a liquidation price');
    // With e = 1,000 − 82.5 − 3 × (50,000 − P) below 0: 47,500 + e ≤ 3 P × 0.5 % + 74.25 + 4 % × −e, so P × (3.12 − 0.015) ≤ 107,594.05.
    expect(priceUnits(at)).toBe(BigInt(Math.floor((3.12 * 50_000 - 1.04 * 917.5 + 74.25 - 47_500) / 3.105 / 0.5) * 0.5 * 1e8));
    const price = Number(priceUnits(at)) / 1e8;
    bench.exchange.events.length = 0;
    const converted = () => bench.exchange.events.some((event) => event.type === 'CashChanged' && event.kind === 'conversion');
    // The mark stands a little above the index (funding): the index goes down tick by tick until the mark is there.
    for (let index = price; bench.exchange.market(0).mark > at; index -= 0.5) {
      expect([converted(), poolOf(bench).marginBalance > poolOf(bench).maintenanceMargin]).toEqual([false, true]);
      bench.index(btc, index);
    }
    expect(bench.exchange.market(0).mark).toBe(at);
    expect(converted()).toBe(true);
  });

  it('C8 liquidation converts collateral before it takes positions, and leaves the account solvent', () => {
    const bench = open({ BTC: '0.1' });
    // 0.1 × 50,000 × 0.95 = 4,750 carry 0.5 BTC: 2,500 + fees.
    long(bench, 0.5, 50_000);
    bench.exchange.events.length = 0;
    // The perpetual falls, the coin with it: 0.1 BTC is worth less too.
    for (const price of [46_000, 44_000, 42_450]) {
      bench.market.index.set(btcSpot.id, BigInt(price) * UNIT);
      bench.index(btc, price);
      bench.index(btc, price);
    }
    const kinds = bench.exchange.events.flatMap((event) => (event.type === 'CashChanged' && event.account === TRADER ? [event.kind] : []));
    expect(kinds).toContain('conversion');
    // 4,032.75 − 3,788.75 = 244 ≤ 106.125 + 12.375 + 4 % of 3,788.75; without the debt and its haircut, the position is carried.
    const pool = poolOf(bench);
    expect(text(pool.liabilities)).toBe('0');
    expect(pool.marginBalance > pool.maintenanceMargin).toBe(true);
    expect(bench.exchange.account(TRADER)?.positions.length).toBe(1);
    for (const price of [42_200, 42_000]) {
      bench.market.index.set(btcSpot.id, BigInt(price) * UNIT);
      bench.index(btc, price);
      bench.index(btc, price);
    }
    expect(bench.exchange.account(TRADER)?.positions.length).toBe(1);
    bench.market.index.set(btcSpot.id, 41_000n * UNIT);
    bench.index(btc, 41_000);
    bench.index(btc, 41_000);
    expect(bench.exchange.account(TRADER)?.positions.length).toBe(0);
    expect(Number(bench.cash(TRADER, 'USDT'))).toBeGreaterThanOrEqual(0);
    expect(Number(bench.cash(TRADER, 'BTC'))).toBeGreaterThanOrEqual(0);
  });
});

describe('spot margin', () => {
  it('EXC-01 an order with leverage borrows what is missing as it fills', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 1, 50_000);
    expect(bench.spot(TRADER, 'Buy', 0.1, 50_000).refusal?.reason).toBe('insufficientBalance');
    expect(bench.spot(TRADER, 'Buy', 0.1, 50_000, { borrows: true }).refusal).toBeUndefined();
    // 5,000 − 1,000 are owed; 0.1 BTC less 0.1 %.
    expect(bench.cash(TRADER, 'USDT')).toBe('-4000');
    expect(bench.cash(TRADER, 'BTC')).toBe('0.0999');
    const pool = poolOf(bench);
    // 0.0999 × 50,000 × 0.95 − 4,000 = 745.25; initial margin 10 %, maintenance 4 % of 4,000.
    expect([text(pool.marginBalance), text(pool.initialMargin), text(pool.maintenanceMargin)]).toEqual(['745.25', '400', '160']);
  });

  it('the pool bounds what can be borrowed: 1,000 USDT carry at most about 7,333', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 1, 50_000);
    // Buying X: 1,000 − 0.05 X lost as collateral − 10 % of (X − 1,000) borrowed ≥ 0, so X ≤ 7,333.33.
    expect(bench.spot(TRADER, 'Buy', 0.14667, 50_000, { borrows: true }).refusal?.reason).toBe('insufficientBalance');
    expect(bench.spot(TRADER, 'Buy', 0.14666, 50_000, { borrows: true }).refusal).toBeUndefined();
  });

  it('what is received repays what is owed', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 0.1, 50_000);
    bench.spot(TRADER, 'Buy', 0.1, 50_000, { borrows: true });
    bench.spot(OTHER, 'Buy', 0.0999, 50_000);
    bench.spot(TRADER, 'Sell', 0.0999, 50_000);
    // −4,000 + 4,995 − 4.995.
    expect(bench.cash(TRADER, 'USDT')).toBe('990.005');
    expect(text(poolOf(bench).liabilities)).toBe('0');
  });

  it('coins are borrowed to be sold short, up to the limit of the coin', () => {
    const bench = open({ USDT: '3000000' });
    bench.spot(OTHER, 'Buy', 60, 50_000);
    expect(bench.spot(TRADER, 'Sell', 50.00001, 50_000, { borrows: true }).refusal).toEqual({
      reason: 'borrowLimit',
      details: { needed: '50.00001', available: '50' },
    });
    expect(bench.spot(TRADER, 'Sell', 50, 50_000, { borrows: true }).refusal).toBeUndefined();
    expect(bench.cash(TRADER, 'BTC')).toBe('-50');
  });

  it('a regular account and a coin that is not lent are refused', () => {
    const bench = open({ USDT: '1000' }, 'regular');
    expect(bench.spot(TRADER, 'Buy', 0.1, 50_000, { borrows: true }).refusal?.reason).toBe('notBorrowable');
    expect(move(bench, 'borrow', 'BTC', '0.1').refusal?.reason).toBe('notBorrowable');
  });

  it('interest is charged each hour on what is owed, beyond the free amount when it came by itself', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 0.1, 50_000);
    bench.spot(TRADER, 'Buy', 0.1, 50_000, { borrows: true });
    bench.exchange.events.length = 0;
    bench.wait(3_600_000);
    // (4,000 − 1,000) × 0.0000057 = 0.0171 USDT.
    expect(bench.cash(TRADER, 'USDT')).toBe('-4000.0171');
    expect(bench.exchange.events.filter((event) => event.type === 'CashChanged')).toMatchObject([
      { kind: 'interest', coin: 'USDT', amount: -1_710_000n, interest: { on: 3_000n * UNIT, rate: 570n } },
    ]);
  });

  it('A14 borrowing by hand moves a loan into the cash, which only repaying by hand takes back', () => {
    const bench = open({ USDT: '10000' });
    expect(move(bench, 'borrow', 'BTC', '0.1').refusal).toBeUndefined();
    expect(bench.cash(TRADER, 'BTC')).toBe('0.1');
    expect(bench.exchange.account(TRADER)?.wallets).toEqual([{ coin: 'BTC', wallet: 'loan', amount: -UNIT / 10n }]);
    const pool = poolOf(bench);
    // 0.1 BTC is there and owed: 10 % and 4 % of 5,000.
    expect([text(pool.marginBalance), text(pool.initialMargin), text(pool.maintenanceMargin)]).toEqual(['10000', '500', '200']);
    bench.wait(3_600_000);
    // 0.1 × 0.0000023 = 0.00000023 BTC: a loan by hand bears interest from the first unit.
    expect(bench.cash(TRADER, 'BTC')).toBe('0.09999977');
    expect(move(bench, 'repay', 'BTC', '0.2').refusal).toEqual({ reason: 'walletTooSmall', details: { available: '0.09999977' } });
    expect(move(bench, 'repay', 'BTC', '0.09').refusal).toBeUndefined();
    expect(bench.exchange.account(TRADER)?.wallets).toEqual([{ coin: 'BTC', wallet: 'loan', amount: -UNIT / 100n }]);
    expect(move(bench, 'borrow', 'BTC', '50').refusal?.reason).toBe('borrowLimit');
    expect(move(bench, 'borrow', 'BTC', '49').refusal?.reason).toBe('insufficientBalance');
  });

  it('C8 a debt that the collateral no longer covers ends at exactly 0', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 0.14, 50_000);
    bench.spot(TRADER, 'Buy', 0.14, 50_000, { borrows: true });
    bench.exchange.events.length = 0;
    bench.index(btcSpot, 30_000);
    // 0.13986 BTC at 30,000 are 4,195.8, less 0.1 %: not the 6,000 that are owed.
    expect([bench.cash(TRADER, 'USDT'), bench.cash(TRADER, 'BTC')]).toEqual(['0', '0']);
    const kinds = bench.exchange.events.flatMap((event) => (event.type === 'CashChanged' ? [event.kind] : []));
    expect(kinds).toEqual(['conversion', 'conversion', 'liquidation']);
    expect(text(poolOf(bench).equity)).toBe('0');
  });

  it('C8 a debt that the collateral covers is repaid, and what is left stays', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(OTHER, 'Sell', 0.14, 50_000);
    bench.spot(TRADER, 'Buy', 0.14, 50_000, { borrows: true });
    // Maintenance 4 % of 6,000 = 240: 0.13986 × P × 0.95 ≤ 6,240 from P = 46,964.5 down.
    bench.index(btcSpot, 46_965);
    expect(bench.cash(TRADER, 'USDT')).toBe('-6000');
    bench.index(btcSpot, 46_964);
    expect(bench.cash(TRADER, 'USDT')).toBe('0');
    // 6,000 ÷ (46,964 × 0.999) = 0.12788532 BTC went.
    expect(bench.cash(TRADER, 'BTC')).toBe('0.01197468');
  });
});

describe('wallets', () => {
  it('ACC-03 A13 coins move between trading and funding wallet, as far as they are free; a repeated request is refused', () => {
    const bench = open({ USDT: '1000' });
    bench.spot(TRADER, 'Buy', 0.01, 49_000);
    // 490 are locked; the margin that the order would cost as collateral is 5 % of what it buys: nothing else is needed.
    expect(move(bench, 'toFunding', 'USDT', '600').refusal?.reason).toBe('walletTooSmall');
    expect(move(bench, 'toFunding', 'USDT', '400', { requestId: 'a' }).refusal).toBeUndefined();
    expect(move(bench, 'toFunding', 'USDT', '1', { requestId: 'a' }).refusal?.reason).toBe('duplicateRequest');
    expect(bench.cash(TRADER, 'USDT')).toBe('600');
    expect(move(bench, 'toTrading', 'USDT', '401').refusal).toEqual({ reason: 'walletTooSmall', details: { available: '400' } });
    expect(move(bench, 'toTrading', 'USDT', '400').refusal).toBeUndefined();
    expect(bench.exchange.account(TRADER)?.wallets).toEqual([]);
  });

  it('ACC-03 margin that positions need cannot leave', () => {
    const bench = open({ USDT: '10000' });
    long(bench, 1, 50_000);
    // 10,000 − 27.5 fee − 5,000 − 24.75 to close = 4,947.75.
    expect(move(bench, 'toFunding', 'USDT', '4947.75').refusal).toBeUndefined();
    expect(move(bench, 'toFunding', 'USDT', '0.01').refusal?.reason).toBe('walletTooSmall');
  });

  it('ACC-03 savings are subscribed from the funding wallet, earn each hour, and are redeemed at once', () => {
    const bench = open({ USDT: '1000', XRP: '5' });
    move(bench, 'toFunding', 'USDT', '500');
    expect(move(bench, 'subscribe', 'USDT', '500').refusal).toBeUndefined();
    bench.wait(3_600_000);
    // 500 × 0.0000028 = 0.0014 for the hour.
    expect(bench.exchange.account(TRADER)?.wallets).toEqual([{ coin: 'USDT', wallet: 'savings', amount: 50_000_140_000n }]);
    expect(move(bench, 'redeem', 'USDT', '500.0014').refusal).toBeUndefined();
    expect(bench.exchange.account(TRADER)?.wallets).toEqual([{ coin: 'USDT', wallet: 'funding', amount: 50_000_140_000n }]);
    expect(move(bench, 'redeem', 'USDT', '1').refusal?.reason).toBe('walletTooSmall');
  });

  it('EXC-07 written and read, wallets and loans are as they were', () => {
    const bench = open({ USDT: '1000' });
    move(bench, 'borrow', 'BTC', '0.01', { requestId: 'b' });
    move(bench, 'toFunding', 'USDT', '100');
    const bytes = bench.exchange.write();
    bench.reread();
    expect(bench.exchange.write()).toEqual(bytes);
    expect(move(bench, 'borrow', 'BTC', '0.01', { requestId: 'b' })).toEqual({});
    expect(bench.exchange.write()).toEqual(bytes);
    bench.wait(3_600_000);
    expect(bench.cash(TRADER, 'BTC')).toBe('0.00999997');
  });
});
