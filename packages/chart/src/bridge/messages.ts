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
 * What page and frame say to each other: typed, versioned, checked on arrival, from the page's own origin only.
 */
export const BRIDGE_VERSION = 4;
/** Marks a message as one of this bridge among whatever else a window receives. */
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
/** Executions stand at their bar, the others at the foot of the picture. */
export const MARK_KINDS = ['execution', 'funding', 'delivery'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A mark on the time axis of the candles: an own trade, a funding payment, a settlement or delivery. */
export interface ChartMark {
  readonly id: string;
  readonly kind: MarkKind;
  readonly time: number;
  /** All of it in a line. */
  readonly text: string;
  readonly side: 'Buy' | 'Sell';
  /** Told on a press: price, quantity, fee … */
  readonly details: readonly { readonly name: string; readonly value: string; readonly tone: TextTone }[];
}

export interface ChartSymbol {
  readonly ticker: string;
  readonly priceDigits: number;
  readonly quantityDigits: number;
  /** What prices are multiples of. */
  readonly priceStep: number;
  /** It has a mark price, so that there are bars of the series `mark`. */
  readonly hasMark: boolean;
}

/** Which prices the bars are made of. */
export const CHART_SERIES = ['trade', 'mark'] as const;
export type ChartSeries = (typeof CHART_SERIES)[number];

/** A symbol as a search finds it. */
export interface ChartSymbolInfo extends ChartSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Everything else that is to be known of it, in words. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

/** What a symbol trades at just now, in words. */
export interface ChartQuote {
  readonly ticker: string;
  readonly last: string;
  /** Change of the last price over 24 hours. */
  readonly change: string;
  readonly tone: TextTone;
}

/** How far the bars on screen can be trusted. */
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
  readonly tradeTools: readonly TradeTool[];
  readonly timeFrames: readonly TimeFrame[];
  /** Those that a new layout begins with. */
  readonly settings: ChartSettings;
  readonly customProperties: readonly CustomProperty[];
}

/** A CSS custom property of the frame's page, which its colours and fonts are read from. */
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
  | { readonly kind: 'tradeTools'; readonly tools: readonly TradeTool[] }
  /** Answers to `bracketMoved` and `bracketUsed`; `isDone` when the plan has become an order, or the form's. */
  | { readonly kind: 'bracketEstimate'; readonly bracket: number; readonly estimate: BracketEstimate }
  | { readonly kind: 'bracketEnded'; readonly bracket: number; readonly isDone: boolean }
  /** Marks are to be asked for again. */
  | { readonly kind: 'marksChanged' }
  /** Answer to the newest `lineDragged` of a drag. */
  | { readonly kind: 'dragEstimate'; readonly drag: number; readonly estimate: DragEstimate }
  /** What was dropped is done, refused or given up: the line stands where its data say. */
  | { readonly kind: 'dragEnded'; readonly drag: number }
  /** Answers of requests; `request` is the number the frame gave. */
  | { readonly kind: 'history'; readonly request: number; readonly bars: readonly ChartBar[]; readonly complete: boolean }
  | { readonly kind: 'marks'; readonly request: number; readonly marks: readonly ChartMark[] }
  | { readonly kind: 'found'; readonly request: number; readonly symbols: readonly ChartSymbolInfo[] }
  | { readonly kind: 'resolved'; readonly request: number; readonly symbol: ChartSymbolInfo }
  | { readonly kind: 'requestFailed'; readonly request: number }
  /** The forming bar of a subscription. */
  | { readonly kind: 'bar'; readonly subscription: number; readonly bar: ChartBar }
  /** History of a subscription changed and must be asked for again. */
  | { readonly kind: 'historyChanged'; readonly subscription: number }
  /** Of the symbols that the frame follows: those that changed. */
  | { readonly kind: 'quotes'; readonly quotes: readonly ChartQuote[] };

/** From the frame to the page. */
export type FrameMessage =
  /** The frame's script runs: it may be initialised. */
  | { readonly kind: 'loaded' }
  /** The chart stands and obeys. */
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
  /** The symbols whose quotes are on screen, in place of those before. */
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
  /** A planned trade is another one, told at most once a frame. */
  | { readonly kind: 'bracketMoved'; readonly bracket: number; readonly plan: PlannedBracket }
  | { readonly kind: 'bracketUsed'; readonly bracket: number; readonly plan: PlannedBracket; readonly use: 'send' | 'form' }
  | { readonly kind: 'orderWanted'; readonly order: WantedOrder }
  /** A line is under way, at most once a frame; answered by `dragEstimate`. */
  | { readonly kind: 'lineDragged'; readonly drag: number; readonly lineId: string; readonly price: number }
  /** It was let go here; answered by `dragEnded`, once. */
  | { readonly kind: 'lineDropped'; readonly drag: number; readonly lineId: string; readonly price: number };
