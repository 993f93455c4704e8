// Time limit of this file: 1800 s, since the naive exchange runs a million commands too.
import { describe, expect, it } from 'vitest';
import { runTwins } from './twin-run.ts';
import { CANCELS, COMMANDS, KINDS, REFUSED, TRIGGERS, kindsOf } from './twin-spread.ts';
import type { Weather } from './twin-commands.ts';

const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } };
/** The continuous integration runs a million, by `TWIN_COMMANDS`. */
const TOTAL = Number(process?.env['TWIN_COMMANDS'] ?? 120_000);
/** `TWIN_SEED` draws other commands than the integration does. */
const SHIFT = Number(process?.env['TWIN_SEED'] ?? 0);

const FUTURES = { options: false, kinds: ['regular'] } as const;

/** `share` is that of all commands, in percent: pools take the naive exchange longest. */
const WEATHERS: readonly (Weather & { readonly share: number })[] = [
  { share: 14, seed: 11, credit: 50_000n, leaps: 3, size: 1, markets: ['btc', 'eth'], dated: true, ...FUTURES },
  { share: 14, seed: 12, credit: 20_000n, leaps: 1, size: 1, markets: ['btc', 'btcusd', 'btcUsdc'], dated: true, outages: 2, ...FUTURES },
  // Balances on both sides of the largest narrow amount.
  { share: 4, seed: 21, credit: 11_258_900n, leaps: 3, size: 1, markets: ['btc'], dated: false, ...FUTURES },
  // Positions too large for the insurance fund, so that others are deleveraged.
  { share: 14, seed: 69, credit: 1_000_000n, leaps: 40, size: 120, markets: ['btc', 'btcUsdc'], dated: true, ...FUTURES },
  { share: 14, seed: 34, credit: 2_000_000n, leaps: 40, size: 100, markets: ['btcusd'], dated: true, ...FUTURES },
  { share: 14, seed: 15, credit: 100_000n, leaps: 6, size: 1, markets: ['btc'], dated: false, options: true, kinds: ['regular'] },
  { share: 16, seed: 16, credit: 30_000n, leaps: 6, size: 1, outages: 2, ...coins(['btc', 'btcSpot', 'ethBtc', 'eth']) },
  {
    share: 10,
    seed: 17,
    credit: 30_000n,
    leaps: 8,
    size: 2,
    ...coins(['btc', 'btcusd', 'btcUsdc', 'btcSpot']),
    dated: true,
    options: true,
  },
];

/** Unified accounts, whose coins are one pool, beside some that are not. */
function coins(markets: Weather['markets']): Pick<Weather, 'markets' | 'dated' | 'options' | 'kinds'> {
  return { markets, dated: false, options: false, kinds: ['UTA2', 'regular', 'UTA'] };
}

/** Events that a run must contain; otherwise it has proved nothing about them. */
const MUST_HAPPEN = [
  ...kindsOf('', COMMANDS),
  ...kindsOf('trigger', TRIGGERS),
  ...kindsOf('cancel', CANCELS),
  ...kindsOf('trade', KINDS),
  ...kindsOf('refused', REFUSED),
  'order Market ImmediateOrCancel',
  'order Limit GoodTillCancel',
  'order Limit ImmediateOrCancel',
  'order Limit FillOrKill',
  'order Limit PostOnly',
  'order reduce-only',
  'order LastPrice Rising',
  'order LastPrice Falling',
  'order MarkPrice Rising',
  'order MarkPrice Falling',
  'order IndexPrice Rising',
  'order IndexPrice Falling',
  'order with Full TP/SL',
  'order with Partial TP/SL',
  'order with slippage TickSize',
  'order with slippage Percent',
  'order with self-match None',
  'order with self-match CancelMaker',
  'order with self-match CancelTaker',
  'order with self-match CancelBoth',
  ...['LinearPerpetual', 'InversePerpetual', 'UsdcPerpetual', 'LinearFutures', 'InverseFutures'].flatMap((kind) =>
    ['trade', 'Trade', 'liquidate', 'BustTrade', 'AdlTrade'].map((line) => `${line} ${kind}`),
  ),
  ...['LinearPerpetual', 'InversePerpetual', 'UsdcPerpetual'].flatMap((kind) => [`funding ${kind}`, `Funding ${kind}`]),
  ...kindsOf('mark', { ...KINDS, UsdtOption: false, UsdcOption: false }),
  'index unknown',
  'SessionSettlement UsdcPerpetual',
  'Delivery LinearFutures',
  'delivered LinearFutures',
  'delivered InverseFutures',
  'Delivery UsdcFutures',
  'Delivery UsdcOption',
  'liquidate UsdcFutures',
  ...['Market ImmediateOrCancel', 'Limit GoodTillCancel', 'Limit ImmediateOrCancel', 'Limit FillOrKill', 'Limit PostOnly'].flatMap(
    (kind) => [`spot order ${kind}`, `option order ${kind}`],
  ),
  'spot order by amount',
  'spot order that borrows',
  'spot order LastPrice Rising',
  'spot order with Full TP/SL',
  'spot order with Partial TP/SL',
  'spot trigger PartialTakeProfit',
  'spot trigger PartialStopLoss',
  'spot trigger PartialTakeProfit by amount',
  'spot trigger PartialStopLoss by amount',
  'spot trigger Stop that borrows',
  'spot order with slippage Percent',
  'spot order with self-match None',
  'option order reduce-only',
  'option order LastPrice Falling',
  'option order with Full TP/SL',
  ...['trade Spot', 'Trade Spot', 'trade UsdtOption', 'Trade UsdtOption', 'liquidate UsdtOption', 'Delivery UsdtOption'],
  ...['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'].map((move) => `MoveFunds ${move}`),
  ...['interest', 'yield', 'conversion', 'liquidation', 'settlement', 'delivery'].map((kind) => `cash ${kind}`),
  'Settle InverseFutures',
];

describe('the exchange and the naive second engine', () => {
  it('EXC-01 EXC-02 EXC-05 agree on every product and order kind, mark prices and funding rates, fees by tier, margin, pools, liquidation, deleveraging and the end of contracts', ({
    annotate,
  }) => {
    const tally = new Map<string, number>();
    for (const { share, ...weather } of WEATHERS) {
      const shifted = { ...weather, seed: weather.seed + SHIFT };
      for (const [kind, count] of runTwins(shifted, Math.ceil((TOTAL * share) / 100)).tally)
        tally.set(kind, (tally.get(kind) ?? 0) + count);
    }
    void annotate([...tally].map(([kind, count]) => `${kind} ${count}`).join(', '));
    // A short run, or one of other commands, is asked about agreement only.
    if (TOTAL >= 120_000 && SHIFT === 0) expect(MUST_HAPPEN.filter((kind) => !tally.has(kind))).toEqual([]);
    // For a million commands on the slowest machine.
  }, 1_800_000);

  it.each<[string, Weather]>([
    [
      'the desk sells to a pool far above the mark price after the other accounts were looked at',
      { ...coins(['btc', 'btcusd', 'btcUsdc', 'btcSpot']), seed: 10_017, credit: 10_000n, leaps: 8, size: 2, dated: true, options: true },
    ],
    [
      'such a sale brings a holder of options and a contract to liquidation, whose positions go with the first market',
      { seed: 27_015, credit: 100_000n, leaps: 8, size: 3, markets: ['btc'], dated: false, options: true, kinds: ['regular'] },
    ],
  ])('EXC-05 agree when %s', (_, weather) => {
    const { tally } = runTwins(weather, 6_000);
    expect(tally.get('liquidate LinearPerpetual') ?? 0).toBeGreaterThan(0);
  });
});
