import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { ChartDocument, DocumentCommand } from '../document/chart-document.ts';
import type { Grip, GripSource, Point, Touching } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';
import { anchorAt, sheetOf, squared } from './chart-sheet.ts';
import { freshId } from '../fresh-id.ts';
import type { Anchor, Drawing, Magnet } from './drawing.ts';
import { isOnFigure, type Figure } from './figure.ts';
import { Making, NEW, type MakingOutlet } from './making.ts';
import { paintFigures, paintHandles } from './paint-drawings.ts';
import { definitionOf } from './registry.ts';

/** Maximum distance of the pointer from a line or a handle, in pixels. */
const REACH = { mouse: { line: 6, handle: 9 }, finger: { line: 16, handle: 24 } };
const COPY_SHIFT = 24;
/** Distance of a dragged point above the finger, in pixels, so that it stays visible. */
const FINGER_LIFT = 48;

const BY_KEYS: Touching = { isTouch: false, isShift: false, isCtrl: false };

const lifted = (at: Point, isTouch: boolean): Point => (isTouch ? { x: at.x, y: at.y - FINGER_LIFT } : at);

export interface DrawingOutlet {
  readonly scene: () => Scene;
  readonly ticker: () => string;
  /** Position of the crosshair. */
  readonly cursor: () => Point | undefined;
  /** Word for bars, after their count. */
  readonly barsText: () => string;
  readonly command: (command: DocumentCommand) => void;
  /** Requests a repaint of the drawings. */
  readonly changed: () => void;
  /** The selected tool or drawing changed. */
  readonly told: () => void;
  /** A drawing that needs a text was placed, or its settings were requested. */
  readonly edit: (id: string) => void;
}

/** The drawings of the shown symbol: painted, placed, selected and moved. */
export class DrawingBoard implements GripSource {
  private readonly outlet: DrawingOutlet;
  private document: ChartDocument | undefined;
  private making: Making | undefined;
  private selectedId: string | undefined;
  /** The drawing during a drag: the document changes on release. */
  private moved: Drawing | undefined;
  /** The selected drawing moves by keys; each step changes the document. */
  private isNudged = false;
  private copied: Drawing | undefined;
  /** The double press that completed a drawing does not also open its settings. */
  private justMade: string | undefined;
  /** Type of the last pointer. */
  private touching: Touching = BY_KEYS;

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

  /** Selects a tool, or none. */
  take(tool: DrawingTool | undefined): void {
    this.making = tool === undefined ? undefined : this.make(tool);
    if (tool !== undefined) this.selectedId = undefined;
    this.tell();
  }

  select(id: string | undefined): void {
    if (this.selectedId === id) return;
    this.selectedId = id;
    this.isNudged = false;
    this.tell();
  }

  /** Cancels the drawing in progress; its tool stays. */
  restart(): void {
    if (this.making?.isBegun === true) this.take(this.making.tool);
  }

