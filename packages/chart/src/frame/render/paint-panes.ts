import type { ComparedLine } from '../compare/compare-lines.ts';
import type { PaneBox } from '../document/panes.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { PriceScale } from '../model/price-scale.ts';
import { roundNumbers } from '../model/ticks.ts';
import { stackLabels } from '../trading/stacking.ts';
import { valueFormat } from './value-format.ts';
import { hairline, monoFont, sharp, withAlpha, type Scene } from './scene.ts';

/** A pane below the prices, for one indicator or one compared line. */
export interface LowerPane extends PaneBox {
  readonly study: PlottedStudy | undefined;
  readonly compare: ComparedLine | undefined;
  readonly scale: PriceScale;
}

/** Opacity of a pane's band between its outer levels, of the levels, and of the grid. */
const BAND_STRENGTH = 0.06;
const LEVEL_STRENGTH = 0.6;
const GRID_STRENGTH = 0.55;
/** Least distance of two figures of the axis, in pixels. */
const MARK_GAP = 36;
const TAG_HEIGHT = 17;
/** Half the height of a figure of the axis. */
const FIGURE = 7;

interface Marks {
  /** Values at which the indicator has a line. */
  readonly levels: readonly number[];
  /** Values that the axis names. */
  readonly figures: readonly { readonly value: number; readonly y: number }[];
}

/** The levels of an indicator, or round numbers where it has none but one. */
function marksOf({ study, compare, top, height, scale }: LowerPane): Marks {
  // The bars of a compared symbol are on their way.
  if (compare?.bars.length === 0) return { levels: [], figures: [] };
  const { low, high } = scale.edges();
  const levels = (study?.definition.levels ?? []).filter((level) => level >= low && level <= high);
  const values = levels.length > 1 ? levels : roundNumbers(low, high, ((high - low) * MARK_GAP) / Math.max(1, height));
  const figures = values.map((value) => ({ value, y: scale.y(value) }));
  return { levels, figures: figures.filter(({ y }) => y > top + 8 && y < top + height - 8) };
}

/** Grid, levels and figures of a pane below the prices. */
export function paintPaneGround(context: CanvasRenderingContext2D, scene: Scene, pane: LowerPane): void {
  const { palette, width, axisWidth } = scene;
  const { top, scale } = pane;
  context.fillStyle = palette.line;
  context.fillRect(0, sharp(scene, top), width + axisWidth, hairline(scene));
  const { levels, figures } = marksOf(pane);
  if (levels.length > 1) {
    const [highest, lowest] = [Math.max(...levels), Math.min(...levels)].map((level) => scale.y(level)) as [number, number];
    context.fillStyle = withAlpha(palette.tones.first, BAND_STRENGTH);
    context.fillRect(0, highest, width, lowest - highest);
  } else if (scene.document.settings.switches.grid) {
    context.globalAlpha = GRID_STRENGTH;
    for (const { y } of figures) context.fillRect(0, sharp(scene, y), width, hairline(scene));
    context.globalAlpha = 1;
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
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.textMuted;
  const format = valueFormat(scene.locale);
  for (const { value, y } of figures) context.fillText(format(value), width + 8, y);
}

/** The figures of a pane's axis as they are written there. */
export const figureTexts = ({ locale }: Scene, pane: LowerPane): string[] =>
  marksOf(pane).figures.map(({ value }) => valueFormat(locale)(value));

/** The newest values of a pane as they are written on its axis. */
export function tagTexts(scene: Scene, pane: LowerPane): string[] {
  if (!scene.document.settings.switches.studyTags) return [];
  return valuesOf(scene, pane).flatMap(({ value }) => (Number.isNaN(value) ? [] : [valueFormat(scene.locale)(value)]));
}

interface Tag {
  readonly value: number;
  readonly colour: string;
  readonly y: number;
}

/** The newest values of a pane, each in the colour of its line, pushed apart so that none covers another. */
export function paintPaneTags(context: CanvasRenderingContext2D, scene: Scene, pane: LowerPane): void {
  const { top, height } = pane;
  const tags = valuesOf(scene, pane)
    .filter(({ value }) => !Number.isNaN(value))
    .map((tag): Tag => ({ ...tag, y: pane.scale.y(tag.value) }))
    .toSorted((a, b) => a.y - b.y);
  const places = stackLabels(
    tags.map(({ y }) => ({ y, rank: 0 })),
    { height: TAG_HEIGHT + 1, top: top + 1, bottom: top + height, centre: top + height / 2 },
  );
  const placed = tags.flatMap((tag, index) => {
    const y = places[index];
    return y === undefined ? [] : [{ ...tag, y }];
  });
  coverFigures(context, scene, pane, placed);
  for (const tag of placed) paintTag(context, scene, tag);
}

function valuesOf({ bars, palette }: Scene, { study, compare }: LowerPane): readonly Omit<Tag, 'y'>[] {
  if (compare !== undefined) {
    const at = compare.bars.length - 1;
    return [{ value: at < 0 ? Number.NaN : compare.bars.close(at), colour: palette.tones[compare.entry.tone] }];
  }
  return (study?.plots ?? []).flatMap((column, index) => {
    const look = study?.entry.looks[index];
    return look?.shown === true ? [{ value: column.get(bars.length - 1), colour: palette.tones[look.tone] }] : [];
  });
}

/** A figure of the axis that a tag covers in part is covered whole, so that nothing of it peeks out. */
function coverFigures(context: CanvasRenderingContext2D, scene: Scene, pane: LowerPane, tags: readonly Tag[]): void {
  const reach = TAG_HEIGHT / 2 + FIGURE;
  context.fillStyle = scene.palette.background;
  for (const { y } of marksOf(pane).figures) {
    if (tags.some((tag) => Math.abs(tag.y - y) < reach)) context.fillRect(scene.width + 1, y - FIGURE, scene.axisWidth - 1, 2 * FIGURE);
  }
}

function paintTag(context: CanvasRenderingContext2D, scene: Scene, { value, colour, y }: Tag): void {
  const { palette, width, axisWidth, locale } = scene;
  context.lineWidth = 1;
  context.fillStyle = palette.background;
  context.strokeStyle = colour;
  context.beginPath();
  context.roundRect(sharp(scene, width) + 2.5, sharp(scene, y - TAG_HEIGHT / 2) + 0.5, axisWidth - 5, TAG_HEIGHT, 3);
  context.fill();
  context.stroke();
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.text;
  context.fillText(valueFormat(locale)(value), width + 8, y + 0.5);
}
