import { isDated, isOption, isSpot, milliseconds, type BookState, type Instrument } from '@tapedeck/domain';
import { encodeV5Ticker, type Market } from '../market/tickers.ts';
import type { TickDirection } from './tick-directions.ts';

type Row = Readonly<Record<string, unknown>>;

const SPOT = [
  'symbol',
  'lastPrice',
  'highPrice24h',
  'lowPrice24h',
  'prevPrice24h',
  'volume24h',
  'turnover24h',
  'price24hPcnt',
  'usdIndexPrice',
] as const;

const CONTRACT = [
  'price24hPcnt',
  'lastPrice',
  'prevPrice24h',
  'highPrice24h',
  'lowPrice24h',
  'prevPrice1h',
  'markPrice',
  'indexPrice',
  'openInterest',
  'openInterestValue',
  'singleOpenInterest',
  'singleOpenInterestValue',
  'turnover24h',
  'volume24h',
  'nextFundingTime',
  'fundingRate',
  'bid1Price',
  'bid1Size',
  'ask1Price',
  'ask1Size',
  'preOpenPrice',
  'preQty',
  'curPreListingPhase',
  'fundingIntervalHour',
  'fundingCap',
] as const;
const DATED = ['basisRate', 'basis', 'basisRateYear', 'deliveryFeeRate', 'predictedDeliveryPrice'] as const;

/** Names that differ from those of `/v5/market/tickers`. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  bid1Price: 'bidPrice',
  bid1Size: 'bidSize',
  bid1Iv: 'bidIv',
  ask1Price: 'askPrice',
  ask1Size: 'askSize',
  ask1Iv: 'askIv',
  markIv: 'markPriceIv',
};

const picked = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name] ?? '']));

/** The row of `/v5/market/tickers` in the form of the stream. */
export function encodeStreamTicker(instrument: Instrument, market: Market, book: BookState, direction: TickDirection): Row {
  const row = encodeV5Ticker(instrument, market, { book, hourAgo: undefined }) as Row;
  if (isSpot(instrument)) return picked(row, SPOT);
  if (isOption(instrument)) return Object.fromEntries(Object.entries(row).map(([name, value]) => [OPTION_NAMES[name] ?? name, value]));
  return {
    symbol: row['symbol'],
    tickDirection: direction,
    ...picked(row, CONTRACT),
    ...(isDated(instrument) && datedFields(instrument, row)),
  };
}

function datedFields(instrument: Instrument, row: Row): Row {
  const { deliveryAt } = instrument;
  const deliveryTime = deliveryAt === undefined ? '' : new Date(milliseconds(deliveryAt)).toISOString().replace('.000Z', 'Z');
  return { nextFundingTime: '', ...picked(row, DATED), deliveryTime };
}