  /** Cancels the drawing in progress, then the tool, then the selection; false if there was nothing to cancel. */
  cancel(): boolean {
    if (this.making !== undefined) {
      this.take(this.making.isBegun ? this.making.tool : undefined);
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

  /** Adds a copy beside the original, on the current symbol. */
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

  /** First point of the selected drawing. */
  get origin(): Point | undefined {
    return this.selected && this.points(this.selected)[0];
  }

  /** Draws with a tool of one point at a price, over a place of the picture. */
  placeAt(tool: DrawingTool, at: Point & { readonly price: number }): void {
    const { time } = this.anchor(at, 'off');
    this.take(tool);
    this.making = this.make(tool, [{ time, price: at.price }]);
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

  /** Places the next point at the crosshair, by keyboard: twice at one place ends a path. False if no tool is selected. */
  placeAtCursor(): boolean {
    const at = this.outlet.cursor();
    if (this.making === undefined || at === undefined) return false;
    this.touching = BY_KEYS;
    this.place(at);
    return true;
  }

  hover(at: Point | undefined): void {
    if (this.making === undefined || at === undefined) return;
    this.making.hover(this.constrained(at));
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

  /** With Shift, where nothing else is under the pointer, measures from here to the next press or to the end of a drag. */
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

  /** The drawings at rest, the front one last. */
  get resting(): readonly Drawing[] {
    const inHand = this.isInHand ? (this.moved?.id ?? this.selectedId) : undefined;
    return inHand === undefined ? this.shown : this.shown.filter(({ id }) => id !== inHand);
  }

  readonly figures = (drawing: Drawing): readonly Figure[] =>
    definitionOf(drawing.tool).figures({ drawing, points: this.points(drawing) }, this.sheet());

  /** Paints the drawing that is being moved or created, and the handles of the selected one. */
  paintHand(context: CanvasRenderingContext2D, scene: Scene): void {
    const box = { left: 0, right: scene.width, top: 0, bottom: scene.height };
    const selected = this.moved ?? this.shown.find(({ id }) => id === this.selectedId);
    const making = this.making?.preview;
    if (selected !== undefined && this.isInHand)
      paintFigures(context, scene, { figures: this.figures(selected), style: selected.style, box });
    if (making !== undefined) paintFigures(context, scene, { figures: this.figures(making), style: making.style, box });
    for (const each of [selected, making]) if (each !== undefined) paintHandles(context, scene, this.handles(each), this.touching.isTouch);
  }

  private get isInHand(): boolean {
    return this.moved !== undefined || this.isNudged;
  }

  /** No tool and no drawing is selected. */
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

  /** Setting of the layout; Ctrl inverts it for the current point. */
  private get magnet(): Magnet {
    const habit = this.document?.habits.magnet ?? 'off';
    if (!this.touching.isCtrl) return habit;
    return habit === 'off' ? 'strong' : 'off';
  }

  /** With Shift, aligns with the previous point at 0, 45 or 90 degrees. Shift that began a measure is often still held. */
  private constrained(at: Point): Point {
    const last = this.touching.isShift && this.making?.tool !== 'measure' ? this.making?.last : undefined;
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

  private make(tool: DrawingTool, anchors: readonly Anchor[] = []): Making {
    const { ticker, changed } = this.outlet;
    const points: MakingOutlet['points'] = (drawing) => this.points(drawing);
    return new Making(
      tool,
      { ticker, document: () => this.document, anchor: (at, magnet) => this.anchor(at, magnet), points, changed },
      anchors,
    );
  }

  private add(drawing: Omit<Drawing, 'id'>): void {
    // Unique in all layouts, because alerts refer to drawings by id.
    const id = freshId('d');
    this.outlet.command({ kind: 'addDrawing', drawing: { ...drawing, id, ticker: this.outlet.ticker() } });
    this.justMade = id;
    this.select(id);
  }

  /** Adds a point; the last one completes the drawing. */
  private place(at: Point): void {
    if (this.making?.place(this.constrained(at)) === true) this.finish();
    else this.outlet.changed();
  }

  private finish(): void {
    const { making } = this;
    if (making === undefined) return;
    const keeps = this.document?.habits.keepsDrawing === true;
    const { made } = making;
    this.making = undefined;
    if (made !== undefined) {
      this.add(made);
      if (definitionOf(making.tool).asksText === true && this.selectedId !== undefined) this.outlet.edit(this.selectedId);
    }
    if (keeps) this.take(making.tool);
    else this.tell();
  }

  private placingGrip(start: Point): Grip {
    const isStroke = this.making?.takesStroke === true;
    return {
      cursor: 'crosshair',
      keepsCrosshair: true,
      press: (at, touching) => {
        this.touching = touching;
        if (!isStroke) this.place(at);
      },
      drag: (at, touching) => (isStroke ? this.making?.stroke(start, at) : this.pull(start, at, touching)),
      drop: (at) => {
        if (isStroke) this.finish();
        else this.place(lifted(at, this.touching.isTouch));
      },
      cancel: () => {
        if (this.making !== undefined) this.take(this.making.tool);
      },
      doublePress: () => {
        if (this.making?.isOpenEnded === true) this.finish();
      },
    };
  }

  /** Press, drag and release place the first two points. */
  private pull(start: Point, at: Point, touching: Touching): void {
    if (this.making === undefined) return;
    if (this.making.isPulled) this.place(start);
    this.touching = touching;
    this.hover(lifted(at, touching.isTouch));
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
