import { INDICATOR_IDS, INPUT_KEYS, PRICES } from './indicator-names.ts';
import { CHART_RESOLUTIONS } from './resolutions.ts';

const RESOLUTION_TEXTS = CHART_RESOLUTIONS.map((resolution) => `res.${resolution}` as const);

const INDICATOR_TEXTS = INDICATOR_IDS.map((id) => `indicator.${id}` as const);
const SHORT_TEXTS = INDICATOR_IDS.map((id) => `short.${id}` as const);
const INPUT_TEXTS = INPUT_KEYS.map((key) => `input.${key}` as const);
const PRICE_TEXTS = PRICES.map((price) => `price.${price}` as const);

/** Keys of every word that the frame shows or speaks. */
export const CHART_TEXT_KEYS = [
  /** Spoken name of the chart area. */
  'chart',
  'loading',
  /** History could not be loaded. */
  'failed',
  'retry',
  'stale',
  'resyncing',
  'offline',
  'empty',
  /** Names of a bar's values. */
  'time',
  'open',
  'high',
  'low',
  'close',
  'change',
  'volume',
  /** Spoken name of the list of trade lines. */
  'lines',
  'resolution',
  'moreResolutions',
  ...RESOLUTION_TEXTS,
  'kind',
  'kind.bars',
  'kind.candles',
  'kind.hollow',
  'kind.line',
  'kind.area',
  'kind.baseline',
  'kind.heikinAshi',
  'undo',
  'redo',
  'settings',
  'scale',
  'scale.regular',
  'scale.percent',
  'scale.indexed',
  'scale.log',
  'scale.percentShort',
  'scale.logShort',
  'auto',
  'autoShort',
  'invert',
  'resetView',
  'ranges',
  'range.1d',
  'range.5d',
  'range.1m',
  'range.3m',
  'range.6m',
  'range.1y',
  'zone',
  'zone.Etc/UTC',
  'zone.America/New_York',
  'zone.Europe/London',
  'zone.Europe/Berlin',
  'zone.Asia/Dubai',
  'zone.Asia/Singapore',
  'zone.Asia/Tokyo',
  'indicators',
  'search',
  'noMatch',
  'onChart',
  'allGroups',
  'group.trend',
  'group.momentum',
  'group.volatility',
  'group.volume',
  'addHint',
  'inputs',
  'style',
  'source',
  'plot',
  'colour',
  'width',
  'defaults',
  'cancel',
  'ok',
  'show',
  'hide',
  'remove',
  ...INDICATOR_TEXTS,
  ...SHORT_TEXTS,
  ...INPUT_TEXTS,
  ...PRICE_TEXTS,
  'save.failed',
  'save.conflict',
  'save.newer',
  'save.takeOther',
  'save.keepMine',
  /** Under a line that is dragged. */
  /** Buttons that take a line by keyboard: an order's, a position's. */
  'line.move',
  'line.exit',
  'drag.hint',
  'drag.waits',
  'table',
  'closeTable',
] as const;

export type ChartTextKey = (typeof CHART_TEXT_KEYS)[number];

/** Every word the frame shows or speaks, in the page's language. */
export type ChartTexts = { readonly [K in ChartTextKey]: string };
