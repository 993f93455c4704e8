import {
  SCALE,
  formatDecimal,
  isPerpetual,
  lotCount,
  lots,
  milliseconds,
  priceSourceOf,
  venueSymbol,
  type Instrument,
} from '@tapedeck/domain';
import { lotsText, moneyText, priceText, type InputOf } from '@tapedeck/protocol';
import { v5IndexQuery, v5InsuranceQuery, v5InterestQuery, v5RatioQuery, v5VolatilityQuery } from '@tapedeck/protocol/v5';
import { countWithin, type Services } from '../../routes/route.ts';
import { dollarsOf } from '../account/coin-price.ts';
import { badField, symbolUnknown } from '../replies.ts';
import { categoryOf, instrumentOf } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { HOUR_MS } from './index-hours.ts';
import { SLOT_MS, sampleOf, type InterestSample } from './open-interest-log.ts';
import { volatilities } from './volatilities.ts';

const DAY_HOURS = 24;
const DAYS_ASKED_MAX = 30;
const VOLATILITY_DIGITS = 8;
const INTERESTS_DEFAULT = 50;
const INTERESTS_MAX = 200;
const RATIOS_MAX = 500;
const RATIO_PARTS = 10_000;

const SPANS: Readonly<Record<InputOf<typeof v5RatioQuery>['period'], number>> = {
  '5min': SLOT_MS,
  '15min': 3 * SLOT_MS,
  '30min': 6 * SLOT_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_HOURS * HOUR_MS,
  '4d': 4 * DAY_HOURS * HOUR_MS,
};

/** Requested range of rows; each call has its own field for the subject. */
type PastQuery = Pick<InputOf<typeof v5InterestQuery>, 'category' | 'symbol' | 'startTime' | 'endTime' | 'limit' | 'cursor'>;

/** A page with the current value, followed by the recorded ones, newest first. */
function interestPage(query: PastQuery, span: keyof typeof SPANS, most: number, services: Services): InterestPage | V5Reply {
  const { catalogue, venue, openInterests } = services;
  const instrument = instrumentOf(catalogue, query.category, query.symbol);
  const market = instrument === undefined ? undefined : venue.market(instrument.id);
  if (instrument === undefined || market === undefined) return symbolUnknown();
  const limit = countWithin(query.limit, INTERESTS_DEFAULT, 1, most);
  if (limit === undefined) return badField('limit');
  const [from, to] = [Number(query.startTime ?? 0), Number(query.endTime ?? Number.MAX_SAFE_INTEGER)];
  const before = query.cursor === undefined || query.cursor === '' ? Infinity : Number(query.cursor);
  const now = sampleOf(market.state);
  const all = [now, ...openInterests.rows(instrument.id, SPANS[span]).filter(({ at }) => at < now.at)];
  const wanted = all.filter(({ at }) => at >= from && at <= to && at < before);
  const samples = wanted.slice(0, limit);
  return { instrument, samples, nextPageCursor: samples.length < wanted.length ? String(samples.at(-1)?.at ?? '') : '' };
}

interface InterestPage {
  readonly instrument: Instrument;
  readonly samples: readonly InterestSample[];
  readonly nextPageCursor: string;
}

function openInterest(query: InputOf<typeof v5InterestQuery>, services: Services): V5Reply {
  const page = interestPage(query, query.intervalTime, INTERESTS_MAX, services);
  if (!('samples' in page)) return page;
  const { instrument, samples, nextPageCursor } = page;
  const list = samples.map(({ at, open }) => ({
    openInterest: lotsText(lots(2 * lotCount(open)), instrument),
    singleOpenInterest: lotsText(open, instrument),
    timestamp: String(at),
  }));
  return v5Done({ symbol: query.symbol, category: query.category, list, nextPageCursor });
}

/** Shares of the accounts that hold the contract, four decimals that add up to 1; half each without holders. */
function accountRatio(query: InputOf<typeof v5RatioQuery>, services: Services): V5Reply {
  const page = interestPage(query, query.period, RATIOS_MAX, services);
  if (!('samples' in page)) return page;
  const list = page.samples.map(({ at, accounts: { long, short } }) => {
    const parts = long + short === 0 ? RATIO_PARTS / 2 : Math.round((RATIO_PARTS * long) / (long + short));
    const ratio = (part: number): string => formatDecimal((BigInt(part) * SCALE) / BigInt(RATIO_PARTS));
    return { symbol: query.symbol, buyRatio: ratio(parts), sellRatio: ratio(RATIO_PARTS - parts), timestamp: String(at) };
  });
  return v5Done({ list, nextPageCursor: page.nextPageCursor });
}

/** Realised volatility of the index, hour by hour, newest first. */
async function historicalVolatility(query: InputOf<typeof v5VolatilityQuery>, services: Services): Promise<V5Reply> {
  const { catalogue, venue, now, indexHours } = services;
  const { baseCoin = 'BTC', startTime, endTime } = query;
  const source = priceSourceOf(baseCoin, catalogue.instruments);
  const market = source === undefined ? undefined : venue.market(source.id);
  if (source === undefined || market === undefined) return badField('baseCoin');
  if ((startTime === undefined) !== (endTime === undefined)) return badField('startTime', 'and endTime must be given together');
  const period = Number(query.period ?? '7');
  const last = Math.floor(Math.min(Number(endTime ?? now()), now(), milliseconds(market.state.time)) / HOUR_MS) * HOUR_MS;
  const first = startTime === undefined ? last : Math.ceil(Number(startTime) / HOUR_MS) * HOUR_MS;
  if (last - first > DAYS_ASKED_MAX * DAY_HOURS * HOUR_MS) return badField('startTime', 'is more than 30 days before endTime');
  const hours = period * DAY_HOURS;
  const closes = await indexHours.closes(source.id, first - (hours + 1) * HOUR_MS, last);
  const values = volatilities(closes, hours).reverse();
  const list = values
    .slice(0, Math.max(0, (last - first) / HOUR_MS + 1))
    .map((value, at) => ({ period, value: value.toFixed(VOLATILITY_DIGITS), time: String(last - at * HOUR_MS) }));
  return v5Done(list, { message: 'SUCCESS', beside: { category: query.category } });
}

/** The funds of this exchange: one per settle coin. */
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

/** The simulated market creates its own index: it is its only component. */
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
    cost: 'light',
    access: 'public',
    summary: 'Open interest, newest first.',
    request: v5InterestQuery,
    answer: openInterest,
  }),
  v5Route<InputOf<typeof v5RatioQuery>>({
    method: 'GET',
    path: '/v5/market/account-ratio',
    cost: 'light',
    access: 'public',
    summary: 'Shares of long and short accounts, newest first.',
    request: v5RatioQuery,
    answer: accountRatio,
  }),
  v5Route<InputOf<typeof v5VolatilityQuery>>({
    method: 'GET',
    path: '/v5/market/historical-volatility',
    cost: 'candles',
    access: 'public',
    summary: 'Realised volatility of an index, newest first.',
    request: v5VolatilityQuery,
    answer: historicalVolatility,
  }),
  v5Route<InputOf<typeof v5InsuranceQuery>>({
    method: 'GET',
    path: '/v5/market/insurance',
    cost: 'light',
    access: 'public',
    summary: 'Insurance funds.',
    request: v5InsuranceQuery,
    answer: insurance,
  }),
  v5Route<InputOf<typeof v5IndexQuery>>({
    method: 'GET',
    path: '/v5/market/index-price-components',
    cost: 'light',
    access: 'public',
    summary: 'Components of an index.',
    request: v5IndexQuery,
    answer: indexComponents,
  }),
];
