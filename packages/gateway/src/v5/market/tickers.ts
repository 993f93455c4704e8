import {
  formatDecimal,
  isDated,
  isInverse,
  isPerpetual,
  milliseconds,
  money,
  price,
  priceUnits,
  quantityOfLots,
  quantityUnits,
  rateUnits,
  tickCount,
  venueSymbol,
  type Instrument,
  type MarketState,
} from '@tapedeck/domain';
import { encodeLevels, moneyText, priceText, rateText, ticksText } from '@tapedeck/protocol';
import type { BookSnapshot, DayStatistics } from '@tapedeck/venue';

const SCALE = 100_000_000n;

export interface Market {
  readonly state: MarketState;
  readonly day: DayStatistics;
}

/** Best price and size of a side; '' if empty. */
function best(levels: readonly number[], instrument: Instrument): readonly [price: string, size: string] {
  return encodeLevels(levels.slice(0, 2), instrument)[0] ?? ['', ''];
}

const touch = (ticks: MarketState['bestBid'], instrument: Instrument): string =>
  tickCount(ticks) === 0 ? '' : ticksText(ticks, instrument);

/** Change over 24 hours as a share. */
function change({ last }: MarketState, { open }: DayStatistics): string {
  return open === 0n ? '0' : formatDecimal(((priceUnits(last) - open) * SCALE) / open);
}

/** Volume in base coin, for inverse contracts in dollars; turnover in quote coin, for inverse contracts in base coin. */
function volumes(instrument: Instrument, { volume, turnover }: DayStatistics): { volume24h: string; turnover24h: string } {
  const [base, quote] = [formatDecimal(volume), formatDecimal(turnover)];
  return isInverse(instrument) ? { volume24h: quote, turnover24h: base } : { volume24h: base, turnover24h: quote };
}

/** Data needed to encode a ticker besides the state of its market. */
export interface TickerSurroundings {
  /** Supplies the best prices with their sizes; without it the sizes are missing. */
  readonly book: BookSnapshot['book'] | undefined;
  /** The price an hour ago, in 1e-8; contracts only. */
  readonly hourAgo: bigint | undefined;
}

/** A row of `/v5/market/tickers`. */
export function encodeV5Ticker(instrument: Instrument, market: Market, { book, hourAgo }: TickerSurroundings): object {
  const [bid1Price, bid1Size] = book === undefined ? [touch(market.state.bestBid, instrument), ''] : best(book.bids, instrument);
  const [ask1Price, ask1Size] = book === undefined ? [touch(market.state.bestAsk, instrument), ''] : best(book.asks, instrument);
  const quotes = { bid1Price, bid1Size, ask1Price, ask1Size };
  if (instrument.kind === 'Spot') return spotTicker(instrument, market, quotes);
  return instrument.option === undefined
    ? contractTicker(instrument, market, { ...quotes, prevPrice1h: hourAgo === undefined ? '' : priceText(price(hourAgo), instrument) })
    : optionTicker(instrument, market, quotes);
}

function dayFields(instrument: Instrument, { state, day }: Market): object {
  return {
    lastPrice: priceText(state.last, instrument),
    prevPrice24h: priceText(price(day.open), instrument),
    price24hPcnt: change(state, day),
    highPrice24h: priceText(price(day.high), instrument),
    lowPrice24h: priceText(price(day.low), instrument),
    ...volumes(instrument, day),
  };
}

function spotTicker(instrument: Instrument, market: Market, quotes: object): object {
  const isDollar = instrument.quoteCoin === 'USDT' || instrument.quoteCoin === 'USDC';
  return {
    symbol: venueSymbol(instrument),
    ...quotes,
    ...dayFields(instrument, market),
    usdIndexPrice: isDollar ? priceText(market.state.index, instrument) : '',
  };
}

/** Value in settlement coin; zero before the first price, when nobody can hold the contract. */
function valueOf(size: bigint, instrument: Instrument, mark: bigint): bigint {
  if (mark === 0n) return 0n;
  return isInverse(instrument) ? (size * SCALE) / mark : (size * mark) / SCALE;
}

/** Ticker of a perpetual or a future. */
function contractTicker(instrument: Instrument, market: Market, quotes: object): object {
  const { state } = market;
  const size = quantityUnits(quantityOfLots(state.openInterest, instrument.lotSize));
  const value = valueOf(size, instrument, priceUnits(state.mark));
  const both = (units: bigint): string => moneyText(money(units * 2n));
  const [index, basis] = [priceUnits(state.index), priceUnits(state.mark) - priceUnits(state.index)];
  const dated = isDated(instrument);
  return {
    symbol: instrument.symbol,
    ...dayFields(instrument, market),
    indexPrice: priceText(state.index, instrument),
    markPrice: priceText(state.mark, instrument),
    openInterest: both(size),
    openInterestValue: both(value),
    singleOpenInterest: moneyText(money(size)),
    singleOpenInterestValue: moneyText(money(value)),
    fundingRate: isPerpetual(instrument) ? rateText(state.fundingRate) : '',
    nextFundingTime: isPerpetual(instrument) ? String(milliseconds(state.nextFundingAt)) : '0',
    predictedDeliveryPrice: '',
    basisRate: dated && index > 0n ? formatDecimal((basis * SCALE) / index) : '',
    basis: dated ? formatDecimal(basis) : '',
    basisRateYear: '',
    deliveryFeeRate: instrument.deliveryFee === undefined ? '' : rateText(instrument.deliveryFee),
    deliveryTime: instrument.deliveryAt === undefined ? '0' : String(milliseconds(instrument.deliveryAt)),
    ...quotes,
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
    fundingIntervalHour: isPerpetual(instrument) ? String(instrument.fundingIntervalHours) : '',
    fundingCap: isPerpetual(instrument) && rateUnits(instrument.fundingCap) > 0n ? rateText(instrument.fundingCap) : '',
  };
}

function optionTicker(instrument: Instrument, market: Market, quotes: object): object {
  const { state, day } = market;
  const option = state.option;
  const number = (value: number | undefined): string => (value === undefined ? '0' : String(value));
  return {
    symbol: instrument.symbol,
    ...quotes,
    bid1Iv: number(option?.bidVolatility),
    ask1Iv: number(option?.askVolatility),
    lastPrice: priceText(state.last, instrument),
    highPrice24h: priceText(price(day.high), instrument),
    lowPrice24h: priceText(price(day.low), instrument),
    markPrice: priceText(state.mark, instrument),
    indexPrice: formatDecimal(priceUnits(state.index)),
    markIv: number(option?.markVolatility),
    underlyingPrice: number(option?.forward),
    openInterest: moneyText(money(quantityUnits(quantityOfLots(state.openInterest, instrument.lotSize)))),
    ...volumes(instrument, day),
    totalVolume: '',
    totalTurnover: '',
    delta: number(option?.greeks.delta),
    gamma: number(option?.greeks.gamma),
    vega: number(option?.greeks.vega),
    theta: number(option?.greeks.theta),
    predictedDeliveryPrice: '0',
    change24h: change(state, day),
  };
}
