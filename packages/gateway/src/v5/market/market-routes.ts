import {
  v5InstrumentsQuery,
  v5TickersQuery,
  v5BookQuery,
  v5KlineQuery,
  v5ContractQuery,
  v5OneSymbolQuery,
  v5FundingQuery,
  v5TradesQuery,
  v5InterestQuery,
  v5InsuranceQuery,
  type Category,
  type InputOf,
} from '@tapedeck/protocol';
import {
  formatDecimal,
  isInverse,
  lotCount,
  lots,
  milliseconds,
  price,
  priceUnits,
  quantity,
  rateUnits,
  type Instrument,
} from '@tapedeck/domain';
import { encodeLevels, lotsText, moneyText, priceText, quantityText, rateText } from '@tapedeck/protocol';
import { BOOK_DEPTH, type Candle, type CandleQuery } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { instrumentOf, listOf } from '../symbols.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Instrument, encodeV5RiskLimits } from './instruments.ts';
import { encodeV5Ticker } from './tickers.ts';

const PAGE_MAX = 1_000;
const PAGE_DEFAULT = 500;
const BARS_DEFAULT = 200;
const LEVELS_DEFAULT: Readonly<Record<Category, number>> = { spot: 1, linear: 25, inverse: 25, option: 1 };

type InstrumentsQuery = InputOf<typeof v5InstrumentsQuery>;

/** Which are listed when the request does not say (reference, section 2.2). */
function isWanted({ status, deliveryAt }: Instrument, query: InstrumentsQuery): boolean {
  if (query.status !== undefined) return status === query.status;
  return status === 'Trading' || (query.category === 'option' && deliveryAt !== undefined && status !== 'Closed');
}

/** Pairs come in one page, the others by rising id. */
function pageOf(all: readonly Instrument[], { category, cursor }: InstrumentsQuery, limit: number): object {
  if (category === 'spot') return { list: all.map(encodeV5Instrument) };
  const after = Number(cursor ?? -1);
  const page = all.filter(({ id }) => id > after).slice(0, limit);
  const last = page.at(-1);
  return { list: page.map(encodeV5Instrument), nextPageCursor: last === undefined || last === all.at(-1) ? '' : String(last.id) };
}

function instruments(query: InstrumentsQuery, { catalogue }: Services): V5Reply {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  // An option without a coin is one of bitcoin.
  const coin = query.baseCoin ?? (query.category === 'option' && query.symbol === undefined ? 'BTC' : undefined);
  const named = query.symbol === undefined ? undefined : instrumentOf(catalogue, query.category, query.symbol);
  if (query.symbol !== undefined && named === undefined) return symbolUnknown();
  const isMeant = (one: Instrument): boolean => isWanted(one, query) && (coin === undefined || one.baseCoin === coin);
  const all = named === undefined ? listOf(catalogue, query.category).filter(isMeant) : [named];
  return v5Done({ category: query.category, ...pageOf(all, query, limit) });
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
      // There are hundreds of options: of a whole board the best prices are told without their sizes.
      const book = all.length > 1 && one.option !== undefined ? undefined : (await venue.book(one.id)).book;
      return [encodeV5Ticker(one, market, book)];
    }),
  );
  return v5Done({ category, list: list.flat() });
}

async function orderBook(
  { category, symbol, limit }: InputOf<typeof v5BookQuery>,
  { catalogue, venue, streams, now }: Services,
): Promise<V5Reply> {
  const instrument = instrumentOf(catalogue, category, symbol);
  if (instrument === undefined) return symbolUnknown();
  const levels = countWithin(limit, LEVELS_DEFAULT[category], 1, PAGE_MAX);
  if (levels === undefined) return badField('limit');
  if (instrument.option !== undefined) await streams.glance(instrument.id);
  const { book, update } = await venue.book(instrument.id);
  const shown = 2 * Math.min(levels, BOOK_DEPTH);
  const time = now();
  return v5Done({
    s: symbol,
    b: encodeLevels(book.bids.slice(0, shown), instrument),
    a: encodeLevels(book.asks.slice(0, shown), instrument),
    ts: time,
    u: update,
    seq: update,
    cts: time,
  });
}

const PERIODS: Readonly<Record<string, CandleQuery['minutes']>> = {
  '1': 1,
  '3': 3,
  '5': 5,
  '15': 15,
  '30': 30,
  '60': 60,
  '120': 120,
  '240': 240,
  '360': 360,
  '720': 720,
  D: 1_440,
  W: 'week',
  M: 'month',
};
const MINUTE_MS = 60_000;
const MONTH_MINUTES = 31 * 1_440;
const WEEK_MINUTES = 7 * 1_440;

type KlineQuery = InputOf<typeof v5KlineQuery>;

