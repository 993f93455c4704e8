/** Where a gesture began. */
export type Area = 'pane' | 'priceAxis' | 'timeAxis';

export interface PointerTarget {
  areaAt(x: number, y: number): Area;
  /** A button under the pointer; a press on it is no gesture of the chart. */
  buttonAt(x: number, y: number): (() => void) | undefined;
  hover(x: number, y: number): void;
  leave(): void;
  /** A drag began or ended: new bars do not move the view meanwhile. */
  hold(isHeld: boolean): void;
  drag(area: Area, dx: number, dy: number): void;
  zoom(factor: number, x: number | undefined): void;
  scroll(pixels: number): void;
  doubleClick(area: Area): void;
}

interface Finger {
  x: number;
  y: number;
}

interface Press {
  readonly area: Area;
  readonly button: (() => void) | undefined;
  readonly startX: number;
  readonly startY: number;
  moved: boolean;
  /** A finger rested before it moved: it leads the crosshair. */
  isPointing: boolean;
}

/** Movement up to which a press is still a click. */
const SLOP = 4;
const LONG_PRESS_MS = 300;
const WHEEL_LINE = 16;
const WHEEL_STEP = 0.0015;

/** Mouse, pen and fingers as drags, zooms and hovers. Returns a function that ends it. */
export function followPointer(element: HTMLElement, target: PointerTarget): () => void {
  const gestures = new Gestures(element, target);
  const on: readonly (readonly [string, (event: Event) => void])[] = [
    ['pointerdown', (event) => gestures.down(event as PointerEvent)],
    ['pointermove', (event) => gestures.move(event as PointerEvent)],
    ['pointerup', (event) => gestures.up(event as PointerEvent)],
    ['pointercancel', (event) => gestures.up(event as PointerEvent)],
    ['pointerleave', () => gestures.left()],
    ['dblclick', (event) => gestures.doubleClick(event as MouseEvent)],
    ['wheel', (event) => gestures.wheel(event as WheelEvent)],
  ];
  for (const [type, listener] of on) element.addEventListener(type, listener, { passive: false });
  return () => {
    gestures.stop();
    for (const [type, listener] of on) element.removeEventListener(type, listener);
  };
}

class Gestures {
  private readonly element: HTMLElement;
  private readonly target: PointerTarget;
  private readonly fingers = new Map<number, Finger>();
  private press: Press | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, target: PointerTarget) {
    this.element = element;
    this.target = target;
  }

  stop(): void {
    clearTimeout(this.rest);
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { x, y } = this.place(event);
    this.fingers.set(event.pointerId, { x, y });
    this.element.setPointerCapture(event.pointerId);
    if (this.fingers.size > 1) {
      clearTimeout(this.rest);
      return;
    }
    const press: Press = {
      area: this.target.areaAt(x, y),
      button: this.target.buttonAt(x, y),
      startX: x,
      startY: y,
      moved: false,
      isPointing: false,
    };
    this.press = press;
    this.target.hold(true);
    if (event.pointerType !== 'touch') return;
    this.rest = setTimeout(() => {
      press.isPointing = true;
      this.target.hover(x, y);
    }, LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    const now = this.place(event);
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== 'touch') this.target.hover(now.x, now.y);
      return;
    }
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else this.dragTo(before, now, event.pointerType);
    this.fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    clearTimeout(this.rest);
    if (!this.fingers.delete(event.pointerId)) return;
    const { press } = this;
    if (this.fingers.size > 0) {
      if (press !== undefined) press.moved = true;
      return;
    }
    this.press = undefined;
    this.target.hold(false);
    if (event.type === 'pointercancel' || press === undefined) return;
    const { x, y } = this.place(event);
    if (!press.moved && press.button !== undefined && this.target.buttonAt(x, y) !== undefined) press.button();
    else if (event.pointerType === 'touch' && !press.moved && !press.isPointing) this.target.leave();
  }

  left(): void {
    if (this.fingers.size === 0) this.target.leave();
  }

  doubleClick(event: MouseEvent): void {
    const { x, y } = this.place(event);
    if (this.target.buttonAt(x, y) === undefined) this.target.doubleClick(this.target.areaAt(x, y));
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) {
      this.target.scroll(-(event.deltaX === 0 ? event.deltaY : event.deltaX) * unit);
      return;
    }
    const factor = Math.exp(-event.deltaY * unit * WHEEL_STEP);
    // With Ctrl, which a pinch on a touchpad sends too, around the pointer; otherwise around the right edge.
    this.target.zoom(factor, event.ctrlKey || event.metaKey ? this.place(event).x : undefined);
  }

  private dragTo(before: Finger, now: Finger, pointerType: string): void {
    const { press } = this;
    if (press === undefined) return;
    if (press.isPointing) {
      this.target.hover(now.x, now.y);
      return;
    }
    if (!press.moved && Math.hypot(now.x - press.startX, now.y - press.startY) < SLOP) return;
    press.moved = true;
    clearTimeout(this.rest);
    if (press.button !== undefined) return;
    this.target.drag(press.area, now.x - before.x, now.y - before.y);
    if (pointerType !== 'touch') this.target.hover(now.x, now.y);
  }

  private pinch(id: number, before: Finger, now: Finger): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (other === undefined) return;
    const was = Math.max(1, Math.abs(before.x - other.x));
    const is = Math.max(1, Math.abs(now.x - other.x));
    this.target.zoom(is / was, (now.x + other.x) / 2);
    this.target.scroll((now.x - before.x) / 2);
  }

  private place(event: MouseEvent): Finger {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}
