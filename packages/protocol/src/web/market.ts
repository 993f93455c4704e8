import * as z from 'zod/mini';
import { countText, resolutionText, symbolText } from './envelope.ts';

const coinText = z.string().check(z.regex(/^[0-9A-Z]{2,12}$/));

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
  /** The lists of the catalogue carry these; what is told of one contract in a stream may not. */
  walletBalanceFraction: z.optional(z.number()),
  stepInitialMarginRateE4: z.optional(z.string()),
  stepMaintenanceMarginRateE4: z.optional(z.string()),
  baseMaxOrdPzValue: z.optional(z.string()),
  stepMaxOrdPzValue: z.optional(z.string()),
  maxDesignatedMarginE8: z.optional(z.string()),
  minDesignatedMarginE8: z.optional(z.string()),
  supportCopyTrade: z.optional(z.boolean()),
  darkIcon: z.optional(z.string()),
  lightIcon: z.optional(z.string()),
  riskLimits: z.array(riskLimitItem),
  /** When trading began or begins, ms; 0 or absent for what trades from the exchange's first moment. */
  startTradingTimeE3: z.optional(z.number()),
  /** When a dated contract or an option ends, ms; absent for what does not end. */
  deliveryTimeE3: z.optional(z.number()),
  /** Of an option. */
  strikePrice: z.optional(z.string()),
  optionsType: z.optional(z.enum(['Call', 'Put'])),
  /** Of a spot pair; amounts in quote coin. */
  spot: z.optional(
    z.object({
      amountStep: z.string(),
      maxTradeAmount: z.string(),
      marketPriceLimitRateE8: z.string(),
      isBanBuy: z.boolean(),
      isBanSell: z.boolean(),
      showStatus: z.boolean(),
      loanEnabled: z.boolean(),
    }),
  ),
});
export type ContractSymbol = z.infer<typeof contractSymbol>;

/** GET /contract/v5/product/brief-symbol-list: families of the specification, section 1. */
export const symbolListResult = z.object({
  version: z.string(),
  /** The list has the version that was asked with: the families are left out. */
  unchanged: z.optional(z.boolean()),
  LinearPerpetual: z.array(contractSymbol),
  InversePerpetual: z.array(contractSymbol),
  InverseFutures: z.array(contractSymbol),
  UsdcPerpetual: z.array(contractSymbol),
  UsdcFutures: z.array(contractSymbol),
  LinearFutures: z.array(contractSymbol),
});
export type SymbolListResult = z.infer<typeof symbolListResult>;

/** Its query: families, separated by commas, and the `version` of a cached copy; `token`, a tag of the cache, carries nothing here. */
export const symbolListQuery = z.object({
  filter: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,24}(,[A-Za-z]{1,24}){0,11}$/))),
  version: z.optional(z.string().check(z.maxLength(32))),
  token: z.optional(z.string().check(z.maxLength(8))),
});
export type SymbolListQuery = z.infer<typeof symbolListQuery>;

/** Query of a board of options. */
export const optionListQuery = z.object({ baseCoin: coinText, settleCoin: coinText });
export type OptionListQuery = z.infer<typeof optionListQuery>;

/** GET /contract/v5/product/option-symbol-list?baseCoin&settleCoin: by expiry, strike and right, calls before puts. */
export const optionListResult = z.object({ list: z.array(contractSymbol) });
export type OptionListResult = z.infer<typeof optionListResult>;

/** Query of everything that is asked about one symbol. */
export const symbolQuery = z.object({ symbol: symbolText });
export type SymbolQuery = z.infer<typeof symbolQuery>;

/** GET /contract/v5/product/dynamic-symbol-item?symbol. */
export const dynamicSymbolResult = z.object({ item: contractSymbol });

/** GET /position/risk-limit-list?symbol: lowest tier first. */
export const riskLimitListResult = z.object({ list: z.array(riskLimitItem) });
export type RiskLimitListResult = z.infer<typeof riskLimitListResult>;

/** One bar: [start ms, open, high, low, close, volume in base coin, turnover in quote coin]. */
export const candleRow = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);
export type CandleRow = z.infer<typeof candleRow>;

/** Most bars of one answer. */
export const CANDLES_MAX = 1500;

