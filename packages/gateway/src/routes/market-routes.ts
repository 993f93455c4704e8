import { isOption, refusal, type Instrument } from '@tapedeck/domain';
import {
  CANDLES_MAX,
  candlesQuery,
  candlesResult,
  encodeCandle,
  encodeInstrumentInfo,
  encodeLevels,
  lotsText,
  openInterestQuery,
  openInterestResult,
  orderBookQuery,
  orderBookResult,
  tickersQuery,
  tickersResult,
} from '@tapedeck/protocol';
import type {
  CandlesQuery,
  CandlesResult,
  OpenInterestQuery,
  OpenInterestResult,
  OrderBookQuery,
  OrderBookResult,
  TickersQuery,
  TickersResult,
} from '@tapedeck/protocol';
import { BOOK_DEPTH } from '@tapedeck/venue';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import { periodOf } from '../resolutions.ts';
import { SLOT_MS } from '../v5/market/open-interest-log.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

const CANDLES_DEFAULT = 300;
const LEVELS_DEFAULT = 50;

/** There are hundreds of options: each is priced and quoted only while it is watched or held. */
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

/** The samples of the v5 API, in the order of bars. */
function openInterest(query: OpenInterestQuery, { catalogue, openInterests }: Services): Reply {
  const instrument = catalogue.bySymbol(query.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const limit = countWithin(query.limit, CANDLES_DEFAULT, 1, CANDLES_MAX);
  if (limit === undefined) return badParameter('limit', `must be from 1 to ${CANDLES_MAX}`);
  const before = query.to === undefined ? Infinity : Number(query.to);
  const older = openInterests.rows(instrument.id, SLOT_MS).filter(({ at }) => at < before);
  const samples = older.slice(0, limit).toReversed();
  const result: OpenInterestResult = {
    rows: samples.map(({ at, open }) => [at, lotsText(open, instrument)]),
    complete: samples.length === older.length,
  };
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
    cost: 'candles',
    access: 'public',
    effect: 'none',
    summary: 'Bars that start before a given time, oldest first.',
    request: candlesQuery,
    result: candlesResult,
    fails: ['historyAway'],
    answer: candles,
  }),
  route<OpenInterestQuery>({
    method: 'GET',
    path: '/contract/v5/market/open-interest',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'Open interest every five minutes of the past week, at most since the start of the server, oldest first.',
    request: openInterestQuery,
    result: openInterestResult,
    answer: openInterest,
  }),
  route<OrderBookQuery>({
    method: 'GET',
    path: '/contract/v5/market/orderbook',
    cost: 'light',
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
    cost: 'list',
    access: 'public',
    effect: 'none',
    summary: 'Prices, funding and the last 24 hours of one symbol, or of all.',
    request: tickersQuery,
    result: tickersResult,
    answer: tickers,
  }),
];
