import { leverage, money, type Coin } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc, btcInverse } from '../testing/exchange-fixture.ts';
import { SpotBench, btcSpot, decimal, ethBtc } from '../testing/spot-fixture.ts';

const TRADER = 100;
const OTHER = 101;
const inverse = { ...btcInverse, id: 3 };

const move = (bench: Bench, what: string, coin: Coin, amount: string, account = TRADER) =>
  bench.apply({ type: 'MoveFunds', account, coin, move: what, amount: money(decimal(amount)), requestId: '' }).refusal;

/** BTC stands at 50,000 and is no collateral of the trader, who holds 1 of it. */
function open(usdt: string): SpotBench {
  const bench = new SpotBench([btc, btcSpot, ethBtc, inverse]);
  bench.index(inverse, 50_000);
  for (const account of [TRADER, OTHER]) bench.apply({ type: 'OpenAccount', account, kind: 'UTA2' });
  bench.credit(TRADER, 'BTC', '1');
  bench.credit(TRADER, 'USDT', usdt);
  bench.credit(OTHER, 'USDT', '10000000');
  bench.credit(OTHER, 'BTC', '100');
  expect(bench.apply({ type: 'SetCollateral', account: TRADER, coin: 'BTC', on: false }).refusal).toBeUndefined();
  return bench;
}

describe('a coin that is no collateral', () => {
  it('EXC-02 is not bought with the money that carries positions', () => {
    const bench = open('10000');
    bench.order(OTHER, 'Sell', 1, 50_000);
    bench.order(TRADER, 'Buy', 1, 50_000);
    // 10,000 - 27.5 less 5,000 + 24.75 leave 4,947.75; a coin that counts for nothing takes its whole price from the margin.
    expect(bench.spot(TRADER, 'Buy', 0.099, 50_000).refusal?.reason).toBe('insufficientBalance');
    expect(bench.spot(TRADER, 'Buy', 0.098, 50_000).refusal).toBeUndefined();
    expect(bench.spot(TRADER, 'Buy', 0.001, 50_000).refusal?.reason).toBe('insufficientBalance');
  });

  it('EXC-02 leaves only as far as it is not owed', () => {
    const bench = open('5000');
    bench.order(OTHER, 'Sell', 40_000, 50_000, { on: inverse });
    bench.order(TRADER, 'Buy', 40_000, 50_000, { on: inverse });
    // At the mark price of 40,003.5 (index × (1 + 0.01 % × 7 h ÷ 8 h)) 0.99991252 - 0.8 BTC are lost, and 0.8 × 0.055 % = 0.00044 were paid.
    for (const one of [btc, btcSpot, inverse]) bench.market.index.set(one.id, 4_000_000_000_000n);
    bench.wait(1_000);
    expect(move(bench, 'toFunding', 'BTC', '0.8')).toEqual({ reason: 'walletTooSmall', details: { available: '0.7996475' } });
    expect(move(bench, 'toFunding', 'BTC', '0.7996475')).toBeUndefined();
  });
});

describe('a shortfall', () => {
  it('C16 keeps money inside while anybody has less than nothing', () => {
    const [short, seller, third] = [100, 101, 102] as const;
    const bench = new Bench([btc]);
    for (const account of [short, seller, third]) bench.open(account, 1_000n, 'regular');
    bench.index(btc, 50_000);
    bench.apply({ type: 'SetMarginMode', account: short, instrument: 0, marginMode: 'isolated' });
    const both = { longLeverage: leverage(10_000n), shortLeverage: leverage(10_000n) };
    bench.apply({ type: 'SetLeverage', account: short, instrument: 0, ...both });
    bench.order(short, 'Buy', 0.1, 50_000);
    bench.index(btc, 45_000);
    expect(move(bench, 'toFunding', 'USDT', '1', third)).toBeUndefined();
    // Bought for 5,000 what is worth 4,500, with 50 inside.
    bench.order(seller, 'Sell', 0.1, 50_000);
    expect(move(bench, 'toFunding', 'USDT', '1', third)).toEqual({ reason: 'transfersPaused' });
    const given = { type: 'TransferFunds', account: third, to: seller, coin: 'USDT', amount: money(1n) } as const;
    expect(bench.apply(given).refusal).toEqual({ reason: 'transfersPaused' });
    expect(move(bench, 'toTrading', 'USDT', '1', third)).toBeUndefined();
    bench.index(btc, 45_001);
    expect(bench.exchange.account(short)?.positions).toEqual([]);
    expect(move(bench, 'toFunding', 'USDT', '1', third)).toBeUndefined();
  });
});
