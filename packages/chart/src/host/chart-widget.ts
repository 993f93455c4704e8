import type {
  BracketEstimate,
  ChartFreshness,
  ChartLine,
  ChartResolution,
  ChartSymbol,
  ChartTheme,
  DragEstimate,
  PlannedBracket,
  FiredAlert,
  WantedOrder,
} from '../bridge/messages.ts';

/** The page's handlers for dragged lines and for orders at a chosen price. */
export interface TradeHandler {
  /** `undefined` once the line has ended. */
  estimate(lineId: string, price: number): DragEstimate | undefined;
  /** The line keeps its new position until this resolves, and then follows the line data. */
  drop(lineId: string, price: number): Promise<void>;
  /** Fills in an order. Without it, the chart offers none. */
  readonly order?: (wanted: WantedOrder) => void;
  /** Current quantity of such an order, as display text; '' if there is none. The chart shows it before the order is filled in. */
  readonly quantity?: (wanted: WantedOrder) => string;
  /** Plans a trade. Without it, the chart offers none. */
  readonly bracket?: {
    estimate(plan: PlannedBracket): BracketEstimate;
    /** Whether the plan has become an order, or has been copied to the form. */
    use(plan: PlannedBracket, use: 'send' | 'form'): Promise<boolean>;
  };
}

export type ChartWidgetState = 'created' | 'innerWindowLoaded' | 'ready' | 'destroyed';

/** Why a chart did not become ready. */
export interface ChartFailure {
  /** The frame's files are unavailable or of another version; or the datafeed does not know the symbol. */
  readonly code: 'static-files-failed' | 'symbol-failed';
  readonly message: string;
}

/** The chart in its frame, for the page. */
export interface ChartWidget {
  readonly state: ChartWidgetState;
  /** Called once, immediately if the chart is already ready. A listener that throws is logged, and the chart continues (CHT-27). */
  onReady(listener: () => void): void;
  /** Called once, immediately if the chart has already failed: destroy it and create another one. */
  onFailure(listener: (failure: ChartFailure) => void): void;
  setSymbol(symbol: ChartSymbol): void;
  setResolution(resolution: ChartResolution): void;
  setTheme(theme: ChartTheme): void;
  /** Loads and shows the texts of another locale; the displayed ones stay until then, and on failure. */
  setLocale(locale: string): void;
  /** Sets a colour or font of the frame. Throws unless the name starts with `--`. */
  setCustomProperty(name: string, value: string): void;
  /** Shown over the candles unless `live`. */
  setFreshness(freshness: ChartFreshness): void;
  /** The exchange's time, from which the frame's clock and the countdown of a bar go on. Smaller differences than a second are left. */
  setClock(exchangeTime: number): void;
  /** Created or updated by id; lines absent from `lines` are removed. */
  setLines(lines: readonly ChartLine[]): void;
  /** The user selected another symbol in the frame, which already shows it. */
  onSymbol(listener: (symbol: ChartSymbol) => void): () => void;
  /** The user selected another resolution in the frame, which already shows it. */
  onResolution(listener: (resolution: ChartResolution) => void): () => void;
  onLineButton(listener: (lineId: string, buttonId: string) => void): () => void;
  /** An alert fired. The chart reports it itself while visible. */
  onAlert(listener: (alert: FiredAlert) => void): () => void;
  /** The datafeed has new marks. */
  refreshMarks(): void;
  /** Sets the handler of trading on the chart; without a handler, dragging a line has no effect. */
  setTradeHandler(handler: TradeHandler | undefined): void;
  /** Removes the frame, its subscriptions and every listener. */
  destroy(): void;
}
