import type { Point } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';

/** One shape of a drawing on the screen, in pixels. Painting and hit tests both read it. */
export type Figure =
  | {
      readonly kind: 'line';
      readonly from: Point;
      readonly to: Point;
      readonly faint?: boolean;
      readonly colour?: string;
      /** Pixels from `from` at which its dashes begin: at an anchor, so that they move with it. */
      readonly dashesFrom?: number;
    }
  | {
      readonly kind: 'path';
      readonly points: readonly Point[];
      readonly closed?: boolean;
      /** Opacity of the fill, from 0 to 1. */
      readonly fill?: number;
      readonly colour?: string;
      /** Filled without an outline. */
      readonly bare?: boolean;
    }
  | { readonly kind: 'ellipse'; readonly centre: Point; readonly radiusX: number; readonly radiusY: number; readonly fill: number }
  | { readonly kind: 'arrowHead'; readonly at: Point; readonly from: Point }
  | {
      readonly kind: 'label';
      readonly at: Point;
      readonly lines: readonly string[];
      readonly align: 'left' | 'center' | 'right';
      /** With a background. */
      readonly boxed?: boolean;
      readonly colour?: string;
    };

/** Chart data and conversions that a drawing's geometry may use. */
export interface Sheet {
  readonly scene: Scene;
  /** Right and lower edge of the price pane. */
  readonly width: number;
  readonly height: number;
  x(time: number): number;
  y(price: number): number;
  /** Bar position at a time, with its fraction. */
  index(time: number): number;
  priceText(price: number): string;
  percentText(share: number): string;
  countText(count: number): string;
  /** A span of time in days, hours and minutes. */
  spanText(milliseconds: number): string;
  quantityText(quantity: number): string;
}

export const line = (from: Point, to: Point): Figure => ({ kind: 'line', from, to });

/** The visible part of a straight line, extended beyond its points where it is a ray. */
export function stretched(from: Point, to: Point, sheet: Sheet, { back, on }: { readonly back: boolean; readonly on: boolean }): Figure {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length === 0) return line(from, to);
  const far = (sheet.width + sheet.height) * 2 + Math.hypot(from.x, from.y) + Math.hypot(to.x, to.y);
  const step = far / length;
  const start = back ? { x: from.x - dx * step, y: from.y - dy * step } : from;
  const end = on ? { x: to.x + dx * step, y: to.y + dy * step } : to;
  return { kind: 'line', from: start, to: end, dashesFrom: back ? far : 0 };
}

/** A horizontal line through a point, extended by the width of the picture on both sides so that it can move sideways. */
export function levelLine({ x, y }: Point, width: number): Figure {
  return { kind: 'line', from: { x: -width, y }, to: { x: 2 * width, y }, dashesFrom: x + width };
}

export const shiftedBy = (point: Point, x: number, y: number): Point => ({ x: point.x + x, y: point.y + y });

export const between = (a: Point, b: Point, share = 0.5): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** Approximate width of a character and height of a row of text, in pixels. */
const CHARACTER = 6.2;
export const TEXT_ROW = 15;
const PADDING = 5;

/** Box of a label. */
export function labelBox({ at, lines, align }: Extract<Figure, { readonly kind: 'label' }>, character = CHARACTER) {
  const width = Math.max(...lines.map((text) => text.length), 1) * character + 2 * PADDING;
  const height = lines.length * TEXT_ROW + PADDING;
  const left = align === 'left' ? at.x : align === 'right' ? at.x - width : at.x - width / 2;
  return { left, top: at.y - height / 2, width, height };
}

function distanceTo(at: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square));
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy);
}

function isInside(at: Point, points: readonly Point[]): boolean {
  let inside = false;
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length] ?? a;
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

function isOnPath(at: Point, { points, closed, fill }: Extract<Figure, { readonly kind: 'path' }>, reach: number): boolean {
  const isOnLine = points.some((point, index) => {
    const before = points[index - 1] ?? (closed === true ? points.at(-1) : undefined);
    return before !== undefined && distanceTo(at, before, point) <= reach;
  });
  return isOnLine || (closed === true && (fill ?? 0) > 0 && isInside(at, points));
}

/** True if the pointer is on a figure, or within `reach` pixels of its line. */
export function isOnFigure(at: Point, figure: Figure, reach: number): boolean {
  switch (figure.kind) {
    case 'line':
      return distanceTo(at, figure.from, figure.to) <= reach;
    case 'path':
      return isOnPath(at, figure, reach);
    case 'ellipse': {
      const { centre, radiusX, radiusY, fill } = figure;
      const place = Math.hypot((at.x - centre.x) / Math.max(1, radiusX), (at.y - centre.y) / Math.max(1, radiusY));
      const rim = reach / Math.max(1, Math.min(radiusX, radiusY));
      return fill > 0 ? place <= 1 + rim : Math.abs(place - 1) <= rim;
    }
    case 'arrowHead':
      return false;
    case 'label': {
      const { left, top, width, height } = labelBox(figure);
      return at.x >= left - reach && at.x <= left + width + reach && at.y >= top - reach && at.y <= top + height + reach;
    }
  }
}
