import { STOP_ORDER_TYPES as WIRE_STOP_ORDER_TYPES } from '@tapedeck/protocol';

/** Words of the wire that the terminal tells apart (specification, section 3), each with what an unknown word becomes. */
export const SIDES = ['Buy', 'Sell'] as const;
/** Conditions is the kind of order that waits for a trigger. */
export const ORDER_KINDS = ['Limit', 'Market', 'Conditions'] as const;
export const TIMES_IN_FORCE = ['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly'] as const;
export const PLACE_TABS = ['Activity', 'Conditions'] as const;
export const ORDER_EVENTS = ['newed', 'replaced', 'canceled'] as const;
/** Those of the wire, and the two that only the terminal knows. */
export const STOP_ORDER_TYPES = [...WIRE_STOP_ORDER_TYPES, 'Order', 'UNRECOGNIZED'] as const;
export const TRIGGER_SOURCES = ['LastPrice', 'IndexPrice', 'MarkPrice'] as const;
export const TPSL_MODES = ['Full', 'Partial', 'UNKNOWN'] as const;
export const MARGIN_MODES = ['ISOLATED_MARGIN', 'PORTFOLIO_MARGIN', 'REGULAR_MARGIN'] as const;
/** Regular margin and portfolio margin. */
export const ACCOUNT_TYPES = { RM: 0, PM: 1 } as const;
export const PRICE_TRENDS = ['UP', 'NORMAL', 'DOWN'] as const;
export const PRODUCT_TYPES = [
  'UsdtPerpetual',
  'UsdcPerpetual',
  'UsdtFutures',
  'UsdcFutures',
  'InversePerpetual',
  'InverseFutures',
  'Option',
  'Spot',
  'SpotMargin',
  'UsdtOption',
  'CarryTrade',
  'FutureSpread',
  'PerpBasis',
  'FundingRateArb',
] as const;
export const MARKET_TYPES = [
  'spot',
  'spotMargin',
  'usdtPerpetual',
  'usdcPerpetual',
  'inversePerpetual',
  'usdtFutures',
  'usdcFutures',
  'inverseFutures',
  'usdtOption',
  'option',
  'fundingRateArb',
  'perpBasis',
  'futureSpread',
  'carryTrade',
] as const;

export type StopOrderType = (typeof STOP_ORDER_TYPES)[number];
export type ListedTriggerSource = (typeof TRIGGER_SOURCES)[number];
export type PriceTrend = (typeof PRICE_TRENDS)[number];

const known = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((word) => word === text);

/** A stop order type; one that nobody knows is UNRECOGNIZED. */
export const stopOrderTypeOf = (text: string | undefined): StopOrderType => known(STOP_ORDER_TYPES, text) ?? 'UNRECOGNIZED';

/** A trigger source; unknown or unset is the last price. */
export const triggerSourceOf = (text: string | undefined): ListedTriggerSource => known(TRIGGER_SOURCES, text) ?? 'LastPrice';

export const tpslModeOf = (text: string | undefined): (typeof TPSL_MODES)[number] => known(TPSL_MODES, text) ?? 'UNKNOWN';

/** Where a price went. */
export function priceTrend(before: bigint, now: bigint): PriceTrend {
  return now > before ? 'UP' : now < before ? 'DOWN' : 'NORMAL';
}
