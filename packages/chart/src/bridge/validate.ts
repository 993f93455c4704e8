import {
  BRIDGE_NAME,
  BRIDGE_VERSION,
  CHART_SERIES,
  MARKET_SERIES,
  MARK_KINDS,
  type ChartBar,
  type ChartLine,
  type ChartMark,
  type ChartQuote,
  type ChartSetup,
  type ChartSymbol,
  type ChartSymbolInfo,
  type CustomProperty,
  type FiredAlert,
  type FrameMessage,
  type HostMessage,
} from './messages.ts';
import { CHART_RESOLUTIONS } from './resolutions.ts';
import { exactly, finite, flag, type Guard, isPlainObject, listOf, oneOf, optional, record, text, whole } from './shape.ts';
import type { ChartSettings } from './settings.ts';
import { SYMBOL_KINDS } from './symbol-kinds.ts';
import { CHART_TEXT_KEYS, type ChartTexts } from './texts.ts';
import {
  LINE_DRAGS,
  LINE_KINDS,
  RISK_UNITS,
  TONES_OF_TEXT,
  TRADE_TOOLS,
  type BracketEstimate,
  type DragEstimate,
  type PlannedBracket,
  type WantedOrder,
} from './trading.ts';

/** Bounds of one message: a page of history, the lines of one symbol. */
export const MAX_BARS = 5_000;
export const MAX_LINES = 500;
export const MAX_MARKS = 2_000;
export const MAX_SYMBOLS = 500;
/** As many as a list shows, and more. */
const MAX_QUOTES = 100;
const MAX_TIME = 8_640_000_000_000_000;

const id = text(100);
const caption = text(200);
const time = whole(-MAX_TIME, MAX_TIME);
const number = whole(0, Number.MAX_SAFE_INTEGER);
const difference = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const side = oneOf(['Buy', 'Sell']);
const tone = oneOf(TONES_OF_TEXT);
const theme = oneOf(['dark', 'light']);
const resolution = oneOf(CHART_RESOLUTIONS);
const freshness = oneOf(['live', 'stale', 'resyncing', 'offline']);

const numbersOfBar: Guard<ChartBar> = record({
  time,
  open: finite(),
  high: finite(),
  low: finite(),
  close: finite(),
  volume: finite(0),
});
/** A bar whose high and low enclose its open and close. */
export const isChartBar: Guard<ChartBar> = (value): value is ChartBar =>
  numbersOfBar(value) && value.low <= Math.min(value.open, value.close) && value.high >= Math.max(value.open, value.close);

const ticker = text(40);
const series = oneOf(CHART_SERIES);
const symbolKind = oneOf(SYMBOL_KINDS);
const symbolFields = {
  ticker,
  priceDigits: whole(0, 12),
  quantityDigits: whole(0, 12),
  priceStep: finite(Number.MIN_VALUE),
  hasMark: flag,
  figures: listOf(oneOf(MARKET_SERIES), MARKET_SERIES.length),
};
const isQuote: Guard<ChartQuote> = record({ ticker, last: text(40), change: text(40), tone: oneOf(TONES_OF_TEXT) });
const isSymbol: Guard<ChartSymbol> = record(symbolFields);
const isSymbolInfo: Guard<ChartSymbolInfo> = record({
  ...symbolFields,
  name: caption,
  kind: symbolKind,
  details: listOf(record({ label: caption, value: caption }), 40),
});
const isLine: Guard<ChartLine> = record({
  id,
  kind: oneOf(LINE_KINDS),
  price: finite(),
  side,
  name: text(40),
  quantity: text(40),
  details: listOf(record({ text: text(100), tone }), 4),
  buttons: listOf(record({ id, label: text(40) }), 8),
  drag: oneOf(LINE_DRAGS),
});
const isFact = record({ name: text(60), value: text(100), tone });
const isEstimate: Guard<DragEstimate> = record({
  title: caption,
  facts: listOf(isFact, 8),
  problem: text(500),
});
const isMark: Guard<ChartMark> = record({ id, kind: oneOf(MARK_KINDS), time, text: caption, side, details: listOf(isFact, 8) });
/** Every word of the frame, and nothing else. */
export const isChartTexts: Guard<ChartTexts> = (value): value is ChartTexts =>
  isPlainObject(value) &&
  Object.keys(value).length === CHART_TEXT_KEYS.length &&
  CHART_TEXT_KEYS.every((key) => Object.hasOwn(value, key) && caption(value[key]));
