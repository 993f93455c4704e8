import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { countText, resolutionText, symbolText } from './envelope.ts';

const coinText = v.pipe(v.string(), v.regex(/^[0-9A-Z]{2,12}$/));

/** A risk-limit row (GET /position/risk-limit-list); margins are rates times 1e8. */
export const riskLimitItem = object({
  id: number,
  symbol: v.string(),
  limit: v.string(),
  startingMarginE8: v.string(),
  maintainMarginE8: v.string(),
  isLowestRisk: v.boolean(),
  section: v.array(v.string()),
  contractType: v.string(),
  symbolName: v.string(),
  maxLeverageE2: v.string(),
  mmDeduction: v.string(),
});
export type RiskLimitItem = v.InferOutput<typeof riskLimitItem>;

/** A raw contract symbol of the catalogue, with its margin terms. */
export const contractSymbol = object({
  symbol: number,
  symbolName: v.string(),
  symbolAlias: v.string(),
  displayName: v.string(),
  baseCurrency: v.string(),
  quoteCurrency: v.string(),
  coin: v.string(),
  contractType: v.string(),
  contractStatus: v.string(),
  tickSize: v.string(),
  tickSizeFraction: number,
  priceFraction: number,
  priceScale: number,
  lotSize: v.string(),
  lotFraction: number,
  minPrice: v.string(),
  maxPrice: v.string(),
  minQty: v.string(),
  maxNewOrderQty: v.string(),
  maxNewMarketOrderQty: v.string(),
  maxPostOnlyOrderSize: v.string(),
  minNotionalValue: v.string(),
  obDepthMergeTimes: v.string(),
  /** Leverage choices of the leverage dialog. */
  section: v.array(v.string()),
  maxLeverageE2: v.string(),
  minLeverageE2: v.string(),
  baseInitialMarginRateE4: v.string(),
  baseMaintenanceMarginRateE4: v.string(),
  makerFeeRateE8: v.string(),
  takerFeeRateE8: v.string(),
  fundingIntervalHours: number,
  fundingCapE8: v.string(),
  priceLimitRateE8: v.string(),
  indexSort: number,
  symbolTags: v.string(),
  isPopular: v.boolean(),
  symbolDisplay: v.string(),
  /** Present in the lists of the catalogue; may be absent in stream messages. */
  walletBalanceFraction: v.optional(number),
  stepInitialMarginRateE4: v.optional(v.string()),
  stepMaintenanceMarginRateE4: v.optional(v.string()),
  baseMaxOrdPzValue: v.optional(v.string()),
  stepMaxOrdPzValue: v.optional(v.string()),
  maxDesignatedMarginE8: v.optional(v.string()),
  minDesignatedMarginE8: v.optional(v.string()),
  supportCopyTrade: v.optional(v.boolean()),
  darkIcon: v.optional(v.string()),
  lightIcon: v.optional(v.string()),
  riskLimits: v.array(riskLimitItem),
  /** Start of trading, ms; 0 or absent for instruments listed from the exchange's first moment. */
  startTradingTimeE3: v.optional(number),
  /** The contract that this one continues under another name. */
  formerSymbolName: v.optional(v.string()),
  /** Expiry of a dated contract or an option, ms; absent for others. */
  deliveryTimeE3: v.optional(number),
  /** Options only. */
  strikePrice: v.optional(v.string()),
  optionsType: v.optional(v.picklist(['Call', 'Put'])),
  /** Spot pairs only; amounts in quote coin. */
  spot: v.optional(
    object({
      amountStep: v.string(),
      maxTradeAmount: v.string(),
      marketPriceLimitRateE8: v.string(),
      isBanBuy: v.boolean(),
      isBanSell: v.boolean(),
      showStatus: v.boolean(),
      loanEnabled: v.boolean(),
    }),
  ),
});
export type ContractSymbol = v.InferOutput<typeof contractSymbol>;

/** GET /contract/v5/product/brief-symbol-list: the contract families of CAT-09. */
export const symbolListResult = object({
  version: v.string(),
  /** The list has the version that was asked with: the families are left out. */
  unchanged: v.optional(v.boolean()),
  LinearPerpetual: v.array(contractSymbol),
  InversePerpetual: v.array(contractSymbol),
  InverseFutures: v.array(contractSymbol),
  UsdcPerpetual: v.array(contractSymbol),
  UsdcFutures: v.array(contractSymbol),
  LinearFutures: v.array(contractSymbol),
});
export type SymbolListResult = v.InferOutput<typeof symbolListResult>;

/** Its query: families, separated by commas, and the `version` of a cached copy; `token`, a tag of the cache, carries nothing here. */
export const symbolListQuery = object({
  filter: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,24}(,[A-Za-z]{1,24}){0,11}$/))),
  version: v.optional(v.pipe(v.string(), v.maxLength(32))),
  token: v.optional(v.pipe(v.string(), v.maxLength(8))),
});
export type SymbolListQuery = v.InferOutput<typeof symbolListQuery>;

/** Query of a board of options. */
export const optionListQuery = object({ baseCoin: coinText, settleCoin: coinText });
export type OptionListQuery = v.InferOutput<typeof optionListQuery>;

/** GET /contract/v5/product/option-symbol-list?baseCoin&settleCoin: by expiry, strike and right, calls before puts. */
export const optionListResult = object({ list: v.array(contractSymbol) });
export type OptionListResult = v.InferOutput<typeof optionListResult>;

/** Query of everything that is asked about one symbol. */
export const symbolQuery = object({ symbol: symbolText });
export type SymbolQuery = v.InferOutput<typeof symbolQuery>;

