import type { PaneBox } from '../document/panes.ts';
import type { PlotSpec } from '../indicators/definition.ts';
import type { PlotColumn } from '../indicators/plot-column.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { PriceScale } from '../model/price-scale.ts';
import { bodyWidth } from './paint-bars.ts';
import { valueFormat } from './value-format.ts';
import { hairline, monoFont, sharp, withAlpha, type Scene } from './scene.ts';

/** A pane below the prices, for one indicator. */
export interface StudyPane extends PaneBox {
  readonly study: PlottedStudy;
  readonly scale: PriceScale;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const DOT = 1.6;
/** Of the band between the outer levels of a pane, and of the levels. */
const BAND_STRENGTH = 0.06;
const LEVEL_STRENGTH = 0.6;
const HISTOGRAM_STRENGTH = 0.6;
/** No more values than this are read for a range: in a denser view neighbours tell the same. */
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
    if (spec.style === 'histogram') paintHistogram(context, scene, plot, range);
    else if (spec.style === 'dots') paintDots(context, scene, plot, range);
    else paintLine(context, scene, plot, range);
  });
}

/** Values of which bars stand in view when a plot is drawn beside its bars. The forming bar, `last`, is painted by itself. */
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

/** From the value before the range on, so that a part painted later joins what is there. Gaps stay gaps. */
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
  const width = Math.max(hairline(scene), bodyWidth(scene));
  const zero = sharp(scene, scale.y(0));
  const step = Math.max(1, Math.floor(1 / scene.time.spacing));
  context.fillStyle = withAlpha(colour, HISTOGRAM_STRENGTH);
  for (let index = from; index < to; index += step) {
    const value = column.get(index);
    if (Number.isNaN(value)) continue;
    const y = sharp(scene, scale.y(value));
    context.fillRect(
      sharp(scene, scene.time.x(index) - width / 2),
      Math.min(y, zero),
      width,
      Math.max(hairline(scene), Math.abs(y - zero)),
    );
  }
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

/** Levels and marks of a pane below the prices. */
export function paintPaneGround(context: CanvasRenderingContext2D, scene: Scene, { study, top, height, scale }: StudyPane): void {
  const { palette, width, axisWidth } = scene;
  context.fillStyle = palette.line;
  context.fillRect(0, sharp(scene, top), width + axisWidth, hairline(scene));
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const { low, high } = scale.edges();
  const levels = (study.definition.levels ?? []).filter((level) => level >= low && level <= high);
  const marks = levels.length > 0 ? levels : [low + (high - low) / 4, high - (high - low) / 4];
  const format = valueFormat(scene.locale);
  if (levels.length > 1) {
    const [highest, lowest] = [Math.max(...levels), Math.min(...levels)].map((level) => scale.y(level)) as [number, number];
    context.fillStyle = withAlpha(palette.tones.first, BAND_STRENGTH);
    context.fillRect(0, highest, width, lowest - highest);
  }
  context.strokeStyle = withAlpha(palette.textDim, LEVEL_STRENGTH);
  context.lineWidth = hairline(scene);
  context.setLineDash([4, 4]);
  context.beginPath();
  for (const level of levels) {
    const y = sharp(scene, scale.y(level)) + hairline(scene) / 2;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = palette.textMuted;
  for (const mark of marks) {
    const y = scale.y(mark);
    if (y > top + 8 && y < top + height - 8) context.fillText(format(mark), width + 8, y);
  }
}

const TAG_HEIGHT = 17;

/** The newest values of a pane's indicator on its axis, each in the colour of its line. */
export function paintStudyTags(context: CanvasRenderingContext2D, scene: Scene, { study, top, height, scale }: StudyPane): void {
  const { palette, width, axisWidth, bars, locale } = scene;
  const write = valueFormat(locale);
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  study.plots.forEach((column, index) => {
    const look = study.entry.looks[index];
    const value = column.get(bars.length - 1);
    if (look?.shown !== true || Number.isNaN(value)) return;
    const y = Math.min(top + height - TAG_HEIGHT / 2, Math.max(top + TAG_HEIGHT / 2, scale.y(value)));
    context.fillStyle = palette.background;
    context.strokeStyle = palette.tones[look.tone];
    context.beginPath();
    context.roundRect(sharp(scene, width) + 2.5, sharp(scene, y - TAG_HEIGHT / 2) + 0.5, axisWidth - 5, TAG_HEIGHT, 3);
    context.fill();
    context.stroke();
    context.fillStyle = palette.text;
    context.fillText(write(value), width + 8, y + 0.5);
  });
}
