import { isOption, refusal, type Instrument } from '@tapedeck/domain';
import {
  CANDLES_MAX,
  candlesQuery,
  candlesResult,
  encodeCandle,
  encodeInstrumentInfo,
  encodeLevels,
  orderBookQuery,
  orderBookResult,
  tickersQuery,
  tickersResult,
} from '@tapedeck/protocol';
import type { CandlesQuery, CandlesResult, OrderBookQuery, OrderBookResult, TickersQuery, TickersResult } from '@tapedeck/protocol';
import { BOOK_DEPTH } from '@tapedeck/venue';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import { periodOf } from '../resolutions.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

const CANDLES_DEFAULT = 300;
const LEVELS_DEFAULT = 50;

/** There are hundreds of options: each is marked and quoted while somebody looks at it or has it. */
const quotedForLookers = ({ kind, status }: Instrument): boolean => isOption({ kind }) && status === 'Trading';

async function candles(query: CandlesQuery, { catalogue, venue, now }: Services): Promise<Reply> {
  const instrument = catalogue.bySymbol(query.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const limit = countWithin(query.limit, CANDLES_DEFAULT, 1, CANDLES_MAX);
  if (limit === undefined) return badParameter('limit', `must be from 1 to ${CANDLES_MAX}`);
  const bars = await venue.candles({
    instrument: instrument.id,
    series: query.series ?? 'trade',
    minutes: periodOf(query.resolution),
    before: query.to === undefined ? now() : Number(query.to),
    limit,
  });
  const result: CandlesResult = { rows: bars.candles.map((bar) => encodeCandle(bar, instrument)), complete: bars.complete };
  return done(result);
}

async function orderBook(query: OrderBookQuery, { catalogue, venue, streams, now }: Services): Promise<Reply> {
  const instrument = catalogue.bySymbol(query.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const limit = countWithin(query.limit, LEVELS_DEFAULT, 1, BOOK_DEPTH);
  if (limit === undefined) return badParameter('limit', `must be from 1 to ${BOOK_DEPTH}`);
  if (quotedForLookers(instrument)) await streams.glance(instrument.id);
  const { book, update } = await venue.book(instrument.id);
  const result: OrderBookResult = {
    s: instrument.symbol,
    u: update,
    ts: now(),
    b: encodeLevels(book.bids.slice(0, limit * 2), instrument),
    a: encodeLevels(book.asks.slice(0, limit * 2), instrument),
  };
  return done(result);
}

async function tickers({ symbol }: TickersQuery, { catalogue, venue, streams }: Services): Promise<Reply> {
  const instrument = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  if (instrument !== undefined && quotedForLookers(instrument)) await streams.glance(instrument.id);
  const wanted = instrument === undefined ? catalogue.contracts : [instrument];
  const result: TickersResult = {
    list: wanted.flatMap((one) => {
      const market = venue.market(one.id);
      return market === undefined ? [] : [encodeInstrumentInfo(market.state, market.day, one)];
    }),
  };
  return done(result);
}

export const MARKET_ROUTES: readonly Route[] = [
  route<CandlesQuery>({
    method: 'GET',
    path: '/contract/v5/market/candles',
    access: 'public',
    effect: 'none',
    summary: 'Bars that start before a moment, oldest first.',
    request: candlesQuery,
    result: candlesResult,
    fails: ['historyAway'],
    answer: candles,
  }),
  route<OrderBookQuery>({
    method: 'GET',
    path: '/contract/v5/market/orderbook',
    access: 'public',
    effect: 'none',
    summary: 'The best levels of the book.',
    request: orderBookQuery,
    result: orderBookResult,
    answer: orderBook,
  }),
  route<TickersQuery>({
    method: 'GET',
    path: '/contract/v5/market/tickers',
    access: 'public',
    effect: 'none',
    summary: 'Prices, funding and the last 24 hours of one symbol, or of all.',
    request: tickersQuery,
    result: tickersResult,
    answer: tickers,
  }),
];
