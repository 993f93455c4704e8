import type { ChartLine } from '../../bridge/messages.ts';
import { spokenLine, type LineKind } from '../../bridge/trading.ts';
import { LONG_COLOUR, SHORT_COLOUR, type Palette } from '../palette.ts';
import { stackLabels } from '../trading/stacking.ts';
import { TEXT_SIZE, hairline, monoFont, sharp, textFont, type Scene } from './scene.ts';
import type { TextWidths } from './text-widths.ts';

const LABEL_HEIGHT = 20;
const LABEL_PITCH = LABEL_HEIGHT + 3;
const TAG_HEIGHT = 17;
const LABEL_PADDING = 7;
/** Room between the labels and the price axis, for the strokes that tie each to its line. */
const LEADER = 20;
/** Lines run faint through the bars, and at full strength only beside their label. */
const FAINT = 0.3;

const NARROW = 480;

/** What gives way last when there is no room for all labels. */
const RANK: { readonly [K in LineKind]: number } = {
  order: 0,
  conditional: 0,
  trailing: 0,
  preOrder: 1,
  breakeven: 1,
  liquidation: 2,
  takeProfit: 2,
  stopLoss: 2,
  position: 3,
};

const SOLID: readonly number[] = [];
const DASHED: readonly number[] = [6, 4];
const DOTTED: readonly number[] = [2, 3];
/** What rests is solid, what triggers is dashed, what only informs or is not sent yet is dotted. */
export const DASH: { readonly [K in LineKind]: readonly number[] } = {
  position: SOLID,
  order: SOLID,
  conditional: DASHED,
  takeProfit: DASHED,
  stopLoss: DASHED,
  trailing: DASHED,
  liquidation: DASHED,
  breakeven: DOTTED,
  preOrder: DOTTED,
};

