import { describe, expect, it } from 'vitest';
import { runTwins } from './twin-run.ts';
import type { Weather } from './twin-commands.ts';

/** The continuous integration runs a million, by `TWIN_COMMANDS`. */
const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } };
const COMMANDS = Number(process?.env['TWIN_COMMANDS'] ?? 120_000);

const FUTURES = { options: false, kinds: ['regular'] } as const;

const WEATHERS: readonly Weather[] = [
  { seed: 11, credit: 50_000n, leaps: 3, size: 1, markets: ['btc', 'eth'], dated: true, ...FUTURES },
  { seed: 12, credit: 20_000n, leaps: 1, size: 1, markets: ['btc', 'btcusd', 'btcUsdc'], dated: false, ...FUTURES },
  // Positions too large for the insurance fund, so that others are deleveraged.
  { seed: 13, credit: 300_000n, leaps: 30, size: 25, markets: ['btc', 'btcUsdc'], dated: true, ...FUTURES },
  { seed: 14, credit: 100_000n, leaps: 10, size: 8, markets: ['btcusd'], dated: true, ...FUTURES },
  { seed: 15, credit: 100_000n, leaps: 6, size: 1, markets: ['btc'], dated: false, options: true, kinds: ['regular'] },
  { seed: 16, credit: 30_000n, leaps: 6, size: 1, markets: ['btc', 'btcSpot', 'ethBtc', 'eth'], dated: false, options: false, kinds: ['UTA2', 'regular', 'UTA'] },
  { seed: 17, credit: 30_000n, leaps: 8, size: 2, markets: ['btc', 'btcusd', 'btcUsdc', 'btcSpot'], dated: true, options: true, kinds: ['UTA2'] },
];

/** What a run must have met, or it has proved nothing about it. */
const MUST_HAPPEN = [
  'PlaceOrder',
  'AmendOrder',
  'CancelOrder',
  'CancelAllOrders',
  'PlaceOrderPair',
  'PlaceMarginRateClose',
  'SetPositionExits',
  'SetLeverage',
  'SetMarginMode',
  'SetPositionMode',
  'AddMargin',
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
  'trigger Stop',
  'trigger TakeProfit',
  'trigger StopLoss',
  'trigger PartialTakeProfit',
  'trigger PartialStopLoss',
  'trigger TrailingStop',
  'trigger TakeProfitStopLossOCO',
  'trigger BidirectionalTpSl',
  'trigger MmRateClose',
  'cancel CancelByUser',
  'cancel CancelByReduceOnly',
  'cancel CancelBySmp',
  'cancel CancelByTpSlTsClear',
  'cancel CancelByMaxSlippage',
  'cancel CancelAllBeforeLiq',
  'cancel CancelByDelivery',
  'cancel CancelBySettle',
  'cancel CancelByCannotAffordOrderCost',
  'cancel CancelByOCOTpCanceledBySlTriggered',
  'cancel CancelByOCOSlCanceledByTpTriggered',
  'cancel EC_NoImmediateQtyToFill',
  'cancel EC_PostOnlyWillTakeLiquidity',
  'cancel EC_CancelForNoFullFill',
  'cancel EC_ReachMarketPriceLimit',
  ...['LinearPerpetual', 'InversePerpetual', 'UsdcPerpetual', 'LinearFutures', 'InverseFutures'].flatMap((kind) =>
    ['trade', 'Trade', 'liquidate', 'BustTrade', 'AdlTrade'].map((line) => `${line} ${kind}`),
  ),
  ...['LinearPerpetual', 'InversePerpetual', 'UsdcPerpetual'].map((kind) => `Funding ${kind}`),
  'SessionSettlement UsdcPerpetual',
  'Delivery LinearFutures',
  'Settle InverseFutures',
  ...[
    'insufficientBalance',
    'aboveRiskLimit',
    'priceOutOfRange',
    'reduceOnlyNoPosition',
    'quantityTooLarge',
    'notionalTooSmall',
    'leverageOutOfRange',
    'wouldLiquidate',
    'marginModeBusy',
    'positionModeBusy',
    'positionIndexMismatch',
    'duplicateClientOrderId',
    'marketNoLiquidity',
    'notTrading',
    'nearDelivery',
    'triggerNotAbove',
    'triggerNotBelow',
    'takeProfitTooLow',
    'takeProfitTooHigh',
    'stopLossTooLow',
    'stopLossTooHigh',
    'tooManyConditionalOrders',
    'exitsOverPosition',
    'exitsNoPosition',
    'exitsNotModified',
    'exitsOnReduceOnly',
    'exitsOfFilledOrder',
    'fullExitsAreMarket',
    'slippageTicksOutOfRange',
    'slippagePercentOutOfRange',
    'slippageNotMarket',
    'orderNotModified',
    'quantityBelowFilled',
    'marginRateIsolated',
    'orderUnknown',
    'noPosition',
    'notIsolated',
  ].map((reason) => `refused ${reason}`),
];

describe('the exchange and the naive second engine', () => {
  it('EXC-01 EXC-02 EXC-05 agree on every order kind, margin, funding, liquidation, deleveraging and the end of contracts', ({
    annotate,
  }) => {
    const tally = new Map<string, number>();
    for (const weather of WEATHERS) {
      for (const [kind, count] of runTwins(weather, Math.ceil(COMMANDS / WEATHERS.length)).tally)
        tally.set(kind, (tally.get(kind) ?? 0) + count);
    }
    void annotate([...tally].map(([kind, count]) => `${kind} ${count}`).join(', '));
    // A short run is asked about agreement only.
    if (COMMANDS >= 120_000) expect(MUST_HAPPEN.filter((kind) => !tally.has(kind))).toEqual([]);
  }, 600_000);
});
