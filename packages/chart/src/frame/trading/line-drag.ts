import type { ChartLine } from '../../bridge/messages.ts';
import type { Grip, Point, Touching } from '../input/grip.ts';

/** A line during a drag, or after its drop until the result arrives. */
export interface HeldLine {
  /** State at the start of the drag: updates do not move it. */
  readonly line: ChartLine;
  readonly price: number;
  readonly isDropped: boolean;
  readonly isTouch: boolean;
}

export interface LineDragOutlet {
  priceAt(y: number): number;
  yOf(price: number): number;
  /** Price step: prices are multiples of it. */
  priceStep(): number;
  /** Height of the pane: it limits the drag. */
  height(): number;
  /** Runs `work` before the next frame. */
  schedule(work: () => void): void;
  dragged(drag: number, lineId: string, price: number): void;
  dropped(drag: number, lineId: string, price: number): void;
  /** The dragged line or its price changed. */
  changed(held: HeldLine | undefined): void;
}

/** The nearest multiple of the step. */
export function onStep(price: number, step: number): number {
  const rounded = Math.round(price / step) * step;
  // Multiples of 0.1 are inexact in binary: twelve digits exceed the precision of any price.
  return Number(rounded.toPrecision(12));
}

/** Drags one line at a time, by pointer or keys. */
export class LineDrag {
  private readonly outlet: LineDragOutlet;
  private current: HeldLine | undefined;
  private drag = 0;
  private told: number | undefined;
  private isScheduled = false;

  constructor(outlet: LineDragOutlet) {
    this.outlet = outlet;
  }

  get held(): HeldLine | undefined {
    return this.current;
  }

  /** The line is being dragged: the picture must not move under it. */
  get isMoving(): boolean {
    return this.current?.isDropped === false;
  }

  /** Drag handlers of a line; `undefined` when the line cannot be dragged or another drag is in progress. */
  grip(line: ChartLine, from: Point): Pick<Grip, 'drag' | 'drop' | 'cancel'> | undefined {
    if (line.drag === 'none' || this.current !== undefined) return undefined;
    const start = this.outlet.yOf(line.price);
    return {
      drag: (at: Point, { isTouch }: Touching) => this.toPixel(line, start + at.y - from.y, isTouch),
      drop: () => this.drop(),
      cancel: () => this.cancel(),
    };
  }

  /** By keys: number of steps up. */
  step(line: ChartLine, steps: number): void {
    if (line.drag === 'none' || this.current?.isDropped === true) return;
    const step = this.outlet.priceStep();
    const own = this.current?.line.id === line.id ? this.current.price : line.price;
    this.moveTo(line, onStep(own + steps * step, step), false);
  }

  drop(): void {
    const { current } = this;
    if (current === undefined || current.isDropped) return;
    if (current.price === current.line.price) {
      this.cancel();
      return;
    }
    this.show({ ...current, isDropped: true });
    this.outlet.dropped(this.drag, current.line.id, current.price);
  }

  cancel(): void {
    if (this.isMoving) this.show(undefined);
  }

  /** The dropped change was made, refused or abandoned. */
  ended(drag: number): void {
    if (drag === this.drag && this.current?.isDropped === true) this.show(undefined);
  }

  /** Lines of the newest data: the drag of a removed line ends. */
  follow(lines: readonly ChartLine[]): void {
    if (this.current !== undefined && !lines.some(({ id }) => id === this.current?.line.id)) this.show(undefined);
  }

  private toPixel(line: ChartLine, y: number, isTouch: boolean): void {
    const inside = Math.min(this.outlet.height(), Math.max(0, y));
    this.moveTo(line, onStep(this.outlet.priceAt(inside), this.outlet.priceStep()), isTouch);
  }

  private moveTo(line: ChartLine, price: number, isTouch: boolean): void {
    if (!(price > 0) || this.current?.isDropped === true) return;
    if (this.current === undefined) {
      this.drag += 1;
      this.told = undefined;
    }
    this.show({ line: this.current?.line ?? line, price, isDropped: false, isTouch });
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.outlet.schedule(() => {
      this.isScheduled = false;
      const { current } = this;
      if (current === undefined || current.isDropped || current.price === this.told) return;
      this.told = current.price;
      this.outlet.dragged(this.drag, current.line.id, current.price);
    });
  }

  private show(held: HeldLine | undefined): void {
    this.current = held;
    this.outlet.changed(held);
  }
}
