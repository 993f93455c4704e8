import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import type { Grip, GripSource, Point, Touching } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';
import { anchorAt, sheetOf, squared } from './chart-sheet.ts';
import { freshId } from '../fresh-id.ts';
import { MOST_ANCHORS, standardStyle, type Anchor, type Drawing, type Magnet } from './drawing.ts';
import { isOnFigure, type Figure } from './figure.ts';
import { paintFigures, paintHandles } from './paint-drawings.ts';
import { definitionOf } from './registry.ts';

/** How near the pointer must come to a line or to a handle, in pixels. */
const REACH = { mouse: { line: 6, handle: 9 }, finger: { line: 16, handle: 24 } };
/** Points of a stroke nearer than this to the one before say nothing. */
const STROKE_STEP = 3;
const COPY_SHIFT = 24;
/** A point that a finger drags stands so many pixels above it, where it can be seen. */
const FINGER_LIFT = 48;

/** Of a drawing that is not in the document yet. */
const NEW = 'new';

const BY_KEYS: Touching = { isTouch: false, isShift: false, isCtrl: false };

const lifted = (at: Point, isTouch: boolean): Point => (isTouch ? { x: at.x, y: at.y - FINGER_LIFT } : at);

export interface DrawingOutlet {
  readonly scene: () => Scene;
  readonly ticker: () => string;
  /** Where the crosshair stands. */
  readonly cursor: () => Point | undefined;
  /** Word for bars, after their count. */
  readonly barsText: () => string;
  readonly command: (command: DocumentCommand) => void;
  /** The drawings are to be painted anew. */
  readonly changed: () => void;
  /** Another tool is in hand, or another drawing is selected. */
  readonly told: () => void;
  /** A drawing that needs words was placed, or its settings are wanted. */
  readonly edit: (id: string) => void;
}

/** A drawing in the making. */
interface Making {
  readonly tool: DrawingTool;
  readonly anchors: readonly Anchor[];
  /** Where the next point would be. */
  readonly next: Anchor | undefined;
}

/** The drawings of the shown symbol: painted, placed, selected and moved. */
export class DrawingBoard implements GripSource {
  private readonly outlet: DrawingOutlet;
  private document: ChartDocument | undefined;
  private making: Making | undefined;
  private selectedId: string | undefined;
  /** A drawing as it is being dragged: the document changes when it is let go. */
  private moved: Drawing | undefined;
  /** The selected drawing is being moved by keys: each step changes the document. */
  private isNudged = false;
  private copied: Drawing | undefined;
  /** The double press that ended it does not ask for its settings too. */
  private justMade: string | undefined;
  /** How the pointer came last. */
  private touching: Touching = BY_KEYS;
  private pressedAt: Point = { x: 0, y: 0 };

  constructor(outlet: DrawingOutlet) {
    this.outlet = outlet;
  }

  get tool(): DrawingTool | undefined {
    return this.making?.tool;
  }

  get selected(): Drawing | undefined {
    return this.all.find(({ id }) => id === this.selectedId);
  }

  setDocument(document: ChartDocument): void {
    this.document = document;
    this.isNudged = false;
    if (this.selected === undefined) this.select(undefined);
    this.outlet.changed();
  }

  /** Takes a tool in hand, or puts it away. */
  take(tool: DrawingTool | undefined): void {
    this.making = tool === undefined ? undefined : { tool, anchors: [], next: undefined };
    if (tool !== undefined) this.selectedId = undefined;
    this.tell();
  }

  select(id: string | undefined): void {
    if (this.selectedId === id) return;
    this.selectedId = id;
    this.isNudged = false;
    this.tell();
  }

  /** Gives up what is being drawn, then the tool, then the selection; false when there was nothing to give up. */
  cancel(): boolean {
    if (this.making !== undefined) {
      this.take(this.making.anchors.length > 0 ? this.making.tool : undefined);
      return true;
    }
    if (this.selectedId === undefined) return false;
    this.select(undefined);
    return true;
  }

  remove(): void {
    const { selected } = this;
    if (selected !== undefined && !selected.locked) this.outlet.command({ kind: 'removeDrawings', ids: [selected.id] });
  }

  copy(): void {
    this.copied = this.selected ?? this.copied;
  }

