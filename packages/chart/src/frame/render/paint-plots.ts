import type { PlotSpec } from '../indicators/definition.ts';
import type { PlotColumn } from '../indicators/plot-column.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { PriceScale } from '../model/price-scale.ts';
import { bodyWidth } from './paint-bars.ts';
import { hairline, sharp, withAlpha, type Scene } from './scene.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

const DOT = 1.6;
const HISTOGRAM_STRENGTH = 0.6;
/** Opacity of a column that is closer to zero than the previous one. */
const FADING_STRENGTH = 0.3;
/** Between a bar and the mark of a pattern. */
const MARK = { distance: 5, height: 7, half: 4 };
/** Maximum number of values read for a range: in a denser view, neighbours are similar. */
const MOST_READ = 4_000;

/** The plots of an indicator from `from` up to `to` (exclusive). */
export function paintStudy(
  context: CanvasRenderingContext2D,
  scene: Scene,
  study: PlottedStudy,
  { scale, from, to }: Range & { readonly scale: PriceScale },
): void {
  study.definition.plots.forEach((spec, index) => {
    const look = study.entry.looks[index];
    const column = study.plots[index];
    if (look?.shown !== true || column === undefined) return;
    const colour = scene.palette.tones[look.tone];
    const range = shifted({ from, to }, spec.offset ?? 0, scene.bars.length - 1);
    if (range.from >= range.to) return;
    const plot = { spec, column, scale, colour, width: look.width };
    if (spec.isSigned === true && look.tone === 'up') paintSigned(context, scene, plot, range);
    else if (spec.style === 'histogram') paintHistogram(context, scene, plot, range);
    else if (spec.style === 'below' || spec.style === 'above') paintMarks(context, scene, plot, range);
    else if (spec.style === 'dots') paintDots(context, scene, plot, range);
    else paintLine(context, scene, plot, range);
  });
}

/** Bars whose values are in view when a plot has an offset. The forming bar, `last`, is painted separately. */
function shifted({ from, to }: Range, offset: number, last: number): Range {
  if (from >= last) return { from, to };
  return { from: Math.max(0, from - Math.max(0, offset)), to: Math.min(last, to + Math.max(0, -offset)) };
}

interface Plot {
  readonly spec: PlotSpec;
  readonly column: PlotColumn;
  readonly scale: PriceScale;
  readonly colour: string;
  readonly width: number;
}

/** Starts at the value before the range, so that a part painted later joins the earlier one. Gaps stay gaps. */
function paintLine(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { spec, column, scale, colour, width }: Plot,
  { from, to }: Range,
): void {
  const { time } = scene;
  const step = Math.max(1, Math.floor(1 / time.spacing));
  let isDrawing = false;
  context.beginPath();
  for (let index = Math.max(0, Math.floor((from - 1) / step) * step); index < to; index += step) {
    const value = column.get(index);
    if (Number.isNaN(value)) {
      isDrawing = false;
      continue;
    }
    const x = time.x(index + (spec.offset ?? 0));
    if (isDrawing) context.lineTo(x, scale.y(value));
    else context.moveTo(x, scale.y(value));
    isDrawing = true;
  }
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.stroke();
}

function paintHistogram(context: CanvasRenderingContext2D, scene: Scene, { column, scale, colour }: Plot, { from, to }: Range): void {
  const paint = columnPainter(context, scene, scale);
  const step = Math.max(1, Math.floor(1 / scene.time.spacing));
  context.fillStyle = withAlpha(colour, HISTOGRAM_STRENGTH);
  for (let index = from; index < to; index += step) paint(index, column.get(index));
}

/** In the colours of rising and falling bars, by sign; fainter while the value approaches zero. */
function paintSigned(context: CanvasRenderingContext2D, scene: Scene, { column, scale }: Plot, { from, to }: Range): void {
  const { up, down } = scene.palette;
  const paint = columnPainter(context, scene, scale);
  const step = Math.max(1, Math.floor(1 / scene.time.spacing));
  const looks = [up, down].flatMap((colour) => [HISTOGRAM_STRENGTH, FADING_STRENGTH].map((strength) => withAlpha(colour, strength)));
  looks.forEach((look, wanted) => {
    context.fillStyle = look;
    for (let index = from; index < to; index += step) {
      const value = column.get(index);
      const isFading = Math.abs(value) < Math.abs(column.get(index - step));
      if ((value < 0 ? 2 : 0) + (isFading ? 1 : 0) === wanted) paint(index, value);
    }
  });
}

/** Fills from zero to a value in the middle of its bar. */
function columnPainter(context: CanvasRenderingContext2D, scene: Scene, scale: PriceScale): (index: number, value: number) => void {
  const width = Math.max(hairline(scene), bodyWidth(scene));
  const zero = sharp(scene, scale.y(0));
  return (index, value) => {
    if (Number.isNaN(value)) return;
    const y = sharp(scene, scale.y(value));
    const left = sharp(scene, scene.time.x(index) - width / 2);
    context.fillRect(left, Math.min(y, zero), width, Math.max(hairline(scene), Math.abs(y - zero)));
  };
}

/** Triangles that point at their bar, from below or from above. */
function paintMarks(context: CanvasRenderingContext2D, scene: Scene, { spec, column, scale, colour }: Plot, { from, to }: Range): void {
  const side = spec.style === 'below' ? 1 : -1;
  context.fillStyle = colour;
  context.beginPath();
  for (let index = from; index < to; index += 1) {
    const value = column.get(index);
    if (Number.isNaN(value)) continue;
    const x = scene.time.x(index);
    const tip = scale.y(value) + side * MARK.distance;
    context.moveTo(x, tip);
    context.lineTo(x - MARK.half, tip + side * MARK.height);
    context.lineTo(x + MARK.half, tip + side * MARK.height);
    context.closePath();
  }
  context.fill();
}

function paintDots(context: CanvasRenderingContext2D, scene: Scene, { column, scale, colour }: Plot, { from, to }: Range): void {
  context.fillStyle = colour;
  context.beginPath();
  for (let index = from; index < to; index += 1) {
    const value = column.get(index);
    if (Number.isNaN(value)) continue;
    const x = scene.time.x(index);
    context.moveTo(x + DOT, scale.y(value));
    context.arc(x, scale.y(value), DOT, 0, 2 * Math.PI);
  }
  context.fill();
}

/** Lowest and highest value of the plots in view, `undefined` when there is none. */
export function rangeOfStudies(
  studies: readonly PlottedStudy[],
  { from, to }: Range,
): { readonly low: number; readonly high: number } | undefined {
  const step = Math.max(1, Math.ceil((to - from) / MOST_READ));
  let low = Infinity;
  let high = -Infinity;
  for (const { entry, definition, plots } of studies) {
    if (!entry.shown) continue;
    definition.plots.forEach(({ offset = 0, style }, plot) => {
      if (entry.looks[plot]?.shown !== true) return;
      if (style === 'histogram') {
        low = Math.min(low, 0);
        high = Math.max(high, 0);
      }
      for (let index = from - offset; index < to - offset; index += step) {
        const value = plots[plot]?.get(index) ?? Number.NaN;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    });
  }
  return low <= high ? { low, high } : undefined;
}
