import type { ChartBar, ChartLine, ChartMark, ChartResolution, ChartSymbol } from '../../bridge/messages.ts';
import { DrawingBoard } from '../drawings/drawing-board.ts';
import { CompareLines } from '../compare/compare-lines.ts';
import { newDocument, type ChartDocument } from '../document/chart-document.ts';
import { followPointer, type PointerFollower } from '../input/pointer.ts';
import type { PaneLayout } from '../document/panes.ts';
import { BarStore, type Span } from '../model/bar-store.ts';
import { heikinAshi, updateHeikinAshi } from '../model/heikin-ashi.ts';
import { isDaily } from '../model/ticks.ts';
import { createZone, type Zone } from '../model/zone.ts';
import { withColours, type Palette } from '../palette.ts';
import { countdownText } from '../render/countdown.ts';
import { PriceWriter } from '../render/price-writer.ts';
import { TIME_AXIS_HEIGHT, VOLUME_SHARE, type Scene } from '../render/scene.ts';
import { Stage } from '../render/stage.ts';
import { TimeWriter } from '../render/time-writer.ts';
import { valueFormat } from '../render/value-format.ts';
import type {
  BarPage,
  ChartEngine,
  ChartEngineEvents,
  ChartView,
  ComparePort,
  CreateChartEngine,
  PanePort,
  PointedBar,
  StudyReading,
} from './chart-engine.ts';
import { Cursor } from './cursor.ts';
import { PicturePointer } from './picture-pointer.ts';
import { ChartStudies } from './chart-studies.ts';
import { PaneStack } from './pane-stack.ts';
import { FrameLoop, type Part } from './frame-loop.ts';
import { roomBeside } from '../trading/label-parts.ts';
import { TradeLines } from './trade-lines.ts';
import { Viewport } from './viewport.ts';

/** Sharper than the eye on a phone would only cost memory. */
const MOST_RATIO = 2.5;
const ROOM_ABOVE = 16;
const ROOM_BELOW = 14;
/** Width of a bar that counts for the margin beside the newest one. */
const USUAL_BAR = 8;

const UTC = 'Etc/UTC';

/** The port on our own canvases. */
export const createCoreEngine: CreateChartEngine = (container, palette, events) => new CoreEngine(container, palette, events);

class CoreEngine implements ChartEngine {
  readonly view: ChartView = {
    bars: () => this.real.slice(this.viewport.time.visible()),
    readings: () => {
      const index = this.cursor.crosshair?.index ?? this.real.length - 1;
      const topOf = (id: string): number | undefined => this.stack.boxOf(id)?.top;
      return [...this.compares.readings(this.real.bar(index)?.time, topOf), ...this.studyReadings(index)];
    },
    isAuto: () => this.viewport.price.isAuto,
    setAuto: (isAuto) => this.viewport.setAuto(isAuto),
    scrollBars: (bars) => this.viewport.scroll(bars * this.viewport.time.spacing),
    zoom: (factor) => this.viewport.zoom(factor, undefined),
    reset: () => this.viewport.reset(),
    showRange: (from, to) => this.viewport.showRange(from, to),
    moveCursor: (bars) => this.cursor.step(bars),
    openMenu: () => {
      const middle = { x: this.viewport.time.width / 2, y: this.stack.priceHeight / 2 };
      this.pointing.menu(this.cursor.place ?? this.drawings.origin ?? middle);
    },
    leave: () => {
      if (this.pointer.cancel() || this.drawings.cancel()) return;
      this.trading.cancel();
      this.pointing.leave();
    },
  };

  readonly compare: ComparePort;

  readonly panes: PanePort = {
    boxes: () => this.stack.boxes,
    preview: (shares) => {
      this.shares = shares;
      this.settle();
      this.events.viewChanged();
    },
  };

