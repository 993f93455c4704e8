import { hasNoMarket, isOption, priceUnits } from '@tapedeck/domain';
import type { Instrument } from '@tapedeck/domain';
import {
  CANDLES_MAX,
  RESOLUTIONS,
  emptyRequest,
  encodeCandle,
  udfBars,
  udfConfig,
  udfError,
  udfFound,
  udfHistoryQuery,
  udfSearchQuery,
  udfSymbolInfo,
  udfSymbolQuery,
} from '@tapedeck/protocol';
import type { Resolution, UdfBars, UdfError, UdfHistoryQuery, UdfSearchQuery, UdfSymbolQuery, WireSchema } from '@tapedeck/protocol';
import type { Series } from '@tapedeck/venue';
import { MARKET_SHARE_MS } from '../answer-cache.ts';
import { file, plainJson, type Failure, type Reply } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import type { CostClass } from '../costs.ts';
import type { Content } from '../ports.ts';
import { bucketOf, periodOf } from '../resolutions.ts';
import { route, type Route, type Services } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const EXCHANGE = 'TAPEDECK';
const FOUND_DEFAULT = 30;
const FOUND_MAX = 200;
const MS_PER_S = 1_000;
/** Prices of a symbol are whole multiples of 1 divided by this. */
const scaleOf = ({ priceDigits }: Instrument): number => 10 ** priceDigits;
const UNIT_DIGITS = 8;

interface Charted {
  readonly instrument: Instrument;
  readonly series: Series;
  /** Requested fields only, without the exchange. */
  readonly ticker: string;
}

function chartedOf(text: string, catalogue: Catalogue): Charted | undefined {
  const ticker = text.startsWith(`${EXCHANGE}:`) ? text.slice(EXCHANGE.length + 1) : text;
  const [symbol = '', suffix] = ticker.split('.');
  const instrument = catalogue.bySymbol(symbol);
  if (instrument === undefined) return undefined;
  return { instrument, series: suffix === 'MARK' ? 'mark' : suffix === 'INDEX' ? 'index' : 'trade', ticker };
}

const typeOf = ({ kind }: Instrument): string => (kind === 'Spot' ? 'spot' : kind.endsWith('Option') ? 'option' : 'futures');
const SERIES_WORDS: Readonly<Record<Series, string>> = { trade: '', mark: ', mark price', index: ', index price' };
const describe = ({ baseCoin, quoteCoin, kind }: Instrument, series: Series = 'trade'): string =>
  `${baseCoin} / ${quoteCoin} ${kind}${SERIES_WORDS[series]}`;
const complain = (errmsg: string): Content => ({ type: JSON_TYPE, parts: JSON.stringify({ s: 'error', errmsg } satisfies UdfError) });
const unknown = (): Reply => file(complain('unknown_symbol'));

function symbolInfo({ instrument, series, ticker }: Charted) {
  const digits = UNIT_DIGITS - instrument.priceDigits;
  return {
    name: ticker,
    ticker,
    description: describe(instrument, series),
    type: typeOf(instrument),
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: EXCHANGE,
    listed_exchange: EXCHANGE,
    minmov: Number(priceUnits(instrument.tickSize) / 10n ** BigInt(digits)),
    pricescale: scaleOf(instrument),
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: [...RESOLUTIONS],
    volume_precision: instrument.quantityDigits,
    data_status: 'streaming',
  };
}

function search({ query = '', type, exchange, limit }: UdfSearchQuery, { catalogue }: Services): Reply {
  const wanted = query.toUpperCase();
  const most = Math.min(FOUND_MAX, limit === undefined ? FOUND_DEFAULT : Number(limit));
  const elsewhere = exchange !== undefined && exchange !== '' && exchange !== EXCHANGE;
  const found = catalogue.instruments.filter(
    (instrument) =>
      !hasNoMarket(instrument) &&
      instrument.symbol.includes(wanted) &&
      (type === undefined || type === '' ? !isOption(instrument) : typeOf(instrument) === type),
  );
  return plainJson(
    (elsewhere ? [] : found.slice(0, most)).map((instrument) => ({
      symbol: instrument.symbol,
      full_name: `${EXCHANGE}:${instrument.symbol}`,
      description: describe(instrument),
      exchange: EXCHANGE,
      ticker: instrument.symbol,
      type: typeOf(instrument),
    })),
  );
}

const resolutionOf = (text: string): Resolution => (/^[DWM]$/.test(text) ? `1${text}` : text) as Resolution;

