import { openChannel, type BridgeChannel } from '../bridge/channel.ts';
import {
  BRIDGE_VERSION,
  type ChartFreshness,
  type ChartLine,
  type ChartResolution,
  type ChartSetup,
  type ChartSymbol,
  type ChartTheme,
  type FiredAlert,
  type FrameMessage,
  type HostMessage,
  type PlannedBracket,
  type TradeTool,
} from '../bridge/messages.ts';
import { TRADE_TOOLS } from '../bridge/trading.ts';
import { enclose, readFrameMessage } from '../bridge/validate.ts';
import type { ChartFailure, ChartWidget, ChartWidgetState, TradeHandler } from './chart-widget.ts';
import { createFeedRelay, type FeedRelay } from './feed-relay.ts';
import { keepLastChart } from './store/last-chart.ts';
import { chooseLocale, loadWords } from './locales.ts';
import { prepare } from './prepare.ts';
import { checkOptions, customProperty, type ChartWidgetOptions } from './widget-options.ts';

/** Title of the frame, by which screen readers and tests find the chart (CHT-01). */
export const FRAME_TITLE = 'Financial Chart';
const FRAME_PAGE = 'chart.html';
/** Smaller differences are the way of a message. */
const CLOCK_STEP_MS = 1_000;
/** Background until the frame has painted (CHT-10). */
const LOADING_BACKGROUND: Readonly<Record<ChartTheme, string>> = { dark: '#131722', light: '#ffffff' };

/**
 * Puts the chart's frame into its container and exchanges messages with it. Everything set before the frame is ready is
 * in its first message. Throws on invalid options (CHT-22), and if the chart's files have another origin: the bridge
 * trusts only its own.
 */
export function createChartWidget(options: ChartWidgetOptions): ChartWidget {
  const page = typeof options.container === 'string' ? document : options.container.ownerDocument;
  const view = page.defaultView;
  if (view === null) throw new Error('The container is not in a window');
  return new FramedChart(options, view);
}

/** Setup in preparation; complete once symbol and texts are known. */
type Preparing = Omit<ChartSetup, 'symbol' | 'texts'> & Partial<Pick<ChartSetup, 'symbol' | 'texts'>>;

const isComplete = (setup: Preparing): setup is ChartSetup => setup.symbol !== undefined && setup.texts !== undefined;

class FramedChart implements ChartWidget {
  private current: ChartWidgetState = 'created';
  /** The frame has received its setup. */
  private isBegun = false;
  private setup: Preparing;
  private failure: ChartFailure | undefined;
  private asked: string;
  private readonly view: Window;
  private readonly folder: string;
  private readonly remembers: boolean;
  private readonly frame: HTMLIFrameElement;
  private readonly channel: BridgeChannel<HostMessage>;
  private readonly relay: FeedRelay;
  private readonly readyListeners = new Set<() => void>();
  private readonly failureListeners = new Set<(failure: ChartFailure) => void>();
  private readonly symbolListeners = new Set<(symbol: ChartSymbol) => void>();
  private readonly resolutionListeners = new Set<(resolution: ChartResolution) => void>();
  private readonly buttonListeners = new Set<(lineId: string, buttonId: string) => void>();
  private tradeHandler: TradeHandler | undefined;
  private readonly alertListeners = new Set<(alert: FiredAlert) => void>();

  constructor(options: ChartWidgetOptions, view: Window) {
    const { container, folder, datafeed, size, locale, symbol, resolution, ...shown } = checkOptions(options, view.document);
    this.view = view;
    this.folder = folder;
    this.asked = locale;
    this.remembers = options.loadLastChart === true;
    const { words, tag } = chooseLocale(locale);
    const first = prepare(view, { datafeed, symbol, resolution, remembers: this.remembers });
    this.setup = { ...shown, locale: tag, resolution: first.resolution, lines: [], freshness: 'live', ahead: 0, tradeTools: [] };
    this.frame = this.createFrame(size);
    this.channel = openChannel<FrameMessage, HostMessage>(
      { own: view, origin: view.location.origin, other: () => this.frame.contentWindow },
      { read: readFrameMessage, enclose },
      (message) => this.receive(message),
    );
    this.relay = createFeedRelay(datafeed, this.channel.send);
    this.await(loadWords(view, folder, words), 'static-files-failed', (texts) => (this.setup.texts === undefined ? { texts } : {}));
    this.await(first.symbol, 'symbol-failed', (found) => (this.setup.symbol === undefined ? { symbol: found } : {}));
    container.append(this.frame);
  }

  get state(): ChartWidgetState {
    return this.current;
  }

  onReady(listener: () => void): void {
    if (this.current === 'ready') attempt(listener);
    else if (this.current !== 'destroyed') this.readyListeners.add(listener);
  }

  onFailure(listener: (failure: ChartFailure) => void): void {
    if (this.failure !== undefined) listener(this.failure);
    else if (this.current !== 'destroyed') this.failureListeners.add(listener);
  }