/** The last moment that belongs to the answer: with only a start, bars are counted forward from it (reference, section 2.5). */
function endOf({ start, end, interval }: KlineQuery, limit: number, now: number): number {
  if (end !== undefined) return Math.min(Number(end), now);
  if (start === undefined) return now;
  const minutes = PERIODS[interval];
  const wide = minutes === 'month' ? MONTH_MINUTES : minutes === 'week' ? WEEK_MINUTES : (minutes ?? 1);
  return Math.min(now, Number(start) + limit * wide * MINUTE_MS - 1);
}

function barRow({ start, open, high, low, close, volume, turnover }: Candle, instrument: Instrument, isTrade: boolean): readonly string[] {
  const prices = [open, high, low, close].map((units) => priceText(price(units), instrument));
  if (!isTrade) return [String(start), ...prices];
  const [base, quote] = [quantityText(quantity(volume)), formatDecimal(turnover)];
  return [String(start), ...prices, ...(isInverse(instrument) ? [quote, base] : [base, quote])];
}

async function barsOf(
  query: KlineQuery,
  services: Services,
  series: CandleQuery['series'],
): Promise<V5Reply | { readonly instrument: Instrument; readonly bars: readonly Candle[] }> {
  const instrument = instrumentOf(services.catalogue, query.category, query.symbol);
  if (instrument === undefined) return symbolUnknown();
  const limit = countWithin(query.limit, BARS_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  const minutes = PERIODS[query.interval] ?? 1;
  const before = endOf(query, limit, services.now()) + 1;
  const { candles } = await services.venue.candles({ instrument: instrument.id, series, minutes, before, limit });
  const from = Number(query.start ?? 0);
  return { instrument, bars: candles.filter(({ start }) => start >= from).reverse() };
}

const isReply = (found: V5Reply | object): found is V5Reply => 'kind' in found;

function kline(path: string, series: CandleQuery['series'], summary: string): V5Route {
  return v5Route<KlineQuery>({
    method: 'GET',
    path,
    access: 'public',
    summary,
    request: v5KlineQuery,
    answer: async (query, services) => {
      const found = await barsOf(query, services, series);
      if (isReply(found)) return found;
      const list = found.bars.map((bar) => barRow(bar, found.instrument, series === 'trade'));
      return v5Done({ symbol: query.symbol, category: query.category, list });
    },
  });
}

const SCALE = 100_000_000n;
const PREMIUM_DIGITS = 8;

/** Premium of the mark over the index, bar by bar. */
async function premiumKline(query: KlineQuery, services: Services): Promise<V5Reply> {
  const [mark, index] = [await barsOf(query, services, 'mark'), await barsOf(query, services, 'index')];
  if (isReply(mark)) return mark;
  if (isReply(index)) return index;
  const byStart = new Map(index.bars.map((bar) => [bar.start, bar]));
  const list = mark.bars.flatMap((bar) => {
    const under = byStart.get(bar.start);
    if (under === undefined) return [];
    const share = (at: bigint, of: bigint): bigint => (of === 0n ? 0n : ((at - of) * SCALE) / of);
    const [open, close] = [share(bar.open, under.open), share(bar.close, under.close)];
    const all = [open, close];
    const text = (units: bigint): string => formatDecimal(units, PREMIUM_DIGITS);
    const [high, low] = [all.reduce((a, b) => (a > b ? a : b)), all.reduce((a, b) => (a < b ? a : b))];
    return [[String(bar.start), text(open), text(high), text(low), text(close)]];
  });
  return v5Done({ symbol: query.symbol, category: query.category, list });
}

function riskLimits({ category, symbol }: InputOf<typeof v5ContractQuery>, { catalogue }: Services): V5Reply {
  const named = symbol === undefined ? undefined : instrumentOf(catalogue, category, symbol);
  if (symbol !== undefined && named === undefined) return symbolUnknown();
  const all = named === undefined ? listOf(catalogue, category) : [named];
  return v5Done({ category, list: all.flatMap(encodeV5RiskLimits), nextPageCursor: '' });
}

/** Between these prices orders are taken now (reference, section 6.17). */
function priceLimit({ category, symbol }: InputOf<typeof v5OneSymbolQuery>, { catalogue, venue, now }: Services): V5Reply {
  const instrument = instrumentOf(catalogue, category, symbol);
  const market = instrument === undefined ? undefined : venue.market(instrument.id);
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const mark = priceUnits(market.state.mark);
  const tick = priceUnits(instrument.tickSize);
  const at = (factor: bigint): string => priceText(price(((mark * (SCALE + factor)) / SCALE / tick) * tick), instrument);
  const room = rateUnits(instrument.priceLimitRate);
  return v5Done({ symbol, buyLmt: at(room), sellLmt: at(-room), ts: String(now()) });
}

const FUNDINGS_MAX = 200;

async function fundingHistory(query: InputOf<typeof v5FundingQuery>, { catalogue, history }: Services): Promise<V5Reply> {
  const instrument = instrumentOf(catalogue, query.category, query.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (query.startTime !== undefined && query.endTime === undefined) return badField('endTime', 'is missing');
  const limit = countWithin(query.limit, FUNDINGS_MAX, 1, FUNDINGS_MAX);
  if (limit === undefined) return badField('limit');
  const page = await history.settlements({ kind: 'FundingSettled', instruments: [instrument.id], cursor: '', limit: FUNDINGS_MAX });
  const [from, to] = [Number(query.startTime ?? 0), Number(query.endTime ?? Number.MAX_SAFE_INTEGER)];
  const list = page.rows.flatMap(({ settlement, time }) => {
    const at = milliseconds(time);
    if (settlement.type !== 'FundingSettled' || at < from || at > to) return [];
    return [{ symbol: query.symbol, fundingRate: rateText(settlement.rate), fundingRateTimestamp: String(at) }];
  });
  return v5Done({ category: query.category, list: list.slice(0, limit) });
}

const TRADES_MAX = 1_000;

/** Those that are remembered, newest first; there are at most sixty. */
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

/** What is open now: the past of it is not kept. */
function openInterest({ category, symbol }: InputOf<typeof v5InterestQuery>, { catalogue, venue }: Services): V5Reply {
  const instrument = instrumentOf(catalogue, category, symbol);
  const market = instrument === undefined ? undefined : venue.market(instrument.id);
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const { openInterest: open, time } = market.state;
  const both = lots(2 * lotCount(open));
  const row = {
    openInterest: lotsText(both, instrument),
    singleOpenInterest: lotsText(open, instrument),
    timestamp: String(milliseconds(time)),
  };
  return v5Done({ symbol, category, list: [row], nextPageCursor: '' });
}

async function insurance({ coin }: InputOf<typeof v5InsuranceQuery>, { venue, now }: Services): Promise<V5Reply> {
  const funds = (await venue.insurance()).filter((fund) => coin === undefined || fund.coin === coin);
  const list = funds.map((fund) => ({ coin: fund.coin, symbols: '', balance: moneyText(fund.balance), value: '' }));
  return v5Done({ updatedTime: String(now()), list });
}

export const MARKET_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5TradesQuery>>({
    method: 'GET',
    path: '/v5/market/recent-trade',
    access: 'public',
    summary: 'The newest trades.',
    request: v5TradesQuery,
    answer: recentTrades,
  }),
  v5Route<InputOf<typeof v5InterestQuery>>({
    method: 'GET',
    path: '/v5/market/open-interest',
    access: 'public',
    summary: 'Open interest now.',
    request: v5InterestQuery,
    answer: openInterest,
  }),
  v5Route<InputOf<typeof v5InsuranceQuery>>({
    method: 'GET',
    path: '/v5/market/insurance',
    access: 'public',
    summary: 'Insurance funds.',
    request: v5InsuranceQuery,
    answer: insurance,
  }),
  v5Route<InstrumentsQuery>({
    method: 'GET',
    path: '/v5/market/instruments-info',
    access: 'public',
    summary: 'Terms of instruments.',
    request: v5InstrumentsQuery,
    answer: instruments,
  }),
  v5Route<InputOf<typeof v5TickersQuery>>({
    method: 'GET',
    path: '/v5/market/tickers',
    access: 'public',
    summary: 'Prices and the last 24 hours.',
    request: v5TickersQuery,
    answer: tickers,
  }),
  v5Route<InputOf<typeof v5BookQuery>>({
    method: 'GET',
    path: '/v5/market/orderbook',
    access: 'public',
    summary: 'The best levels of a book.',
    request: v5BookQuery,
    answer: orderBook,
  }),
  kline('/v5/market/kline', 'trade', 'Candles of trades, newest first.'),
  kline('/v5/market/mark-price-kline', 'mark', 'Candles of the mark price, newest first.'),
  kline('/v5/market/index-price-kline', 'index', 'Candles of the index, newest first.'),
  v5Route<KlineQuery>({
    method: 'GET',
    path: '/v5/market/premium-index-price-kline',
    access: 'public',
    summary: 'Candles of the premium of the mark price over the index, newest first.',
    request: v5KlineQuery,
    answer: premiumKline,
  }),
  v5Route<InputOf<typeof v5ContractQuery>>({
    method: 'GET',
    path: '/v5/market/risk-limit',
    access: 'public',
    summary: 'Ladders of risk limits.',
    request: v5ContractQuery,
    answer: riskLimits,
  }),
  v5Route<InputOf<typeof v5OneSymbolQuery>>({
    method: 'GET',
    path: '/v5/market/price-limit',
    access: 'public',
    summary: 'The highest and lowest price of an order now.',
    request: v5OneSymbolQuery,
    answer: priceLimit,
  }),
  v5Route<InputOf<typeof v5FundingQuery>>({
    method: 'GET',
    path: '/v5/market/funding/history',
    access: 'public',
    summary: 'Past fundings, newest first.',
    request: v5FundingQuery,
    answer: fundingHistory,
  }),
];
