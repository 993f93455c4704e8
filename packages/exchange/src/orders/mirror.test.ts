import { lotCount, lots, opposite, tickCount, ticks, ticksOfPrice, type Event, type PlaceOrder, type Side } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';
import { Random } from '../testing/random-commands.ts';

const ACCOUNTS = [100, 101, 102, 103] as const;
/** In ticks: prices above it in one market are below it in the other. */
const CENTRE = 100_000;

type Drawn = Pick<PlaceOrder, 'account' | 'side' | 'price' | 'quantity' | 'timeInForce' | 'reduceOnly' | 'orderType' | 'options'>;
type Step = Drawn | { readonly account: number; readonly cancels: number };

function draw(random: Random, placed: number): Step {
  const account = random.pick(ACCOUNTS);
  if (random.chance(15)) return { account, cancels: 1 + random.below(Math.max(1, placed)) };
  const market = random.chance(20);
  return {
    account,
    side: random.pick(['Buy', 'Sell'] as const),
    orderType: market ? 'Market' : 'Limit',
    price: ticks(market ? 0 : CENTRE - 30 + random.below(61)),
    quantity: lots(1 + random.below(40)),
    timeInForce: market
      ? 'ImmediateOrCancel'
      : random.pick(['GoodTillCancel', 'GoodTillCancel', 'GoodTillCancel', 'PostOnly', 'ImmediateOrCancel', 'FillOrKill'] as const),
    reduceOnly: random.chance(15),
    options: {
      selfMatch: random.pick(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'] as const),
      ...(market && random.chance(50) ? { slippage: { type: 'TickSize' as const, ticks: 1 + random.below(10) } } : {}),
    },
  };
}

const flip = (tick: number): number => (tick === 0 ? 0 : 2 * CENTRE - tick);

/** Events in words that the reflection turns into the other market's. */
function story(events: readonly Event[], mirrored: boolean): string[] {
  const side = (one: Side): Side => (mirrored ? opposite(one) : one);
  const at = (tick: number): number => (mirrored ? flip(tick) : tick);
  return events.flatMap((event) => {
    if (event.type === 'TradePrinted') {
      const tick = tickCount(ticksOfPrice(event.price, btc.tickSize, 'nearest'));
      return [`trade ${side(event.takerSide)} ${String(event.quantity)} at ${at(tick)}`];
    }
    if (event.type === 'OrderCancelled') return [`cancel ${event.order.orderId} ${event.order.cancelReason}`];
    if (event.type !== 'OrderFilled') return [];
    return [`fill ${event.account} ${side(event.side)} ${lotCount(event.quantity)} closes ${lotCount(event.closedQuantity)}`];
  });
}

function open(): Bench {
  const bench = new Bench([btc]);
  for (const account of ACCOUNTS) bench.open(account, 1_000_000n, 'regular');
  bench.index(btc, 50_000);
  bench.exchange.events.length = 0;
  return bench;
}

/** Sends the step or its reflection and returns the outcome. */
function send(bench: Bench, step: Step, mirrored: boolean): string[] {
  const outcome =
    'cancels' in step
      ? bench.apply({ type: 'CancelOrder', account: step.account, orderId: step.cancels })
      : bench.apply({
          type: 'PlaceOrder',
          instrument: 0,
          positionIndex: 0,
          clientOrderId: '',
          source: 'api',
          ...step,
          side: mirrored ? opposite(step.side) : step.side,
          price: ticks(mirrored ? flip(tickCount(step.price)) : tickCount(step.price)),
        });
  return [outcome.refusal?.reason ?? 'taken', ...story(bench.exchange.events.splice(0), mirrored)];
}

describe('a market and its mirror', () => {
  it.each([1, 2, 3])('B23 EXC-01 with buys for sells and prices turned over trade the same, seed %i', (seed) => {
    const random = new Random(seed);
    const [market, mirror] = [open(), open()];
    let trades = 0;
    for (let i = 0; i < 600; i += 1) {
      const step = draw(random, i);
      const told = send(market, step, false);
      expect(send(mirror, step, true)).toEqual(told);
      trades += told.filter((line) => line.startsWith('trade')).length;
    }
    expect(trades).toBeGreaterThan(100);
  });
});
