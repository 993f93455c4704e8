import * as z from 'zod/mini';

/** A risk-limit row (GET /position/risk-limit-list); margins are rates times 1e8. */
export const riskLimitItem = z.object({
  id: z.number(),
  symbol: z.string(),
  limit: z.string(),
  startingMarginE8: z.string(),
  maintainMarginE8: z.string(),
  isLowestRisk: z.boolean(),
  section: z.array(z.string()),
  contractType: z.string(),
  symbolName: z.string(),
  maxLeverageE2: z.string(),
  mmDeduction: z.string(),
});
export type RiskLimitItem = z.infer<typeof riskLimitItem>;

/** A raw contract symbol of the catalogue (specification, section 3), with what the exchange margins by. */
export const contractSymbol = z.object({
  symbol: z.number(),
  symbolName: z.string(),
  symbolAlias: z.string(),
  displayName: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  coin: z.string(),
  contractType: z.string(),
  contractStatus: z.string(),
  tickSize: z.string(),
  tickSizeFraction: z.number(),
  priceFraction: z.number(),
  priceScale: z.number(),
  lotSize: z.string(),
  lotFraction: z.number(),
  minPrice: z.string(),
  maxPrice: z.string(),
  minQty: z.string(),
  maxNewOrderQty: z.string(),
  maxNewMarketOrderQty: z.string(),
  maxPostOnlyOrderSize: z.string(),
  minNotionalValue: z.string(),
  obDepthMergeTimes: z.string(),
  /** Leverage choices of the leverage dialog. */
  section: z.array(z.string()),
  maxLeverageE2: z.string(),
  minLeverageE2: z.string(),
  baseInitialMarginRateE4: z.string(),
  baseMaintenanceMarginRateE4: z.string(),
  makerFeeRateE8: z.string(),
  takerFeeRateE8: z.string(),
  fundingIntervalHours: z.number(),
  fundingCapE8: z.string(),
  priceLimitRateE8: z.string(),
  indexSort: z.number(),
  symbolTags: z.string(),
  isPopular: z.boolean(),
  symbolDisplay: z.string(),
  riskLimits: z.array(riskLimitItem),
});
export type ContractSymbol = z.infer<typeof contractSymbol>;

/** GET /contract/v5/product/brief-symbol-list: families of the specification, section 1. */
export const symbolListResult = z.object({
  version: z.string(),
  LinearPerpetual: z.array(contractSymbol),
  InversePerpetual: z.array(contractSymbol),
  InverseFutures: z.array(contractSymbol),
  UsdcPerpetual: z.array(contractSymbol),
  UsdcFutures: z.array(contractSymbol),
  LinearFutures: z.array(contractSymbol),
});
export type SymbolListResult = z.infer<typeof symbolListResult>;

/** One bar: [start ms, open, high, low, close, volume in base coin, turnover in quote coin]. */
export const candleRow = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);
export type CandleRow = z.infer<typeof candleRow>;

/** GET /contract/v5/market/candles?symbol&resolution&to&limit: bars that start before `to` (ms), oldest first. */
export const candlesResult = z.object({ rows: z.array(candleRow), /** No older bar exists. */ complete: z.boolean() });
export type CandlesResult = z.infer<typeof candlesResult>;

/** [trade id, time ms, price, quantity, taker side]. */
export const tapeRow = z.tuple([z.string(), z.number(), z.string(), z.string(), z.enum(['Buy', 'Sell'])]);
export type TapeRow = z.infer<typeof tapeRow>;
