import { leverage, lots, money, ticks, timestamp, type PlaceOrder, type Side } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import type { Command } from '../commands/command.ts';
import { Bench, btc } from '../testing/exchange-fixture.ts';
import type { Exchange } from '../engine/exchange.ts';
import { LIQUIDATIONS_PER_EVENT } from './liquidate.ts';

const WHALE = 100;
const FIRST = 1_000;
const MORE = 7;
const UNIT = 100_000_000n;

/** As many longs as one event liquidates and a few more, all alike. The thousands of commands are audited once, at the end. */
function crowd(): { bench: Bench; accounts: number[] } {
  const bench = new Bench([btc]);
  const accounts = Array.from({ length: LIQUIDATIONS_PER_EVENT + MORE }, (_, at) => FIRST + at);
  bench.index(btc, 50_000);
  bench.open(WHALE, 100_000_000n);
  const time = timestamp(bench.time);
  const send = (command: Command): void => expect(bench.exchange.apply(command).refusal).toBeUndefined();
  const trade = { type: 'PlaceOrder', time, instrument: 0, orderType: 'Limit', price: ticks(100_000), quantity: lots(10) } as const;
  const plain = { timeInForce: 'GoodTillCancel', reduceOnly: false, positionIndex: 0, clientOrderId: '', source: 'api' } as const;
  const order = (account: number, side: Side): PlaceOrder => ({ ...trade, ...plain, account, side });
  const fifty = leverage(5_000n);
  for (const account of accounts) {
    send({ type: 'OpenAccount', time, account, kind: 'UTA2' });
    send({ type: 'CreditAccount', time, account, coin: 'USDT', amount: money(14n * UNIT) });
    send({ type: 'SetLeverage', time, account, instrument: 0, longLeverage: fifty, shortLeverage: fifty });
    send(order(WHALE, 'Sell'));
    send(order(account, 'Buy'));
  }
  bench.exchange.events.length = 0;
  bench.goOnWith(bench.exchange);
  return { bench, accounts };
}

const liquidated = (exchange: Exchange): number[] =>
  exchange.events.splice(0).flatMap((event) => (event.type === 'PositionLiquidated' ? [event.account] : []));

describe('C15 liquidations wait for each other', () => {
  it('EXC-02 one event of a mark price liquidates its share, the next step of the clock the rest in the same order, over a restart too', () => {
    const { bench, accounts } = crowd();
    bench.index(btc, 45_000);
    expect(liquidated(bench.exchange)).toEqual(accounts.slice(0, LIQUIDATIONS_PER_EVENT));
    bench.reread();
    bench.wait(1);
    expect(liquidated(bench.exchange)).toEqual(accounts.slice(LIQUIDATIONS_PER_EVENT));
  });
});
