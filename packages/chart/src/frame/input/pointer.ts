import { Fling } from './fling.ts';
import type { Grip, Point, Touching } from './grip.ts';

/** Where a gesture began. */
export type Area = 'pane' | 'priceAxis' | 'timeAxis';

export interface PointerTarget {
  areaAt(at: Point): Area;
  gripAt(at: Point, touching: Touching): Grip | undefined;
  hover(at: Point, touching: Touching): void;
  leave(): void;
  /** A drag began or ended: new bars do not move the view meanwhile. */
  hold(isHeld: boolean): void;
  drag(area: Area, dx: number, dy: number): void;
  zoom(factor: number, x: number | undefined): void;
  scroll(pixels: number): void;
  /** Opens a menu here. */
  menu(at: Point): void;
  /** Pressed where there is no grip. */
  click(): void;
  doubleClick(area: Area, at: Point): void;
}

interface Press {
  readonly area: Area;
  readonly grip: Grip | undefined;
  readonly start: Point;
  readonly touching: Touching;
  moved: boolean;
  /** A long touch: moving it moves the crosshair, releasing it in place opens the menu. */
  isResting: boolean;
}

/** Movement up to which a press is still a click. */
const SLOP = 4;
const LONG_PRESS_MS = 300;
const WHEEL_LINE = 16;
const WHEEL_STEP = 0.0015;

export interface PointerFollower {
  /** Cancels the current drag; true if there was one. */
  cancel(): boolean;
  /** Ends the current gesture: until the next press, no movement and no release of it has an effect. */
  end(): void;
  stop(): void;
}

/** Mouse, pen and fingers as drags, zooms and hovers. */
export function followPointer(element: HTMLElement, target: PointerTarget): PointerFollower {
  const gestures = new Gestures(element, target);
  const on: readonly (readonly [string, (event: Event) => void])[] = [
    ['pointerdown', (event) => gestures.down(event as PointerEvent)],
    ['pointermove', (event) => gestures.move(event as PointerEvent)],
    ['pointerup', (event) => gestures.up(event as PointerEvent)],
    ['pointercancel', (event) => gestures.up(event as PointerEvent)],
    ['pointerleave', () => gestures.left()],
    ['dblclick', (event) => gestures.doubleClick(event as MouseEvent)],
    ['contextmenu', (event) => gestures.contextMenu(event as PointerEvent)],
    ['wheel', (event) => gestures.wheel(event as WheelEvent)],
  ];
  for (const [type, listener] of on) element.addEventListener(type, listener, { passive: false });
  return {
    cancel: () => gestures.cancel(),
    end: () => gestures.end(),
    stop: () => {
      gestures.stop();
      for (const [type, listener] of on) element.removeEventListener(type, listener);
    },
  };
}

class Gestures {
  private readonly element: HTMLElement;
  private readonly target: PointerTarget;
  private readonly fling: Fling;
  private readonly fingers = new Map<number, Point>();
  private press: Press | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, target: PointerTarget) {
    this.element = element;
    this.target = target;
    this.fling = new Fling(element.ownerDocument.defaultView ?? window, (pixels) => target.scroll(pixels));
  }

  stop(): void {
    clearTimeout(this.rest);
    this.fling.stop();
  }

  cancel(): boolean {
    const { press } = this;
    if (press?.grip?.drag === undefined) return false;
    this.press = undefined;
    this.target.hold(false);
    press.grip.cancel?.();
    return true;
  }

  end(): void {
    this.stop();
    this.cancel();
    this.press = undefined;
    this.target.hold(false);
  }

  down(event: PointerEvent): void {
    this.fling.stop();
    if (event.button !== 0) return;
    const at = this.place(event);
    this.fingers.set(event.pointerId, at);
    this.element.setPointerCapture(event.pointerId);
    if (this.fingers.size > 1) {
      clearTimeout(this.rest);
      this.cancel();
      return;
    }
    const touching = touchingOf(event);
    const grip = this.target.gripAt(at, touching);
    const press: Press = { area: this.target.areaAt(at), grip, start: at, touching, moved: false, isResting: false };
    this.press = press;
    this.target.hold(true);
    if (!touching.isTouch) return;
    this.rest = setTimeout(() => {
      press.isResting = true;
      if (grip?.drag === undefined) this.target.hover(at, touching);
    }, LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    const now = this.place(event);
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== 'touch') this.target.hover(now, touchingOf(event));
      return;
    }
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else {
      this.dragTo(before, now, touchingOf(event));
      this.fling.follow(now.x, event.timeStamp);
    }
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
    if (event.type === 'pointercancel') this.cancel();
    this.press = undefined;
    this.target.hold(false);
    if (event.type === 'pointercancel' || press === undefined) return;
    this.release(press, this.place(event));
    const isPan = press.moved && !press.isResting && press.grip === undefined && press.area === 'pane';
    if (isPan) this.fling.release(event.timeStamp);
  }

  left(): void {
    if (this.fingers.size === 0) this.target.leave();
  }

  doubleClick(event: MouseEvent): void {
    const at = this.place(event);
    const grip = this.target.gripAt(at, touchingOf(event));
    if (grip === undefined) this.target.doubleClick(this.target.areaAt(at), at);
    else grip.doublePress?.(at);
  }

  contextMenu(event: PointerEvent): void {
    event.preventDefault();
    // Touch input opens the menu on release, and the keyboard by its key.
    if (event.pointerType === 'touch' || event.pointerId < 0) return;
    this.cancel();
    this.press = undefined;
    this.fingers.clear();
    this.target.hold(false);
    this.target.menu(this.place(event));
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.fling.stop();
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

  private release(press: Press, at: Point): void {
    const { grip, touching } = press;
    if (press.moved) {
      if (grip?.drag !== undefined) grip.drop?.(at);
      return;
    }
    if (press.isResting && (grip === undefined || grip.hasMenu === true)) this.target.menu(at);
    else if (grip?.press !== undefined && this.target.gripAt(at, touching) !== undefined) grip.press(at, touching);
    else {
      this.target.click();
      if (touching.isTouch) this.target.leave();
    }
  }

  private dragTo(before: Point, now: Point, touching: Touching): void {
    const { press } = this;
    if (press === undefined) return;
    if (!press.moved && Math.hypot(now.x - press.start.x, now.y - press.start.y) < SLOP) return;
    press.moved = true;
    clearTimeout(this.rest);
    if (press.isResting && press.grip?.drag === undefined) {
      this.target.hover(now, touching);
      return;
    }
    if (press.grip !== undefined) {
      press.grip.drag?.(now, touching);
      return;
    }
    this.target.drag(press.area, now.x - before.x, now.y - before.y);
    if (!touching.isTouch) this.target.hover(now, touching);
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (other === undefined) return;
    const was = Math.max(1, Math.abs(before.x - other.x));
    const is = Math.max(1, Math.abs(now.x - other.x));
    this.target.zoom(is / was, (now.x + other.x) / 2);
    this.target.scroll((now.x - before.x) / 2);
  }

  private place(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function touchingOf(event: MouseEvent): Touching {
  return {
    isTouch: 'pointerType' in event && event.pointerType === 'touch',
    isShift: event.shiftKey,
    isCtrl: event.ctrlKey || event.metaKey,
  };
}
