import {
  dispose,
  init,
  registerIndicator,
  registerOverlay,
  type Chart,
  type DataLoader,
  type KLineData,
  type Overlay,
  type Period,
} from 'klinecharts';
import type { ChartBar, ChartLine, ChartMark, ChartResolution } from '../../bridge/messages.ts';
import { diffLines } from '../diff-lines.ts';
import type { Palette } from '../palette.ts';
import type { BarPage, ChartEngine, ChartEngineEvents, CreateChartEngine, PointedBar } from './chart-engine.ts';
import { klineStyles } from './kline-styles.ts';
import { TRADE_LINE_OVERLAY, buttonOfFigure, tradeLineOverlay, type TradeLineData } from './trade-line-overlay.ts';
import { TRADE_MARK_OVERLAY, tradeMarkOverlay } from './trade-mark-overlay.ts';
import { VOLUME_INDICATOR, volumeIndicator } from './volume-indicator.ts';

const VOLUME_PANE = 'volume';
const VOLUME_SHARE = 0.18;
const VOLUME_MINIMUM = 40;
/** Narrowest and widest bar with its gap, in pixels (specification, section 9: minimum bar spacing 0.8). */
const BAR_SPACE = { min: 0.8, max: 60 };
const BAR_SPACE_AT_START = 8;
const CANDLE_PANE = 'candle_pane';
/** Room of the library above and below the prices, as a share of their range; above at least, and never the whole range. */
const ROOM_BELOW = 0.1;
const ROOM_ABOVE = { min: 0.2, max: 0.9 };
/** Half the height of the mark at the highest price. */
const PRICE_MARK_PIXELS = 10;
/** Newest marks that are drawn; older ones would cost more than they tell. */
const MARKS_DRAWN = 300;
const LINE_GROUP = 'tradeLines';
const MARK_GROUP = 'tradeMarks';

/** Which line's label lies above the others. */
const LEVEL: { readonly [K in ChartLine['kind']]: number } = { breakeven: 1, liquidation: 2, order: 3, position: 4 };

type PageCallback = (bars: KLineData[], more: { forward: boolean; backward: boolean }) => void;

/** The port on klinecharts 10. */
export const createKlineEngine: CreateChartEngine = (container, palette, events) => new KlineEngine(container, palette, events);

class KlineEngine implements ChartEngine {
  private readonly chart: Chart;
  private palette: Palette;
  private readonly events: ChartEngineEvents;
  private readonly drawn = new Map<string, ChartLine>();
  private priceDigits = 2;
  private clearPixels = 0;
  /** Where the library waits for the answer to its question for bars. */
  private newestWanted: PageCallback | undefined;
  private olderWanted: PageCallback | undefined;
  private push: ((bar: KLineData) => void) | undefined;

  constructor(container: HTMLElement, palette: Palette, events: ChartEngineEvents) {
    this.palette = palette;
    this.events = events;
    registerOverlay(tradeLineOverlay);
    registerOverlay(tradeMarkOverlay);
    registerIndicator(volumeIndicator(() => this.palette));
    const chart = init(container, {
      timezone: 'Etc/UTC',
      styles: klineStyles(palette),
      // Small prices are shown in full, as everywhere else in the terminal.
      decimalFold: { threshold: 100 },
      hotkey: { enabled: false },
      layout: { barSpaceLimit: BAR_SPACE },
    });
    if (chart === null) throw new Error('The chart could not be made in its container');
    this.chart = chart;
    // The library puts its elements first in the order of the Tab key, for hotkeys that are off.
    for (const element of container.querySelectorAll<HTMLElement>('[tabindex]')) element.tabIndex = -1;
    chart.createIndicator({ name: VOLUME_INDICATOR, paneId: VOLUME_PANE });
    this.sizeVolumePane();
    chart.setBarSpace(BAR_SPACE_AT_START);
    chart.setDataLoader(this.loader());
    chart.subscribeAction('onCrosshairChange', this.onCrosshair);
  }

  setBars(symbol: Parameters<ChartEngine['setBars']>[0], resolution: ChartResolution, page: BarPage): void {
    this.priceDigits = symbol.priceDigits;
    this.olderWanted = undefined;
    this.chart.setSymbol({ ticker: symbol.ticker, pricePrecision: symbol.priceDigits, volumePrecision: symbol.quantityDigits });
    this.chart.setPeriod(periodOf(resolution));
    // The library asks anew, and is answered in the same breath: no bar of the old symbol is ever shown under the new one.
    this.chart.resetData();
    const answer = this.newestWanted;
    this.newestWanted = undefined;
    answer?.(page.bars.map(toKline), { forward: page.more, backward: false });
    this.redrawLines();
    this.setMarks([]);
  }

  addOlder(page: BarPage): void {
    const answer = this.olderWanted;
    this.olderWanted = undefined;
    answer?.(page.bars.map(toKline), { forward: page.more, backward: false });
  }

  update(bar: ChartBar): void {
    this.push?.(toKline(bar));
  }

  last(): PointedBar | undefined {
    const bars = this.chart.getDataList();
    return pointed(bars, bars.length - 1);
  }