  setSymbol(symbol: ChartSymbol): void {
    if (this.setup.symbol !== undefined && sameFields(symbol, this.setup.symbol)) return;
    // The lines belong to the previous symbol and are removed.
    this.change({ symbol, lines: [] }, { kind: 'symbol', symbol });
    this.begin();
    this.remember();
  }

  setResolution(resolution: ChartResolution): void {
    if (resolution === this.setup.resolution) return;
    this.change({ resolution }, { kind: 'resolution', resolution });
    this.remember();
  }

  setTheme(theme: ChartTheme): void {
    if (theme === this.setup.theme) return;
    this.frame.style.background = LOADING_BACKGROUND[theme];
    this.change({ theme }, { kind: 'theme', theme });
  }

  setLocale(locale: string): void {
    if (locale === this.asked || this.current === 'destroyed') return;
    this.asked = locale;
    const { words, tag } = chooseLocale(locale);
    loadWords(this.view, this.folder, words).then(
      (texts) => {
        if (this.asked !== locale) return;
        this.change({ locale: tag, texts }, { kind: 'texts', locale: tag, texts });
        this.begin();
      },
      (cause: unknown) => console.warn(`The texts of ${locale} could not be loaded; the chart keeps its language`, cause),
    );
  }

  setCustomProperty(name: string, value: string): void {
    const property = customProperty(name, value);
    const others = this.setup.customProperties.filter((known) => known.name !== name);
    this.change({ customProperties: [...others, property] }, { kind: 'customProperty', property });
  }

  setFreshness(freshness: ChartFreshness): void {
    if (freshness !== this.setup.freshness) this.change({ freshness }, { kind: 'freshness', freshness });
  }

  setClock(exchangeTime: number): void {
    const ahead = Math.round(exchangeTime - Date.now());
    if (Math.abs(ahead - (this.setup.ahead ?? 0)) >= CLOCK_STEP_MS) this.change({ ahead }, { kind: 'clock', ahead });
  }

  setLines(lines: readonly ChartLine[]): void {
    this.change({ lines }, { kind: 'lines', lines });
  }

  onSymbol(listener: (symbol: ChartSymbol) => void): () => void {
    this.symbolListeners.add(listener);
    return () => this.symbolListeners.delete(listener);
  }

  onResolution(listener: (resolution: ChartResolution) => void): () => void {
    this.resolutionListeners.add(listener);
    return () => this.resolutionListeners.delete(listener);
  }

  onLineButton(listener: (lineId: string, buttonId: string) => void): () => void {
    this.buttonListeners.add(listener);
    return () => this.buttonListeners.delete(listener);
  }

  onAlert(listener: (alert: FiredAlert) => void): () => void {
    this.alertListeners.add(listener);
    return () => this.alertListeners.delete(listener);
  }

  refreshMarks(): void {
    if (this.current === 'ready') this.channel.send({ kind: 'marksChanged' });
  }

  setTradeHandler(handler: TradeHandler | undefined): void {
    this.tradeHandler = handler;
    const tools: readonly TradeTool[] = TRADE_TOOLS.filter((tool) => handler?.[tool] !== undefined);
    this.change({ tradeTools: tools }, { kind: 'tradeTools', tools });
  }

  destroy(): void {
    if (this.current === 'destroyed') return;
    this.current = 'destroyed';
    this.channel.close();
    this.relay.clear();
    for (const listeners of [this.readyListeners, this.failureListeners, this.symbolListeners]) listeners.clear();
    this.resolutionListeners.clear();
    this.buttonListeners.clear();
    this.alertListeners.clear();
    this.tradeHandler = undefined;
    this.frame.removeEventListener('load', this.filesCame);
    this.frame.remove();
  }

  private createFrame(size: { readonly width: number; readonly height: number } | undefined): HTMLIFrameElement {
    const frame = this.view.document.createElement('iframe');
    frame.title = FRAME_TITLE;
    frame.className = 'chart-frame';
    frame.style.background = LOADING_BACKGROUND[this.setup.theme];
    frame.style.border = '0';
    frame.style.width = size === undefined ? '100%' : `${size.width}px`;
    frame.style.height = size === undefined ? '100%' : `${size.height}px`;
    frame.addEventListener('load', this.filesCame);
    frame.src = new URL(FRAME_PAGE, this.folder).href;
    return frame;
  }

  /** A page was loaded into the frame, possibly an error page of the server. */
  private readonly filesCame = (): void => {
    if (frameVersion(this.frame) === BRIDGE_VERSION) return;
    this.fail('static-files-failed', `${this.frame.src} is not the frame of this chart`);
  };

  /** Collects changes in the setup, which is sent to the frame once complete. */
  private await<T>(coming: Promise<T>, code: ChartFailure['code'], take: (came: T) => Partial<ChartSetup>): void {
    coming.then(
      (came) => {
        this.setup = { ...this.setup, ...take(came) };
        this.begin();
      },
      (cause: unknown) => this.fail(code, cause instanceof Error ? cause.message : String(cause)),
    );
  }

