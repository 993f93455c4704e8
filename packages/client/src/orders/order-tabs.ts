import type { StopOrderType } from './enumerations.ts';

/** Tabs of the order tables (specification, section 2). */
export const ORDER_TABS = ['activity', 'condition', 'tpSl', 'trailingStop', 'mmr', 'oco', 'futureSpread'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** What says to which tab an order belongs: plan types of spot, place types and stop order types of derivatives. */
export type TabbedOrder =
  | { readonly market: 'spot'; readonly planType: number }
  | { readonly market: 'derivatives'; readonly placeType: 'Activity' | 'Conditions'; readonly stopOrderType?: StopOrderType }
  | { readonly market: 'futureSpread' };

const SPOT_TABS: Readonly<Record<number, OrderTab>> = {
  [-1]: 'activity',
  1: 'condition',
  4: 'trailingStop',
  5: 'trailingStop',
  8: 'tpSl',
  10: 'oco',
  11: 'tpSl',
};

const STOP_TABS: Readonly<Partial<Record<StopOrderType, OrderTab>>> = {
  Stop: 'condition',
  TakeProfit: 'tpSl',
  StopLoss: 'tpSl',
  PartialTakeProfit: 'tpSl',
  PartialStopLoss: 'tpSl',
  TakeProfitStopLoss: 'tpSl',
  BidirectionalTpSl: 'tpSl',
  TrailingStop: 'trailingStop',
  TrailingProfit: 'trailingStop',
  MmRateClose: 'mmr',
  TakeProfitStopLossOCO: 'oco',
};

/** The tab of an order; whatever has none of its own is activity. */
export function orderTab(order: TabbedOrder): OrderTab {
  switch (order.market) {
    case 'spot':
      return SPOT_TABS[order.planType] ?? 'activity';
    case 'futureSpread':
      return 'futureSpread';
    case 'derivatives': {
      // A type that only conditional orders have does not make an active order one.
      if (order.stopOrderType === 'Stop' && order.placeType === 'Activity') return 'activity';
      return (order.stopOrderType && STOP_TABS[order.stopOrderType]) ?? 'activity';
    }
  }
}
