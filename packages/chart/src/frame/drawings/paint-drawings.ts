import type { Point } from '../input/grip.ts';
import { hairline, textFont, withAlpha, type Scene } from '../render/scene.ts';
import type { Dash, DrawingStyle } from './drawing.ts';
import { extentOf, isOver, type Extent } from './extent.ts';
import { TEXT_ROW, labelBox, type Figure } from './figure.ts';

const PATTERNS: { readonly [K in Dash]: number[] } = { solid: [], dashed: [7, 5], dotted: [2, 4] };
const FAINT = 0.45;
const HEAD = 9;
const HANDLE = 5;
/** Handle radius for touch input, in pixels. */
const WIDE_HANDLE = 9;

/** Paints a drawing's figures within `box`. Saving the context around each would cost more than the painting. */
export function paintFigures(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { figures, style, box }: { readonly figures: readonly Figure[]; readonly style: DrawingStyle; readonly box: Extent },
): void {
  context.lineJoin = 'round';
  context.lineCap = 'butt';
  for (const figure of figures) {
    if (!isOver(extentOf(figure), box)) continue;
    context.strokeStyle = style.colour;
    context.fillStyle = style.colour;
    context.lineWidth = style.width;
    context.setLineDash(PATTERNS[style.dash]);
    paintFigure(context, scene, figure, style);
  }
  context.setLineDash([]);
}

function paintFigure(context: CanvasRenderingContext2D, scene: Scene, figure: Figure, style: DrawingStyle): void {
  switch (figure.kind) {
    case 'line':
      if (figure.colour !== undefined) context.strokeStyle = figure.colour;
      if (figure.faint === true) {
        context.globalAlpha = FAINT;
        context.lineWidth = hairline(scene);
      }
      context.lineDashOffset = -(figure.dashesFrom ?? 0);
      context.beginPath();
      context.moveTo(figure.from.x, figure.from.y);
      context.lineTo(figure.to.x, figure.to.y);
      context.stroke();
      context.lineDashOffset = 0;
      context.globalAlpha = 1;
      return;
    case 'path':
      paintPath(context, figure, style);
      return;
    case 'ellipse':
      context.beginPath();
      context.ellipse(figure.centre.x, figure.centre.y, figure.radiusX, figure.radiusY, 0, 0, 2 * Math.PI);
      if (figure.fill > 0) {
        context.fillStyle = withAlpha(style.colour, figure.fill);
        context.fill();
      }
      context.stroke();
      return;
    case 'arrowHead':
      paintHead(context, figure.at, figure.from);
      return;
    case 'label':
      paintLabel(context, scene, figure, style);
  }
}

function paintPath(context: CanvasRenderingContext2D, figure: Extract<Figure, { readonly kind: 'path' }>, style: DrawingStyle): void {
  const { points, closed, fill = 0, colour = style.colour, bare } = figure;
  context.beginPath();
  points.forEach(({ x, y }, index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  if (closed === true) context.closePath();
  if (fill > 0 && style.filled) {
    context.fillStyle = withAlpha(colour, fill);
    context.fill();
  }
  context.strokeStyle = colour;
  if (bare !== true) context.stroke();
}

function paintHead(context: CanvasRenderingContext2D, at: Point, from: Point): void {
  const angle = Math.atan2(at.y - from.y, at.x - from.x);
  context.setLineDash([]);
  context.beginPath();
  for (const turn of [-0.45, 0.45]) {
    context.moveTo(at.x, at.y);
    context.lineTo(at.x - HEAD * Math.cos(angle + turn), at.y - HEAD * Math.sin(angle + turn));
  }
  context.stroke();
}

function paintLabel(
  context: CanvasRenderingContext2D,
  scene: Scene,
  figure: Extract<Figure, { readonly kind: 'label' }>,
  style: DrawingStyle,
): void {
  const { palette } = scene;
  const { at, lines, align, boxed, colour = style.colour } = figure;
  context.setLineDash([]);
  context.font = textFont(palette);
  context.textBaseline = 'middle';
  context.textAlign = align;
  if (boxed === true) {
    const { left, top, width, height } = labelBox(figure);
    context.fillStyle = palette.raised;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(left, top, width, height, 4);
    context.fill();
    context.stroke();
  }
  const inset = boxed !== true || align === 'center' ? 0 : align === 'left' ? 5 : -5;
  context.fillStyle = boxed === true ? palette.text : colour;
  lines.forEach((text, index) => context.fillText(text, at.x + inset, at.y + (index - (lines.length - 1) / 2) * TEXT_ROW));
}

/** Handles of the selected drawing. */
export function paintHandles(context: CanvasRenderingContext2D, scene: Scene, points: readonly Point[], isTouch: boolean): void {
  context.save();
  context.fillStyle = scene.palette.background;
  context.strokeStyle = scene.palette.text;
  context.lineWidth = 1.5;
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, isTouch ? WIDE_HANDLE : HANDLE, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  context.restore();
}