/** GET /contract/v5/product/dynamic-symbol-item?symbol. */
export const dynamicSymbolResult = object({ item: contractSymbol });

/** GET /position/risk-limit-list?symbol: lowest tier first. */
export const riskLimitListResult = object({ list: v.array(riskLimitItem) });
export type RiskLimitListResult = v.InferOutput<typeof riskLimitListResult>;

/** One bar: [start ms, open, high, low, close, volume in base coin, turnover in quote coin]. */
export const candleRow = v.strictTuple([number, v.string(), v.string(), v.string(), v.string(), v.string(), v.string()]);
export type CandleRow = v.InferOutput<typeof candleRow>;

/** Most bars of one answer. */
export const CANDLES_MAX = 1500;

/** Query of the candles: `to` is now and `limit` 300 unless given; `series` is 'trade' unless given. */
export const candlesQuery = object({
  symbol: symbolText,
  resolution: resolutionText,
  series: v.optional(v.picklist(['trade', 'mark', 'index'])),
  to: v.optional(countText),
  limit: v.optional(countText),
});
export type CandlesQuery = v.InferOutput<typeof candlesQuery>;

/** GET /contract/v5/market/candles?symbol&resolution&series&to&limit: bars that start before `to` (ms), oldest first. */
export const candlesResult = object({ rows: v.array(candleRow), /** No older bar exists. */ complete: v.boolean() });
export type CandlesResult = v.InferOutput<typeof candlesResult>;

/** Query of the open interest: `to` is now and `limit` 300 unless given. */
export const openInterestQuery = object({ symbol: symbolText, to: v.optional(countText), limit: v.optional(countText) });
export type OpenInterestQuery = v.InferOutput<typeof openInterestQuery>;

/** [time ms, quantity in quantity coins, counting each contract once]. */
const openInterestRow = v.strictTuple([number, v.string()]);

/** GET /contract/v5/market/open-interest?symbol&to&limit: every five minutes before `to` (ms), oldest first. */
export const openInterestResult = object({ rows: v.array(openInterestRow), /** No older row exists. */ complete: v.boolean() });
export type OpenInterestResult = v.InferOutput<typeof openInterestResult>;

/** [trade id, time ms, price, quantity, taker side, and `true` where the taker was a liquidation]. */
export const tapeRow = v.tupleWithRest([v.string(), number, v.string(), v.string(), v.picklist(['Buy', 'Sell'])], v.boolean());
export type TapeRow = v.InferOutput<typeof tapeRow>;

/** Query of the book: `limit` levels a side, 1 to 200, 50 unless given. */
export const orderBookQuery = object({ symbol: symbolText, limit: v.optional(countText) });
export type OrderBookQuery = v.InferOutput<typeof orderBookQuery>;

/** [price, quantity]; quantity '0' removes the level. */
export const bookLevel = v.strictTuple([v.string(), v.string()]);

/** GET /contract/v5/market/orderbook?symbol&limit: best levels first, numbered like the frames of `orderBook_200.{symbol}`. */
export const orderBookResult = object({ s: v.string(), u: number, ts: number, b: v.array(bookLevel), a: v.array(bookLevel) });
export type OrderBookResult = v.InferOutput<typeof orderBookResult>;

/** Model figures of an option; numbers for display. Greeks refer to one unit of the base coin: vega per point, theta per day. */
export const optionInfo = object({
  underlyingPrice: number,
  /** 0.5 is 50 %. */
  markIv: number,
  bidIv: v.optional(number),
  askIv: v.optional(number),
  delta: number,
  gamma: number,
  vega: number,
  theta: number,
});
export type OptionInfo = v.InferOutput<typeof optionInfo>;

/** `instrument_info.{symbol}`, and GET /contract/v5/market/tickers. */
export const instrumentInfo = object({
  symbol: v.string(),
  lastPrice: v.string(),
  markPrice: v.string(),
  indexPrice: v.string(),
  prevPrice24h: v.string(),
  highPrice24h: v.string(),
  lowPrice24h: v.string(),
  volume24h: v.string(),
  turnover24h: v.string(),
  openInterest: v.string(),
  /** Accounts that hold the contract on each side, those of simulated participants too. */
  longAccounts: v.optional(number),
  shortAccounts: v.optional(number),
  fundingRate: v.string(),
  nextFundingTimeE3: number,
  /** The exchange's clock when these were the values. */
  timeE3: number,
  bid1Price: v.string(),
  ask1Price: v.string(),
  /** Average premium of the book over the mark price, which the price limit follows; absent: none. */
  averagePremium: v.optional(v.string()),
  /** Options with a current price only. */
  option: v.optional(optionInfo),
});
export type InstrumentInfo = v.InferOutput<typeof instrumentInfo>;

/** Query of the tickers: all symbols unless one is given. */
export const tickersQuery = object({ symbol: v.optional(symbolText) });
export type TickersQuery = v.InferOutput<typeof tickersQuery>;

/** GET /contract/v5/market/tickers?symbol. */
export const tickersResult = object({ list: v.array(instrumentInfo) });
export type TickersResult = v.InferOutput<typeof tickersResult>;

/** POST /contract/v5/market/step, of a market whose time advances in steps. */
/** With a symbol the answer has the minutes of it that ended during the step. */
export const stepRequest = object({ milliseconds: number, symbol: v.optional(symbolText) });
export type StepRequest = v.InferOutput<typeof stepRequest>;
export const stepResult = object({
  /** Market time after the step. */
  timeE3: number,
  /** A recording has no more trades. */
  ended: v.boolean(),
  /** Minutes of trades, oldest first; where the request names a symbol. */
  rows: v.optional(v.array(candleRow)),
});
export type StepResult = v.InferOutput<typeof stepResult>;
