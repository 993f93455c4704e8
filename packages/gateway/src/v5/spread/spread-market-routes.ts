import {
  formatDecimal,
  lots,
  milliseconds,
  priceUnits,
  spreadLevels,
  spreadQuantities,
  tickCount,
  type Instrument,
  type SpreadPair,
} from '@tapedeck/domain';
import { lotsText, priceText, quantityText, type InputOf } from '@tapedeck/protocol';
import { v5SpreadListQuery, v5SpreadQuery } from '@tapedeck/protocol/v5';
import { BOOK_DEPTH } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { legType, pairOf, pairsOf, spreadSymbol, spreadType } from './spread-pairs.ts';

const PAGE_MAX = 500;
const PAGE_DEFAULT = 200;
const LEVELS_DEFAULT = 1;
const LEVELS_MAX = 25;

const timeText = (time: Instrument['deliveryAt']): string => (time === undefined ? '0' : String(milliseconds(time)));
const distanceText = (count: number, { tickSize }: Instrument): string => formatDecimal(BigInt(count) * priceUnits(tickSize));

function instrumentRow(pair: SpreadPair): object {
  const { near, far } = pair;
  const { least, most } = spreadQuantities(pair);
  return {
    symbol: spreadSymbol(pair),
    contractType: spreadType(pair),
    status: 'Trading',
    baseCoin: far.baseCoin,
    quoteCoin: far.quoteCoin,
    settleCoin: far.settleCoin,
    tickSize: priceText(far.tickSize, far),
    minPrice: distanceText(-tickCount(far.maxPrice), far),
    maxPrice: distanceText(tickCount(far.maxPrice), far),
    lotSize: quantityText(far.lotSize),
    minSize: lotsText(least, far),
    maxSize: lotsText(most, far),
    launchTime: timeText(far.launchAt),
    deliveryTime: timeText(near.deliveryAt ?? far.deliveryAt),
    legs: [far, near].map((leg) => ({ symbol: leg.symbol, contractType: legType(leg) })),
  };
}

function instruments(query: InputOf<typeof v5SpreadListQuery>, { catalogue }: Services): V5Reply {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  const { symbol, baseCoin } = query;
  const wanted = pairsOf(catalogue).filter(
    (pair) => (symbol === undefined || spreadSymbol(pair) === symbol) && (baseCoin === undefined || pair.far.baseCoin === baseCoin),
  );
  const from = query.cursor === undefined || query.cursor === '' ? 0 : Number(query.cursor);
  const page = wanted.slice(from, from + limit);
  return v5Done({ list: page.map(instrumentRow), nextPageCursor: from + limit < wanted.length ? String(from + limit) : '' });
}

/** Combined levels of both legs' books, best spread price first. */
async function levelsOf({ near, far }: SpreadPair, { venue }: Services, depth: number) {
  const [nearBook, farBook] = [await venue.book(near.id), await venue.book(far.id)];
  const text = (levels: ReturnType<typeof spreadLevels>) =>
    levels.map(({ distance, lots: count }) => [distanceText(distance, far), lotsText(lots(count), far)] as const);
  return {
    bids: text(spreadLevels({ far: farBook.book.bids, near: nearBook.book.asks }, depth)),
    asks: text(spreadLevels({ far: farBook.book.asks, near: nearBook.book.bids }, depth)),
    update: nearBook.update + farBook.update,
  };
}

async function orderBook({ symbol, limit }: InputOf<typeof v5SpreadQuery>, services: Services): Promise<V5Reply> {
  const pair = pairOf(services.catalogue, symbol);
  if (pair === undefined) return symbolUnknown();
  const depth = countWithin(limit, LEVELS_DEFAULT, 1, LEVELS_MAX);
  if (depth === undefined) return badField('limit');
  const { bids, asks, update } = await levelsOf(pair, services, Math.min(depth, BOOK_DEPTH));
  const time = services.now();
  return v5Done({ s: symbol, b: bids, a: asks, u: update, ts: time, seq: update, cts: time });
}

/** Spreads trade in the books of their legs: last price and 24 hours are those of the price difference. */
async function tickers({ symbol }: InputOf<typeof v5SpreadQuery>, services: Services): Promise<V5Reply> {
  const pair = pairOf(services.catalogue, symbol);
  const [near, far] = [pair?.near, pair?.far].map((leg) => (leg === undefined ? undefined : services.venue.market(leg.id)));
  if (pair === undefined || near === undefined || far === undefined) return symbolUnknown();
  const { bids, asks } = await levelsOf(pair, services, 1);
  const [bidPrice, bidSize] = bids[0] ?? ['', ''];
  const [askPrice, askSize] = asks[0] ?? ['', ''];
  const between = (a: bigint, b: bigint): string => formatDecimal(a - b);
  const row = {
    symbol,
    bidPrice,
    bidSize,
    askPrice,
    askSize,
    lastPrice: between(priceUnits(far.state.last), priceUnits(near.state.last)),
    highPrice24h: between(far.day.high, near.day.low),
    lowPrice24h: between(far.day.low, near.day.high),
    prevPrice24h: between(far.day.open, near.day.open),
    volume24h: formatDecimal(far.day.volume < near.day.volume ? far.day.volume : near.day.volume),
  };
  return v5Done({ list: [row] });
}

export const SPREAD_MARKET_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5SpreadListQuery>>({
    method: 'GET',
    path: '/v5/spread/instrument',
    cost: 'list',
    access: 'public',
    summary: 'Spreads of two contracts of one coin.',
    request: v5SpreadListQuery,
    answer: instruments,
  }),
  v5Route<InputOf<typeof v5SpreadQuery>>({
    method: 'GET',
    path: '/v5/spread/orderbook',
    cost: 'light',
    access: 'public',
    summary: 'Book of a spread, computed from the books of its legs.',
    request: v5SpreadQuery,
    answer: orderBook,
  }),
  v5Route<InputOf<typeof v5SpreadQuery>>({
    method: 'GET',
    path: '/v5/spread/tickers',
    cost: 'light',
    access: 'public',
    summary: 'Prices of a spread.',
    request: v5SpreadQuery,
    answer: tickers,
  }),
];
