import { rate, type SlippageLimit } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

/** A limit as a trader says it: `0.01 %` or `3 ticks`. */
function limitOf(text: string): SlippageLimit {
  const [count = '0', unit] = text.split(' ');
  if (unit === 'ticks') return { type: 'TickSize', ticks: Number(count) };
  return { type: 'Percent', share: rate(BigInt(Math.round(Number(count) * 1_000_000))) };
}

interface Sent {
  /** Prices of the fills. */
  readonly fills: readonly number[];
  /** Why the rest was cancelled. */
  readonly rest: string | undefined;
  readonly refused: string | undefined;
}

/** A market order against lots of 0.1 BTC that the other side rests at these prices; the index is 50,000. */
function send(side: 'Buy' | 'Sell', resting: readonly number[], limit: string): Sent {
  const bench = new Bench();
  bench.open(100, 1_000_000n);
  bench.open(101, 1_000_000n);
  bench.index(btc, 50_000);
  for (const at of resting) bench.order(101, side === 'Buy' ? 'Sell' : 'Buy', 0.1, at);
  bench.exchange.events.splice(0);
  const outcome = bench.order(100, side, 1, 'market', { options: { slippage: limitOf(limit) } });
  const events = bench.exchange.events.splice(0);
  return {
    fills: events.flatMap((event) => (event.type === 'OrderFilled' && event.account === 100 ? [Number(event.price) / 1e8] : [])),
    rest: events.flatMap((event) => (event.type === 'OrderCancelled' && event.order.account === 100 ? [event.order.cancelReason] : []))[0],
    refused: outcome.refusal?.reason,
  };
}

describe('maximum slippage', () => {
  it.each([
    // 50,000 × 0.01 % = 5: up to 50,005, not a tick farther
    ['Buy', [50_000, 50_005, 50_005.5], '0.01 %', [50_000, 50_005]],
    ['Sell', [50_000, 49_995, 49_994.5], '0.01 %', [50_000, 49_995]],
    // 50,001 × 0.01 % = 5.0001, down to a tick: 50,006
    ['Buy', [50_001, 50_006, 50_006.5], '0.01 %', [50_001, 50_006]],
    // 49,999 × 0.01 % = 4.9999, down to a tick: 4.5, up to 50,003.5 and down to 49,994.5
    ['Buy', [49_999, 50_003.5, 50_004], '0.01 %', [49_999, 50_003.5]],
    ['Sell', [49_999, 49_994.5, 49_994], '0.01 %', [49_999, 49_994.5]],
    // 3 ticks of 0.5 from the best price
    ['Buy', [50_000, 50_001.5, 50_002], '3 ticks', [50_000, 50_001.5]],
    ['Sell', [50_000, 49_998.5, 49_998], '3 ticks', [50_000, 49_998.5]],
  ] as const)('SLP-05 a market %s of 1 BTC against %j within %s fills at the prices within it only', (side, resting, limit, fills) => {
    expect(send(side, resting, limit)).toEqual({ fills: [...fills], rest: 'CancelByMaxSlippage', refused: undefined });
  });

  it.each([
    ['0 ticks', 'slippageTicksOutOfRange'],
    ['10001 ticks', 'slippageTicksOutOfRange'],
    ['0.009999 %', 'slippagePercentOutOfRange'],
    ['10.000001 %', 'slippagePercentOutOfRange'],
  ] as const)('a limit of %s is refused as %s, its neighbours are not', (limit, reason) => {
    expect(send('Buy', [50_000], limit)).toEqual({ fills: [], rest: undefined, refused: reason });
    for (const good of ['1 ticks', '10000 ticks', '0.01 %', '10 %']) expect(send('Buy', [50_000], good).refused).toBeUndefined();
  });
});