/** Query of the candles: `to` is now and `limit` 300 unless given; `series` is 'trade' unless given. */
export const candlesQuery = z.object({
  symbol: symbolText,
  resolution: resolutionText,
  series: z.optional(z.enum(['trade', 'mark', 'index'])),
  to: z.optional(countText),
  limit: z.optional(countText),
});
export type CandlesQuery = z.infer<typeof candlesQuery>;

/** GET /contract/v5/market/candles?symbol&resolution&series&to&limit: bars that start before `to` (ms), oldest first. */
export const candlesResult = z.object({ rows: z.array(candleRow), /** No older bar exists. */ complete: z.boolean() });
export type CandlesResult = z.infer<typeof candlesResult>;

/** [trade id, time ms, price, quantity, taker side]. */
export const tapeRow = z.tuple([z.string(), z.number(), z.string(), z.string(), z.enum(['Buy', 'Sell'])]);
export type TapeRow = z.infer<typeof tapeRow>;

/** Query of the book: `limit` levels a side, 1 to 200, 50 unless given. */
export const orderBookQuery = z.object({ symbol: symbolText, limit: z.optional(countText) });
export type OrderBookQuery = z.infer<typeof orderBookQuery>;

/** [price, quantity]; quantity '0' removes the level. */
export const bookLevel = z.tuple([z.string(), z.string()]);

/** GET /contract/v5/market/orderbook?symbol&limit: best levels first, numbered like the frames of `orderBook_200.{symbol}`. */
export const orderBookResult = z.object({ s: z.string(), u: z.number(), ts: z.number(), b: z.array(bookLevel), a: z.array(bookLevel) });
export type OrderBookResult = z.infer<typeof orderBookResult>;

/** What the model says of an option; numbers for showing. Greeks are of one unit of the base coin: vega for a point, theta for a day. */
export const optionInfo = z.object({
  underlyingPrice: z.number(),
  /** 0.5 is 50 %. */
  markIv: z.number(),
  bidIv: z.optional(z.number()),
  askIv: z.optional(z.number()),
  delta: z.number(),
  gamma: z.number(),
  vega: z.number(),
  theta: z.number(),
});
export type OptionInfo = z.infer<typeof optionInfo>;

/** `instrument_info.{symbol}`, and GET /contract/v5/market/tickers. */
export const instrumentInfo = z.object({
  symbol: z.string(),
  lastPrice: z.string(),
  markPrice: z.string(),
  indexPrice: z.string(),
  prevPrice24h: z.string(),
  highPrice24h: z.string(),
  lowPrice24h: z.string(),
  volume24h: z.string(),
  turnover24h: z.string(),
  openInterest: z.string(),
  /** Accounts that hold the contract on each side, those of simulated participants too. */
  longAccounts: z.optional(z.number()),
  shortAccounts: z.optional(z.number()),
  fundingRate: z.string(),
  nextFundingTimeE3: z.number(),
  /** The exchange's clock when these were the values. */
  timeE3: z.number(),
  bid1Price: z.string(),
  ask1Price: z.string(),
  /** Average premium of the book over the mark price, which the price limit follows; absent: none. */
  averagePremium: z.optional(z.string()),
  /** Of an option that is priced now. */
  option: z.optional(optionInfo),
});
export type InstrumentInfo = z.infer<typeof instrumentInfo>;

/** Query of the tickers: all symbols unless one is given. */
export const tickersQuery = z.object({ symbol: z.optional(symbolText) });
export type TickersQuery = z.infer<typeof tickersQuery>;

/** GET /contract/v5/market/tickers?symbol. */
export const tickersResult = z.object({ list: z.array(instrumentInfo) });
export type TickersResult = z.infer<typeof tickersResult>;

/** POST /contract/v5/market/step, of a market whose time goes on by steps. */
/** With a symbol the answer has the minutes of it that ended during the step. */
export const stepRequest = z.object({ milliseconds: z.number(), symbol: z.optional(symbolText) });
export type StepRequest = z.infer<typeof stepRequest>;
export const stepResult = z.object({
  /** Of the market, where the step has led. */
  timeE3: z.number(),
  /** A recording has no more trades. */
  ended: z.boolean(),
  /** Minutes of trades, oldest first; where the request names a symbol. */
  rows: z.optional(z.array(candleRow)),
});
export type StepResult = z.infer<typeof stepResult>;
