import type { FiredAlert } from './alerts.ts';
import type { ChartResolution } from './resolutions.ts';
import type { ChartSettings } from './settings.ts';
import type { SymbolKind } from './symbol-kinds.ts';
import type { ChartTexts } from './texts.ts';
import type { TimeFrame } from './time-frames.ts';
import type { BracketEstimate, ChartLine, DragEstimate, PlannedBracket, TextTone, TradeTool, WantedOrder } from './trading.ts';

export type { FiredAlert } from './alerts.ts';
export type { ChartResolution } from './resolutions.ts';
export type { SymbolKind } from './symbol-kinds.ts';
export type { ChartTexts } from './texts.ts';
export type { TimeFrame } from './time-frames.ts';
export type { BracketEstimate, ChartLine, DragEstimate, PlannedBracket, TradeTool, WantedOrder } from './trading.ts';

/**
 * Messages between page and frame: typed, versioned, validated on arrival, accepted from the page's own origin only.
 */
export const BRIDGE_VERSION = 6;
/** Marks a message of this bridge among all messages of a window. */
export const BRIDGE_NAME = 'tapedeck.chart';

export interface ChartBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}
export type ChartTheme = 'dark' | 'light';
/** Executions are at their bar, the others at the foot of the picture. */
export const MARK_KINDS = ['execution', 'funding', 'delivery'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A mark on the time axis of the candles: an own trade, a funding payment, a settlement or delivery. */
export interface ChartMark {
  readonly id: string;
  readonly kind: MarkKind;
  readonly time: number;
  /** Summary in one line. */
  readonly text: string;
  readonly side: 'Buy' | 'Sell';
  /** Shown on a press: price, quantity, fee … */
  readonly details: readonly { readonly name: string; readonly value: string; readonly tone: TextTone }[];
}

/** Figures of a market besides its prices: each has an indicator of the same name. */
export const MARKET_SERIES = ['openInterest', 'fundingRate'] as const;
export type MarketSeries = (typeof MARKET_SERIES)[number];

/** Prices of bars, and figures that a datafeed provides as bars of one value. The funding rate is in percent. */
export const CHART_SERIES = ['trade', 'mark', ...MARKET_SERIES] as const;
export type ChartSeries = (typeof CHART_SERIES)[number];

export interface ChartSymbol {
  readonly ticker: string;
  readonly priceDigits: number;
  readonly quantityDigits: number;
  /** Price step: prices are multiples of it. */
  readonly priceStep: number;
  /** It has a mark price, so there are bars of the series `mark`. */
  readonly hasMark: boolean;
  /** Figures that the datafeed has for it. */
  readonly figures: readonly MarketSeries[];
}

/** A search result. */
export interface ChartSymbolInfo extends ChartSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Further details of it, as text. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

/** Current quote of a symbol, as display text. */
export interface ChartQuote {
  readonly ticker: string;
  readonly last: string;
  /** Change of the last price over 24 hours. */
  readonly change: string;
  readonly tone: TextTone;
}

/** Freshness of the displayed bars. */
export type ChartFreshness = 'live' | 'stale' | 'resyncing' | 'offline';

/** Everything the frame needs to start. */
export interface ChartSetup {
  readonly symbol: ChartSymbol;
  readonly resolution: ChartResolution;
  readonly theme: ChartTheme;
  /** IANA name. */
  readonly timezone: string;
  /** BCP 47 tag, for digits grouping and the frame's language. */
  readonly locale: string;
  readonly texts: ChartTexts;
  readonly lines: readonly ChartLine[];
  readonly freshness: ChartFreshness;
  /** Milliseconds by which the exchange's clock is ahead of this machine's. */
  readonly ahead: number;
  readonly tradeTools: readonly TradeTool[];
  readonly timeFrames: readonly TimeFrame[];
  /** Initial settings of a new layout. */
  readonly settings: ChartSettings;
  readonly customProperties: readonly CustomProperty[];
}

/** A CSS custom property of the frame's page, from which its colours and fonts are read. */
export interface CustomProperty {
  /** Starts with `--`. */
  readonly name: string;
  readonly value: string;
}

/** From the page to the frame. */
export type HostMessage =
  | { readonly kind: 'init'; readonly setup: ChartSetup }
  | { readonly kind: 'symbol'; readonly symbol: ChartSymbol }
  | { readonly kind: 'resolution'; readonly resolution: ChartResolution }
  | { readonly kind: 'theme'; readonly theme: ChartTheme }
  | { readonly kind: 'customProperty'; readonly property: CustomProperty }
  | { readonly kind: 'texts'; readonly locale: string; readonly texts: ChartTexts }
  | { readonly kind: 'lines'; readonly lines: readonly ChartLine[] }
  | { readonly kind: 'freshness'; readonly freshness: ChartFreshness }
  | { readonly kind: 'clock'; readonly ahead: number }
  | { readonly kind: 'tradeTools'; readonly tools: readonly TradeTool[] }
  /** Answers to `bracketMoved` and `bracketUsed`; `isDone` once the plan has become an order or has been copied to the form. */
  | { readonly kind: 'bracketEstimate'; readonly bracket: number; readonly estimate: BracketEstimate }
  | { readonly kind: 'bracketEnded'; readonly bracket: number; readonly isDone: boolean }
  /** Marks must be requested again. */
  | { readonly kind: 'marksChanged' }
  /** Answer to the newest `lineDragged` of a drag. */
  | { readonly kind: 'dragEstimate'; readonly drag: number; readonly estimate: DragEstimate }
  /** The dropped change is complete, refused or abandoned: the line returns to the position of its data. */
  | { readonly kind: 'dragEnded'; readonly drag: number }
  /** Answers to requests; `request` is the number assigned by the frame. */
  | { readonly kind: 'history'; readonly request: number; readonly bars: readonly ChartBar[]; readonly complete: boolean }
  | { readonly kind: 'marks'; readonly request: number; readonly marks: readonly ChartMark[] }
  | { readonly kind: 'found'; readonly request: number; readonly symbols: readonly ChartSymbolInfo[] }
  | { readonly kind: 'resolved'; readonly request: number; readonly symbol: ChartSymbolInfo }
  /** Quantities of the requested orders, as display text; '' if there is none. */
  | { readonly kind: 'quantities'; readonly request: number; readonly quantities: readonly string[] }
  | { readonly kind: 'requestFailed'; readonly request: number }
  /** The forming bar of a subscription. */
  | { readonly kind: 'bar'; readonly subscription: number; readonly bar: ChartBar }
  /** History of a subscription changed and must be requested again. */
  | { readonly kind: 'historyChanged'; readonly subscription: number }
  /** Changed quotes of the symbols that the frame follows. */
  | { readonly kind: 'quotes'; readonly quotes: readonly ChartQuote[] };

/** From the frame to the page. */
export type FrameMessage =
  /** The frame's script is running: it can be initialised. */
  | { readonly kind: 'loaded' }
  /** The chart is ready. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'historyRequest';
      readonly request: number;
      readonly ticker: string;
      readonly series: ChartSeries;
      readonly resolution: ChartResolution;
      readonly before: number;
      readonly limit: number;
    }
  | { readonly kind: 'marksRequest'; readonly request: number; readonly ticker: string; readonly from: number; readonly to: number }
  /** `of`: `undefined` for every kind. */
  | { readonly kind: 'searchRequest'; readonly request: number; readonly text: string; readonly of: SymbolKind | undefined }
  | { readonly kind: 'resolveRequest'; readonly request: number; readonly ticker: string }
  /** The displayed symbols with quotes; replaces the previous list. */
  | { readonly kind: 'followQuotes'; readonly tickers: readonly string[] }
  | {
      readonly kind: 'subscribe';
      readonly subscription: number;
      readonly ticker: string;
      readonly series: ChartSeries;
      readonly resolution: ChartResolution;
    }
  | { readonly kind: 'unsubscribe'; readonly subscription: number }
  /** The user chose another symbol in the frame. */
  | { readonly kind: 'symbolChosen'; readonly symbol: ChartSymbol }
  /** The user chose another resolution in the frame. */
  | { readonly kind: 'resolutionChosen'; readonly resolution: ChartResolution }
  | { readonly kind: 'lineButton'; readonly lineId: string; readonly buttonId: string }
  | { readonly kind: 'alertFired'; readonly alert: FiredAlert }
  /** A trade plan changed; sent at most once a frame. */
  | { readonly kind: 'bracketMoved'; readonly bracket: number; readonly plan: PlannedBracket }
  /**
   * Messages that trade name the symbol of their prices. While one is on its way, the page may switch to another symbol, where the same
   * prices would be an order that the trader has not seen.
   */
  | {
      readonly kind: 'bracketUsed';
      readonly ticker: string;
      readonly bracket: number;
      readonly plan: PlannedBracket;
      readonly use: 'send' | 'form';
    }
  /** Requests the quantities of orders before they are offered. */
  | { readonly kind: 'quantitiesRequest'; readonly request: number; readonly orders: readonly WantedOrder[] }
  | { readonly kind: 'orderWanted'; readonly ticker: string; readonly order: WantedOrder }
  /** A line is being dragged; at most once a frame; answered by `dragEstimate`. */
  | { readonly kind: 'lineDragged'; readonly drag: number; readonly lineId: string; readonly price: number }
  /** The line was dropped here; answered once by `dragEnded`. */
  | { readonly kind: 'lineDropped'; readonly ticker: string; readonly drag: number; readonly lineId: string; readonly price: number };
