import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { countText } from './envelope.ts';
import { contractSymbol } from './market.ts';

/**
 * A contract symbol with every raw field of SYM-01. Fields that this exchange does not use are empty, 0 or false. Steps are the difference
 * between the first and the second risk tier.
 */
export const rawContractSymbol = object({
  ...contractSymbol.entries,
  quoteSymbol: v.string(),
  coinName: v.string(),
  /** Coin or, for inverse contracts, currency of quantities. */
  qtyUnit: v.string(),
  walletBalanceFraction: number,
  upnlFraction: number,
  valueScale: number,
  stepInitialMarginRateE4: v.string(),
  stepMaintenanceMarginRateE4: v.string(),
  baseMaxOrdPzValue: v.string(),
  stepMaxOrdPzValue: v.string(),
  riskMaxLeverageE2: v.string(),
  riskMinLeverageE2: v.string(),
  maxDesignatedMarginE8: v.string(),
  minDesignatedMarginE8: v.string(),
  quarter: v.picklist(['UnKnown', 'Q1', 'Q2', 'Q3', 'Q4']),
  symbolStatus: v.string(),
  startTradingTimeE3: number,
  /** 0 for perpetual instruments. */
  settleTimeE3: number,
  isPreListing: v.boolean(),
  preListingInfo: v.string(),
  expectStartTradingTime: number,
  expectCurrentTimestamp: number,
  expectDisplay: v.boolean(),
  expectUrl: v.string(),
  darkIcon: v.string(),
  lightIcon: v.string(),
  symbolLabelIcon: v.string(),
  feeRateTagId: number,
  utaSupportOnly: v.boolean(),
  supportCopyTrade: v.boolean(),
});
export type RawContractSymbol = v.InferOutput<typeof rawContractSymbol>;

const contracts = v.array(rawContractSymbol);

/** GET /contract/v5/product/brief-symbol-list. */
export const rawSymbolListResult = object({
  version: v.string(),
  /** The list still has the requested version: the families are left out. */
  unchanged: v.optional(v.boolean()),
  LinearPerpetual: contracts,
  InversePerpetual: contracts,
  InverseFutures: contracts,
  UsdcPerpetual: contracts,
  UsdcFutures: contracts,
  LinearFutures: contracts,
});
export type RawSymbolListResult = v.InferOutput<typeof rawSymbolListResult>;

/** GET /contract/v5/product/dynamic-symbol-item?symbol. */
export const rawDynamicSymbolResult = object({ item: rawContractSymbol });
export type RawDynamicSymbolResult = v.InferOutput<typeof rawDynamicSymbolResult>;

/** A spot pair. Precisions are steps, percentages shares. */
export const spotSymbol = object({
  symbolId: v.string(),
  symbolName: v.string(),
  /** Name of the pair in streams and orders of the account. */
  instrumentId: number,
  baseTokenId: v.string(),
  baseTokenName: v.string(),
  quoteTokenId: v.string(),
  quoteTokenName: v.string(),
  basePrecision: v.string(),
  quotePrecision: v.string(),
  minPricePrecision: v.string(),
  minPrice: v.string(),
  maxPrice: v.string(),
  minTradeQuantity: v.string(),
  minTradeAmount: v.string(),
  maxTradeQuantity: v.string(),
  maxMarketTradeQty: v.string(),
  maxPostOnlyTradeQty: v.string(),
  maxTradeAmount: v.string(),
  digitMerge: v.string(),
  showStatus: v.boolean(),
  tradeStatus: v.boolean(),
  /** Conditional orders are accepted. */
  allowPlan: v.boolean(),
  symbolType: v.string(),
  tags: v.string(),
  loanEnabled: v.boolean(),
  isBanBuy: v.boolean(),
  isBanSell: v.boolean(),
  minLeverage: v.string(),
  maxLeverage: v.string(),
  limitOrderPriceLimitPercentage: v.string(),
  marketOrderPriceLimitPercentage: v.string(),
  makerFeeRateE8: v.string(),
  takerFeeRateE8: v.string(),
  /** Volume of the last 24 hours, in base coin. */
  volume: v.string(),
});
export type SpotSymbol = v.InferOutput<typeof spotSymbol>;

/** A branch of the tree: the pairs quoted in one coin. */
export const spotQuoteToken = object({
  tokenId: v.string(),
  tokenName: v.string(),
  tokenType: v.picklist(['CHAIN_TOKEN', 'REAL_MONEY']),
  zeroFeeType: number,
  quoteTags: v.string(),
  quoteTokenSymbols: v.array(spotSymbol),
});
export type SpotQuoteToken = v.InferOutput<typeof spotQuoteToken>;

/** The spot lists. `unchanged`: the list still has the requested version and is left out. */
export const spotListResult = object({
  /** When the list last changed, ms. */
  last_modified_at: number,
  version: v.string(),
  unchanged: v.optional(v.boolean()),
  list: v.array(spotQuoteToken),
});
export type SpotListResult = v.InferOutput<typeof spotListResult>;

export const spotListAllQuery = object({ last_modified_at: v.optional(countText) });
export type SpotListAllQuery = v.InferOutput<typeof spotListAllQuery>;
export const spotListV3Query = object({ version: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{1,32}$/))) });
export type SpotListV3Query = v.InferOutput<typeof spotListV3Query>;

/** The file of a content network: no envelope. */
export const recommendedSpots = object({ defaultTradeRecommended: object({ spots: v.array(spotSymbol) }) });
/** The fallback file: no envelope, only the fields needed to trade. */
export const downgradeSpots = object({ list: v.array(spotQuoteToken) });
