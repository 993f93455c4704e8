import type { ChartLine } from '../../bridge/messages.ts';
import type { Grip, GripSource, Point, Touching } from '../input/grip.ts';
import type { MarkHit } from '../render/paint-marks.ts';
import type { Crosshair } from '../render/paint-live.ts';
import type { TimeWriter } from '../render/time-writer.ts';
import type { Scene } from '../render/scene.ts';
import type { Stage } from '../render/stage.ts';
import { LineDrag, onStep, type HeldLine } from '../trading/line-drag.ts';
import { isNarrow } from '../trading/label-parts.ts';
import { shownLines } from '../trading/line-look.ts';
import type { ChartEngineEvents, TradingView } from './chart-engine.ts';
import type { Part } from './frame-loop.ts';

/** Distance that the newest price may move before the tags of the lines are placed again, pixels. */
const TAG_DRIFT = 6;
/** Hit distance of a label for touch input, pixels. */
const FINGER_SLACK = 10;
/** Distance in pixels at which the pointer still hits the triangle of a mark. */
const MARK_REACH = 9;

export interface TradeLinesOutlet {
  readonly events: Pick<
    ChartEngineEvents,
    'lineButton' | 'lineMenu' | 'crosshairAt' | 'marksAt' | 'schedule' | 'dragged' | 'dropped' | 'lineHeld'
  >;
  ask(part: Part): void;
  /** The current scene. */
  scene(): Scene;
  priceStep(): number;
}

/** The account's lines over the bars, with their labels and buttons. */
export class TradeLines implements GripSource, TradingView {
  readonly drag: LineDrag;
  private readonly stage: Stage;
  private readonly outlet: TradeLinesOutlet;
  private lines: readonly ChartLine[] = [];
  /** Line picked from a shared label. */
  private pinned: string | undefined;
  private heldLine: string | undefined;
  private shownMarks: MarkHit['marks'] | undefined;
  /** Newest price around which the tags were stacked. */
  private tagsAround = 0;

  constructor(stage: Stage, outlet: TradeLinesOutlet) {
    this.stage = stage;
    this.outlet = outlet;
    this.drag = new LineDrag({
      ...outlet.events,
      priceAt: (y) => outlet.scene().price.price(y),
      yOf: (price) => outlet.scene().price.y(price),
      priceStep: () => outlet.priceStep(),
      height: () => outlet.scene().height,
      changed: (held) => this.held(held),
    });
  }

  set(lines: readonly ChartLine[]): void {
    // The later of two lines with the same id counts (CHT-18).
    this.lines = [...new Map(lines.map((line) => [line.id, line])).values()];
    this.drag.follow(this.lines);
  }

  step(lineId: string, steps: number): void {
    const line = this.lines.find(({ id }) => id === lineId);
    if (line !== undefined) this.drag.step(line, steps);
  }

  pin(lineId: string): void {
    this.pinned = lineId;
    this.outlet.ask('lines');
  }

  write(price: number): string {
    return this.outlet.scene().writer.price(price);
  }

  scale(): ReturnType<TradingView['scale']> {
    const { price: prices, height, width } = this.outlet.scene();
    return { step: this.outlet.priceStep(), height, width, yOf: (price) => prices.y(price), priceAt: (y) => prices.price(y) };
  }

  drop(): void {
    this.drag.drop();
  }

  cancel(): void {
    this.drag.cancel();
  }

  ended(drag: number): void {
    this.drag.ended(drag);
  }

  /** Pixels that the labels need beside the newest bar. */
  columnWidth(scene: Scene): number {
    return this.stage.columnWidth(shownLines(this.lines, scene.document.trading), scene);
  }

  gripAt(at: Point, { isTouch }: Touching): Grip | undefined {
    const hit = this.stage.labelAt(at, isTouch ? FINGER_SLACK : 0);
    if (hit === undefined) return this.markGrip(at, isTouch);
    const { lineIds, buttonId } = hit;
    const [lineId, ...others] = lineIds;
    const { events, scene } = this.outlet;
    if (buttonId !== undefined) return { cursor: 'pointer', press: () => events.lineButton(lineId, buttonId) };
    const menu = { press: (where: Point) => events.lineMenu(lineIds, where) };
    if (others.length > 0) return { cursor: 'pointer', ...menu };
    const line = this.lines.find(({ id }) => id === lineId);
    const dragging = line && this.drag.grip(line, at);
    return {
      cursor: dragging === undefined ? 'crosshair' : 'ns-resize',
      keepsCrosshair: dragging === undefined,
      ...(isNarrow(scene().width) && menu),
      ...dragging,
    };
  }

  hover(at: Point | undefined): void {
    this.showMarks(at && this.stage.marksAt(at, MARK_REACH));
  }

  /** Places the tags again when requested, or when the newest price (pixel `lastY`) has moved far enough. */
  paint(scene: Scene, lastY: number, isAsked: boolean): void {
    if (!isAsked && Math.abs(lastY - this.tagsAround) <= TAG_DRIFT) return;
    this.tagsAround = lastY;
    const { held } = this.drag;
    const shown = scene.height > 0 ? shownLines(this.lines, scene.document.trading) : [];
    const lines = held?.line.drag === 'move' ? shown.filter(({ id }) => id !== held.line.id) : shown;
    this.stage.paintLines(scene, { lines, lastY, pinned: this.pinned });
  }

  /** The crosshair and the dragged line. */
  paintTop(scene: Scene, crosshair: Crosshair | undefined, times: TimeWriter): void {
    this.stage.paintTop(scene, { crosshair, times, held: this.drag.held });
    const isOnPrice = crosshair !== undefined && crosshair.y >= 0 && crosshair.y < scene.height;
    const price = isOnPrice ? onStep(scene.price.price(crosshair.y), this.outlet.priceStep()) : undefined;
    this.outlet.events.crosshairAt(price === undefined ? undefined : { x: scene.width, y: crosshair?.y ?? 0, price });
  }

  private markGrip(at: Point, isTouch: boolean): Grip | undefined {
    const hit = this.stage.marksAt(at, MARK_REACH + (isTouch ? FINGER_SLACK : 0));
    return hit && { cursor: 'pointer', keepsCrosshair: true, press: () => this.showMarks(hit) };
  }

  private showMarks(hit: MarkHit | undefined): void {
    if (hit?.marks === this.shownMarks) return;
    this.shownMarks = hit?.marks;
    this.outlet.events.marksAt(hit);
  }

  private held(held: HeldLine | undefined): void {
    const { events, ask, scene } = this.outlet;
    // A dragged line is painted separately from the others until its release.
    if (this.heldLine !== held?.line.id) ask('lines');
    this.heldLine = held?.line.id;
    ask('crosshair');
    const { price, writer } = scene();
    events.lineHeld(held && { ...held, y: price.y(held.price), text: writer.price(held.price) });
  }
}
