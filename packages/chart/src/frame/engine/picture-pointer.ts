import type { DrawingBoard } from '../drawings/drawing-board.ts';
import type { Grip, GripSource, Point, Touching } from '../input/grip.ts';
import type { Area, PointerTarget } from '../input/pointer.ts';
import type { Scene } from '../render/scene.ts';
import { PRICE_PANE } from '../document/panes.ts';
import { onStep } from '../trading/line-drag.ts';
import type { ChartEngineEvents } from './chart-engine.ts';
import type { Cursor } from './cursor.ts';
import { menuTargetAt } from './menu-target.ts';
import type { PaneStack } from './pane-stack.ts';
import type { TradeLines } from './trade-lines.ts';
import type { Viewport } from './viewport.ts';

const AXIS_DRAG_STEP = 0.005;

const CURSORS: { readonly [K in Area]: string } = { pane: 'crosshair', priceAxis: 'ns-resize', timeAxis: 'ew-resize' };

export interface PicturePointerOutlet {
  readonly container: HTMLElement;
  readonly viewport: Viewport;
  readonly cursor: Cursor;
  readonly drawings: DrawingBoard;
  readonly trading: TradeLines;
  readonly events: Pick<ChartEngineEvents, 'menu' | 'paneToggled'>;
  readonly panes: Pick<PaneStack, 'boxes'>;
  readonly scene: () => Scene;
  readonly priceStep: () => number;
}

/** Handles pointer input on the picture. */
export class PicturePointer implements PointerTarget {
  /** During a drag, new bars do not move the view. */
  isHeld = false;
  private readonly outlet: PicturePointerOutlet;
  /** In the order of hit tests. */
  private readonly gripSources: readonly GripSource[];

  constructor(outlet: PicturePointerOutlet) {
    this.outlet = outlet;
    const { drawings } = outlet;
    this.gripSources = [drawings, outlet.trading, { gripAt: (at, touching) => drawings.measuringGrip(at, touching) }];
  }

  areaAt({ x, y }: Point): Area {
    const { bottom, width, height } = this.outlet.scene();
    if (y > bottom) return 'timeAxis';
    return x > width && y < height ? 'priceAxis' : 'pane';
  }

  gripAt(at: Point, touching: Touching): Grip | undefined {
    for (const source of this.gripSources) {
      const grip = source.gripAt(at, touching);
      if (grip !== undefined) return grip;
    }
    return undefined;
  }

  hover(at: Point, touching: Touching): void {
    const { container, cursor, viewport } = this.outlet;
    const area = this.areaAt(at);
    const grip = this.gripAt(at, touching);
    for (const source of this.gripSources) source.hover?.(at);
    const shown = grip?.cursor ?? CURSORS[area];
    if (container.style.cursor !== shown) container.style.cursor = shown;
    const isPointed = area === 'pane' && (grip === undefined || grip.keepsCrosshair === true);
    cursor.set(isPointed ? { index: viewport.time.indexAt(at.x), y: at.y } : undefined);
  }

  leave(): void {
    for (const source of this.gripSources) source.hover?.(undefined);
    this.outlet.cursor.set(undefined);
  }

  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  drag(area: Area, dx: number, dy: number): void {
    const { viewport } = this.outlet;
    if (area === 'pane') {
      if (!viewport.price.isAuto) viewport.price.shift(dy);
      viewport.scroll(dx);
    } else if (area === 'priceAxis') viewport.stretchPrices(Math.exp(-dy * AXIS_DRAG_STEP));
    else viewport.zoom(Math.exp(dx * AXIS_DRAG_STEP), undefined);
  }

  zoom(factor: number, x: number | undefined): void {
    this.outlet.viewport.zoom(factor, x);
  }

  scroll(pixels: number): void {
    this.outlet.viewport.scroll(pixels);
  }

  menu(at: Point): void {
    const { drawings, events, scene, priceStep } = this.outlet;
    // The right button deselects the tool.
    if (drawings.tool !== undefined) {
      drawings.take(undefined);
      return;
    }
    const drawing = drawings.idAt(at);
    drawings.select(drawing);
    events.menu(menuTargetAt(scene(), at, drawing, (price) => onStep(price, priceStep())));
  }

  click(): void {
    this.outlet.drawings.select(undefined);
  }

  doubleClick(area: Area, { y }: Point): void {
    const { viewport, panes, events } = this.outlet;
    if (area === 'priceAxis') viewport.setAuto(true);
    else if (area === 'timeAxis') viewport.reset();
    else events.paneToggled(panes.boxes.findLast(({ top }) => y >= top)?.id ?? PRICE_PANE);
  }
}
