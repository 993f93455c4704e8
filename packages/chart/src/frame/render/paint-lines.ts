import type { ChartLine } from '../../bridge/messages.ts';
import { fittingForm, type LabelPart } from '../trading/label-parts.ts';
import { planLabels, type PlannedLabel } from '../trading/label-plan.ts';
import { DASH, LINE_WIDTH, RANK, strongFrom } from '../trading/line-look.ts';
import { LABEL_HEIGHT, colourOfLine, labelWidth, paintLabel, type LabelHit } from './paint-label.ts';
import { paintTags } from './paint-tags.ts';
import { hairline, sharp, type Scene } from './scene.ts';
import type { TextWidths } from './text-widths.ts';

const LABEL_PITCH = LABEL_HEIGHT + 3;
/** Room between the labels and the price axis, for the strokes that tie each to its line. */
const LEADER = 20;
/** Between the labels and the newest bar. */
const GAP = 6;
/** Lines run faint through the bars, and at full strength only beside their label. */
const FAINT = 0.3;

interface PlacedLine {
  readonly id: string;
  readonly rank: number;
  readonly line: ChartLine;
  readonly parts: readonly LabelPart[];
  readonly y: number;
  readonly width: number;
}

/** A label as it fits beside the picture. */
interface LabelForm {
  readonly parts: readonly LabelPart[];
  readonly width: number;
  readonly madeFrom: readonly unknown[];
}

/** Cached label forms of unchanged lines: measuring hundreds of labels in each frame would cost more than painting those in view. */
const forms = new WeakMap<ChartLine, LabelForm>();

function formOf(line: ChartLine, widths: TextWidths, { width, palette }: Scene): LabelForm {
  const madeFrom = [width, palette, widths, widths.changes];
  const known = forms.get(line);
  if (known?.madeFrom.every((fact, index) => fact === madeFrom[index]) === true) return known;
  const parts = fittingForm(line, width, (some) => labelWidth(some, widths, palette) + LEADER);
  const form = { parts, width: labelWidth(parts, widths, palette), madeFrom };
  forms.set(line, form);
  return form;
}

/** Pixels beside the newest bar that the labels of these lines need. */
export function labelColumnWidth(lines: readonly ChartLine[], widths: TextWidths, scene: Scene): number {
  if (lines.length === 0) return 0;
  return Math.max(...lines.map((line) => formOf(line, widths, scene).width)) + LEADER + GAP;
}

export interface LinesSetting {
  readonly lines: readonly ChartLine[];
  readonly widths: TextWidths;
  /** Pixel of the newest price, which its own tag keeps. */
  readonly lastY: number;
  /** Line that has a label of its own however full it is. */
  readonly pinned: string | undefined;
}

/** All that decides how the lines look. The time in view is none of it, but where labels must make room for the newest bar. */
export function factsOfLines(scene: Scene, { lines, widths, lastY, pinned }: LinesSetting): readonly unknown[] {
  const { price, palette, writer, ratio, width, height, axisWidth, document } = scene;
  const { scale, trading, settings } = document;
  const isRelative = scale.mode === 'percent' || scale.mode === 'indexed';
  const column = labelColumnWidth(lines, widths, scene);
  const blocked = lines.length === 0 ? undefined : newestBar(scene, column);
  return [
    ...[price.changes, isRelative ? price.base : 0, palette, writer, ratio, width, height, axisWidth],
    ...[scale.mode, trading, settings.switches, lastY, pinned, blocked?.top, blocked?.bottom, topOf(scene, column)],
    ...lines,
  ];
}

