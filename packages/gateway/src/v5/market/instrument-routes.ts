import { type InputOf } from '@tapedeck/protocol';
import { v5ContractQuery, v5InstrumentsQuery, v5OneSymbolQuery, v5TickersQuery } from '@tapedeck/protocol/v5';
import { milliseconds, type Instrument, type MarketState } from '@tapedeck/domain';
import { MARKET_SHARE_MS } from '../../answer-cache.ts';
import { countWithin, type Services } from '../../routes/route.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { instrumentOf, listOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Instrument, encodeV5RiskLimits } from './instruments.ts';
import { priceLimits } from './price-limits.ts';
import { encodeV5Ticker } from './tickers.ts';

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 500;

export type InstrumentsQuery = InputOf<typeof v5InstrumentsQuery>;

/** Statuses listed by default. */
function isWanted({ status, deliveryAt }: Instrument, query: InstrumentsQuery): boolean {
  if (query.status !== undefined) return status === query.status;
  return status === 'Trading' || (query.category === 'option' && deliveryAt !== undefined && status !== 'Closed');
}

const rows = new WeakMap<Instrument, object>();

/** Rows are encoded once: the catalogue replaces an instrument that changes. */
function rowOf(instrument: Instrument): object {
  const row = rows.get(instrument) ?? encodeV5Instrument(instrument);
  rows.set(instrument, row);
  return row;
}

/** Pairs come in one page, the others by ascending id. */
function pageOf(all: readonly Instrument[], { category, cursor }: InstrumentsQuery, limit: number): object {
  if (category === 'spot') return { list: all.map(rowOf) };
  const after = cursor === undefined || cursor === '' ? -1 : Number(cursor);
  const page = all.filter(({ id }) => id > after).slice(0, limit);
  const last = page.at(-1);
  return { list: page.map(rowOf), nextPageCursor: last === undefined || last === all.at(-1) ? '' : String(last.id) };
}

export function instruments(query: InstrumentsQuery, { catalogue }: Services): V5Reply {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  if (!/^\d{0,9}$/.test(query.cursor ?? '')) return badField('cursor');
  // Without a coin, options are those of bitcoin.
  const coin = query.baseCoin ?? (query.category === 'option' && query.symbol === undefined ? 'BTC' : undefined);
  const named = query.symbol === undefined ? undefined : instrumentOf(catalogue, query.category, query.symbol);
  if (query.symbol !== undefined && named === undefined) return symbolUnknown();
  const isMeant = (one: Instrument): boolean => isWanted(one, query) && (coin === undefined || one.baseCoin === coin);
  const all = named === undefined ? listOf(catalogue, query.category).filter(isMeant) : [named];
  return v5Done({ category: query.category, ...pageOf(all, query, limit) });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The last price of a contract an hour ago; `undefined` for pairs and options, which lack it, and before the first price. */
async function priceHourAgo(
  { id, kind, option }: Instrument,
  { time }: MarketState,
  venue: Services['venue'],
): Promise<bigint | undefined> {
  if (kind === 'Spot' || option !== undefined) return undefined;
  const before = milliseconds(time) - HOUR_MS + MINUTE_MS;
  const { candles } = await venue.candles({ instrument: id, series: 'trade', minutes: 1, before, limit: 1 });
  return candles[0]?.close;
}

async function tickers(
  { category, symbol, baseCoin, expDate }: InputOf<typeof v5TickersQuery>,
  { catalogue, venue, streams }: Services,
): Promise<V5Reply> {
  const named = symbol === undefined ? undefined : instrumentOf(catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  if (category === 'option' && symbol === undefined && baseCoin === undefined) return badField('baseCoin', 'or symbol is missing');
  const isWanted = (one: Instrument): boolean =>
    (baseCoin === undefined || category !== 'option' || one.baseCoin === baseCoin) &&
    (expDate === undefined || one.symbol.includes(`-${expDate}-`));
  const all = named === undefined ? listOf(catalogue, category).filter(isWanted) : [named];
  if (named?.option !== undefined) await streams.glance(named.id);
  const list = await Promise.all(
    all.map(async (one) => {
      const market = venue.market(one.id);
      if (market === undefined) return [];
      // There are hundreds of options: for a whole board the best prices have no sizes.
      const book = all.length > 1 && one.option !== undefined ? undefined : (await venue.book(one.id)).book;
      return [encodeV5Ticker(one, market, { book, hourAgo: await priceHourAgo(one, market.state, venue) })];
    }),
  );
  return v5Done({ category, list: list.flat() });
}

function riskLimits({ category, symbol }: InputOf<typeof v5ContractQuery>, { catalogue }: Services): V5Reply {
  const named = symbol === undefined ? undefined : instrumentOf(catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  const all = named === undefined ? listOf(catalogue, category) : [named];
  return v5Done({ category, list: all.flatMap(encodeV5RiskLimits), nextPageCursor: '' });
}

function priceLimit({ category, symbol }: InputOf<typeof v5OneSymbolQuery>, { catalogue, venue, now }: Services): V5Reply {
  const instrument = instrumentOf(catalogue, category, symbol);
  const market = instrument === undefined ? undefined : venue.market(instrument.id);
  if (instrument === undefined || market === undefined) return symbolUnknown();
  return v5Done({ symbol, ...priceLimits(instrument, market.state), ts: String(now()) });
}

export const INSTRUMENT_ROUTES: readonly V5Route[] = [
  v5Route<InstrumentsQuery>({
    method: 'GET',
    path: '/v5/market/instruments-info',
    cost: 'list',
    access: 'public',
    summary: 'Terms of instruments.',
    sharedMs: MARKET_SHARE_MS,
    request: v5InstrumentsQuery,
    answer: instruments,
  }),
  v5Route<InputOf<typeof v5TickersQuery>>({
    method: 'GET',
    path: '/v5/market/tickers',
    cost: 'list',
    access: 'public',
    summary: 'Prices and the last 24 hours.',
    sharedMs: MARKET_SHARE_MS,
    request: v5TickersQuery,
    answer: tickers,
  }),
  v5Route<InputOf<typeof v5ContractQuery>>({
    method: 'GET',
    path: '/v5/market/risk-limit',
    cost: 'list',
    access: 'public',
    summary: 'Risk limit tiers.',
    request: v5ContractQuery,
    answer: riskLimits,
  }),
  v5Route<InputOf<typeof v5OneSymbolQuery>>({
    method: 'GET',
    path: '/v5/market/price-limit',
    cost: 'light',
    access: 'public',
    summary: 'Current highest and lowest price of an order.',
    request: v5OneSymbolQuery,
    answer: priceLimit,
  }),
];
