import * as z from 'zod/mini';
import { countText } from './envelope.ts';
import { contractSymbol } from './market.ts';

/**
 * A contract symbol with every raw field of the specification, section 3. What this exchange has no such thing for is empty, 0 or
 * false: steps are those from the first to the second risk tier.
 */
export const rawContractSymbol = z.extend(contractSymbol, {
  quoteSymbol: z.string(),
  coinName: z.string(),
  /** The coin, or with inverse contracts the money, that quantities are in. */
  qtyUnit: z.string(),
  walletBalanceFraction: z.number(),
  upnlFraction: z.number(),
  valueScale: z.number(),
  stepInitialMarginRateE4: z.string(),
  stepMaintenanceMarginRateE4: z.string(),
  baseMaxOrdPzValue: z.string(),
  stepMaxOrdPzValue: z.string(),
  riskMaxLeverageE2: z.string(),
  riskMinLeverageE2: z.string(),
  maxDesignatedMarginE8: z.string(),
  minDesignatedMarginE8: z.string(),
  quarter: z.enum(['UnKnown', 'Q1', 'Q2', 'Q3', 'Q4']),
  symbolStatus: z.string(),
  startTradingTimeE3: z.number(),
  /** 0 for what does not end. */
  settleTimeE3: z.number(),
  isPreListing: z.boolean(),
  preListingInfo: z.string(),
  expectStartTradingTime: z.number(),
  expectCurrentTimestamp: z.number(),
  expectDisplay: z.boolean(),
  expectUrl: z.string(),
  darkIcon: z.string(),
  lightIcon: z.string(),
  symbolLabelIcon: z.string(),
  feeRateTagId: z.number(),
  utaSupportOnly: z.boolean(),
  supportCopyTrade: z.boolean(),
});
export type RawContractSymbol = z.infer<typeof rawContractSymbol>;

const contracts = z.array(rawContractSymbol);

/** GET /contract/v5/product/brief-symbol-list. */
export const rawSymbolListResult = z.object({
  version: z.string(),
  /** The list has the version that was asked with: the families are left out. */
  unchanged: z.optional(z.boolean()),
  LinearPerpetual: contracts,
  InversePerpetual: contracts,
  InverseFutures: contracts,
  UsdcPerpetual: contracts,
  UsdcFutures: contracts,
  LinearFutures: contracts,
});
export type RawSymbolListResult = z.infer<typeof rawSymbolListResult>;

/** GET /contract/v5/product/dynamic-symbol-item?symbol. */
export const rawDynamicSymbolResult = z.object({ item: rawContractSymbol });
export type RawDynamicSymbolResult = z.infer<typeof rawDynamicSymbolResult>;

/** A spot pair (specification, section 3). Precisions are steps, percentages shares. */
export const spotSymbol = z.object({
  symbolId: z.string(),
  symbolName: z.string(),
  /** Names the pair in streams and orders of the account. */
  instrumentId: z.number(),
  baseTokenId: z.string(),
  baseTokenName: z.string(),
  quoteTokenId: z.string(),
  quoteTokenName: z.string(),
  basePrecision: z.string(),
  quotePrecision: z.string(),
  minPricePrecision: z.string(),
  minPrice: z.string(),
  maxPrice: z.string(),
  minTradeQuantity: z.string(),
  minTradeAmount: z.string(),
  maxTradeQuantity: z.string(),
  maxMarketTradeQty: z.string(),
  maxPostOnlyTradeQty: z.string(),
  maxTradeAmount: z.string(),
  digitMerge: z.string(),
  showStatus: z.boolean(),
  tradeStatus: z.boolean(),
  /** Conditional orders are taken. */
  allowPlan: z.boolean(),
  symbolType: z.string(),
  tags: z.string(),
  loanEnabled: z.boolean(),
  isBanBuy: z.boolean(),
  isBanSell: z.boolean(),
  minLeverage: z.string(),
  maxLeverage: z.string(),
  limitOrderPriceLimitPercentage: z.string(),
  marketOrderPriceLimitPercentage: z.string(),
  makerFeeRateE8: z.string(),
  takerFeeRateE8: z.string(),
  /** Of the last 24 hours, in the base coin. */
  volume: z.string(),
});
export type SpotSymbol = z.infer<typeof spotSymbol>;

/** A branch of the tree: what is quoted in one coin. */
export const spotQuoteToken = z.object({
  tokenId: z.string(),
  tokenName: z.string(),
  tokenType: z.enum(['CHAIN_TOKEN', 'REAL_MONEY']),
  zeroFeeType: z.number(),
  quoteTags: z.string(),
  quoteTokenSymbols: z.array(spotSymbol),
});
export type SpotQuoteToken = z.infer<typeof spotQuoteToken>;

/** The spot lists. `unchanged`: the list is the one that was asked with, and is left out. */
export const spotListResult = z.object({
  /** When the list last changed, ms. */
  last_modified_at: z.number(),
  version: z.string(),
  unchanged: z.optional(z.boolean()),
  list: z.array(spotQuoteToken),
});
export type SpotListResult = z.infer<typeof spotListResult>;

export const spotListAllQuery = z.object({ last_modified_at: z.optional(countText) });
export type SpotListAllQuery = z.infer<typeof spotListAllQuery>;
export const spotListV3Query = z.object({ version: z.optional(z.string().check(z.regex(/^[0-9a-f]{1,32}$/))) });
export type SpotListV3Query = z.infer<typeof spotListV3Query>;

/** The file of a content network: no envelope. */
export const recommendedSpots = z.object({ defaultTradeRecommended: z.object({ spots: z.array(spotSymbol) }) });
/** The file for the worst case: no envelope, only what is needed to trade. */
export const downgradeSpots = z.object({ list: z.array(spotQuoteToken) });