  /** Puts a copy beside the original, on the symbol that is shown. */
  paste(): void {
    const { copied } = this;
    if (copied === undefined) return;
    const shifted = this.points(copied).map(({ x, y }) => this.anchor({ x: x + COPY_SHIFT, y: y + COPY_SHIFT }, 'off'));
    this.add({ ...copied, anchors: shifted, locked: false, shown: true });
  }

  get hasCopy(): boolean {
    return this.copied !== undefined;
  }

  /** The drawing under a place of the picture. */
  idAt(at: Point): string | undefined {
    return this.shown.findLast((drawing) => this.figures(drawing).some((figure) => isOnFigure(at, figure, REACH.mouse.line)))?.id;
  }

  /** Where the selected drawing begins. */
  get origin(): Point | undefined {
    return this.selected && this.points(this.selected)[0];
  }

  /** Draws with a tool of one point at a price, over a place of the picture. */
  placeAt(tool: DrawingTool, at: Point & { readonly price: number }): void {
    const { time } = this.anchor(at, 'off');
    this.take(tool);
    this.making = { tool, anchors: [{ time, price: at.price }], next: undefined };
    this.finish();
  }

  /** Moves the selected drawing by bars and pixels; false when none is selected. */
  nudge(bars: number, pixels: number): boolean {
    const { selected } = this;
    if (selected === undefined || this.isFixed(selected)) return selected !== undefined;
    const { spacing } = this.outlet.scene().time;
    const to = this.points(selected).map(({ x, y }) => this.anchor({ x: x + bars * spacing, y: y + pixels }, 'off'));
    this.outlet.command({ kind: 'changeDrawing', id: selected.id, to: { anchors: to } });
    this.isNudged = true;
    return true;
  }

  /** Places the next point at the crosshair, by keyboard: twice at one place ends a path. False when no tool is in hand. */
  placeAtCursor(): boolean {
    const at = this.outlet.cursor();
    if (this.making === undefined || at === undefined) return false;
    this.touching = BY_KEYS;
    this.place(at);
    return true;
  }

  hover(at: Point | undefined): void {
    if (this.making === undefined || at === undefined) return;
    this.making = { ...this.making, next: this.anchor(this.constrained(at)) };
    this.outlet.changed();
  }

