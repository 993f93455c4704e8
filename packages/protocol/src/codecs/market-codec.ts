import { lots, milliseconds, money, moneyUnits, price, priceUnits, quantity, tickCount, ticks, timestamp } from '@tapedeck/domain';
import type { Instrument, MarketState, Money, OptionTicker, Price, Ticks, Timestamp, TradePrinted } from '@tapedeck/domain';
import type { CandleRow, InstrumentInfo, OptionInfo, TapeRow } from '../web/market.ts';
import {
  lotsText,
  moneyText,
  priceText,
  quantityText,
  rateText,
  readLots,
  readMoney,
  readPrice,
  readRate,
  readTicks,
  readTime,
  ticksText,
} from './decimals.ts';

/** The last 24 hours of one instrument in raw 1e-8 units. */
export interface DayInfo {
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  /** Base coin. */
  readonly volume: bigint;
  /** Quote coin. */
  readonly turnover: bigint;
}

/** `DayInfo` as values; volume is base coin in 1e-8 units. */
export interface DecodedInstrumentInfo {
  readonly market: MarketState;
  readonly open24h: Price;
  readonly high24h: Price;
  readonly low24h: Price;
  readonly volume24h: Money;
  readonly turnover24h: Money;
}

const bestText = (best: Ticks, instrument: Instrument): string => (tickCount(best) === 0 ? '' : ticksText(best, instrument));
const readBest = (text: string, field: string, instrument: Instrument): Ticks =>
  text === '' ? ticks(0) : readTicks(text, field, instrument);

export function encodeInstrumentInfo(state: MarketState, day: DayInfo, instrument: Instrument): InstrumentInfo {
  return {
    symbol: instrument.symbol,
    lastPrice: priceText(state.last, instrument),
    markPrice: priceText(state.mark, instrument),
    indexPrice: priceText(state.index, instrument),
    prevPrice24h: priceText(price(day.open), instrument),
    highPrice24h: priceText(price(day.high), instrument),
    lowPrice24h: priceText(price(day.low), instrument),
    volume24h: moneyText(money(day.volume)),
    turnover24h: moneyText(money(day.turnover)),
    openInterest: lotsText(state.openInterest, instrument),
    ...(state.accounts === undefined ? {} : { longAccounts: state.accounts.long, shortAccounts: state.accounts.short }),
    fundingRate: rateText(state.fundingRate),
    nextFundingTimeE3: milliseconds(state.nextFundingAt),
    timeE3: milliseconds(state.time),
    bid1Price: bestText(state.bestBid, instrument),
    ask1Price: bestText(state.bestAsk, instrument),
    ...(state.premium === undefined ? {} : { averagePremium: moneyText(money(priceUnits(state.premium))) }),
    ...(state.option === undefined ? {} : { option: encodeOption(state.option) }),
  };
}

function encodeOption({ forward, markVolatility, bidVolatility, askVolatility, greeks }: OptionTicker): OptionInfo {
  return {
    underlyingPrice: forward,
    markIv: markVolatility,
    ...(bidVolatility === undefined ? {} : { bidIv: bidVolatility }),
    ...(askVolatility === undefined ? {} : { askIv: askVolatility }),
    ...greeks,
  };
}

function decodeOption({ underlyingPrice, markIv, bidIv, askIv, delta, gamma, vega, theta }: OptionInfo): OptionTicker {
  return {
    forward: underlyingPrice,
    markVolatility: markIv,
    ...(bidIv === undefined ? {} : { bidVolatility: bidIv }),
    ...(askIv === undefined ? {} : { askVolatility: askIv }),
    greeks: { delta, gamma, vega, theta },
  };
}

/** Throws `WireMalformed`. */
export function decodeInstrumentInfo(info: InstrumentInfo, instrument: Instrument): DecodedInstrumentInfo {
  return {
    market: {
      instrument: instrument.id,
      last: readPrice(info.lastPrice, 'lastPrice'),
      mark: readPrice(info.markPrice, 'markPrice'),
      index: readPrice(info.indexPrice, 'indexPrice'),
      fundingRate: readRate(info.fundingRate, 'fundingRate'),
      nextFundingAt: readTime(info.nextFundingTimeE3, 'nextFundingTimeE3'),
      time: readTime(info.timeE3, 'timeE3'),
      openInterest: readLots(info.openInterest, 'openInterest', instrument),
      ...(info.longAccounts === undefined || info.shortAccounts === undefined
        ? {}
        : { accounts: { long: info.longAccounts, short: info.shortAccounts } }),
      bestBid: readBest(info.bid1Price, 'bid1Price', instrument),
      bestAsk: readBest(info.ask1Price, 'ask1Price', instrument),
      ...(info.averagePremium === undefined ? {} : { premium: price(moneyUnits(readMoney(info.averagePremium, 'averagePremium'))) }),
      ...(info.option === undefined ? {} : { option: decodeOption(info.option) }),
    },
    open24h: readPrice(info.prevPrice24h, 'prevPrice24h'),
    high24h: readPrice(info.highPrice24h, 'highPrice24h'),
    low24h: readPrice(info.lowPrice24h, 'lowPrice24h'),
    volume24h: readMoney(info.volume24h, 'volume24h'),
    turnover24h: readMoney(info.turnover24h, 'turnover24h'),
  };
}

/** Ticks and lots, alternating, as [price, quantity] levels. */
export function encodeLevels(levels: readonly number[], instrument: Instrument): [string, string][] {
  const rows: [string, string][] = [];
  for (let i = 0; i + 1 < levels.length; i += 2) {
    rows.push([ticksText(ticks(levels[i] ?? 0), instrument), lotsText(lots(levels[i + 1] ?? 0), instrument)]);
  }
  return rows;
}

export function encodeTrade(trade: TradePrinted, time: Timestamp, instrument: Instrument): TapeRow {
  const { tradeId, price: at, quantity: size, takerSide } = trade;
  const row = [String(tradeId), milliseconds(time), priceText(at, instrument), quantityText(size), takerSide] as const;
  return trade.liquidation ? [...row, true] : [...row];
}

/** A bar in raw 1e-8 units. */
export interface RawBar {
  /** Milliseconds. */
  readonly start: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly turnover: bigint;
}

export function encodeCandle(bar: RawBar, instrument: Instrument): CandleRow {
  const text = (units: bigint): string => priceText(price(units), instrument);
  return [
    milliseconds(timestamp(bar.start)),
    text(bar.open),
    text(bar.high),
    text(bar.low),
    text(bar.close),
    quantityText(quantity(bar.volume)),
    moneyText(money(bar.turnover)),
  ];
}