  private begin(): void {
    if (this.current !== 'innerWindowLoaded' || this.isBegun || !isComplete(this.setup)) return;
    this.isBegun = true;
    this.channel.send({ kind: 'init', setup: this.setup });
    this.remember();
  }

  private fail(code: ChartFailure['code'], message: string): void {
    if (this.current === 'destroyed' || this.failure !== undefined) return;
    this.failure = { code, message };
    console.error(`${code}: ${message}`);
    for (const listener of [...this.failureListeners]) listener(this.failure);
    this.failureListeners.clear();
  }

  private remember(): void {
    const { symbol, resolution } = this.setup;
    if (this.remembers && symbol !== undefined) keepLastChart(this.view, { ticker: symbol.ticker, resolution });
  }

  /** Whether a message of the frame is about the symbol that the page has now. */
  private shows(ticker: string): boolean {
    return ticker === this.setup.symbol?.ticker;
  }

  private estimateBracket(bracket: number, plan: PlannedBracket): void {
    const estimate = this.tradeHandler?.bracket?.estimate(plan);
    if (estimate !== undefined) this.channel.send({ kind: 'bracketEstimate', bracket, estimate });
  }

  private async useBracket(bracket: number, plan: PlannedBracket, use: 'send' | 'form'): Promise<void> {
    let isDone = false;
    try {
      isDone = (await this.tradeHandler?.bracket?.use(plan, use)) ?? false;
    } finally {
      if (this.current !== 'destroyed') this.channel.send({ kind: 'bracketEnded', bracket, isDone });
    }
  }

  private async drop({ ticker, drag, lineId, price }: Extract<FrameMessage, { readonly kind: 'lineDropped' }>): Promise<void> {
    try {
      if (this.shows(ticker)) await this.tradeHandler?.drop(lineId, price);
    } finally {
      if (this.current !== 'destroyed') this.channel.send({ kind: 'dragEnded', drag });
    }
  }

  private change(part: Partial<ChartSetup>, message: HostMessage): void {
    if (this.current === 'destroyed') return;
    this.setup = { ...this.setup, ...part };
    if (this.isBegun) this.channel.send(message);
  }

  private receive(message: FrameMessage): void {
    switch (message.kind) {
      case 'loaded':
        // Also after a reload of the frame: it and its subscriptions start from nothing.
        this.relay.clear();
        this.current = 'innerWindowLoaded';
        this.isBegun = false;
        this.begin();
        return;
      case 'ready':
        this.current = 'ready';
        for (const listener of [...this.readyListeners]) attempt(listener);
        this.readyListeners.clear();
        return;
      case 'symbolChosen':
        this.setSymbol(message.symbol);
        for (const listener of [...this.symbolListeners]) listener(message.symbol);
        return;
      case 'resolutionChosen':
        this.setResolution(message.resolution);
        for (const listener of [...this.resolutionListeners]) listener(message.resolution);
        return;
      case 'lineButton':
        for (const listener of [...this.buttonListeners]) listener(message.lineId, message.buttonId);
        return;
      case 'alertFired':
        for (const listener of [...this.alertListeners]) listener(message.alert);
        return;
      case 'bracketMoved':
        this.estimateBracket(message.bracket, message.plan);
        return;
      case 'bracketUsed':
        if (this.shows(message.ticker)) void this.useBracket(message.bracket, message.plan, message.use);
        return;
      case 'quantitiesRequest': {
        const quantities = message.orders.map((order) => this.tradeHandler?.quantity?.(order) ?? '');
        this.channel.send({ kind: 'quantities', request: message.request, quantities });
        return;
      }
      case 'orderWanted':
        if (this.shows(message.ticker)) this.tradeHandler?.order?.(message.order);
        return;
      case 'lineDragged': {
        const estimate = this.tradeHandler?.estimate(message.lineId, message.price);
        if (estimate !== undefined) this.channel.send({ kind: 'dragEstimate', drag: message.drag, estimate });
        return;
      }
      case 'lineDropped':
        void this.drop(message);
        return;
      default:
        this.relay.handle(message);
    }
  }
}

/** Version of the script in the frame; `undefined` if the frame holds another page or a page of another origin. */
function frameVersion(frame: HTMLIFrameElement): number | undefined {
  try {
    const inner = frame.contentWindow as { readonly widgetReady?: () => unknown } | null;
    const version = inner?.widgetReady?.();
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** A listener of the embedding page that throws must not stop the chart (CHT-27). */
function attempt(listener: () => void): void {
  try {
    listener();
  } catch (cause) {
    console.error('A listener of the ready chart failed', cause);
  }
}

function sameFields<T extends object>(a: T, b: T): boolean {
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([key, value]) => JSON.stringify(others.get(key)) === JSON.stringify(value));
}
