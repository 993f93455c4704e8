import { milliseconds } from '@tapedeck/domain';
import { encodeLevels, priceText, quantityText, type InputOf } from '@tapedeck/protocol';
import { v5BookQuery, v5TradesQuery, type Category } from '@tapedeck/protocol/v5';
import { BOOK_DEPTH } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const LEVELS_MAX: Readonly<Record<Category, number>> = { spot: 1_000, linear: 1_000, inverse: 1_000, option: 25 };
const LEVELS_DEFAULT: Readonly<Record<Category, number>> = { spot: 1, linear: 25, inverse: 25, option: 1 };
const FULL_LEVELS_MAX = 10_000;
const RETAIL_LEVELS_MAX = 50;

type Level = readonly [price: string, size: string];

/** The best levels, of which a request may ask for `most`; `row` writes one of them. */
async function bookOf(
  { category, symbol, limit }: InputOf<typeof v5BookQuery>,
  { catalogue, venue, streams, now }: Services,
  { most, row }: { readonly most: number; readonly row: (level: Level) => readonly string[] },
): Promise<V5Reply> {
  const instrument = instrumentOf(catalogue, category, symbol);
  if (instrument === undefined) return symbolUnknown();
  const levels = countWithin(limit, LEVELS_DEFAULT[category], 1, most);
  if (levels === undefined) return badField('limit', `must be between 1 and ${String(most)}`);
  if (instrument.option !== undefined) await streams.glance(instrument.id);
  const { book, update } = await venue.book(instrument.id);
  const shown = 2 * Math.min(levels, BOOK_DEPTH);
  const time = now();
  return v5Done({
    s: symbol,
    b: encodeLevels(book.bids.slice(0, shown), instrument).map(row),
    a: encodeLevels(book.asks.slice(0, shown), instrument).map(row),
    ts: time,
    u: update,
    seq: update,
    cts: time,
  });
}

const plain = (level: Level): readonly string[] => level;
/** These books hold no orders for retail traders only. */
const withoutRetail = ([price, size]: Level): readonly string[] => [price, size, '0'];

const TRADES_MAX = 1_000;

/** Stored trades, newest first; at most sixty. */
function recentTrades({ category, symbol, limit }: InputOf<typeof v5TradesQuery>, { catalogue, streams }: Services): V5Reply {
  if (symbol === undefined) return badField('symbol', 'is missing');
  const instrument = instrumentOf(catalogue, category, symbol);
  if (instrument === undefined) return symbolUnknown();
  const most = countWithin(limit, TRADES_MAX, 1, TRADES_MAX);
  if (most === undefined) return badField('limit');
  const list = [...streams.newestTrades(instrument)]
    .reverse()
    .slice(0, most)
    .map(({ trade, time }) => ({
      execId: String(trade.tradeId),
      symbol,
      price: priceText(trade.price, instrument),
      size: quantityText(trade.quantity),
      side: trade.takerSide,
      time: String(milliseconds(time)),
      isBlockTrade: false,
      isRPITrade: false,
      seq: String(trade.tradeId),
    }));
  return v5Done({ category, list });
}

export const BOOK_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5BookQuery>>({
    method: 'GET',
    path: '/v5/market/orderbook',
    cost: 'light',
    access: 'public',
    summary: 'Best levels of a book.',
    request: v5BookQuery,
    answer: (query, services) => bookOf(query, services, { most: LEVELS_MAX[query.category], row: plain }),
  }),
  v5Route<InputOf<typeof v5BookQuery>>({
    method: 'GET',
    path: '/v5/market/full_orderbook',
    cost: 'light',
    access: 'public',
    summary: 'All published levels of a book.',
    request: v5BookQuery,
    answer: (query, services) =>
      bookOf({ ...query, limit: query.limit ?? String(BOOK_DEPTH) }, services, { most: FULL_LEVELS_MAX, row: plain }),
  }),
  v5Route<InputOf<typeof v5BookQuery>>({
    method: 'GET',
    path: '/v5/market/rpi_orderbook',
    cost: 'light',
    access: 'public',
    summary: 'Best levels of a book with the quantity of retail orders.',
    request: v5BookQuery,
    answer: (query, services) => bookOf(query, services, { most: RETAIL_LEVELS_MAX, row: withoutRetail }),
  }),
  v5Route<InputOf<typeof v5TradesQuery>>({
    method: 'GET',
    path: '/v5/market/recent-trade',
    cost: 'light',
    access: 'public',
    summary: 'Newest trades.',
    request: v5TradesQuery,
    answer: recentTrades,
  }),
];