  private readonly container: HTMLElement;
  private readonly events: ChartEngineEvents;
  private readonly stage: Stage;
  private readonly loop: FrameLoop;
  private readonly viewport: Viewport;
  private readonly pointing: PicturePointer;
  private readonly pointer: PointerFollower;
  readonly trading: TradeLines;
  readonly drawings: DrawingBoard;
  private barsText = '';
  private readonly real = new BarStore();
  /** Heikin Ashi bars, while they are drawn. */
  private derived: BarStore | undefined;
  private readonly studies: ChartStudies;
  private readonly stack = new PaneStack();
  /** Heights of panes while a divider is in hand. */
  private shares: PaneLayout['shares'] | undefined;
  private readonly compares = new CompareLines(() => {
    this.loop.ask('base');
    this.events.viewChanged();
  });
  private palette: Palette;
  /** With the user's own colours. */
  private shownPalette: Palette;
  private document: ChartDocument = newDocument(UTC);
  private zone: Zone = createZone(UTC);
  private symbol: ChartSymbol = { ticker: '', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: false };
  private resolution: ChartResolution = '1';
  private locale = 'en';
  private writer = new PriceWriter('en', 2);
  private times = new TimeWriter('en', UTC, false);
  private marks: readonly ChartMark[] = [];
  private clearPixels = 0;
  private size = { width: 0, height: 0, ratio: 1 };
  private axisWidth = 0;
  private span: Span | undefined;
  private readonly cursor: Cursor;

  constructor(container: HTMLElement, palette: Palette, events: ChartEngineEvents) {
    this.container = container;
    this.palette = palette;
    this.shownPalette = palette;
    this.events = events;
    this.compare = this.compares;
    this.stage = new Stage(container);
    this.loop = new FrameLoop(container.ownerDocument.defaultView ?? window, (parts) => this.paint(parts));
    this.viewport = new Viewport({
      bars: this.real,
      olderWanted: events.olderWanted,
      moved: () => {
        this.loop.ask('base');
        events.viewChanged();
      },
    });
    this.studies = new ChartStudies({
      bars: this.real,
      view: container.ownerDocument.defaultView ?? window,
      seen: () => this.viewport.time.visible(),
      loaded: () => {
        this.settle();
        events.viewChanged();
      },
      completed: () => this.loop.ask('base'),
    });
    this.cursor = new Cursor({
      bars: this.real,
      time: this.viewport.time,
      price: this.viewport.price,
      moved: () => this.loop.ask('crosshair'),
      pointed: events.pointed,
      scroll: (pixels) => this.viewport.scroll(pixels),
    });
    this.trading = new TradeLines(this.stage, {
      events,
      ask: (part) => this.loop.ask(part),
      scene: () => this.scene(),
      priceStep: () => this.symbol.priceStep,
    });
    this.drawings = new DrawingBoard({
      scene: () => this.scene(),
      ticker: () => this.symbol.ticker,
      cursor: () => this.cursor.place,
      barsText: () => this.barsText,
      changed: () => this.loop.ask('drawings'),
      ...events.drawings,
    });
    this.pointing = new PicturePointer({
      container,
      viewport: this.viewport,
      cursor: this.cursor,
      drawings: this.drawings,
      trading: this.trading,
      panes: this.stack,
      events,
      scene: () => this.scene(),
      priceStep: () => this.symbol.priceStep,
    });
    this.pointer = followPointer(container, this.pointing);
    this.stage.takeFonts(palette);
    this.write();
    container.ownerDocument.fonts.addEventListener('loadingdone', this.fontsArrived);
  }

  setBars(symbol: ChartSymbol, resolution: ChartResolution, page: BarPage): void {
    const isSame = symbol.ticker === this.symbol.ticker && resolution === this.resolution && this.real.length > 0;
    const edge = isSame ? this.viewport.edge(resolution) : undefined;
    this.symbol = symbol;
    this.resolution = resolution;
    this.real.replace(page.bars);
    this.derive();
    this.marks = [];
    this.viewport.replaced(page.more, resolution, edge);
    this.studies.recompute();
    if (!isSame) {
      this.axisWidth = 0;
      this.write();
    }
    this.cursor.set(undefined);
    this.settle();
    this.viewport.moved();
  }

  addOlder(page: BarPage): void {
    this.viewport.answered(page.more);
    if (page.bars.length === 0) return;
    this.real.prepend(page.bars);
    this.derive();
    this.viewport.time.prepended(page.bars.length);
    this.cursor.shift(page.bars.length);
    this.viewport.fitRange();
    this.studies.recompute();
    this.viewport.moved();
  }

  update(bar: ChartBar): void {
    const outcome = this.real.update(bar);
    if (outcome === 'ignored') return;
    this.studies.follow();
    if (this.derived !== undefined) updateHeikinAshi(this.derived, bar);
    if (outcome === 'added') {
      this.viewport.time.appended(this.pointing.isHeld);
      this.loop.ask('base');
    } else {
      this.loop.ask('live');
    }
  }

