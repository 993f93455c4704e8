import type { ChartBar, ChartLine, ChartMark, ChartResolution, ChartSymbol } from '../../bridge/messages.ts';
import { DrawingBoard } from '../drawings/drawing-board.ts';
import { CompareLines } from '../compare/compare-lines.ts';
import { newDocument, type ChartDocument } from '../document/chart-document.ts';
import { followPointer, type PointerFollower } from '../input/pointer.ts';
import { BarStore } from '../model/bar-store.ts';
import { heikinAshi, updateHeikinAshi } from '../model/heikin-ashi.ts';
import { withColours, type Palette } from '../palette.ts';
import type { Size } from '../render/scene.ts';
import { Stage } from '../render/stage.ts';
import type {
  BarPage,
  ChartEngine,
  ChartEngineEvents,
  ChartView,
  ComparePort,
  CreateChartEngine,
  PanePort,
  PointedBar,
} from './chart-engine.ts';
import { createView } from './core-view.ts';
import { Cursor } from './cursor.ts';
import { Scribe } from './scribe.ts';
import { PicturePointer } from './picture-pointer.ts';
import { ChartStudies } from './chart-studies.ts';
import { MarketFigures } from './market-series.ts';
import { PictureLayout } from './picture-layout.ts';
import { FrameLoop, type Part } from './frame-loop.ts';
import { longestStep } from '../resolution.ts';
import { TradeLines } from './trade-lines.ts';
import { Viewport } from './viewport.ts';

/** Sharper than the eye on a phone would only cost memory. */
const MOST_RATIO = 2.5;

const UTC = 'Etc/UTC';

/** The port on our own canvases. */
export const createCoreEngine: CreateChartEngine = (container, palette, events) => new CoreEngine(container, palette, events);

class CoreEngine implements ChartEngine {
  readonly view: ChartView;

  readonly compare: ComparePort;

