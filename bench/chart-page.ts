/// <reference lib="dom" />
import { init, dispose, type KLineData } from 'klinecharts';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { applyCommand, newDocument, type ChartDocument, type StudyEntry } from '../packages/chart/src/frame/document/chart-document.ts';
import { standardStyle, type Drawing } from '../packages/chart/src/frame/drawings/drawing.ts';
import type { ChartEngine, ChartEngineEvents } from '../packages/chart/src/frame/engine/chart-engine.ts';
import { createCoreEngine } from '../packages/chart/src/frame/engine/core-engine.ts';
import type { IndicatorDefinition } from '../packages/chart/src/frame/indicators/definition.ts';
import { BarStore } from '../packages/chart/src/frame/model/bar-store.ts';
import { indicatorOf } from '../packages/chart/src/frame/indicators/registry.ts';
import { Studies } from '../packages/chart/src/frame/indicators/studies.ts';
import { readPalette } from '../packages/chart/src/frame/palette.ts';
import type { ChartBar, ChartLine } from '../packages/chart/src/bridge/messages.ts';

/** A chart of some maker, driven alike. */
export interface BenchChart {
  /** Shows these bars in place of those before, in the same task. */
  show(bars: readonly ChartBar[]): void;
  update(bar: ChartBar): void;
  pan(pixels: number): void;
  /** Moves a trade line and a drawing by one step up, or down. */
  drag?(isUp: boolean): void;
  close(): void;
}

export interface BenchOptions {
  readonly studies: boolean;
  readonly lines: number;
  readonly drawings: number;
}

/** Functions of this page that the measuring process calls. */
export interface ChartBench {
  open(maker: 'own' | 'klinecharts' | 'lightweight', options: BenchOptions): void;
  show(count: number): Promise<number>;
  ticks(frames: number): Promise<void>;
  pans(frames: number): Promise<readonly number[]>;
  drags(frames: number): Promise<readonly number[]>;
  idle(frames: number): Promise<void>;
  close(): void;
}

const MINUTE = 60_000;
const NEWEST = 1_700_000_000_000 - (1_700_000_000_000 % MINUTE);
const TICKER = 'BENCH';
const SYMBOL = { ticker: TICKER, priceDigits: 1, quantityDigits: 3, priceStep: 0.1, hasMark: false, figures: [] };

/** The same walk for every maker. */
function walk(count: number): ChartBar[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let close = 60_000;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = Math.max(100, open + (random() - 0.5) * 60);
    const high = Math.max(open, close) + random() * 20;
    const low = Math.min(open, close) - random() * 20;
    return { time: NEWEST - (count - 1 - index) * MINUTE, open, high, low, close, volume: random() * 100 };
  });
}

/** Five indicators with nine plots: over the prices two averages and a band of three lines, in panes an RSI and a MACD of three plots. */
const INDICATORS = ['sma', 'ema', 'bollinger', 'rsi', 'macd'] as const;

function studyOf(definition: IndicatorDefinition, index: number): StudyEntry {
  return {
    id: `s${index}`,
    indicator: definition.id,
    inputs: Object.fromEntries(definition.inputs.map(({ key, standard }) => [key, standard])),
    source: { price: 'close' },
    looks: definition.plots.map(({ tone }) => ({ tone, width: 1.5, shown: true })),
    shown: true,
    hiddenOn: [],
  };
}

const studies = (): StudyEntry[] =>
  INDICATORS.flatMap((id, index) => {
    const definition = indicatorOf(id);
    return definition === undefined ? [] : [studyOf(definition, index)];
  });

function tradeLines(count: number, price: number): ChartLine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `order:${index}`,
    kind: 'order',
    price: price + (index - count / 2) * 4,
    side: index % 2 === 0 ? 'Buy' : 'Sell',
    name: 'Buy',
    quantity: '0.250',
    details: [{ text: 'Limit', tone: 'plain' }],
    buttons: [{ id: 'cancel', label: 'Cancel' }],
    drag: 'move',
  }));
}

