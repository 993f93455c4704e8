import type { MarketFeed } from '@tapedeck/client';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { theme, token } from '../../platform/theme.ts';
import { depthAt, depthCurve, type DepthCurve } from './depth-curve.ts';

export interface DepthPlace {
  /** Whole ticks. */
  readonly ticks: number;
  readonly lots: number;
  /** From the middle; 0.01 is a percent above. */
  readonly distance: number;
}

export interface DepthBoardOptions {
  readonly feed: MarketFeed;
  readonly canvas: HTMLCanvasElement;
  price(ticks: number): string;
  lots(count: number): string;
  /** What is under the pointer or chosen by keys; `undefined` for nothing. */
  onPlace(place: DepthPlace | undefined): void;
}

const AXIS = 20;
const TOP = 18;
const PADDING = 8;

/** Paints the depth once per frame after the book changed. Lives outside React; `destroy` ends it. */
export class DepthBoard {
  readonly #options: DepthBoardOptions;
  readonly #ends: (() => void)[] = [];
  readonly #paint = () => this.#paintNow();
  /** Share of the width that is pointed at. */
  #place: number | undefined;

  constructor(options: DepthBoardOptions) {
    this.#options = options;
    const change = () => onNextFrame(this.#paint);
    const sizes = new ResizeObserver(change);
    sizes.observe(options.canvas);
    this.#ends.push(() => sizes.disconnect(), theme.subscribe(change), options.feed.book.subscribe(change));
    change();
  }

  destroy(): void {
    cancelFrame(this.#paint);
    for (const end of this.#ends) end();
  }

  /** Points at a share of the width, or at nothing. */
  point(share: number | undefined): void {
    this.#place = share === undefined ? undefined : Math.max(0, Math.min(1, share));
    onNextFrame(this.#paint);
  }

  /** By keys: from where it points, at first from the middle. */
  step(share: number): void {
    this.point((this.#place ?? 0.5) + share);
  }

  #paintNow(): void {
    const { canvas, feed } = this.#options;
    const { freshness, bids, asks } = feed.book.get();
    // A book that is being put together again may be crossed: it is not drawn.
    const trusted = freshness !== 'loading' && freshness !== 'resyncing';
    const curve = trusted ? depthCurve(bids, asks) : undefined;
    this.#options.onPlace(curve === undefined ? undefined : this.#placeOn(curve));
    const ratio = Math.max(1, window.devicePixelRatio);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    if (context === null || curve === undefined) return;
    context.scale(ratio, ratio);
    this.#draw(context, curve, { width, height });
  }

  #placeOn({ mid, from, to, ...rest }: DepthCurve): DepthPlace | undefined {
    if (this.#place === undefined) return undefined;
    const ticks = Math.round(from + this.#place * (to - from));
    return { ticks, lots: depthAt({ mid, from, to, ...rest }, ticks), distance: (ticks - mid) / mid };
  }

  #draw(context: CanvasRenderingContext2D, curve: DepthCurve, { width, height }: { width: number; height: number }): void {
    const { mid, from, to, most } = curve;
    const floor = height - AXIS;
    const x = (ticks: number): number => ((ticks - from) / (to - from)) * width;
    const y = (lots: number): number => floor - (most === 0 ? 0 : (lots / most) * (floor - TOP));
    const side = (points: readonly number[], end: number, tone: 'up' | 'down'): void => {
      context.beginPath();
      context.moveTo(x(points[0] ?? mid), floor);
      let level = floor;
      for (let at = 0; at + 1 < points.length; at += 2) {
        const [ticks = 0, lots = 0] = [points[at], points[at + 1]];
        context.lineTo(x(ticks), level);
        level = y(lots);
        context.lineTo(x(ticks), level);
      }
      context.lineTo(x(end), level);
      context.strokeStyle = token(`--${tone}`);
      context.lineWidth = 1.5;
      context.stroke();
      context.lineTo(x(end), floor);
      context.fillStyle = token(`--${tone}-ground`);
      context.fill();
    };
    side(curve.bids, from, 'up');
    side(curve.asks, to, 'down');
    context.fillStyle = token('--line');
    context.fillRect(0, floor, width, 1);
    this.#labels(context, curve, { width, height });
    const place = this.#placeOn(curve);
    if (place === undefined) return;
    const at = x(place.ticks);
    context.fillStyle = token('--text-faint');
    context.fillRect(at, TOP, 1, floor - TOP);
    context.beginPath();
    context.arc(at + 0.5, y(place.lots), 3.5, 0, Math.PI * 2);
    context.fillStyle = token(place.distance < 0 ? '--up' : '--down');
    context.fill();
  }

  #labels(
    context: CanvasRenderingContext2D,
    { mid, from, to, most }: DepthCurve,
    { width, height }: { width: number; height: number },
  ): void {
    const { price, lots } = this.#options;
    context.font = `11px ${token('--mono')}`;
    context.fillStyle = token('--text-muted');
    const write = (text: string, at: number, align: CanvasTextAlign, baseline: number): void => {
      context.textAlign = align;
      context.fillText(text, at, baseline);
    };
    write(price(Math.round(from)), PADDING, 'left', height - 6);
    write(price(Math.round(mid)), width / 2, 'center', height - 6);
    write(price(Math.round(to)), width - PADDING, 'right', height - 6);
    write(lots(most), width - PADDING, 'right', TOP - 6);
  }
}