  readonly panes: PanePort = {
    boxes: () => this.layout.stack.boxes,
    preview: (shares) => {
      this.layout.shares = shares;
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
  readonly figures = new MarketFigures((isLastOnly) => {
    if (isLastOnly) this.studies.follow();
    else this.studies.recompute();
    this.loop.ask('base');
    this.events.viewChanged();
  });
  private readonly studies: ChartStudies;
  private readonly layout: PictureLayout;
  private readonly compares = new CompareLines(() => {
    this.loop.ask('base');
    this.events.viewChanged();
  });
  private palette: Palette;
  /** With the user's own colours. */
  private shownPalette: Palette;
  private document: ChartDocument = newDocument(UTC);
  private symbol: ChartSymbol = { ticker: '', priceDigits: 2, quantityDigits: 2, priceStep: 0.01, hasMark: false, figures: [] };
  private resolution: ChartResolution = '1';
  private locale = 'en';
  private readonly scribe = new Scribe();
  private marks: readonly ChartMark[] = [];
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
      reach: () => this.studies.reach,
      olderWanted: events.olderWanted,
      moved: () => {
        this.loop.ask('base');
        events.viewChanged();
      },
    });
    this.layout = this.createLayout();
    this.studies = this.createStudies(container.ownerDocument.defaultView ?? window);
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
      scene: () => this.layout.scene(),
      priceStep: () => this.symbol.priceStep,
    });
    this.drawings = new DrawingBoard({
      scene: () => this.layout.scene(),
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
      panes: this.layout.stack,
      events,
      scene: () => this.layout.scene(),
      priceStep: () => this.symbol.priceStep,
    });
    this.pointer = followPointer(container, this.pointing);
    this.view = this.createView();
    this.stage.takeFonts(palette);
    this.write();
    container.ownerDocument.fonts.addEventListener('loadingdone', this.fontsArrived);
  }

  private createLayout(): PictureLayout {
    return new PictureLayout({
      content: () => ({
        bars: this.derived ?? this.real,
        document: this.document,
        palette: this.shownPalette,
        resolution: this.resolution,
        locale: this.locale,
      }),
      viewport: this.viewport,
      scribe: this.scribe,
      compares: this.compares,
      studies: () => this.studies,
      trading: () => this.trading,
      stage: this.stage,
      placed: (boxes, axisWidth) => this.events.panesPlaced(boxes, axisWidth),
    });
  }

  private createStudies(view: Window): ChartStudies {
    return new ChartStudies({
      bars: this.real,
      before: (series, moment) => this.figures.before(series, Math.min(moment, this.barsEnd())),
      view,
      seen: () => this.viewport.time.visible(),
      loaded: () => {
        this.viewport.wantOlder();
        this.settle();
        this.events.viewChanged();
      },
      completed: () => this.loop.ask('base'),
    });
  }

  private createView(): ChartView {
    return createView({
      bars: this.real,
      resolution: () => this.resolution,
      viewport: this.viewport,
      cursor: this.cursor,
      stack: this.layout.stack,
      studies: this.studies,
      compares: this.compares,
      drawings: this.drawings,
      trading: this.trading,
      pointing: this.pointing,
      pointer: this.pointer,
    });
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
      this.layout.forgetAxis();
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
    this.loop.ask(this.layout.setMargin() ? 'base' : 'lines');
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
    this.viewport.price.setMode(document.scale.mode, document.scale.inverted);
    this.viewport.isLocked = document.scale.locked;
    if (document.scale.mode !== before.scale.mode) this.viewport.price.isAuto = true;
    if (document.kind !== before.kind) this.derive();
    this.compares.set(document.compares);
    this.drawings.setDocument(document);
    this.studies.set(document.studies);
    this.viewport.wantOlder();
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
    const ratio = Math.min(MOST_RATIO, this.container.ownerDocument.defaultView?.devicePixelRatio ?? 1);
    const { clientWidth: width, clientHeight: height } = this.container;
    this.layout.resize({ width, height, ratio });
    this.stage.resize(width, height, ratio);
    this.settle();
    this.viewport.wantOlder();
    this.events.viewChanged();
    // A resized canvas is empty: it is filled again in the same frame.
    this.loop.run();
  }

  picture(withLines: boolean): HTMLCanvasElement {
    return this.stage.picture(withLines, this.layout.ratio);
  }

  keepClear(legend: Size): void {
    if (this.layout.keepClear(legend)) this.settle();
  }

  destroy(): void {
    this.container.ownerDocument.fonts.removeEventListener('loadingdone', this.fontsArrived);
    this.pointer.stop();
    this.loop.stop();
    this.studies.stop();
    this.stage.remove();
  }

  /** When the newest bar ends: a replay's bars end in the past. */
  private barsEnd(): number {
    const last = this.real.length - 1;
    return last < 0 ? Infinity : this.real.time(last) + longestStep(this.resolution);
  }

  private derive(): void {
    this.derived = this.document.kind === 'heikinAshi' ? heikinAshi(this.real) : undefined;
  }

  private write(): void {
    const { locale, symbol, resolution, document } = this;
    const priceDigits = document.settings.precision ?? symbol.priceDigits;
    this.scribe.write({ locale, priceDigits, timezone: document.timezone, resolution });
  }

  /** Measures again all text that was measured in another font. */
  private readonly fontsArrived = (): void => {
    this.layout.forgetAxis();
    this.stage.takeFonts(this.palette);
    this.settle();
  };

  private settle(): void {
    this.layout.place();
    this.loop.ask('base');
  }

  private paint(asked: ReadonlySet<Part>): void {
    if (this.layout.isEmpty) return;
    const isOther = (asked.has('base') || asked.has('live')) && this.layout.fit();
    const isMoved = asked.has('base') || isOther;
    const isWider = (isMoved || asked.has('live')) && this.layout.widenAxis(isMoved ? 'all' : 'newest');
    const isAll = isMoved || isWider;
    const scene = this.layout.scene();
    const wants = (part: Part): boolean => isAll || asked.has(part);
    if (isAll) this.stage.paintBase(scene, this.scribe.times, this.marks);
    this.trading.paint(scene, this.lastY(), wants('lines'));
    if (wants('drawings')) this.stage.paintDrawings(scene, this.drawings);
    if (wants('live')) this.stage.paintLive(scene, this.real.bar(this.real.length - 1));
    if (wants('crosshair')) this.trading.paintTop(scene, this.cursor.crosshair, this.scribe.times);
    this.studies.painted();
  }

  /** Pixel of the newest price. */
  private lastY(): number {
    const last = this.real.length - 1;
    return last < 0 ? this.layout.stack.priceHeight / 2 : this.viewport.price.y(this.real.close(last));
  }
}

/** Nothing but the drawings and how they are drawn differs: the picture below them stays as it is. */
function isButForDrawings(before: ChartDocument, after: ChartDocument): boolean {
  return Object.keys(after).every((key) => {
    const name = key as keyof ChartDocument;
    return name === 'drawings' || name === 'groups' || name === 'habits' || after[name] === before[name];
  });
}