const isPlan: Guard<PlannedBracket> = record({
  side,
  entry: finite(0),
  stop: finite(0),
  target: finite(0),
  risk: record({ unit: oneOf(RISK_UNITS), value: text(30) }),
});
const isBracketEstimate: Guard<BracketEstimate> = record({
  target: caption,
  entry: caption,
  stop: caption,
  ratio: text(40),
  note: caption,
  problem: text(500),
});
const isWanted: Guard<WantedOrder> = record({ side, type: oneOf(['limit', 'stop']), price: finite(0) });
const isFired: Guard<FiredAlert> = record({ id, ticker, title: text(300), text: text(500), wantsNotice: flag });
/** Orders that one menu offers. */
const MAX_WANTED = 10;
const tradeTools = listOf(oneOf(TRADE_TOOLS), TRADE_TOOLS.length);
const lines = listOf(isLine, MAX_LINES);
const locale = text(40);
const customProperty: Guard<CustomProperty> = record({ name: text(100), value: text(1_000) });
const customProperties = listOf(customProperty, 100);
// `readSettings` checks the values of the settings.
const isSettings = (value: unknown): value is ChartSettings => isPlainObject(value);
const isSetup: Guard<ChartSetup> = record({
  symbol: isSymbol,
  resolution,
  theme,
  timezone: text(60),
  locale,
  texts: isChartTexts,
  lines,
  freshness,
  ahead: difference,
  tradeTools,
  timeFrames: listOf(record({ text: text(4), resolution }), 20),
  settings: isSettings,
  customProperties,
});

type Guards<M extends { readonly kind: string }> = { readonly [K in M['kind']]: Guard<Extract<M, { readonly kind: K }>> };

const hostGuards: Guards<HostMessage> = {
  init: record({ kind: exactly('init'), setup: isSetup }),
  symbol: record({ kind: exactly('symbol'), symbol: isSymbol }),
  resolution: record({ kind: exactly('resolution'), resolution }),
  theme: record({ kind: exactly('theme'), theme }),
  texts: record({ kind: exactly('texts'), locale, texts: isChartTexts }),
  lines: record({ kind: exactly('lines'), lines }),
  customProperty: record({ kind: exactly('customProperty'), property: customProperty }),
  freshness: record({ kind: exactly('freshness'), freshness }),
  clock: record({ kind: exactly('clock'), ahead: difference }),
  tradeTools: record({ kind: exactly('tradeTools'), tools: tradeTools }),
  bracketEstimate: record({ kind: exactly('bracketEstimate'), bracket: number, estimate: isBracketEstimate }),
  bracketEnded: record({ kind: exactly('bracketEnded'), bracket: number, isDone: flag }),
  marksChanged: record({ kind: exactly('marksChanged') }),
  dragEstimate: record({ kind: exactly('dragEstimate'), drag: number, estimate: isEstimate }),
  dragEnded: record({ kind: exactly('dragEnded'), drag: number }),
  history: record({ kind: exactly('history'), request: number, bars: listOf(isChartBar, MAX_BARS), complete: flag }),
  marks: record({ kind: exactly('marks'), request: number, marks: listOf(isMark, MAX_MARKS) }),
  found: record({ kind: exactly('found'), request: number, symbols: listOf(isSymbolInfo, MAX_SYMBOLS) }),
  resolved: record({ kind: exactly('resolved'), request: number, symbol: isSymbolInfo }),
  quantities: record({ kind: exactly('quantities'), request: number, quantities: listOf(text(60), MAX_WANTED) }),
  requestFailed: record({ kind: exactly('requestFailed'), request: number }),
  bar: record({ kind: exactly('bar'), subscription: number, bar: isChartBar }),
  historyChanged: record({ kind: exactly('historyChanged'), subscription: number }),
  quotes: record({ kind: exactly('quotes'), quotes: listOf(isQuote, MAX_QUOTES) }),
};

