import { scaledNumber, sideOf, sideOfMaker, timeOf } from './decimal-fields.ts';

/**
 * `archive`: the public trade files of venues; `plain`: time, price, size, side; `capture`: several markets in one file; `candles`:
 * bars; `frames`: WebSocket frames of books and trades.
 */
export type RecordingFormat = 'archive' | 'plain' | 'capture' | 'candles' | 'frames';

export type Field =
  'time' | 'day' | 'price' | 'quantity' | 'side' | 'maker' | 'symbol' | 'market' | 'id' | 'open' | 'high' | 'low' | 'close' | 'volume';
export type Columns = Readonly<Partial<Record<Field, number>>>;

/**
 * Names of a column in headers, the preferred one first; lower case, with `_` for spaces. A format with a header needs no more than
 * its names here.
 */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  time: [
    'timestamp',
    'time',
    'ts_ms',
    'ts',
    'unix',
    'open_time',
    'open_time_ms',
    'start',
    'start_at',
    'transact_time',
    'created_time',
    'datetime',
  ],
  day: ['date'],
  price: ['price'],
  // The spot archive of the venue names the quantity of a trade "volume".
  quantity: ['size', 'qty', 'quantity', 'amount', 'volume'],
  side: ['side', 'taker_side'],
  // Kaiko's `sell` says the same: the buyer was the maker.
  maker: ['is_buyer_maker', 'isbuyermaker', 'buyer_maker', 'sell'],
  symbol: ['symbol', 'instrument_name'],
  market: ['market'],
  id: ['id', 'trade_id', 'trdmatchid', 'agg_trade_id', 'tradeid'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume', 'tickvol', 'vol'],
};
/** CryptoDataDownload names the coin behind the word, the base coin first. */
const VOLUME_OF_COIN = /^volume_(?!usd|quote)/;

type Row = readonly (Field | '')[];
const BAR: Row = ['time', 'open', 'high', 'low', 'close', 'volume'];
const rest = (count: number): Row => Array.from({ length: count }, () => '' as const);

/** Columns of files without a header; the cells decide between layouts of the same length. */
const HEADLESS: readonly Row[] = [
  // Plain trades.
  ['time', 'price', 'quantity', 'side'],
  // Binance: trades of contracts and of spot, then aggregated ones of both.
  ['id', 'price', 'quantity', '', 'time', 'maker'],
  ['id', 'price', 'quantity', '', 'time', 'maker', ''],
  ['id', 'price', 'quantity', '', '', 'time', 'maker'],
  ['id', 'price', 'quantity', '', '', 'time', 'maker', ''],
  // Plain candles, also the venue's own archive; candles of Binance, and of MetaTrader.
  BAR,
  [...BAR, ...rest(6)],
  ['day', ...BAR],
];

const CANDLES: readonly Field[] = ['time', 'open', 'high', 'low', 'close', 'volume'];
const TRADES: readonly Field[] = ['time', 'price', 'quantity', 'side'];
/** Names of required columns in refusals. */
const SHOWN: Readonly<Partial<Record<Field, string>>> = { time: 'timestamp', quantity: 'size' };
const shown = (field: Field): string => SHOWN[field] ?? field;

/** 2009-01-01 in ms: a count of less than this is not a time. */
const TIMES_FROM = 1_230_768_000_000;
const DAY = /^\d{4}([-./])\d{2}\1\d{2}$/;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/** A date without a time. */
export const isDay = (text: string): boolean => DAY.test(text);
/** A time without a date. */
export const isClock = (text: string): boolean => CLOCK.test(text);

/** OKX writes a name in two languages, with a slash between them. */
const nameOf = (cell: string): string => (cell.replaceAll(/[<>]/g, '').split('/')[0] ?? '').trim().toLowerCase().replaceAll(' ', '_');

/** The columns that a header names. */
export function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map(nameOf);
  const found: Partial<Record<Field, number>> = {};
  for (const [field, known] of Object.entries(NAMES)) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found[field as Field] = at;
  }
  const ofCoin = names.findIndex((name) => VOLUME_OF_COIN.test(name));
  if (found.volume === undefined && ofCoin >= 0) found.volume = ofCoin;
  // A date is the time where no other column has it.
  if (found.time === undefined && found.day !== undefined) {
    found.time = found.day;
    delete found.day;
  }
  return found;
}

/** `undefined` for columns that make neither trades nor candles. */
export function formatOf(columns: Columns): RecordingFormat | undefined {
  const has = (fields: readonly Field[]): boolean => fields.every((field) => columns[field] !== undefined);
  if (has(CANDLES)) return 'candles';
  if (!has(['time', 'price', 'quantity']) || (columns.side === undefined && columns.maker === undefined)) return undefined;
  if (has(['market', 'symbol'])) return 'capture';
  return has(['symbol']) ? 'archive' : 'plain';
}

/** The fault of a first line that is no header of trades or candles. */
export function headerFault(columns: Columns): string {
  const isOfBars = (['open', 'high', 'low', 'close'] as const).some((field) => columns[field] !== undefined);
  const needed = isOfBars ? CANDLES : TRADES;
  const missing = needed.filter((field) => columns[field] === undefined);
  const all = `${needed.slice(0, -1).map(shown).join(', ')} and ${shown(needed.at(-1) ?? 'side')}`;
  if (missing.length === needed.length || (!isOfBars && columns.price === undefined))
    return 'no header of trades or candles. Begin the file with time,price,size,side or timestamp,open,high,low,close,volume.';
  const names = missing.map(shown).join(' and no column ');
  return `no column ${names}. ${isOfBars ? 'Candles' : 'Trades'} need ${all}: export the file with ${missing.length === 1 ? 'it' : 'them'}.`;
}

const isTime = (text: string): boolean => isClock(text) || isDay(text) || (timeOf(text) ?? 0) >= TIMES_FROM;
const isNumber = (text: string): boolean => scaledNumber(text) !== undefined;

/** Whether a cell can be a value of the field. */
const FITS: Readonly<Partial<Record<Field | '', (text: string) => boolean>>> = {
  time: isTime,
  day: isDay,
  side: (text) => sideOf(text) !== undefined || isUnknownSide(text),
  maker: (text) => sideOfMaker(text) !== undefined && !isNumber(text),
  price: isNumber,
  quantity: isNumber,
  open: isNumber,
  high: isNumber,
  low: isNumber,
  close: isNumber,
  volume: isNumber,
};

/** The columns of a first row that is data; `undefined` if it fits no layout. */
export function headlessColumns(cells: readonly string[]): Columns | undefined {
  const row = HEADLESS.find(
    (layout) => layout.length === cells.length && layout.every((field, at) => FITS[field]?.(cells[at] ?? '') ?? true),
  );
  if (row === undefined) return undefined;
  return Object.fromEntries(row.flatMap((field, at) => (field === '' ? [] : [[field, at] as const])));
}

const UNKNOWN_SIDES: ReadonlySet<string> = new Set(['', 'unknown', 'none', 'null', 'nan', 'n/a', '-']);

/** Venues do not know the taker of a few trades. */
export const isUnknownSide = (text: string): boolean => UNKNOWN_SIDES.has(text.toLowerCase());