/** In the hundred newest minutes, around the newest price. */
function drawings(count: number, price: number): Drawing[] {
  return Array.from({ length: count }, (_, index) => {
    const tool = (['trendLine', 'rectangle', 'fibRetracement', 'ray'] as const)[index % 4] ?? 'trendLine';
    const at = (back: number, up: number) => ({ time: NEWEST - ((index * 7) % 100) * MINUTE - back * MINUTE, price: price + up });
    return {
      id: `d${index}`,
      tool,
      ticker: TICKER,
      anchors: [at(40, ((index * 13) % 200) - 100), at(5, ((index * 29) % 200) - 100)],
      style: standardStyle(tool),
      text: '',
      locked: false,
      shown: true,
      hiddenOn: [],
    };
  });
}

class Own implements BenchChart {
  private readonly engine: ChartEngine;
  private readonly options: BenchOptions;
  private document = newDocument('Etc/UTC');

  constructor(container: HTMLElement, options: BenchOptions) {
    this.options = options;
    const nothing = (): void => undefined;
    const events: ChartEngineEvents = {
      olderWanted: nothing,
      pointed: nothing,
      lineButton: nothing,
      menu: nothing,
      lineMenu: nothing,
      crosshairAt: nothing,
      marksAt: nothing,
      schedule: (work) => void requestAnimationFrame(work),
      dragged: nothing,
      dropped: nothing,
      lineHeld: nothing,
      drawings: { command: (command) => this.setDocument(applyCommand(this.document, command)), told: nothing, edit: nothing },
      panesPlaced: nothing,
      paneToggled: nothing,
      viewChanged: nothing,
    };
    this.engine = createCoreEngine(container, readPalette(document.documentElement), events);
    this.engine.resize();
  }

  show(bars: readonly ChartBar[]): void {
    const price = bars.at(-1)?.close ?? 0;
    const { document, options } = this;
    this.setDocument({ ...document, studies: options.studies ? studies() : [], drawings: drawings(options.drawings, price) });
    this.engine.setBars(SYMBOL, '1', { bars, more: false });
    this.engine.setLines(tradeLines(this.options.lines, price));
  }

  update(bar: ChartBar): void {
    this.engine.update(bar);
  }

  pan(pixels: number): void {
    this.engine.view.scrollBars(pixels / 8);
  }

  drag(isUp: boolean): void {
    const steps = isUp ? 10 : -10;
    this.engine.trading.step('order:100', steps);
    this.engine.drawings.select('d0');
    this.engine.drawings.nudge(0, steps);
  }

  close(): void {
    this.engine.destroy();
  }

  private setDocument(document: ChartDocument): void {
    this.document = document;
    this.engine.setDocument(document);
  }
}

class Klinecharts implements BenchChart {
  private readonly container: HTMLElement;
  private readonly chart: NonNullable<ReturnType<typeof init>>;
  private tell: (bar: KLineData) => void = () => undefined;

  constructor(container: HTMLElement, options: BenchOptions) {
    const chart = init(container);
    if (chart === null) throw new Error('klinecharts made no chart');
    this.container = container;
    this.chart = chart;
    if (!options.studies) return;
    for (const [name, isOnPrice] of [
      ['MA', true],
      ['EMA', true],
      ['BOLL', true],
      ['RSI', false],
      ['MACD', false],
    ] as const) {
      chart.createIndicator(isOnPrice ? { name, paneId: 'candle_pane' } : name, true);
    }
  }

  show(bars: readonly ChartBar[]): void {
    const rows = bars.map(({ time, ...bar }) => ({ timestamp: time, ...bar }));
    this.chart.setSymbol({ ticker: TICKER, pricePrecision: 1, volumePrecision: 3 });
    this.chart.setPeriod({ type: 'minute', span: 1 });
    this.chart.setDataLoader({
      getBars: ({ callback }) => callback(rows),
      subscribeBar: ({ callback }) => void (this.tell = callback),
    });
  }

  update({ time, ...bar }: ChartBar): void {
    this.tell({ timestamp: time, ...bar });
  }

  pan(pixels: number): void {
    this.chart.scrollByDistance(pixels);
  }

  close(): void {
    dispose(this.container);
  }
}

/** The same values as ours, computed by ours: the other side paints, it does not compute. */
class Lightweight implements BenchChart {
  private readonly chart: IChartApi;
  private readonly options: BenchOptions;
  private readonly store = new BarStore();
  private readonly studies = new Studies();
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volume: ISeriesApi<'Histogram'>;
  private readonly plots: { readonly series: ISeriesApi<'Line'>; readonly value: (index: number) => number }[] = [];

