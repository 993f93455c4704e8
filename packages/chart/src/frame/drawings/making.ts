import type { ChartDocument } from '../document/chart-document.ts';
import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { Point } from '../input/grip.ts';
import { MOST_ANCHORS, standardStyle, type Anchor, type Drawing } from './drawing.ts';
import { definitionOf } from './registry.ts';

/** Points of a stroke closer than this to the previous one are dropped, in pixels. */
const STROKE_STEP = 3;

/** Id of a drawing that is not in the document yet. */
export const NEW = 'new';

export interface MakingOutlet {
  readonly ticker: () => string;
  readonly document: () => ChartDocument | undefined;
  /** The point under a pixel, moved to a price by the magnet unless it is off. */
  readonly anchor: (at: Point, magnet?: 'off') => Anchor;
  readonly points: (drawing: Pick<Drawing, 'anchors'>) => readonly Point[];
  /** Requests a repaint of the drawings. */
  readonly changed: () => void;
}

/** A drawing in progress: the selected tool and the placed points. */
export class Making {
  readonly tool: DrawingTool;
  private readonly outlet: MakingOutlet;
  private anchors: readonly Anchor[] = [];
  /** Position of the next point. */
  private next: Anchor | undefined;
  private pressedAt: Point = { x: 0, y: 0 };

  constructor(tool: DrawingTool, outlet: MakingOutlet, anchors: readonly Anchor[] = []) {
    this.tool = tool;
    this.outlet = outlet;
    this.anchors = anchors;
  }

  get isBegun(): boolean {
    return this.anchors.length > 0;
  }

  get last(): Anchor | undefined {
    return this.anchors.at(-1);
  }

  get takesStroke(): boolean {
    return definitionOf(this.tool).points === 'stroke';
  }

  /** Number of points is open; a double press or the same point twice ends the drawing. */
  get isOpenEnded(): boolean {
    return definitionOf(this.tool).points === 'many';
  }

  /** A drag places the first point at its start. */
  get isPulled(): boolean {
    return !this.isBegun && definitionOf(this.tool).points !== 1;
  }

  hover(at: Point): void {
    this.next = this.outlet.anchor(at);
    this.outlet.changed();
  }

  /** Adds a point; true once the drawing is complete. */
  place(at: Point): boolean {
    const { points } = definitionOf(this.tool);
    const { last } = this;
    const anchor = this.outlet.anchor(at);
    if (points === 'many' && last?.time === anchor.time && last.price === anchor.price) return true;
    this.anchors = [...this.anchors, anchor];
    this.next = undefined;
    return typeof points === 'number' && this.anchors.length >= points;
  }

  /** Adds to a stroke that began at `start`. */
  stroke(start: Point, at: Point): void {
    if (this.anchors.length >= MOST_ANCHORS) return;
    if (!this.isBegun) this.pressedAt = start;
    else if (Math.hypot(at.x - this.pressedAt.x, at.y - this.pressedAt.y) < STROKE_STEP) return;
    this.pressedAt = at;
    this.anchors = [...this.anchors, this.outlet.anchor(at, 'off')];
    this.outlet.changed();
  }

  /** Preview of the drawing with the point under the pointer. */
  get preview(): Drawing | undefined {
    const anchors = this.next === undefined ? this.anchors : [...this.anchors, this.next];
    return anchors.length === 0 ? undefined : this.drawn(anchors);
  }

  /** The completed drawing; `undefined` with too few points. */
  get made(): Drawing | undefined {
    const { points } = definitionOf(this.tool);
    return this.anchors.length >= (typeof points === 'number' ? points : 2) ? this.drawn(this.anchors) : undefined;
  }

  private drawn(placed: readonly Anchor[]): Drawing {
    const { tool, outlet } = this;
    const { complete } = definitionOf(tool);
    const anchors =
      complete === undefined ? placed : complete(outlet.points({ anchors: placed })).map((point) => outlet.anchor(point, 'off'));
    const style = outlet.document()?.habits.styles[tool] ?? standardStyle(tool);
    return { id: NEW, tool, ticker: outlet.ticker(), anchors, style, text: '', locked: false, shown: true, hiddenOn: [] };
  }
}