  gripAt(at: Point, touching: Touching): Grip | undefined {
    this.touching = touching;
    const { width, height } = this.outlet.scene();
    if (at.x > width || at.y > height) return undefined;
    if (this.making !== undefined) return this.placingGrip(at);
    const { selected } = this;
    const reach = touching.isTouch ? REACH.finger : REACH.mouse;
    if (selected !== undefined && !this.isFixed(selected)) {
      const handle = this.points(selected).findIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reach.handle);
      if (handle >= 0 && definitionOf(selected.tool).points !== 'stroke') return this.movingGrip(selected, at, handle);
    }
    const found = this.shown.findLast((drawing) => this.figures(drawing).some((figure) => isOnFigure(at, figure, reach.line)));
    return found === undefined ? undefined : this.movingGrip(found, at, undefined);
  }

  /** Measures at once, with Shift, where nothing else is under the pointer: from here to the next press, or to the end of a drag. */
  measuringGrip(start: Point, { isShift }: Touching): Grip | undefined {
    const { width, height } = this.outlet.scene();
    if (!isShift || this.making !== undefined || start.x > width || start.y > height) return undefined;
    return {
      cursor: 'crosshair',
      keepsCrosshair: true,
      press: (at) => {
        this.take('measure');
        this.place(at);
      },
      drag: (at, touching) => {
        if (this.making === undefined) this.take('measure');
        this.pull(start, at, touching);
      },
      drop: (at) => this.place(lifted(at, this.touching.isTouch)),
      cancel: () => this.take(undefined),
    };
  }

  /** The drawings that nobody moves, the front one last. */
  get resting(): readonly Drawing[] {
    const inHand = this.isInHand ? (this.moved?.id ?? this.selectedId) : undefined;
    return inHand === undefined ? this.shown : this.shown.filter(({ id }) => id !== inHand);
  }

  readonly figures = (drawing: Drawing): readonly Figure[] =>
    definitionOf(drawing.tool).figures({ drawing, points: this.points(drawing) }, this.sheet());

  /** What is moved or made just now, with the handles of what is selected. */
  paintHand(context: CanvasRenderingContext2D, scene: Scene): void {
    const box = { left: 0, right: scene.width, top: 0, bottom: scene.height };
    const selected = this.moved ?? this.shown.find(({ id }) => id === this.selectedId);
    const making = this.inTheMaking();
    if (selected !== undefined && this.isInHand)
      paintFigures(context, scene, { figures: this.figures(selected), style: selected.style, box });
    if (making !== undefined) paintFigures(context, scene, { figures: this.figures(making), style: making.style, box });
    for (const each of [selected, making]) if (each !== undefined) paintHandles(context, scene, this.handles(each), this.touching.isTouch);
  }

  private get isInHand(): boolean {
    return this.moved !== undefined || this.isNudged;
  }

  /** Nothing is in hand or selected. */
  get isIdle(): boolean {
    return this.making === undefined && this.selectedId === undefined;
  }

  private get all(): readonly Drawing[] {
    const ticker = this.outlet.ticker();
    return this.document?.drawings.filter((drawing) => drawing.ticker === ticker) ?? [];
  }

  private get shown(): readonly Drawing[] {
    return this.document?.habits.hidden === true ? [] : this.all.filter(({ shown }) => shown);
  }

  private isFixed({ locked }: Drawing): boolean {
    return locked || this.document?.habits.locked === true;
  }

  private tell(): void {
    this.outlet.changed();
    this.outlet.told();
  }

  /** As the layout has it; Ctrl turns it round for the point in hand. */
  private get magnet(): Magnet {
    const habit = this.document?.habits.magnet ?? 'off';
    if (!this.touching.isCtrl) return habit;
    return habit === 'off' ? 'strong' : 'off';
  }

  /** With Shift, on a line with the point before that is level, upright or at 45 degrees. Shift that began a measure is often still held. */
  private constrained(at: Point): Point {
    const last = this.touching.isShift && this.making?.tool !== 'measure' ? this.making?.anchors.at(-1) : undefined;
    const before = last && this.points({ anchors: [last] })[0];
    return before === undefined ? at : squared(before, at);
  }

  private anchor(at: Point, magnet = this.magnet): Anchor {
    return anchorAt(this.outlet.scene(), at, magnet);
  }

  private points({ anchors }: Pick<Drawing, 'anchors'>): readonly Point[] {
    const sheet = this.sheet();
    return anchors.map(({ time, price }) => ({ x: sheet.x(time), y: sheet.y(price) }));
  }

  private handles(drawing: Drawing): readonly Point[] {
    return definitionOf(drawing.tool).points === 'stroke' ? [] : this.points(drawing);
  }

  private sheet() {
    return sheetOf(this.outlet.scene(), this.outlet.barsText());
  }

  /** The drawing as it would be with the point under the pointer. */
  private inTheMaking(): Drawing | undefined {
    const { making } = this;
    if (making === undefined) return undefined;
    const anchors = making.next === undefined ? making.anchors : [...making.anchors, making.next];
    return anchors.length === 0 ? undefined : this.drawn(making.tool, this.completed(making.tool, anchors));
  }

  private drawn(tool: DrawingTool, anchors: readonly Anchor[]): Drawing {
    const style = this.document?.habits.styles[tool] ?? standardStyle(tool);
    return { id: NEW, tool, ticker: this.outlet.ticker(), anchors, style, text: '', locked: false, shown: true };
  }

  private completed(tool: DrawingTool, anchors: readonly Anchor[]): readonly Anchor[] {
    const { complete } = definitionOf(tool);
    return complete === undefined ? anchors : complete(this.points({ anchors })).map((point) => this.anchor(point, 'off'));
  }

  private add(drawing: Omit<Drawing, 'id'>): void {
    // Unlike every other, in other layouts too: alerts know drawings by their ids.
    const id = freshId('d');
    this.outlet.command({ kind: 'addDrawing', drawing: { ...drawing, id, ticker: this.outlet.ticker() } });
    this.justMade = id;
    this.select(id);
  }

  /** Adds a point; the last one makes the drawing. */
  private place(at: Point): void {
    const { making } = this;
    if (making === undefined) return;
    const { points } = definitionOf(making.tool);
    const last = making.anchors.at(-1);
    const anchor = this.anchor(this.constrained(at));
    if (points === 'many' && last?.time === anchor.time && last.price === anchor.price) {
      this.finish();
      return;
    }
    const anchors = [...making.anchors, anchor];
    this.making = { ...making, anchors, next: undefined };
    if (typeof points === 'number' && anchors.length >= points) this.finish();
    else this.outlet.changed();
  }

  private finish(): void {
    const { making } = this;
    if (making === undefined) return;
    const { points, asksText } = definitionOf(making.tool);
    const keeps = this.document?.habits.keepsDrawing === true;
    this.making = undefined;
    if (making.anchors.length >= (typeof points === 'number' ? points : 2)) {
      this.add(this.drawn(making.tool, this.completed(making.tool, making.anchors)));
      if (asksText === true && this.selectedId !== undefined) this.outlet.edit(this.selectedId);
    }
    if (keeps) this.take(making.tool);
    else this.tell();
  }

  private placingGrip(start: Point): Grip {
    const isStroke = this.making !== undefined && definitionOf(this.making.tool).points === 'stroke';
    return {
      cursor: 'crosshair',
      keepsCrosshair: true,
      press: (at, touching) => {
        this.touching = touching;
        if (!isStroke) this.place(at);
      },
      drag: (at, touching) => (isStroke ? this.stroke(start, at) : this.pull(start, at, touching)),
      drop: (at) => {
        if (isStroke) this.finish();
        else this.place(lifted(at, this.touching.isTouch));
      },
      cancel: () => {
        if (this.making !== undefined) this.take(this.making.tool);
      },
      doublePress: () => {
        if (this.making !== undefined && definitionOf(this.making.tool).points === 'many') this.finish();
      },
    };
  }

  /** Press, drag and release place the first two points. */
  private pull(start: Point, at: Point, touching: Touching): void {
    const { making } = this;
    if (making === undefined) return;
    if (making.anchors.length === 0 && definitionOf(making.tool).points !== 1) this.place(start);
    this.touching = touching;
    this.hover(lifted(at, touching.isTouch));
  }

  private stroke(start: Point, at: Point): void {
    const { making } = this;
    if (making === undefined || making.anchors.length >= MOST_ANCHORS) return;
    if (making.anchors.length === 0) this.pressedAt = start;
    else if (Math.hypot(at.x - this.pressedAt.x, at.y - this.pressedAt.y) < STROKE_STEP) return;
    this.pressedAt = at;
    this.making = { ...making, anchors: [...making.anchors, this.anchor(at, 'off')] };
    this.outlet.changed();
  }

  /** Selects by a press; moves one point, or the whole, or with Ctrl a copy of it. */
  private movingGrip(drawing: Drawing, start: Point, handle: number | undefined): Grip {
    const from = this.points(drawing);
    const isCopied = handle === undefined && this.touching.isCtrl;
    const press = (): void => {
      this.justMade = undefined;
      this.select(drawing.id);
    };
    const edit = (): void => {
      if (this.justMade !== drawing.id) this.outlet.edit(drawing.id);
    };
    const cursor = handle === undefined ? (isCopied ? 'copy' : 'pointer') : 'move';
    if (this.isFixed(drawing)) return { cursor, press, doublePress: edit, keepsCrosshair: true, hasMenu: true };
    return {
      cursor,
      keepsCrosshair: true,
      hasMenu: true,
      press,
      doublePress: edit,
      drag: (at, touching) => {
        const { isShift, isTouch } = touching;
        this.touching = touching;
        this.selectedId = drawing.id;
        const held = lifted(at, isTouch);
        const to = (point: Point, index: number): Anchor => {
          if (handle === undefined) return this.anchor({ x: point.x + at.x - start.x, y: point.y + at.y - start.y }, 'off');
          if (index !== handle) return drawing.anchors[index] ?? this.anchor(point);
          const other = from[handle === 0 ? 1 : handle - 1];
          return this.anchor(isShift && other !== undefined ? squared(other, held) : held);
        };
        this.moved = { ...drawing, id: isCopied ? NEW : drawing.id, anchors: from.map(to) };
        this.outlet.changed();
      },
      drop: () => {
        const { moved } = this;
        this.moved = undefined;
        if (moved?.id === NEW) this.add(moved);
        else if (moved !== undefined) this.outlet.command({ kind: 'changeDrawing', id: moved.id, to: { anchors: moved.anchors } });
        this.tell();
      },
      cancel: () => {
        this.moved = undefined;
        this.outlet.changed();
      },
    };
  }
}
