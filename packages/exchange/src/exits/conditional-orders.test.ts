import { ticks, type Side, type TriggerSource } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../engine/exchange.ts';
import { btc, eth, ScriptedMarket } from '../testing/exchange-fixture.ts';
import { DEALER, leg, StopBench, TRADER } from '../testing/stop-bench.ts';

const cash = (bench: StopBench): string => (Number(bench.exchange.account(TRADER)?.cash[0]?.[1]) / 1e8).toFixed(2);

describe('conditional orders', () => {
  it.each<[string, Side, number, readonly number[], readonly number[]]>([
    ['a buy stop above waits for a rise', 'Buy', 50_100, [50_050, 50_099.5], [50_100]],
    ['a buy stop below waits for a fall', 'Buy', 49_900, [49_950, 49_900.5], [49_900]],
    ['a sell stop below waits for a fall', 'Sell', 49_900, [50_500, 49_900.5], [49_800]],
    ['a sell stop above waits for a rise', 'Sell', 50_100, [49_000, 50_099.5], [50_150]],
  ])('EXC-04 %s', (_, side, trigger, quiet, reached) => {
    const bench = new StopBench();
    const { orderId } = bench.stop(side, 0.1, side === 'Buy' ? 48_000 : 52_000, trigger);
    for (const at of quiet) bench.print(at);
    expect(bench.orders.map(({ status }) => status)).toEqual(['Untriggered']);
    bench.take();
    for (const at of reached) bench.print(at);
    expect(bench.story()).toEqual([`${orderId} Triggered`, `${orderId} New`]);
    expect(bench.orders[0]).toMatchObject({ orderId, status: 'New', stop: { kind: 'Stop', trigger: { price: trigger * 2 } } });
  });

  it('EXC-04 takes no margin until it fires, and then what any order takes', () => {
    const bench = new StopBench();
    bench.open(104, 600n);
    // 1 BTC at 49,000 and 10x would cost 4,900 and fees; 600 do not carry it, but waiting costs nothing.
    const trigger = { price: ticks(99_000), direction: 'Falling', source: 'LastPrice' } as const;
    const outcome = bench.order(104, 'Buy', 1, 49_000, { options: { trigger } });
    expect(outcome.refusal).toBeUndefined();
    bench.take();
    bench.print(49_500);
    const ended = bench.take().filter((event) => event.type === 'OrderCancelled' && event.order.account === 104);
    expect(ended).toMatchObject([
      { order: { orderId: outcome.orderId, status: 'Cancelled', cancelReason: 'CancelByCannotAffordOrderCost' } },
    ]);
  });

  it.each<[string, TriggerSource, 'Rising' | 'Falling', number, string]>([
    ['a rise to where the last price is', 'LastPrice', 'Rising', 50_000, 'triggerNotAbove'],
    ['a rise to below it', 'LastPrice', 'Rising', 49_000, 'triggerNotAbove'],
    ['a fall to where the mark price is', 'MarkPrice', 'Falling', 50_000, 'triggerNotBelow'],
    ['a fall to above the index', 'IndexPrice', 'Falling', 50_000.5, 'triggerNotBelow'],
    ['a price that no contract has', 'LastPrice', 'Rising', 2_000_000, 'priceOutOfRange'],
  ])('EXC-05 refuses to wait for %s', (_, source, direction, at, reason) => {
    const bench = new StopBench();
    const before = bench.exchange.write();
    const trigger = { price: ticks(at * 2), direction, source };
    const { refusal } = bench.order(TRADER, 'Buy', 0.1, 48_000, { options: { trigger } });
    expect(refusal?.reason).toBe(reason);
    if (reason !== 'priceOutOfRange') expect(refusal?.details).toMatchObject({ triggerBy: source });
    expect(bench.exchange.write()).toEqual(before);
  });

  it('EXC-05 a symbol holds 10 conditional orders', () => {
    const bench = new StopBench();
    for (let i = 0; i < 10; i += 1) expect(bench.stop('Buy', 0.001, 48_000, 51_000 + i).refusal).toBeUndefined();
    expect(bench.stop('Buy', 0.001, 48_000, 52_000).refusal).toEqual({ reason: 'tooManyConditionalOrders', details: { limit: '10' } });
  });

  it('B17 listens to its own source: mark', () => {
    const bench = new StopBench();
    bench.stop('Buy', 0.1, 48_000, 50_400, { by: 'MarkPrice' });
    bench.print(50_500);
    expect(bench.orders[0]?.status).toBe('Untriggered');
    expect(bench.mark()).toBe(50_000);
    bench.index(btc, 50_450);
    expect(bench.mark()).toBeGreaterThan(50_400);
    expect(bench.orders[0]?.status).toBe('New');
  });

  it('B17 listens to its own source: index, between ticks', () => {
    const bench = new StopBench();
    bench.stop('Buy', 0.1, 48_000, 50_400, { by: 'IndexPrice' });
    bench.index(btc, 50_399.99);
    expect(bench.orders[0]?.status).toBe('Untriggered');
    bench.index(btc, 50_400);
    expect(bench.orders[0]?.status).toBe('New');
  });

  it('B17 several that one price reaches go to the market in the order in which it passed them', () => {
    const bench = new StopBench();
    const far = bench.stop('Buy', 0.001, 48_000, 50_300).orderId;
    const near = bench.stop('Buy', 0.001, 48_000, 50_100).orderId;
    const second = bench.stop('Buy', 0.001, 48_000, 50_100).orderId;
    bench.take();
    bench.print(50_300);
    expect(bench.story()).toEqual(
      [near, second, far].flatMap((id) => [`${id} Triggered`]).concat([near, second, far].map((id) => `${id} New`)),
    );
  });

  it('B17 a stop that moves the price sets off the next one, each once', () => {
    const bench = new StopBench();
    bench.enter('Buy', 0.3);
    bench.liquidity('Buy', 0.1, 49_800);
    bench.liquidity('Buy', 0.1, 49_600);
    bench.liquidity('Buy', 0.1, 49_400);
    const ids = [49_900, 49_800, 49_600].map((trigger) => bench.stop('Sell', 0.1, 'market', trigger, { reduceOnly: true }).orderId);
    bench.take();
    bench.print(49_900);
    expect(bench.story().filter((line) => line.endsWith('Triggered'))).toEqual(ids.map((id) => `${id} Triggered`));
    expect(bench.size).toBe(0);
    expect(bench.orders).toEqual([]);
  });

  it('EXC-04 a market stop fills at the market and keeps its id', () => {
    const bench = new StopBench();
    bench.liquidity('Sell', 0.1, 50_120);
    const { orderId } = bench.stop('Buy', 0.1, 'market', 50_100, { clientOrderId: 'breakout' });
    bench.print(50_100);
    expect(bench.size).toBe(0.1);
    // 0.1 x 50,120 x 0.055% = 2.7566 of fee.
    expect(cash(bench)).toBe('999997.24');
    const filled = bench.take().find((event) => event.type === 'OrderFilled' && event.account === TRADER);
    expect(filled).toMatchObject({ order: { orderId, clientOrderId: 'breakout', status: 'Filled', stop: { kind: 'Stop' } } });
  });

  it('EXC-04 closes at most what is open, or nothing', () => {
    const bench = new StopBench();
    bench.enter('Buy', 0.2);
    const options = { closeOnTrigger: true };
    const first = bench.stop('Sell', 0.5, 'market', 49_900, { options }).orderId;
    const second = bench.stop('Sell', 0.5, 'market', 49_900, { options }).orderId;
    bench.liquidity('Buy', 1, 49_900);
    bench.take();
    bench.print(49_900);
    expect(bench.size).toBe(0);
    const story = bench.story();
    expect(story).toContain(`${first} Filled`);
    expect(story).toContain(`${second} Cancelled CancelByReduceOnly`);
  });

  it('EXC-04 one that closes on trigger cancels orders that open while margin is short', () => {
    const bench = new StopBench();
    bench.open(104, 6_000n);
    bench.order(DEALER, 'Sell', 1, 50_000);
    bench.order(104, 'Buy', 1, 50_000);
    const resting = bench.order(104, 'Buy', 0.15, 48_000).orderId;
    const trigger = { price: ticks(99_800), direction: 'Falling', source: 'LastPrice' } as const;
    expect(bench.order(104, 'Sell', 1, 'market', { options: { trigger, closeOnTrigger: true } }).refusal).toBeUndefined();
    bench.liquidity('Buy', 1.001, 49_700);
    // 6,000 less 27.5 of fee less 300 at a mark of 49,700 is below 4,970 for the position and 720 for the order.
    bench.index(btc, 49_700);
    bench.take();
    bench.print(49_700);
    const ended = bench.take().find((event) => event.type === 'OrderCancelled' && event.order.orderId === resting);
    expect(ended).toMatchObject({ order: { cancelReason: 'CancelByCannotAffordOrderCost' } });
    expect(bench.exchange.account(104)?.positions).toEqual([]);
  });

  it('EXC-04 a limit beyond the price limit of the moment is drawn to it', () => {
    const bench = new StopBench();
    const { orderId } = bench.stop('Buy', 0.001, 90_000, 50_100);
    bench.print(50_100);
    // The price limit of the test contract is 50% of the mark.
    expect(bench.orders.find((order) => order.orderId === orderId)?.price).toBe(150_000);
  });

  it('EXC-04 waits again after a restart and fires as if there had been none', () => {
    const bench = new StopBench();
    bench.enter('Buy', 0.2);
    bench.stop('Sell', 0.1, 49_000, 49_500, { reduceOnly: true });
    bench.exits({ stopLoss: leg(49_400), takeProfit: leg(50_600) });
    bench.exits({ quantity: 0.1, stopLoss: leg(49_450), takeProfit: leg(50_200, { limitAt: 50_300 }) });
    const market = new ScriptedMarket();
    const copy = Exchange.read(bench.exchange.write(), [btc, eth], market);
    expect(copy.write()).toEqual(bench.exchange.write());
    const original = bench.exchange;
    bench.take();
    bench.print(49_450);
    const events = bench.take();
    bench.goOnWith(copy);
    bench.print(49_450);
    expect(bench.take()).toEqual(events);
    expect(copy.write()).toEqual(original.write());
  });

  it('EXC-04 a gap in the clock fires what the prices in between reached', () => {
    const bench = new StopBench();
    bench.stop('Buy', 0.1, 48_000, 49_000, { by: 'IndexPrice' });
    bench.market.next(() => undefined);
    bench.market.index.set(0, 4_900_000_000_000n);
    bench.take();
    bench.wait(4 * 3_600_000);
    expect(bench.story()).toHaveLength(2);
  });

  it('EXC-05 is cancelled before it fires, and is final then', () => {
    const bench = new StopBench();
    const { orderId } = bench.stop('Buy', 0.1, 48_000, 50_100);
    bench.take();
    bench.apply({ type: 'CancelOrder', account: TRADER, orderId });
    expect(bench.story()).toEqual([`${orderId} Deactivated CancelByUser`]);
    bench.print(50_200);
    expect(bench.story()).toEqual([]);
    expect(bench.apply({ type: 'CancelOrder', account: TRADER, orderId }).refusal?.reason).toBe('orderUnknown');
  });
});
