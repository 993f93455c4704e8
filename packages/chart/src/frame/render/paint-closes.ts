import { withAlpha, type Scene } from './scene.ts';

export type LineKind = 'line' | 'stepLine' | 'area' | 'baseline';

const LINE_WIDTH = 2;
const FILL = { near: 0.28, far: 0.02 };

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The closes as one line. The line starts at the bar before `from`, so that a part painted later joins the earlier one. In a dense view
 * one close a pixel is enough: the last one in it. A line in steps holds each close until the next.
 */
function tracePath(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { from, to }: Range,
): { readonly left: number; readonly right: number } {
  const { bars, time, price } = scene;
  const first = Math.max(0, from - 1);
  const step = Math.max(1, Math.floor(1 / time.spacing));
  const inSteps = scene.document.kind === 'stepLine';
  let held = price.y(bars.close(first));
  const lineTo = (index: number): void => {
    const y = price.y(bars.close(index));
    if (inSteps) context.lineTo(time.x(index), held);
    context.lineTo(time.x(index), y);
    held = y;
  };
  context.beginPath();
  context.moveTo(time.x(first), held);
  for (let index = (Math.floor(first / step) + 1) * step; index < to; index += step) lineTo(index);
  lineTo(to - 1);
  return { left: time.x(first), right: time.x(to - 1) };
}

export function paintCloses(context: CanvasRenderingContext2D, scene: Scene, kind: LineKind, range: Range): void {
  context.save();
  context.lineWidth = LINE_WIDTH;
  context.lineJoin = 'round';
  if (kind === 'baseline') paintBaseline(context, scene, range);
  else {
    const { accent } = scene.palette;
    if (kind === 'area') {
      fillTo(context, scene, range, { level: scene.height, colour: accent, top: 0, bottom: scene.height });
    }
    tracePath(context, scene, range);
    context.strokeStyle = accent;
    context.stroke();
  }
  context.restore();
}

interface Filling {
  readonly level: number;
  readonly colour: string;
  readonly top: number;
  readonly bottom: number;
}

/** Fills between the line and a level, stronger towards `top`. */
function fillTo(context: CanvasRenderingContext2D, scene: Scene, range: Range, { level, colour, top, bottom }: Filling): void {
  const { left, right } = tracePath(context, scene, range);
  context.lineTo(right, level);
  context.lineTo(left, level);
  context.closePath();
  const shade = context.createLinearGradient(0, top, 0, bottom);
  shade.addColorStop(0, withAlpha(colour, FILL.near));
  shade.addColorStop(1, withAlpha(colour, FILL.far));
  context.fillStyle = shade;
  context.fill();
}

/** Above the middle of the pane in one colour, below it in the other. */
function paintBaseline(context: CanvasRenderingContext2D, scene: Scene, range: Range): void {
  const { width, height, palette } = scene;
  const level = height / 2;
  const halves = [
    { colour: palette.up, from: 0, top: 0, bottom: level },
    { colour: palette.down, from: level, top: height, bottom: level },
  ];
  for (const { colour, from, top, bottom } of halves) {
    context.save();
    context.beginPath();
    context.rect(0, from, width, level);
    context.clip();
    fillTo(context, scene, range, { level, colour, top, bottom });
    tracePath(context, scene, range);
    context.strokeStyle = colour;
    context.stroke();
    context.restore();
  }
}