  last(): PointedBar | undefined {
    return this.cursor.barAt(this.real.length - 1);
  }

  setLines(lines: readonly ChartLine[]): void {
    this.trading.set(lines);
    const margin = this.viewport.time.right;
    this.setMargin();
    this.loop.ask(this.viewport.time.right === margin ? 'lines' : 'base');
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.marks = marks.toSorted((a, b) => a.time - b.time);
    this.loop.ask('base');
  }

  setDocument(document: ChartDocument): void {
    const before = this.document;
    this.document = document;
    if (isButForDrawings(before, document)) {
      this.drawings.setDocument(document);
      this.studies.set(document.studies);
      this.events.viewChanged();
      return;
    }
    if (document.timezone !== before.timezone) this.zone = createZone(document.timezone);
    this.viewport.price.setMode(document.scale.mode, document.scale.inverted);
    if (document.scale.mode !== before.scale.mode) this.viewport.price.isAuto = true;
    if (document.kind !== before.kind) this.derive();
    this.compares.set(document.compares);
    this.drawings.setDocument(document);
    this.studies.set(document.studies);
    if (document.timezone !== before.timezone || document.settings !== before.settings) this.write();
    this.shownPalette = withColours(this.palette, document.settings);
    this.settle();
    this.events.viewChanged();
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.shownPalette = withColours(palette, this.document.settings);
    this.settle();
  }

  setLocale(locale: string, barsText: string): void {
    this.locale = locale;
    this.barsText = barsText;
    this.write();
    this.settle();
  }

  resize(): void {
    this.clearPixels = 0;
    const ratio = Math.min(MOST_RATIO, this.container.ownerDocument.defaultView?.devicePixelRatio ?? 1);
    this.size = { width: this.container.clientWidth, height: this.container.clientHeight, ratio };
    this.stage.resize(this.size.width, this.size.height, ratio);
    this.settle();
    this.viewport.wantOlder();
    this.events.viewChanged();
    // A resized canvas is empty: it is filled again in the same frame.
    this.loop.run();
  }

  picture(withLines: boolean): HTMLCanvasElement {
    return this.stage.picture(withLines, this.size.ratio);
  }

  keepClear(pixels: number): void {
    if (pixels <= this.clearPixels) return;
    this.clearPixels = pixels;
    this.settle();
  }

  destroy(): void {
    this.container.ownerDocument.fonts.removeEventListener('loadingdone', this.fontsArrived);
    this.pointer.stop();
    this.loop.stop();
    this.studies.stop();
    this.stage.remove();
  }

  private studyReadings(index: number): readonly StudyReading[] {
    const inPanes = this.studies.inPanes;
    return this.studies.all.map((study) => {
      const top = this.stack.boxOf(study.entry.id)?.top;
      return {
        id: study.entry.id,
        top,
        isCovered: top === undefined && inPanes.includes(study),
        kind: study.definition.place === 'price' ? 'price' : 'value',
        values: study.plots.map((plot) => plot.get(index)),
      };
    });
  }

  private derive(): void {
    this.derived = this.document.kind === 'heikinAshi' ? heikinAshi(this.real) : undefined;
  }

  private write(): void {
    // Formats are made while the chart waits for its bars: the first picture finds them.
    valueFormat(this.locale)(1);
    countdownText(0, this.locale);
    this.writer = new PriceWriter(this.locale, this.document.settings.precision ?? this.symbol.priceDigits);
    const daily = isDaily(this.resolution);
    this.times = new TimeWriter(this.locale, daily ? UTC : this.zone.name, daily);
  }

  private bottom(): number {
    return Math.max(1, this.size.height - TIME_AXIS_HEIGHT);
  }

  /** What was measured with another font is measured again. */
  private readonly fontsArrived = (): void => {
    this.axisWidth = 0;
    this.stage.takeFonts(this.palette);
    this.settle();
  };

  private settle(): void {
    this.place();
    this.loop.ask('base');
  }