/** Number of bars in a time range, at most the limit of one answer. */
function barsBetween(resolution: Resolution, from: number, to: number): number {
  const { start, end } = bucketOf(resolution, from);
  return Math.max(1, Math.min(CANDLES_MAX, Math.ceil((to - start) / (end - start)) + 1));
}

/** Whole seconds of a request, in milliseconds. No bar lies before 1970. */
const timeOf = (seconds: string): number => Math.max(0, Math.trunc(Number(seconds))) * MS_PER_S;

async function history(query: UdfHistoryQuery, { catalogue, venue }: Services): Promise<Reply> {
  const charted = chartedOf(query.symbol, catalogue);
  if (charted === undefined) return unknown();
  const { instrument, series } = charted;
  const resolution = resolutionOf(query.resolution);
  const [from, to] = [timeOf(query.from ?? '0'), timeOf(query.to)];
  const counted = query.countback === undefined ? undefined : Math.min(CANDLES_MAX, Math.max(1, Number(query.countback)));
  const { candles } = await venue.candles({
    instrument: instrument.id,
    series,
    minutes: periodOf(resolution),
    before: to,
    limit: counted ?? barsBetween(resolution, from, to),
  });
  const rows = candles.filter(({ start }) => counted !== undefined || start >= from).map((bar) => encodeCandle(bar, instrument));
  if (rows.length === 0) return plainJson({ s: 'no_data' } satisfies UdfBars);
  const bars: UdfBars = {
    s: 'ok',
    t: rows.map(([start]) => start / MS_PER_S),
    o: rows.map((row) => Number(row[1])),
    h: rows.map((row) => Number(row[2])),
    l: rows.map((row) => Number(row[3])),
    c: rows.map((row) => Number(row[4])),
    v: rows.map((row) => Number(row[5])),
  };
  return plainJson(bars);
}

const CONFIG = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  supported_resolutions: [...RESOLUTIONS],
  exchanges: [{ value: EXCHANGE, name: 'Tapedeck', desc: 'The built-in exchange' }],
  symbols_types: [{ value: '', name: 'all' }, ...['futures', 'spot', 'option'].map((name) => ({ value: name, name }))],
};

interface Chart<Input> {
  readonly path: string;
  readonly cost: CostClass;
  readonly summary: string;
  readonly request: WireSchema<Input>;
  readonly result: WireSchema;
  readonly fails?: readonly Failure[];
  readonly sharedMs?: number;
  readonly answer: (input: Input, services: Services) => Promise<Reply> | Reply;
}

const chart = <Input>(definition: Chart<Input>): Route =>
  route<Input>({
    method: 'GET',
    access: 'public',
    effect: 'none',
    contentType: JSON_TYPE,
    complaint: { schema: udfError, write: complain },
    ...definition,
  });

/** Calls of chart programs: no envelope, times in seconds, plain numbers. */
export const UDF_ROUTES: readonly Route[] = [
  chart<object>({
    path: '/udf/config',
    cost: 'light',
    summary: 'For chart programs (UDF): supported features.',
    request: emptyRequest,
    result: udfConfig,
    answer: () => plainJson(CONFIG),
  }),
  chart<UdfSymbolQuery>({
    path: '/udf/symbols',
    cost: 'light',
    summary: 'For chart programs (UDF): one symbol; the suffixes .MARK and .INDEX select the mark and index price.',
    request: udfSymbolQuery,
    result: udfSymbolInfo,
    answer: ({ symbol }, { catalogue }) => {
      const charted = chartedOf(symbol, catalogue);
      return charted === undefined ? unknown() : plainJson(symbolInfo(charted));
    },
  }),
  chart<UdfSearchQuery>({
    path: '/udf/search',
    cost: 'list',
    summary: 'For chart programs (UDF): symbols that contain a text.',
    request: udfSearchQuery,
    result: udfFound,
    answer: search,
  }),
  chart<UdfHistoryQuery>({
    path: '/udf/history',
    cost: 'candles',
    summary: 'For chart programs (UDF): bars of a time range, or a number of bars before its end.',
    request: udfHistoryQuery,
    result: udfBars,
    fails: ['historyAway'],
    sharedMs: MARKET_SHARE_MS,
    answer: history,
  }),
  route<object>({
    method: 'GET',
    path: '/udf/time',
    cost: 'light',
    access: 'public',
    effect: 'none',
    summary: 'For chart programs (UDF): server time in seconds.',
    request: emptyRequest,
    result: emptyRequest,
    contentType: 'text/plain; charset=utf-8',
    answer: (_query, { now }) => ({
      kind: 'content',
      content: { type: 'text/plain; charset=utf-8', parts: String(Math.floor(now() / MS_PER_S)) },
    }),
  }),
];
