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

/** What the page does about lines that are dragged, and about orders that are wanted at a price. */
export interface TradeHandler {
  /** `undefined` once there is no such line. */
  estimate(lineId: string, price: number): DragEstimate | undefined;
  /** The line keeps its new place until this is settled, then stands where the lines say. */
  drop(lineId: string, price: number): Promise<void>;
  /** Fills in an order. Without it, the chart offers none. */
  readonly order?: (wanted: WantedOrder) => void;
  /** Plans a trade. Without it, the chart offers none. */
  readonly bracket?: {
    estimate(plan: PlannedBracket): BracketEstimate;
    /** Whether the plan has become an order, or stands in the form. */
    use(plan: PlannedBracket, use: 'send' | 'form'): Promise<boolean>;
  };
}

export type ChartWidgetState = 'created' | 'innerWindowLoaded' | 'ready' | 'destroyed';

/** Why a chart never becomes ready. */
export interface ChartFailure {
  /** The frame's files could not be had, or are of another version; or the datafeed does not know the symbol. */
  readonly code: 'static-files-failed' | 'symbol-failed';
  readonly message: string;
}

/** The chart in its frame, as the page holds it. */
export interface ChartWidget {
  readonly state: ChartWidgetState;
  /** Called once, at once when the chart is ready already. A listener that throws is logged, and the chart goes on (CHT-27). */
  onReady(listener: () => void): void;
  /** Called once, at once when the chart has failed already: destroy it and make another one. */
  onFailure(listener: (failure: ChartFailure) => void): void;
  setSymbol(symbol: ChartSymbol): void;
  setResolution(resolution: ChartResolution): void;
  setTheme(theme: ChartTheme): void;
  /** Loads the words of another locale and shows them; those on screen stay until then, and when they cannot be had. */
  setLocale(locale: string): void;
  /** Sets a colour or font of the frame. Throws unless the name starts with `--`. */
  setCustomProperty(name: string, value: string): void;
  /** Shown over the candles unless `live`. */
  setFreshness(freshness: ChartFreshness): void;
  /** Made or updated by id; lines absent from `lines` are removed. */
  setLines(lines: readonly ChartLine[]): void;
  /** The user chose another symbol in the frame, which shows it already. */
  onSymbol(listener: (symbol: ChartSymbol) => void): () => void;
  /** The user chose another resolution in the frame, which shows it already. */
  onResolution(listener: (resolution: ChartResolution) => void): () => void;
  onLineButton(listener: (lineId: string, buttonId: string) => void): () => void;
  /** An alert fired. The chart tells it itself while it can be seen. */
  onAlert(listener: (alert: FiredAlert) => void): () => void;
  /** The datafeed has other marks than before. */
  refreshMarks(): void;
  /** Who answers for what is traded on the chart; without anybody a drag comes to nothing. */
  setTradeHandler(handler: TradeHandler | undefined): void;
  /** Removes the frame, its subscriptions and every listener. */
  destroy(): void;
}
