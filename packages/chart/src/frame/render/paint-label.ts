import type { ChartLine } from '../../bridge/messages.ts';
import type { LabelPart } from '../trading/label-parts.ts';
import { LONG_COLOUR, SHORT_COLOUR, type Palette } from '../palette.ts';
import { hairline, monoFont, sharp, textFont, type Scene } from './scene.ts';
import type { TextWidths } from './text-widths.ts';

export const LABEL_HEIGHT = 20;
const PADDING = 7;
const CROSS = 3.5;

/** Hit target of a label: one of its buttons, or the label itself. */
export interface LabelHit {
  /** One, or those that share the label. */
  readonly lineIds: readonly [string, ...string[]];
  readonly buttonId: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function colourOfLine({ kind, side }: ChartLine, palette: Palette): string {
  if (kind === 'liquidation') return palette.accent;
  if (kind === 'breakeven') return palette.textMuted;
  if (kind === 'alert') return palette.tones.first;
  return side === 'Buy' ? LONG_COLOUR : SHORT_COLOUR;
}

const isCross = ({ buttonId }: LabelPart): boolean => buttonId === 'cancel';

const fontOf = ({ look }: LabelPart, palette: Palette): string => {
  if (look === 'figure') return monoFont(palette);
  return textFont(palette, look === 'name' ? '600' : '500');
};

function partWidth(part: LabelPart, widths: TextWidths, palette: Palette): number {
  return isCross(part) ? LABEL_HEIGHT : widths.of(part.text, fontOf(part, palette)) + 2 * PADDING;
}

export function labelWidth(parts: readonly LabelPart[], widths: TextWidths, palette: Palette): number {
  return parts.reduce((sum, part) => sum + partWidth(part, widths, palette), 0);
}

export interface LabelPlace {
  /** The line that determines the label's appearance. */
  readonly line: ChartLine;
  readonly lineIds: LabelHit['lineIds'];
  readonly parts: readonly LabelPart[];
  /** Right edge, and the middle. */
  readonly right: number;
  readonly y: number;
}

function textColour(part: LabelPart, isFilled: boolean, colour: string, palette: Palette): string {
  if (isFilled) return '#ffffff';
  if (part.tone !== 'plain') return part.tone === 'up' ? palette.up : palette.down;
  return part.look === 'name' ? brightened(colour, palette) : palette.text;
}

/** The line colours of the specification are too dark for small text on a dark background, so text takes the theme's colours. */
function brightened(colour: string, palette: Palette): string {
  if (colour === LONG_COLOUR) return palette.up;
  return colour === SHORT_COLOUR ? palette.down : colour;
}

/** A framed row of fields. Returns its hit targets, buttons first. */
export function paintLabel(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { line, lineIds, parts, right, y }: LabelPlace,
  widths: TextWidths,
): LabelHit[] {
  const { palette } = scene;
  const colour = colourOfLine(line, palette);
  const width = labelWidth(parts, widths, palette);
  const left = sharp(scene, Math.max(0, right - width)) + 0.5;
  const top = sharp(scene, y - LABEL_HEIGHT / 2) + 0.5;
  const hits: LabelHit[] = [];
  context.fillStyle = palette.raised;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left, top, width, LABEL_HEIGHT, 4);
  context.fill();
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let x = left;
  parts.forEach((part, index) => {
    const own = partWidth(part, widths, palette);
    const isFilled = index === 0 && line.kind === 'position';
    if (isFilled) {
      context.fillStyle = colour;
      context.beginPath();
      context.roundRect(x, top, own, LABEL_HEIGHT, [4, 0, 0, 4]);
      context.fill();
    }
    if (index > 0) {
      context.fillStyle = palette.line;
      context.fillRect(sharp(scene, x), top + 1, hairline(scene), LABEL_HEIGHT - 2);
    }
    const middle = top + LABEL_HEIGHT / 2;
    if (isCross(part)) {
      paintCross(context, { x: x + own / 2, y: middle }, palette);
    } else {
      context.font = fontOf(part, palette);
      context.fillStyle = textColour(part, isFilled, colour, palette);
      context.fillText(part.text, x + PADDING, middle + 0.5);
    }
    if (part.buttonId !== undefined) hits.push({ lineIds, buttonId: part.buttonId, x, y: top, width: own, height: LABEL_HEIGHT });
    x += own;
  });
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left, top, width, LABEL_HEIGHT, 4);
  context.stroke();
  hits.push({ lineIds, buttonId: undefined, x: left, y: top, width, height: LABEL_HEIGHT });
  return hits;
}

function paintCross(context: CanvasRenderingContext2D, { x, y }: { readonly x: number; readonly y: number }, palette: Palette): void {
  context.strokeStyle = palette.textMuted;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(x - CROSS, y - CROSS);
  context.lineTo(x + CROSS, y + CROSS);
  context.moveTo(x + CROSS, y - CROSS);
  context.lineTo(x - CROSS, y + CROSS);
  context.stroke();
}
