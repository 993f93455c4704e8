import type { CompareLines } from '../compare/compare-lines.ts';
import type { ChartResolution } from '../../bridge/messages.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import type { PaneBox, PaneLayout } from '../document/panes.ts';
import type { BarStore, Span } from '../model/bar-store.ts';
import type { Palette } from '../palette.ts';
import { TIME_AXIS_HEIGHT, VOLUME_SHARE, type Scene, type Size } from '../render/scene.ts';
import type { Stage } from '../render/stage.ts';
import { roomBeside } from '../trading/label-parts.ts';
import type { ChartStudies } from './chart-studies.ts';
import { PaneStack } from './pane-stack.ts';
import type { Scribe } from './scribe.ts';
import type { TradeLines } from './trade-lines.ts';
import type { Viewport } from './viewport.ts';

const ROOM_ABOVE = 16;
const ROOM_BELOW = 14;
/** Width of a bar that counts for the margin beside the newest one. */
const USUAL_BAR = 8;
const NO_SIZE: Size = { width: 0, height: 0 };

/** Content and look of the picture. */
export interface PictureContent {
  /** Bars as they are drawn. */
  readonly bars: BarStore;
  readonly document: ChartDocument;
  readonly palette: Palette;
  readonly resolution: ChartResolution;
  readonly locale: string;
}

export interface PictureLayoutOutlet {
  readonly content: () => PictureContent;
  readonly viewport: Viewport;
  readonly scribe: Scribe;
  readonly compares: CompareLines;
  readonly studies: () => ChartStudies;
  readonly trading: () => Pick<TradeLines, 'columnWidth' | 'drag'>;
  readonly stage: Pick<Stage, 'axisWidth'>;
  readonly placed: (boxes: readonly PaneBox[], axisWidth: number) => void;
}

/** Sizes, margins and scales of the picture: they follow from its element, its content and the view. */
export class PictureLayout {
  readonly stack = new PaneStack();
  /** Heights of panes while a divider is in hand. */
  shares: PaneLayout['shares'] | undefined;
  private readonly outlet: PictureLayoutOutlet;
  private size: Size & { readonly ratio: number } = { ...NO_SIZE, ratio: 1 };
  private legend = NO_SIZE;
  private axisWidth = 0;
  private span: Span | undefined;

  constructor(outlet: PictureLayoutOutlet) {
    this.outlet = outlet;
  }

  get isEmpty(): boolean {
    return this.size.width === 0 || this.size.height === 0;
  }

  get ratio(): number {
    return this.size.ratio;
  }

  /** The areas to keep clear are set again. */
  resize(size: Size & { readonly ratio: number }): void {
    this.legend = NO_SIZE;
    this.size = size;
  }

  /** False when it was kept clear already. */
  keepClear({ width, height }: Size): boolean {
    if (width <= this.legend.width && height <= this.legend.height) return false;
    this.legend = { width: Math.max(width, this.legend.width), height: Math.max(height, this.legend.height) };
    return true;
  }

  /** The next figures may need less room. */
  forgetAxis(): void {
    this.axisWidth = 0;
  }

  place(): void {
    const { viewport, compares, content, placed } = this.outlet;
    const { document } = content();
    const studies = this.outlet.studies();
    viewport.time.setWidth(Math.max(1, this.size.width - this.axisWidth));
    const { panes } = document;
    const shown = { studies: studies.inPanes, compares: compares.inPanes };
    this.stack.place(this.bottom(), shown, this.shares === undefined ? panes : { ...panes, shares: this.shares });
    const height = this.stack.priceHeight;
    const { marginTop, marginBottom } = document.settings.margins;
    viewport.price.place(0, height, {
      above: Math.max(this.legend.height, (height * marginTop) / 100) + ROOM_ABOVE,
      below: Math.max(document.volume ? height * VOLUME_SHARE : 0, (height * marginBottom) / 100) + ROOM_BELOW,
    });
    this.setMargin();
    viewport.fitRange();
    placed(this.stack.boxes, this.axisWidth);
  }

  /** True when the newest bar has another place for it. */
  setMargin(): boolean {
    const { viewport, trading, content } = this.outlet;
    const { time } = viewport;
    const before = time.right;
    const own = content().document.settings.margins.marginRight * USUAL_BAR;
    time.setMargin(roomBeside(time.width, Math.max(own, trading().columnWidth(this.scene()))));
    return time.right !== before;
  }

  scene(): Scene {
    const { viewport, scribe, compares, content } = this.outlet;
    const { time, price } = viewport;
    return {
      ...content(),
      zone: scribe.zone,
      time,
      price,
      writer: scribe.prices,
      span: this.span,
      ratio: this.size.ratio,
      width: time.width,
      height: this.stack.priceHeight,
      bottom: this.bottom(),
      studies: this.outlet.studies().all,
      panes: this.stack.panes,
      compares: compares.shown,
      axisWidth: this.axisWidth,
      legend: this.legend,
    };
  }

  /** Fits the prices to the bars in view; true when the picture is another one for it. */
  fit(): boolean {
    const { viewport, compares, trading, content } = this.outlet;
    const { time, price } = viewport;
    const { bars } = content();
    const studies = this.outlet.studies();
    const { from, to } = time.visible();
    const before = this.span;
    this.span = bars.span(from, to);
    const { span } = this;
    if (span === undefined) return before !== undefined;
    studies.cover({ from, to });
    if (from < bars.length) price.base = bars.close(from);
    const isPaneRefitted = this.stack.fit({ from, to });
    const view = { from: bars.time(from), to: bars.time(to - 1) };
    compares.fit(view, this.stack.priceHeight);
    const { low, high } = compares.priceRange(view, studies.priceRange({ from, to }, span), price.base);
    // Prices stand still under a line that is being dragged.
    const isRefitted = (price.isAuto && !trading().drag.isMoving && price.fit(low, high)) || isPaneRefitted;
    // From its first fit on, a locked ratio stays what it is.
    if (viewport.isLocked) price.isAuto = false;
    return isRefitted || before?.low !== span.low || before.high !== span.high || before.volume !== span.volume;
  }

  /** The axis grows with its marks, and never shrinks under the same symbol: prices would jump sideways. True when it grew. */
  widenAxis(marks: 'all' | 'newest'): boolean {
    const width = this.outlet.stage.axisWidth(this.scene(), marks);
    if (width <= this.axisWidth) return false;
    this.axisWidth = width;
    this.place();
    this.fit();
    return true;
  }

  private bottom(): number {
    return Math.max(1, this.size.height - TIME_AXIS_HEIGHT);
  }
}