const frameGuards: Guards<FrameMessage> = {
  loaded: record({ kind: exactly('loaded') }),
  ready: record({ kind: exactly('ready') }),
  historyRequest: record({
    kind: exactly('historyRequest'),
    request: number,
    ticker,
    series,
    resolution,
    before: time,
    limit: whole(1, MAX_BARS),
  }),
  marksRequest: record({ kind: exactly('marksRequest'), request: number, ticker, from: time, to: time }),
  searchRequest: record({ kind: exactly('searchRequest'), request: number, text: text(60), of: optional(symbolKind) }),
  resolveRequest: record({ kind: exactly('resolveRequest'), request: number, ticker }),
  followQuotes: record({ kind: exactly('followQuotes'), tickers: listOf(ticker, MAX_QUOTES) }),
  subscribe: record({ kind: exactly('subscribe'), subscription: number, ticker, series, resolution }),
  unsubscribe: record({ kind: exactly('unsubscribe'), subscription: number }),
  symbolChosen: record({ kind: exactly('symbolChosen'), symbol: isSymbol }),
  resolutionChosen: record({ kind: exactly('resolutionChosen'), resolution }),
  lineButton: record({ kind: exactly('lineButton'), lineId: id, buttonId: id }),
  alertFired: record({ kind: exactly('alertFired'), alert: isFired }),
  bracketMoved: record({ kind: exactly('bracketMoved'), bracket: number, plan: isPlan }),
  bracketUsed: record({ kind: exactly('bracketUsed'), ticker, bracket: number, plan: isPlan, use: oneOf(['send', 'form']) }),
  quantitiesRequest: record({ kind: exactly('quantitiesRequest'), request: number, orders: listOf(isWanted, MAX_WANTED) }),
  orderWanted: record({ kind: exactly('orderWanted'), ticker, order: isWanted }),
  lineDragged: record({ kind: exactly('lineDragged'), drag: number, lineId: id, price: finite() }),
  lineDropped: record({ kind: exactly('lineDropped'), ticker, drag: number, lineId: id, price: finite() }),
};

/** Wire form of a message, with the bridge's name and version. */
export interface BridgeEnvelope<M> {
  readonly bridge: typeof BRIDGE_NAME;
  readonly version: typeof BRIDGE_VERSION;
  readonly message: M;
}

export function enclose<M extends HostMessage | FrameMessage>(message: M): BridgeEnvelope<M> {
  return { bridge: BRIDGE_NAME, version: BRIDGE_VERSION, message };
}

const isEnvelope = record({
  bridge: exactly(BRIDGE_NAME),
  version: exactly(BRIDGE_VERSION),
  message: isPlainObject,
});

/** The page's message in `data`, or `undefined` when it is not one of this bridge and version. */
export function readHostMessage(data: unknown): HostMessage | undefined {
  return read(data, hostGuards);
}

/** The frame's message in `data`, or `undefined` when it is not one of this bridge and version. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  return read(data, frameGuards);
}

function read<M extends { readonly kind: string }>(data: unknown, guards: Guards<M>): M | undefined {
  if (!isEnvelope(data)) return undefined;
  const { message } = data;
  const kind = message['kind'];
  if (typeof kind !== 'string' || !Object.hasOwn(guards, kind)) return undefined;
  const guard: Guard<M> = guards[kind as M['kind']];
  return guard(message) ? message : undefined;
}