  setLines(lines: readonly ChartLine[]): void {
    const { added, changed, removed } = diffLines(this.drawn, lines);
    for (const id of removed) {
      this.drawn.delete(id);
      this.chart.removeOverlay({ id: overlayId(id) });
    }
    for (const line of changed) this.updateLine(line);
    for (const line of added) this.createLine(line);
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.chart.removeOverlay({ groupId: MARK_GROUP });
    const bars = this.chart.getDataList();
    for (const mark of marks.slice(-MARKS_DRAWN)) {
      const bar = barAt(bars, mark.time);
      if (bar === undefined) continue;
      this.chart.createOverlay({
        name: TRADE_MARK_OVERLAY,
        groupId: MARK_GROUP,
        lock: true,
        points: [{ timestamp: bar.timestamp, value: mark.side === 'Buy' ? bar.low : bar.high }],
        extendData: mark,
      });
    }
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.chart.setStyles(klineStyles(palette));
    this.redrawLines();
  }

  setTimezone(timezone: string): void {
    this.chart.setTimezone(timezone);
  }

  setLocale(locale: string): void {
    const group = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567).find((part) => part.type === 'group');
    this.chart.setThousandsSeparator({ sign: group?.value ?? '' });
    this.redrawLines();
  }

  resize(): void {
    this.clearPixels = 0;
    this.sizeVolumePane();
    this.chart.resize();
  }

  keepClear(pixels: number): void {
    if (pixels <= this.clearPixels) return;
    this.clearPixels = pixels;
    const height = this.chart.getSize(CANDLE_PANE)?.height ?? 0;
    const wanted = pixels + PRICE_MARK_PIXELS;
    const share = (wanted * (1 + ROOM_BELOW)) / Math.max(1, height - wanted);
    const top = Math.min(ROOM_ABOVE.max, Math.max(ROOM_ABOVE.min, share));
    this.chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top, bottom: ROOM_BELOW } });
  }

  destroy(): void {
    this.chart.unsubscribeAction('onCrosshairChange', this.onCrosshair);
    this.chart.removeOverlay({ groupId: LINE_GROUP });
    this.chart.removeOverlay({ groupId: MARK_GROUP });
    this.chart.removeIndicator({ paneId: VOLUME_PANE });
    this.drawn.clear();
    dispose(this.chart);
  }

  private loader(): DataLoader {
    return {
      getBars: ({ type, timestamp, callback }) => {
        if (type === 'init') {
          this.newestWanted = callback;
        } else if (type === 'forward' && timestamp !== null) {
          this.olderWanted = callback;
          this.events.olderWanted(timestamp);
        } else {
          callback([], false);
        }
      },
      subscribeBar: ({ callback }) => {
        this.push = callback;
      },
      unsubscribeBar: () => {
        this.push = undefined;
      },
    };
  }

  private readonly onCrosshair = (data?: unknown): void => {
    const index = typeof data === 'object' && data !== null && 'dataIndex' in data ? data.dataIndex : undefined;
    const over = typeof data === 'object' && data !== null && 'paneId' in data && data.paneId !== undefined;
    this.events.pointed(over && typeof index === 'number' ? pointed(this.chart.getDataList(), index) : undefined);
  };

  private createLine(line: ChartLine): void {
    this.drawn.set(line.id, line);
    this.chart.createOverlay({
      id: overlayId(line.id),
      groupId: LINE_GROUP,
      name: TRADE_LINE_OVERLAY,
      // Locked lines cannot be dragged; their buttons still answer clicks.
      lock: true,
      zLevel: LEVEL[line.kind],
      points: [{ value: line.price }],
      extendData: this.lineData(line),
      onClick: ({ figure }) => {
        const button = buttonOfFigure(figure?.key);
        if (button !== undefined) this.events.lineButton(line.id, button);
      },
    });
  }

  private updateLine(line: ChartLine): void {
    this.drawn.set(line.id, line);
    const override: Partial<Overlay> & { name: string } = {
      id: overlayId(line.id),
      name: TRADE_LINE_OVERLAY,
      points: [{ value: line.price }],
      extendData: this.lineData(line),
    };
    this.chart.overrideOverlay(override);
  }

  private redrawLines(): void {
    for (const line of this.drawn.values()) this.updateLine(line);
  }

  private lineData(line: ChartLine): TradeLineData {
    const separator = this.chart.getThousandsSeparator();
    return { line, palette: this.palette, price: separator.format(line.price.toFixed(this.priceDigits)) };
  }

  private sizeVolumePane(): void {
    const height = this.chart.getSize()?.height ?? 0;
    this.chart.setPaneOptions({
      id: VOLUME_PANE,
      height: Math.max(VOLUME_MINIMUM, Math.round(height * VOLUME_SHARE)),
      minHeight: VOLUME_MINIMUM,
    });
  }
}

function overlayId(lineId: string): string {
  return `line:${lineId}`;
}

function toKline(bar: ChartBar): KLineData {
  return { timestamp: bar.time, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume };
}

function pointed(bars: readonly KLineData[], index: number): PointedBar | undefined {
  const bar = bars[index];
  if (bar === undefined) return undefined;
  const { timestamp, open, high, low, close, volume } = bar;
  return { bar: { time: timestamp, open, high, low, close, volume: volume ?? 0 }, previousClose: bars[index - 1]?.close };
}

/** The bar a moment falls into: the last one that does not start after it. */
function barAt(bars: readonly KLineData[], time: number): KLineData | undefined {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.timestamp ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return bars[low - 1];
}

function periodOf(resolution: ChartResolution): Period {
  switch (resolution) {
    case '1D':
      return { type: 'day', span: 1 };
    case '1W':
      return { type: 'week', span: 1 };
    case '1M':
      return { type: 'month', span: 1 };
    default: {
      const minutes = Number(resolution);
      return minutes < 60 ? { type: 'minute', span: minutes } : { type: 'hour', span: minutes / 60 };
    }
  }
}