  /** Sizes, margins and scales follow from what they depend on. */
  private place(): void {
    this.viewport.time.setWidth(Math.max(1, this.size.width - this.axisWidth));
    const { panes } = this.document;
    const shown = { studies: this.studies.inPanes, compares: this.compares.inPanes };
    this.stack.place(this.bottom(), shown, this.shares === undefined ? panes : { ...panes, shares: this.shares });
    const height = this.stack.priceHeight;
    const { marginTop, marginBottom } = this.document.settings.margins;
    this.viewport.price.place(0, height, {
      above: Math.max(this.clearPixels, (height * marginTop) / 100) + ROOM_ABOVE,
      below: Math.max(this.document.volume ? height * VOLUME_SHARE : 0, (height * marginBottom) / 100) + ROOM_BELOW,
    });
    this.setMargin();
    this.viewport.fitRange();
    this.events.panesPlaced(this.stack.boxes, this.axisWidth);
  }

  private setMargin(): void {
    const column = this.trading.columnWidth(this.scene());
    const own = this.document.settings.margins.marginRight * USUAL_BAR;
    const { time } = this.viewport;
    time.setMargin(roomBeside(time.width, Math.max(own, column)));
  }

  private scene(): Scene {
    const { time, price } = this.viewport;
    return {
      bars: this.derived ?? this.real,
      resolution: this.resolution,
      document: this.document,
      palette: this.shownPalette,
      zone: this.zone,
      time,
      price,
      writer: this.writer,
      span: this.span,
      ratio: this.size.ratio,
      width: time.width,
      height: this.stack.priceHeight,
      bottom: this.bottom(),
      studies: this.studies.all,
      panes: this.stack.panes,
      compares: this.compares.shown,
      locale: this.locale,
      axisWidth: this.axisWidth,
      legendHeight: this.clearPixels,
    };
  }

  /** Fits the prices to the bars in view; true when the picture is another one for it. */
  private fit(): boolean {
    const { time, price } = this.viewport;
    const bars = this.derived ?? this.real;
    const { from, to } = time.visible();
    const before = this.span;
    this.span = bars.span(from, to);
    const { span } = this;
    if (span === undefined) return before !== undefined;
    this.studies.cover({ from, to });
    if (from < bars.length) price.base = bars.close(from);
    const isPaneRefitted = this.stack.fit({ from, to });
    const view = { from: bars.time(from), to: bars.time(to - 1) };
    this.compares.fit(view, this.stack.priceHeight);
    const { low, high } = this.compares.priceRange(view, this.studies.priceRange({ from, to }, span), price.base);
    // Prices stand still under a line that somebody has in hand.
    const isRefitted = (price.isAuto && !this.trading.drag.isMoving && price.fit(low, high)) || isPaneRefitted;
    return isRefitted || before?.low !== span.low || before.high !== span.high || before.volume !== span.volume;
  }

  private paint(asked: ReadonlySet<Part>): void {
    if (this.size.width === 0 || this.size.height === 0) return;
    const isOther = (asked.has('base') || asked.has('live')) && this.fit();
    const isAll = asked.has('base') || isOther;
    if (isAll) this.widenAxis();
    const scene = this.scene();
    const wants = (part: Part): boolean => isAll || asked.has(part);
    if (isAll) this.stage.paintBase(scene, this.times, this.marks);
    this.trading.paint(scene, this.lastY(), wants('lines'));
    if (wants('drawings')) this.stage.paintDrawings(scene, this.drawings);
    if (wants('live')) this.stage.paintLive(scene, this.real.bar(this.real.length - 1));
    if (wants('crosshair')) this.trading.paintTop(scene, this.cursor.crosshair, this.times);
    this.studies.painted();
  }

  /** Pixel of the newest price. */
  private lastY(): number {
    const last = this.real.length - 1;
    return last < 0 ? this.stack.priceHeight / 2 : this.viewport.price.y(this.real.close(last));
  }

  /** The axis grows with its figures, and never shrinks under the same symbol: prices would jump sideways. */
  private widenAxis(): void {
    const width = this.stage.axisWidth(this.scene());
    if (width <= this.axisWidth) return;
    this.axisWidth = width;
    this.place();
    this.fit();
  }
}

/** Nothing but the drawings and how they are drawn differs: the picture below them stays as it is. */
function isButForDrawings(before: ChartDocument, after: ChartDocument): boolean {
  return Object.keys(after).every((key) => {
    const name = key as keyof ChartDocument;
    return name === 'drawings' || name === 'habits' || after[name] === before[name];
  });
}
