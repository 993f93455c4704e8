import { expect, it } from 'vitest';
import { leverage, lotCount, priceUnits, type Side } from '@tapedeck/domain';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const MAKER = 100;
const HOLDER = 101;
const ENTRY = 50_000;

/**
 * 60 BTC at 50,000 and 50x are worth 3 million: margin 60,000, so that nothing is left 1,000 away from the entry. A liquidation sells
 * towards the lowest tier, of 2 million, in the market: about 19 BTC.
 */
function liquidated(side: Side, near: number) {
  const bench = new Bench([btc]);
  const [closing, away] = side === 'Buy' ? (['Sell', -1] as const) : (['Buy', 1] as const);
  bench.index(btc, ENTRY);
  bench.open(MAKER, 10_000_000n);
  bench.open(HOLDER, 63_500n);
  const fifty = leverage(5_000n);
  bench.apply({ type: 'SetLeverage', account: HOLDER, instrument: btc.id, longLeverage: fifty, shortLeverage: fifty });
  bench.apply({ type: 'SetMarginMode', account: HOLDER, instrument: btc.id, marginMode: 'isolated' });
  bench.order(MAKER, closing, 60, ENTRY);
  expect(bench.order(HOLDER, side, 60, ENTRY).refusal).toBeUndefined();
  const bust = ENTRY + away * 1_000;
  bench.order(MAKER, side, near, bust);
  // Half a dollar is a tick.
  bench.order(MAKER, side, 30, bust + away * 0.5);
  bench.exchange.events.length = 0;
  bench.index(btc, ENTRY + away * 800);
  return bench.exchange.events.flatMap((event) => {
    if (event.type !== 'OrderFilled' || event.account !== HOLDER) return [];
    return [`${event.side} ${lotCount(event.quantity) / 1_000} at ${Number(priceUnits(event.price)) / 1e8}`];
  });
}

it('EXC-02 a liquidation trades at the bankruptcy price and at none beyond it: the desk takes over the rest', () => {
  expect(liquidated('Buy', 5)).toEqual(['Sell 5 at 49000', 'Sell 55 at 49000']);
  expect(liquidated('Sell', 5)).toEqual(['Buy 5 at 51000', 'Buy 55 at 51000']);
});
