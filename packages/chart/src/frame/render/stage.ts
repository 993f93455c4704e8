import type { Point } from '../input/grip.ts';
import type { ChartBar, ChartLine, ChartMark } from '../../bridge/messages.ts';
import { paintCompare, paintCompares } from '../compare/paint-compares.ts';
import { axisWidthFor, paintGridAndAxes } from './paint-axes.ts';
import { paintBars } from './paint-bars.ts';
import type { LabelHit } from './paint-label.ts';
import { factsOfLines, labelColumnWidth, paintLines, type LinesSetting } from './paint-lines.ts';
import { Countdown, tagReach } from './countdown.ts';
import { coverFigures, figuresIn, uncoverFigures } from './cover-figures.ts';
import { paintHeld } from './paint-held.ts';
import { HALF_TAG, groundOf, paintCrosshair, paintLastPrice, type Crosshair } from './paint-live.ts';
import { paintExtremes, paintMarks, type MarkHit } from './paint-marks.ts';
import { paintPaneGround, paintPaneTags, type LowerPane } from './paint-panes.ts';
import { paintStudy } from './paint-plots.ts';
import { paintHoverPrice, paintVisibleRange } from './paint-range.ts';
import { paintVolume } from './paint-volume.ts';
import { Layer } from './layer.ts';
import { PaintedFrom } from './painted-from.ts';
import type { DrawingBoard } from '../drawings/drawing-board.ts';
import { DrawingsPicture } from '../drawings/drawings-picture.ts';
import type { HeldLine } from '../trading/line-drag.ts';
import { TIME_AXIS_HEIGHT, fontsOf, type Scene } from './scene.ts';
import type { Palette } from '../palette.ts';
import { TextWidths } from './text-widths.ts';
import type { TimeWriter } from './time-writer.ts';

export interface TopSetting {
  readonly crosshair: Crosshair | undefined;
  readonly times: TimeWriter;
  readonly held: HeldLine | undefined;
}

const STRIP = 14;
const NARROWEST_AXIS = 56;

/**
 * The canvases over each other: everything that changes with the view only; the newest bar and its price; the drawings at rest; the one
 * in hand; the account's lines; the crosshair. Drawings and lines are painted only when they change. A tick clears and paints strips of the second, a move of the mouse strips of the last.
 */
export class Stage {
  private readonly widths: TextWidths;
  private readonly base: Layer;
  private readonly hand: Layer;
  private readonly lines: Layer;
  private readonly live: Layer;
  private readonly top: Layer;
  private readonly drawn: DrawingsPicture;
  private readonly linesFrom = new PaintedFrom();
  private isHandEmpty = true;
  private hits: readonly LabelHit[] = [];
  private markHits: readonly MarkHit[] = [];
  private readonly countdown: Countdown;
  private livePainted: (() => void) | undefined;
  private topPainted: (() => void) | undefined;

  constructor(container: HTMLElement) {
    this.base = new Layer(container, 0);
    this.live = new Layer(container, 1);
    this.drawn = new DrawingsPicture(container, 2);
    this.hand = new Layer(container, 3);
    this.lines = new Layer(container, 4);
    this.top = new Layer(container, 5);
    for (const layer of [this.hand, this.lines, this.top]) layer.show(false);
    this.widths = new TextWidths(this.top.context);
    this.countdown = new Countdown(container.ownerDocument.defaultView ?? window, this.live.context);
  }

  resize(width: number, height: number, ratio: number): void {
    for (const layer of this.layers()) layer.resize(width, height, ratio);
    this.countdown.hide();
    this.livePainted = undefined;
    this.topPainted = undefined;
    this.repaintAll();
  }

  /** Asks for the fonts, or takes those that arrived. Looking one up is slow, so it is done while the chart waits for its bars. */
  takeFonts(palette: Palette): void {
    this.widths.forget();
    for (const font of fontsOf(palette)) this.widths.of('0', font);
    this.repaintAll();
  }

  axisWidth(scene: Scene, marks: 'all' | 'newest'): number {
    return Math.max(NARROWEST_AXIS, axisWidthFor(this.widths, scene, marks));
  }

