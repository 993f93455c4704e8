import { priceText, quantityText, type InputOf } from '@tapedeck/protocol';
import { v5KlineQuery } from '@tapedeck/protocol/v5';
import { formatDecimal, isInverse, price, quantity, type Instrument } from '@tapedeck/domain';
import type { Candle, CandleQuery } from '@tapedeck/venue';
import { MARKET_SHARE_MS } from '../../answer-cache.ts';
import { MINUTE_MS, periodOf } from '../../resolutions.ts';
import { countWithin, type Services } from '../../routes/route.ts';
import { RESOLUTION_OF } from '../intervals.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';

const PAGE_MAX = 1_000;
const BARS_DEFAULT = 200;
const MONTH_MINUTES = 31 * 1_440;
const WEEK_MINUTES = 7 * 1_440;

type KlineQuery = InputOf<typeof v5KlineQuery>;

/** End of the answer, inclusive: with only a start, bars are counted forward from it. */
function endOf({ start, end, interval }: KlineQuery, limit: number, now: number): number {
  if (end !== undefined) return Math.min(Number(end), now);
  if (start === undefined) return now;
  const minutes = periodOf(RESOLUTION_OF[interval]);
  const wide = minutes === 'month' ? MONTH_MINUTES : minutes === 'week' ? WEEK_MINUTES : minutes;
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
  const minutes = periodOf(RESOLUTION_OF[query.interval]);
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
    cost: 'candles',
    access: 'public',
    summary,
    sharedMs: MARKET_SHARE_MS,
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

/** Premium of the mark price over the index, bar by bar. */
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

export const KLINE_ROUTES: readonly V5Route[] = [
  kline('/v5/market/kline', 'trade', 'Candles of trades, newest first.'),
  kline('/v5/market/mark-price-kline', 'mark', 'Candles of the mark price, newest first.'),
  kline('/v5/market/index-price-kline', 'index', 'Candles of the index, newest first.'),
  v5Route<KlineQuery>({
    method: 'GET',
    path: '/v5/market/premium-index-price-kline',
    cost: 'candles',
    access: 'public',
    summary: 'Candles of the premium of the mark price over the index, newest first.',
    sharedMs: MARKET_SHARE_MS,
    request: v5KlineQuery,
    answer: premiumKline,
  }),
];