  constructor(container: HTMLElement, options: BenchOptions) {
    this.options = options;
    this.chart = createChart(container, { autoSize: false, width: container.clientWidth, height: container.clientHeight });
    this.candles = this.chart.addSeries(CandlestickSeries);
    this.volume = this.chart.addSeries(HistogramSeries, { priceScaleId: '', priceFormat: { type: 'volume' } });
    this.volume.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  }

  show(bars: readonly ChartBar[]): void {
    this.store.replace(bars);
    const times = bars.map(({ time }) => (time / 1_000) as UTCTimestamp);
    const timed = bars.map((bar, index) => ({ bar, time: times[index] ?? (0 as UTCTimestamp) }));
    this.candles.setData(timed.map(({ bar: { open, high, low, close }, time }) => ({ time, open, high, low, close })));
    this.volume.setData(timed.map(({ bar, time }) => ({ time, value: bar.volume })));
    if (this.options.studies) this.showStudies(timed.map(({ time }) => time));
    for (const { price } of tradeLines(this.options.lines, bars.at(-1)?.close ?? 0)) {
      this.candles.createPriceLine({
        price,
        color: '#00944F',
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
        title: 'Buy 0.250',
      });
    }
  }

  update(bar: ChartBar): void {
    this.store.update(bar);
    this.studies.follow(this.store);
    const time = (bar.time / 1_000) as UTCTimestamp;
    const { open, high, low, close } = bar;
    this.candles.update({ time, open, high, low, close });
    this.volume.update({ time, value: bar.volume });
    const last = this.store.length - 1;
    for (const { series, value } of this.plots) series.update({ time, value: value(last) });
  }

  pan(pixels: number): void {
    const scale = this.chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() - pixels / 6, false);
  }

  close(): void {
    this.chart.remove();
  }

  private showStudies(times: readonly UTCTimestamp[]): void {
    this.studies.set(studies(), this.store);
    let pane = 0;
    for (const { definition, plots } of this.studies.all) {
      if (definition.place !== 'price') pane += 1;
      for (const plot of plots) {
        const series = this.chart.addSeries(LineSeries, { lineWidth: 1 }, definition.place === 'price' ? 0 : pane);
        const value = (index: number): number => plot.get(index);
        series.setData(times.map((time, index) => (Number.isNaN(value(index)) ? { time } : { time, value: value(index) })));
        this.plots.push({ series, value });
      }
    }
  }
}

const MAKERS = { own: Own, klinecharts: Klinecharts, lightweight: Lightweight } as const;

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
/** After everything that the present frame paints. */
const painted = async (): Promise<void> => {
  await nextFrame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });
};

let chart: BenchChart | undefined;
let last: ChartBar | undefined;

function opened(): BenchChart {
  if (chart === undefined) throw new Error('No chart is open');
  return chart;
}

async function framesOf(count: number, work: (index: number) => void): Promise<readonly number[]> {
  const gaps: number[] = [];
  let before = await nextFrame();
  for (let index = 0; index < count; index += 1) {
    work(index);
    const now = await nextFrame();
    gaps.push(now - before);
    before = now;
  }
  return gaps;
}

const bench: ChartBench = {
  open: (maker, options) => {
    const container = document.body.appendChild(document.createElement('div'));
    container.id = 'chart';
    container.style.cssText = 'position: relative; width: 1200px; height: 700px';
    chart = new MAKERS[maker](container, options);
  },
  show: async (count) => {
    const bars = walk(count);
    last = bars.at(-1);
    await painted();
    const start = performance.now();
    opened().show(bars);
    await painted();
    return performance.now() - start;
  },
  ticks: async (frames) => {
    await framesOf(frames, (index) => {
      if (last === undefined) return;
      const close = last.close + Math.sin(index) * 8;
      last = { ...last, close, high: Math.max(last.high, close), low: Math.min(last.low, close), volume: last.volume + 0.01 };
      opened().update(last);
    });
  },
  pans: (frames) => framesOf(frames, (index) => opened().pan(index % 60 < 30 ? 24 : -24)),
  drags: (frames) => framesOf(frames, (index) => opened().drag?.(index % 60 < 30)),
  idle: async (frames) => {
    await framesOf(frames, () => undefined);
  },
  close: () => {
    chart?.close();
    chart = undefined;
    document.querySelector('#chart')?.remove();
  },
};

Object.assign(window, { bench });