  columnWidth(lines: readonly ChartLine[], scene: Scene): number {
    return labelColumnWidth(lines, this.widths, scene);
  }

  paintBase(scene: Scene, times: TimeWriter, marks: readonly ChartMark[]): void {
    const { context } = this.base;
    const { from, to } = scene.time.visible();
    const closed = Math.min(to, scene.bars.length - 1);
    paintGridAndAxes(context, scene, times);
    const { shown } = scene.document.trading;
    inPane(context, scene, () => {
      if (shown.includes('visibleRange')) paintVisibleRange(context, scene);
      paintVolume(context, scene, from, closed);
      paintBars(context, scene, from, closed);
      paintCompares(context, scene, scene.compares);
      paintOverlays(context, scene, { from, to: closed });
      paintExtremes(context, scene);
      this.markHits = scene.height > 0 ? paintMarks(context, scene, marks) : [];
    });
    for (const pane of scene.panes) {
      paintPaneGround(context, scene, pane);
      paintLowerPane(context, scene, pane, { from, to: closed });
      const { compare } = pane;
      if (compare !== undefined) inPane(context, scene, () => paintCompare(context, scene, compare), pane);
    }
  }

  paintDrawings(scene: Scene, board: DrawingBoard): void {
    this.drawn.paint(scene, board.resting, board.figures);
    const isEmpty = board.isIdle;
    if (isEmpty && this.isHandEmpty) return;
    this.isHandEmpty = isEmpty;
    this.hand.show(!isEmpty);
    this.hand.clear();
    if (!isEmpty) inPane(this.hand.context, scene, () => board.paintHand(this.hand.context, scene));
  }

  paintLines(scene: Scene, { lines, lastY, pinned }: Omit<LinesSetting, 'widths'>): void {
    if (!this.linesFrom.isOther(factsOfLines(scene, { lines, lastY, pinned, widths: this.widths }))) return;
    this.lines.show(lines.length > 0);
    this.lines.clear();
    this.hits = paintLines(this.lines.context, scene, { lines, lastY, pinned, widths: this.widths });
  }

  /** The newest bar, its volume and its price (the real one, also over Heikin Ashi bars), in place of what was painted of them before. */
  paintLive(scene: Scene, last: ChartBar | undefined): void {
    const { context } = this.live;
    this.livePainted?.();
    this.livePainted = undefined;
    this.countdown.clear();
    const index = scene.bars.length - 1;
    if (last === undefined || index < 0) return;
    const { from, to } = scene.time.visible();
    if (from <= index && index < to) {
      inPane(context, scene, () => {
        paintVolume(context, scene, index, index + 1);
        paintBars(context, scene, index, index + 1);
        paintOverlays(context, scene, { from: index, to: index + 1 });
      });
      const part = { from: index, to: index + 1 };
      for (const pane of scene.panes) paintLowerPane(context, scene, pane, part);
    }
    if (scene.document.settings.switches.studyTags) for (const pane of scene.panes) paintPaneTags(context, scene, pane);
    const y = scene.price.y(last.close);
    const covered = figuresUnder(scene, y);
    coverFigures(context, scene, covered);
    paintLastPrice(context, scene, last);
    // A plot may be drawn so far before its bar, or behind it.
    const offsets = scene.studies.flatMap(({ definition }) => definition.plots.map(({ offset = 0 }) => offset));
    const left = scene.time.x(index - 1 + Math.min(0, ...offsets)) - STRIP;
    const right = scene.time.x(index + 1 + Math.max(0, ...offsets));
    this.countdown.show(scene, { y, half: HALF_TAG, ground: groundOf(scene, last) });
    this.livePainted = () => {
      context.clearRect(left, 0, right - left, scene.bottom);
      context.clearRect(scene.width, scene.height, scene.axisWidth, scene.bottom - scene.height);
      context.clearRect(0, y - STRIP, scene.width + scene.axisWidth, 2 * STRIP);
      uncoverFigures(context, scene, covered);
    };
  }

