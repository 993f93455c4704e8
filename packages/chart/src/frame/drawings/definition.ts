import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { Point } from '../input/grip.ts';
import type { Drawing } from './drawing.ts';
import type { Figure, Sheet } from './figure.ts';

/** A drawing with its anchors on the screen. */
export interface Placed {
  readonly drawing: Drawing;
  readonly points: readonly Point[];
}

/** Definition of a drawing tool; all other properties follow from it. */
export interface DrawingDefinition {
  readonly tool: DrawingTool;
  /** Points that are placed one by one; `many` until a double press, `stroke` by one drag. */
  readonly points: number | 'many' | 'stroke';
  /** Opens the text input after placement. */
  readonly asksText?: boolean;
  /** Its figures follow the bars, not its anchors alone. */
  readonly readsBars?: boolean;
  /** Receives the placed points and the moving one. */
  readonly figures: (placed: Placed, sheet: Sheet) => readonly Figure[];
  /** The anchors of a drawing of which fewer points were pressed than it has: of a long position, stop and target. */
  readonly complete?: (points: readonly Point[]) => readonly Point[];
}

export const FIRST: Point = { x: 0, y: 0 };
export const pointAt = (points: readonly Point[], index: number): Point => points[index] ?? points.at(-1) ?? FIRST;
