import { openChannel, type BridgeChannel } from '../bridge/channel.ts';
import type {
  ChartFreshness,
  ChartLine,
  ChartResolution,
  ChartSetup,
  ChartSymbol,
  ChartTexts,
  ChartTheme,
  FrameMessage,
  HostMessage,
  PlannedBracket,
  TradeTool,
} from '../bridge/messages.ts';
import { TRADE_TOOLS } from '../bridge/trading.ts';
import { enclose, readFrameMessage } from '../bridge/validate.ts';
import type { ChartWidget, ChartWidgetOptions, ChartWidgetState, TradeHandler } from './chart-widget.ts';
import { createFeedDesk, type FeedDesk } from './feed-desk.ts';

/** Title of the frame: how people with a screen reader, and tests, find the chart (CHT-01). */
export const FRAME_TITLE = 'Financial Chart';

/**
 * Puts the chart's frame into the container and speaks with it. Whatever is set before the frame is up is in its first message.
 * Throws when `frameUrl` is of another origin: the bridge trusts the own one only.
 */
export function createChartWidget(options: ChartWidgetOptions): ChartWidget {
  return new FramedChart(options);
}

class FramedChart implements ChartWidget {
  private current: ChartWidgetState = 'created';
  private setup: ChartSetup;
  private readonly frame: HTMLIFrameElement;
  private readonly channel: BridgeChannel<HostMessage>;
  private readonly desk: FeedDesk;
  private readonly readyListeners = new Set<() => void>();
  private readonly symbolListeners = new Set<(symbol: ChartSymbol) => void>();
  private readonly resolutionListeners = new Set<(resolution: ChartResolution) => void>();
  private tradeHandler: TradeHandler | undefined;
  private readonly buttonListeners = new Set<(lineId: string, buttonId: string) => void>();

  constructor(options: ChartWidgetOptions) {
    const { container, frameUrl, datafeed, ...shown } = options;
    const page = container.ownerDocument;
    const view = page.defaultView;
    if (view === null) throw new Error('The container is not in a window');
    const { origin } = view.location;
    const address = new URL(frameUrl, view.location.href);
    if (address.origin !== origin) throw new Error(`The chart's frame must be of the page's origin ${origin}, not ${address.origin}`);

    this.setup = { ...shown, lines: [], freshness: 'live', tradeTools: [] };
    this.frame = page.createElement('iframe');
    this.frame.title = FRAME_TITLE;
    this.frame.className = 'chart-frame';
    this.frame.src = address.href;
    this.channel = openChannel<FrameMessage, HostMessage>(
      { own: view, origin, other: () => this.frame.contentWindow },
      { read: readFrameMessage, enclose },
      (message) => this.receive(message),
    );
    this.desk = createFeedDesk(datafeed, this.channel.send);
    container.append(this.frame);
  }

  get state(): ChartWidgetState {
    return this.current;
  }

  onReady(listener: () => void): void {
    if (this.current === 'ready') listener();
    else if (this.current !== 'destroyed') this.readyListeners.add(listener);
  }

  setSymbol(symbol: ChartSymbol): void {
    if (sameFields(symbol, this.setup.symbol)) return;
    // The lines belong to the symbol that was: they go with it.
    this.change({ symbol, lines: [] }, { kind: 'symbol', symbol });
  }

  setResolution(resolution: ChartResolution): void {
    if (resolution !== this.setup.resolution) this.change({ resolution }, { kind: 'resolution', resolution });
  }

  setTheme(theme: ChartTheme): void {
    if (theme !== this.setup.theme) this.change({ theme }, { kind: 'theme', theme });
  }

  setTexts(locale: string, texts: ChartTexts): void {
    if (locale === this.setup.locale && sameFields(texts, this.setup.texts)) return;
    this.change({ locale, texts }, { kind: 'texts', locale, texts });
  }

  setFreshness(freshness: ChartFreshness): void {
    if (freshness !== this.setup.freshness) this.change({ freshness }, { kind: 'freshness', freshness });
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
    this.desk.clear();
    this.readyListeners.clear();
    this.symbolListeners.clear();
    this.resolutionListeners.clear();
    this.buttonListeners.clear();
    this.tradeHandler = undefined;
    this.frame.remove();
  }

  private async useBracket(bracket: number, plan: PlannedBracket, use: 'send' | 'form'): Promise<void> {
    let isDone = false;
    try {
      isDone = (await this.tradeHandler?.bracket?.use(plan, use)) ?? false;
    } finally {
      if (this.current !== 'destroyed') this.channel.send({ kind: 'bracketEnded', bracket, isDone });
    }
  }

  private async drop(drag: number, lineId: string, price: number): Promise<void> {
    try {
      await this.tradeHandler?.drop(lineId, price);
    } finally {
      if (this.current !== 'destroyed') this.channel.send({ kind: 'dragEnded', drag });
    }
  }

  private change(part: Partial<ChartSetup>, message: HostMessage): void {
    if (this.current === 'destroyed') return;
    this.setup = { ...this.setup, ...part };
    if (this.current !== 'created') this.channel.send(message);
  }

  private receive(message: FrameMessage): void {
    switch (message.kind) {
      case 'loaded':
        // Also after the frame was loaded anew: it starts from nothing, and so do its subscriptions.
        this.desk.clear();
        this.current = 'innerWindowLoaded';
        this.channel.send({ kind: 'init', setup: this.setup });
        return;
      case 'ready':
        this.current = 'ready';
        for (const listener of [...this.readyListeners]) listener();
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
      case 'bracketMoved': {
        const estimate = this.tradeHandler?.bracket?.estimate(message.plan);
        if (estimate !== undefined) this.channel.send({ kind: 'bracketEstimate', bracket: message.bracket, estimate });
        return;
      }
      case 'bracketUsed':
        void this.useBracket(message.bracket, message.plan, message.use);
        return;
      case 'orderWanted':
        this.tradeHandler?.order?.(message.order);
        return;
      case 'lineDragged': {
        const estimate = this.tradeHandler?.estimate(message.lineId, message.price);
        if (estimate !== undefined) this.channel.send({ kind: 'dragEstimate', drag: message.drag, estimate });
        return;
      }
      case 'lineDropped':
        void this.drop(message.drag, message.lineId, message.price);
        return;
      default:
        this.desk.handle(message);
    }
  }
}

function sameFields<T extends object>(a: T, b: T): boolean {
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([key, value]) => others.get(key) === value);
}