/** A part of a label that a press means: one of its buttons, or the label itself. */
export interface LabelHit {
  readonly lineId: string;
  readonly buttonId: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PlacedLine {
  readonly line: ChartLine;
  readonly parts: readonly LabelPart[];
  readonly y: number;
  readonly width: number;
}

export function colourOfLine({ kind, side }: ChartLine, palette: Palette): string {
  if (kind === 'liquidation') return palette.accent;
  if (kind === 'breakeven') return palette.textMuted;
  return side === 'Buy' ? LONG_COLOUR : SHORT_COLOUR;
}

/** Pixels beside the newest bar that the labels of these lines need. */
export function labelColumnWidth(lines: readonly ChartLine[], widths: TextWidths, scene: Scene): number {
  if (lines.length === 0) return 0;
  const width = (line: ChartLine): number => labelWidth(partsOf(line, !isNarrow(scene)), widths, scene.palette);
  return Math.max(...lines.map(width)) + LEADER;
}

/** A narrow picture has no room for buttons: a press on a label shows those of its line. */
const isNarrow = (scene: Scene): boolean => scene.width < NARROW;

interface LabelPart {
  readonly text: string;
  readonly buttonId?: string;
}

function labelWidth(parts: readonly LabelPart[], widths: TextWidths, palette: Palette): number {
  return parts.reduce((sum, { text }) => sum + widths.of(text, textFont(palette, '600')) + 2 * LABEL_PADDING, 0);
}

function partsOf(line: ChartLine, hasButtons: boolean): readonly LabelPart[] {
  const buttons = hasButtons ? line.buttons.map(({ id, label }) => ({ text: label, buttonId: id })) : [];
  return [{ text: spokenLine(line) }, ...buttons];
}

export interface LinesSetting {
  readonly lines: readonly ChartLine[];
  readonly widths: TextWidths;
  /** Pixel of the newest price, which its own tag keeps. */
  readonly lastY: number;
  /** Line that shows its buttons where labels have none. */
  readonly openedId: string | undefined;
}

/** Lines with their labels in one column before the price axis, and their prices on it. Returns what a press may mean, buttons first. */
export function paintLines(context: CanvasRenderingContext2D, scene: Scene, { lines, widths, lastY, openedId }: LinesSetting): LabelHit[] {
  const { price, palette, height } = scene;
  const placed = lines
    .map((line): PlacedLine => {
      const parts = partsOf(line, !isNarrow(scene) || line.id === openedId);
      return { line, parts, y: price.y(line.price), width: labelWidth(parts, widths, palette) };
    })
    .filter(({ y }) => y >= 0 && y <= height)
    .sort((a, b) => a.y - b.y || (a.line.id < b.line.id ? -1 : 1));
  const wanted = placed.map(({ line, y }) => ({ y, rank: RANK[line.kind] }));
  const places = stackLabels(wanted, { height: LABEL_PITCH, top: 0, bottom: height, centre: lastY });
  const hits: LabelHit[] = [];
  placed.forEach((entry, index) => paintRule(context, scene, entry, places[index]));
  placed.forEach((entry, index) => {
    const y = places[index];
    if (y !== undefined) hits.push(...paintLabel(context, scene, entry, { y, widths }));
  });
  paintTags(context, scene, placed, lastY);
  return hits;
}

function paintRule(context: CanvasRenderingContext2D, scene: Scene, { line, y, width }: PlacedLine, labelY: number | undefined): void {
  const { palette } = scene;
  const end = scene.width;
  const labelEnd = end - LEADER;
  const at = sharp(scene, y) + hairline(scene) / 2;
  context.strokeStyle = colourOfLine(line, palette);
  context.lineWidth = hairline(scene);
  context.setLineDash([...DASH[line.kind]]);
  context.globalAlpha = FAINT;
  context.beginPath();
  context.moveTo(0, at);
  context.lineTo(labelY === undefined ? end : labelEnd - width, at);
  context.stroke();
  context.globalAlpha = 1;
  if (labelY !== undefined) {
    context.beginPath();
    context.moveTo(labelEnd, labelY);
    context.lineTo(labelEnd + LEADER / 3, labelY);
    context.lineTo(end - LEADER / 3, at);
    context.lineTo(end, at);
    context.stroke();
  }
  context.setLineDash([]);
}

function paintLabel(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { line, parts, width }: PlacedLine,
  { y, widths }: { readonly y: number; readonly widths: TextWidths },
): LabelHit[] {
  const { palette } = scene;
  const colour = colourOfLine(line, palette);
  const font = textFont(palette, '600');
  const left = sharp(scene, Math.max(0, scene.width - LEADER - width)) + 0.5;
  const top = sharp(scene, y - LABEL_HEIGHT / 2) + 0.5;
  const hits: LabelHit[] = [];
  context.fillStyle = palette.raised;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left, top, width, LABEL_HEIGHT, 4);
  context.fill();
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let x = left;
  parts.forEach(({ text, buttonId }, index) => {
    const part = widths.of(text, font) + 2 * LABEL_PADDING;
    const isFilled = index === 0 && line.kind === 'position';
    if (isFilled) {
      context.fillStyle = colour;
      context.beginPath();
      context.roundRect(x, top, part, LABEL_HEIGHT, [4, 0, 0, 4]);
      context.fill();
    }
    if (index > 0) {
      context.fillStyle = colour;
      context.fillRect(sharp(scene, x), top, hairline(scene), LABEL_HEIGHT);
    }
    context.fillStyle = isFilled ? '#ffffff' : palette.text;
    context.fillText(text, x + LABEL_PADDING, top + LABEL_HEIGHT / 2 + 0.5);
    if (buttonId !== undefined) hits.push({ lineId: line.id, buttonId, x, y: top, width: part, height: LABEL_HEIGHT });
    x += part;
  });
  context.beginPath();
  context.roundRect(left, top, width, LABEL_HEIGHT, 4);
  context.stroke();
  hits.push({ lineId: line.id, buttonId: undefined, x: left, y: top, width, height: LABEL_HEIGHT });
  return hits;
}

/** Prices of the lines on the axis, above and below the newest price, which never moves. */
function paintTags(context: CanvasRenderingContext2D, scene: Scene, placed: readonly PlacedLine[], lastY: number): void {
  const { palette, height, width, axisWidth, writer } = scene;
  const above = placed.filter(({ y }) => y < lastY);
  const below = placed.filter(({ y }) => y >= lastY);
  const half = TAG_HEIGHT / 2 + 1;
  const edge = Math.min(height, Math.max(0, lastY));
  for (const [part, top, bottom] of [
    [above, 0, edge - half],
    [below, edge + half, height],
  ] as const) {
    const wanted = part.map(({ line, y }) => ({ y, rank: RANK[line.kind] }));
    const places = stackLabels(wanted, { height: TAG_HEIGHT + 1, top, bottom, centre: lastY });
    part.forEach(({ line }, index) => {
      const y = places[index];
      if (y === undefined) return;
      const box = { left: sharp(scene, width) + 2.5, top: sharp(scene, y - TAG_HEIGHT / 2) + 0.5 };
      context.fillStyle = line.kind === 'position' ? colourOfLine(line, palette) : palette.background;
      context.strokeStyle = colourOfLine(line, palette);
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(box.left, box.top, axisWidth - 5, TAG_HEIGHT, 3);
      context.fill();
      context.stroke();
      context.font = monoFont(palette);
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.fillStyle = line.kind === 'position' ? '#ffffff' : palette.text;
      context.fillText(writer.price(line.price), width + 8, y + TEXT_SIZE * 0.05 + 0.5);
    });
  }
}
