import { isPerpetual, lotCount, lots, milliseconds, priceSourceOf, venueSymbol, type Instrument } from '@tapedeck/domain';
import {
  lotsText,
  moneyText,
  priceText,
  v5IndexQuery,
  v5InsuranceQuery,
  v5InterestQuery,
  v5VolatilityQuery,
  type InputOf,
} from '@tapedeck/protocol';
import { countWithin, type Services } from '../../routes/route.ts';
import { dollarsOf } from '../account/coin-price.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { SLOT_MS } from './open-interest-log.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const YEAR_HOURS = 8_760;
const DAYS_ASKED_MAX = 30;
const VOLATILITY_DIGITS = 8;
const INTERESTS_DEFAULT = 50;
const INTERESTS_MAX = 200;

const SPANS: Readonly<Record<InputOf<typeof v5InterestQuery>['intervalTime'], number>> = {
  '5min': SLOT_MS,
  '15min': 3 * SLOT_MS,
  '30min': 6 * SLOT_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_HOURS * HOUR_MS,
};

/** What is open now, and before it what was open every so often. */
function openInterest(query: InputOf<typeof v5InterestQuery>, { catalogue, venue, openInterests }: Services): V5Reply {
  const { category, symbol, intervalTime } = query;
  const instrument = instrumentOf(catalogue, category, symbol);
  const market = instrument === undefined ? undefined : venue.market(instrument.id);
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const limit = countWithin(query.limit, INTERESTS_DEFAULT, 1, INTERESTS_MAX);
  if (limit === undefined) return badField('limit');
  const [from, to] = [Number(query.startTime ?? 0), Number(query.endTime ?? Number.MAX_SAFE_INTEGER)];
  const before = query.cursor === undefined || query.cursor === '' ? Infinity : Number(query.cursor);
  const now = { at: milliseconds(market.state.time), open: market.state.openInterest };
  const all = [now, ...openInterests.rows(instrument.id, SPANS[intervalTime]).filter(({ at }) => at < now.at)];
  const wanted = all.filter(({ at }) => at >= from && at <= to && at < before);
  const page = wanted.slice(0, limit);
  const list = page.map(({ at, open }) => ({
    openInterest: lotsText(lots(2 * lotCount(open)), instrument),
    singleOpenInterest: lotsText(open, instrument),
    timestamp: String(at),
  }));
  return v5Done({ symbol, category, list, nextPageCursor: page.length < wanted.length ? String(page.at(-1)?.at ?? '') : '' });
}

/** Standard deviation of hourly returns, for a year. */
function volatilityOf(closes: readonly number[]): number {
  const returns = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? close)));
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, returns.length - 1);
  return Math.sqrt(variance * YEAR_HOURS);
}

/** Realised volatility of the index, hour by hour, newest first. */
async function historicalVolatility(query: InputOf<typeof v5VolatilityQuery>, { catalogue, venue, now }: Services): Promise<V5Reply> {
  const { baseCoin = 'BTC', startTime, endTime } = query;
  const source = priceSourceOf(baseCoin, catalogue.instruments);
  if (source === undefined) return badField('baseCoin');
  if ((startTime === undefined) !== (endTime === undefined)) return badField('startTime', 'and endTime belong together');
  const period = Number(query.period ?? '7');
  const last = Math.floor(Math.min(Number(endTime ?? now()), now()) / HOUR_MS) * HOUR_MS;
  const first = startTime === undefined ? last : Math.ceil(Number(startTime) / HOUR_MS) * HOUR_MS;
  if (last - first > DAYS_ASKED_MAX * DAY_HOURS * HOUR_MS) return badField('startTime', 'is more than 30 days before endTime');
  const hours = period * DAY_HOURS;
  const limit = hours + (last - first) / HOUR_MS + 1;
  const { candles } = await venue.candles({ instrument: source.id, series: 'index', minutes: 60, before: last, limit });
  const closes = candles.map(({ close }) => Number(close));
  const list: object[] = [];
  for (let end = closes.length, time = last; time >= first && end > 1; end -= 1, time -= HOUR_MS)
    list.push({
      period,
      value: volatilityOf(closes.slice(Math.max(0, end - hours - 1), end)).toFixed(VOLATILITY_DIGITS),
      time: String(time),
    });
  return v5Done(list, { message: 'SUCCESS', beside: { category: query.category } });
}

/** The funds of this exchange: one for each coin, of all contracts that settle in it. */
async function insurance({ coin }: InputOf<typeof v5InsuranceQuery>, services: Services): Promise<V5Reply> {
  const funds = (await services.venue.insurance()).filter((fund) => coin === undefined || fund.coin === coin);
  const symbolsOf = (settle: string): string =>
    services.catalogue.contracts
      .filter((one) => one.settleCoin === settle && isPerpetual(one))
      .map(({ symbol }) => symbol)
      .join(',');
  const list = funds.map((fund) => ({
    coin: fund.coin,
    symbols: symbolsOf(fund.coin),
    balance: moneyText(fund.balance),
    value: moneyText(dollarsOf(fund.coin, fund.balance, services)),
  }));
  return v5Done({ updatedTime: String(services.now()), list });
}

/** An index is named like its pair. */
const hasIndex = (one: Instrument, name: string): boolean =>
  (categoryOf(one) === 'linear' || categoryOf(one) === 'inverse') && isPerpetual(one) && `${one.baseCoin}${one.quoteCoin}` === name;

/** The market inside makes its index itself: it is its only component. */
function indexComponents({ indexName }: InputOf<typeof v5IndexQuery>, { catalogue, venue }: Services): V5Reply {
  const instrument = catalogue.instruments.find((one) => hasIndex(one, indexName));
  const state = instrument === undefined ? undefined : venue.market(instrument.id)?.state;
  if (instrument === undefined || state === undefined) return badField('indexName');
  const at = priceText(state.index, instrument);
  const pair = venueSymbol(instrument);
  return v5Done({
    indexName,
    lastPrice: at,
    updateTime: String(milliseconds(state.time)),
    components: [{ exchange: 'Tapedeck', spotPair: pair, equivalentPrice: at, multiplier: '1', price: at, weight: '1' }],
  });
}

export const STATISTICS_ROUTES: readonly V5Route[] = [
  v5Route<InputOf<typeof v5InterestQuery>>({
    method: 'GET',
    path: '/v5/market/open-interest',
    access: 'public',
    summary: 'Open interest now and before.',
    request: v5InterestQuery,
    answer: openInterest,
  }),
  v5Route<InputOf<typeof v5VolatilityQuery>>({
    method: 'GET',
    path: '/v5/market/historical-volatility',
    access: 'public',
    summary: 'Realised volatility of an index, newest first.',
    request: v5VolatilityQuery,
    answer: historicalVolatility,
  }),
  v5Route<InputOf<typeof v5InsuranceQuery>>({
    method: 'GET',
    path: '/v5/market/insurance',
    access: 'public',
    summary: 'Insurance funds.',
    request: v5InsuranceQuery,
    answer: insurance,
  }),
  v5Route<InputOf<typeof v5IndexQuery>>({
    method: 'GET',
    path: '/v5/market/index-price-components',
    access: 'public',
    summary: 'What an index is made of.',
    request: v5IndexQuery,
    answer: indexComponents,
  }),
];