/** Lines with their labels in one column before the price axis, and their prices on it. Returns what a press may mean, buttons first. */
export function paintLines(context: CanvasRenderingContext2D, scene: Scene, { lines, widths, lastY, pinned }: LinesSetting): LabelHit[] {
  const { price, height } = scene;
  const placed = lines
    .map((line): PlacedLine => {
      const { parts, width } = formOf(line, widths, scene);
      const { id, kind } = line;
      return { id, rank: RANK[kind], line, parts, y: price.y(line.price), width };
    })
    .filter(({ y }) => y >= 0 && y <= height)
    .sort((a, b) => a.y - b.y || (a.id < b.id ? -1 : 1));
  const column = Math.max(0, ...placed.map(({ width }) => width)) + LEADER + GAP;
  const room = { top: topOf(scene, column), height, pitch: LABEL_PITCH, centre: lastY, blocked: newestBar(scene, column), pinned };
  const labels = planLabels(placed, room);
  const labelled = new Set(labels.filter(({ items }) => items.length === 1).map(({ items }) => items[0].id));
  for (const entry of placed) paintRule(context, scene, entry, labelled.has(entry.id));
  const hits = labels.flatMap((label) => paintPlanned(context, scene, label, widths));
  paintTags(context, scene, placed, lastY);
  return hits;
}

/** Where the legend reaches over the column of the labels, they begin below it. */
const topOf = ({ width, legend }: Scene, column: number): number => (legend.width > width - column ? legend.height : 0);

/** Where the newest bar stands, if labels of that column would reach over it. */
function newestBar({ bars, time, price, width }: Scene, column: number): { readonly top: number; readonly bottom: number } | undefined {
  const newest = bars.length - 1;
  if (newest < 0) return undefined;
  const right = time.x(newest) + time.spacing / 2;
  if (right <= width - column || right - time.spacing > width) return undefined;
  const ends = [price.y(bars.high(newest)), price.y(bars.low(newest))];
  return { top: Math.min(...ends) - 2, bottom: Math.max(...ends) + 2 };
}

/** Several lines in one label show how many they are. */
function partsOf({ items }: PlannedLabel<PlacedLine>): readonly LabelPart[] {
  const [first, ...others] = items;
  return others.length === 0 ? first.parts : [{ text: `+${items.length}`, look: 'name', tone: 'plain' }];
}

function paintPlanned(context: CanvasRenderingContext2D, scene: Scene, label: PlannedLabel<PlacedLine>, widths: TextWidths): LabelHit[] {
  const [first, ...others] = label.items;
  const end = scene.width - LEADER;
  if (others.length === 0) paintLeader(context, scene, { line: first.line, at: first.y, labelY: label.y });
  return paintLabel(
    context,
    scene,
    { line: first.line, lineIds: [first.id, ...others.map(({ id }) => id)], parts: partsOf(label), right: end, y: label.y },
    widths,
  );
}

function paintRule(context: CanvasRenderingContext2D, scene: Scene, { line, y, width }: PlacedLine, hasLabel: boolean): void {
  const { palette, document } = scene;
  const at = sharp(scene, y) + hairline(scene) / 2;
  const end = hasLabel ? scene.width - LEADER - width : scene.width;
  const strong = Math.min(end, strongFrom(line, scene.width, document.trading));
  context.strokeStyle = colourOfLine(line, palette);
  context.lineWidth = LINE_WIDTH[document.trading.width];
  context.setLineDash([...DASH[line.kind]]);
  for (const { from, to, alpha } of [
    { from: 0, to: strong, alpha: FAINT },
    { from: strong, to: end, alpha: hasLabel ? 1 : FAINT },
  ]) {
    context.globalAlpha = alpha;
    context.beginPath();
    context.moveTo(from, at);
    context.lineTo(to, at);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** The stroke that ties a label to its line. */
function paintLeader(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { line, at, labelY }: { readonly line: ChartLine; readonly at: number; readonly labelY: number },
): void {
  const end = scene.width;
  const start = end - LEADER;
  context.strokeStyle = colourOfLine(line, scene.palette);
  context.lineWidth = LINE_WIDTH[scene.document.trading.width];
  context.setLineDash([...DASH[line.kind]]);
  context.beginPath();
  context.moveTo(start, labelY);
  context.lineTo(start + LEADER / 3, labelY);
  context.lineTo(end - LEADER / 3, at);
  context.lineTo(end, at);
  context.stroke();
  context.setLineDash([]);
}
