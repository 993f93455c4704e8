import { lots, ticks } from '@tapedeck/domain';
import { expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const { id } = btc;
const AT = ticks(100_000);

it('participants close outside the book what they hold, and never more', () => {
  const bench = new Bench([btc]);
  bench.index(btc, 50_000);
  const held: number[] = [];
  const arrange = (opens: boolean, count: number): void => {
    bench.market.next((market) => {
      market.arrangeCrowd(id, { holding: 'Buy', opens, quantity: lots(count), limit: AT });
      held.push(Number(market.crowdHolds(id, 'Buy')), Number(market.crowdHolds(id, 'Sell')));
    });
    bench.wait(1_000);
  };
  arrange(true, 10);
  arrange(false, 4);
  arrange(false, 25);
  arrange(false, 1);
  expect(held).toEqual([10, 0, 6, 0, 0, 0, 0, 0]);
});