  /** The crosshair and the line in hand, in place of those that were. */
  paintTop(scene: Scene, { crosshair, times, held }: TopSetting): void {
    const { context } = this.top;
    this.topPainted?.();
    this.top.show(crosshair !== undefined || held !== undefined);
    const rows = [crosshair?.y, held && scene.price.y(held.price)].filter((y) => y !== undefined);
    const x = crosshair && scene.time.x(crosshair.index);
    if (crosshair !== undefined) {
      paintCrosshair(context, scene, crosshair, times);
      if (scene.document.trading.shown.includes('hoverPrice')) paintHoverPrice(context, scene, crosshair);
    }
    if (held !== undefined) paintHeld(context, scene, held);
    this.topPainted = () => {
      if (x !== undefined) {
        context.clearRect(x - 3, 0, 6, scene.bottom);
        context.clearRect(0, scene.bottom, scene.width + scene.axisWidth, TIME_AXIS_HEIGHT);
      }
      for (const y of rows) context.clearRect(0, y - STRIP, scene.width + scene.axisWidth, 2 * STRIP);
    };
  }

  /** The triangle of marks that is at most `reach` pixels away. */
  marksAt({ x, y }: Point, reach: number): MarkHit | undefined {
    return this.markHits.find((hit) => Math.abs(hit.x - x) <= reach && Math.abs(hit.y - y) <= reach);
  }

  /** A label or one of its buttons; where there is none, one that is at most `slack` away. */
  labelAt({ x, y }: Point, slack: number): LabelHit | undefined {
    const within = (by: number) => (box: LabelHit) =>
      x >= box.x - by && x < box.x + box.width + by && y >= box.y - by && y < box.y + box.height + by;
    return this.hits.find(within(0)) ?? (slack === 0 ? undefined : this.hits.find(within(slack)));
  }

  /** The chart on screen as one canvas, without the crosshair. */
  picture(withLines: boolean, ratio: number): HTMLCanvasElement {
    const made = this.base.canvas.ownerDocument.createElement('canvas');
    made.width = this.base.canvas.width;
    made.height = this.base.canvas.height;
    const context = made.getContext('2d');
    if (context === null) return made;
    for (const layer of [this.base, this.live]) context.drawImage(layer.canvas, 0, 0);
    this.drawn.into(context, ratio);
    for (const layer of withLines ? [this.hand, this.lines] : [this.hand]) context.drawImage(layer.canvas, 0, 0);
    return made;
  }

  remove(): void {
    this.countdown.hide();
    for (const layer of this.layers()) layer.remove();
    this.drawn.remove();
  }

  private repaintAll(): void {
    this.drawn.forget();
    this.linesFrom.forget();
  }

  private layers(): readonly Layer[] {
    return [this.base, this.live, this.hand, this.lines, this.top];
  }
}

/** Figures of the axis that the newest price's tag with the countdown covers a part of. */
function figuresUnder(scene: Scene, y: number): readonly number[] {
  if (y < 0 || y > scene.height) return [];
  const { above, below } = tagReach(scene, y, HALF_TAG);
  return figuresIn(scene, { top: y - above, bottom: y + below });
}

function paintOverlays(context: CanvasRenderingContext2D, scene: Scene, range: { readonly from: number; readonly to: number }): void {
  for (const study of scene.studies) {
    if (study.entry.shown && study.definition.place === 'price') paintStudy(context, scene, study, { scale: scene.price, ...range });
  }
}

function paintLowerPane(
  context: CanvasRenderingContext2D,
  scene: Scene,
  pane: LowerPane,
  range: { readonly from: number; readonly to: number },
): void {
  const { study, scale } = pane;
  if (study !== undefined) inPane(context, scene, () => paintStudy(context, scene, study, { scale, ...range }), pane);
}

function inPane(
  context: CanvasRenderingContext2D,
  scene: Scene,
  paint: () => void,
  { top, height }: { readonly top: number; readonly height: number } = { top: 0, height: scene.height },
): void {
  context.save();
  context.beginPath();
  context.rect(0, top, scene.width, height);
  context.clip();
  paint();
  context.restore();
}
