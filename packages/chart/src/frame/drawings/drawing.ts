import { DRAWING_GROUPS, DRAWING_TOOLS, type DrawingTool } from '../../bridge/drawing-tools.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { finite, flag, isPlainObject, listOf, oneOf, record, text, whole, type Guard } from '../../bridge/shape.ts';
import { withVisibility, type Visible } from '../document/visibility.ts';

/** A point of a drawing, in chart coordinates: time and price. */
export interface Anchor {
  readonly time: number;
  readonly price: number;
}

export const DASHES = ['solid', 'dashed', 'dotted'] as const;
export type Dash = (typeof DASHES)[number];
export const WIDTHS = [1, 2, 3, 4] as const;

export interface DrawingStyle {
  /** `#rrggbb`. */
  readonly colour: string;
  readonly width: number;
  readonly dash: Dash;
  /** Shapes and channels are filled. */
  readonly filled: boolean;
}

export interface Drawing extends Visible {
  readonly id: string;
  readonly tool: DrawingTool;
  /** It belongs to the symbol that it was drawn on. */
  readonly ticker: string;
  readonly anchors: readonly Anchor[];
  readonly style: DrawingStyle;
  readonly text: string;
  readonly locked: boolean;
}

export const MAGNETS = ['off', 'weak', 'strong'] as const;
export type Magnet = (typeof MAGNETS)[number];

/** Behaviour of the tools. */
export interface DrawingHabits {
  readonly sidebar: boolean;
  readonly magnet: Magnet;
  /** The tool stays selected after a drawing. */
  readonly keepsDrawing: boolean;
  readonly locked: boolean;
  readonly hidden: boolean;
  /** Initial styles of new drawings, by tool. */
  readonly styles: Readonly<Partial<Record<DrawingTool, DrawingStyle>>>;
}

const STANDARD_STYLE: DrawingStyle = { colour: '#6aa6ff', width: 2, dash: 'solid', filled: true };

/** The many lines of the Fibonacci family would cover the bars. */
export function standardStyle(tool: DrawingTool): DrawingStyle {
  const isFine = DRAWING_GROUPS.fibonacci.some((each) => each === tool);
  return isFine ? { ...STANDARD_STYLE, width: 1 } : STANDARD_STYLE;
}

export const STANDARD_HABITS: DrawingHabits = {
  sidebar: true,
  magnet: 'off',
  keepsDrawing: false,
  locked: false,
  hidden: false,
  styles: {},
};

export const LONGEST_NOTE = 500;
/** Enough for a brush stroke of several minutes. */
export const MOST_ANCHORS = 2_000;
const MOST_DRAWINGS = 1_000;
const MAX_TIME = 8_640_000_000_000_000;

const isTool = oneOf(DRAWING_TOOLS);
const isColour: Guard<string> = (value): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
export const isStyle: Guard<DrawingStyle> = record({ colour: isColour, width: finite(0.5, 10), dash: oneOf(DASHES), filled: flag });
export const isAnchor: Guard<Anchor> = record({ time: whole(-MAX_TIME, MAX_TIME), price: finite() });
const isDrawing: Guard<Drawing> = record({
  id: text(20),
  tool: isTool,
  ticker: text(40),
  anchors: listOf(isAnchor, MOST_ANCHORS),
  style: isStyle,
  text: text(LONGEST_NOTE),
  locked: flag,
  shown: flag,
  hiddenOn: listOf(oneOf(CHART_RESOLUTIONS), CHART_RESOLUTIONS.length),
});

/** Stored drawings, without the unreadable ones. */
export function readDrawings(stored: unknown): readonly Drawing[] {
  if (!Array.isArray(stored)) return [];
  const drawings: readonly unknown[] = stored.slice(0, MOST_DRAWINGS).map(withVisibility);
  return drawings.filter(isDrawing).filter(({ anchors }) => anchors.length > 0);
}

/** Stored habits; an unreadable field has its default. */
export function readHabits(stored: unknown): DrawingHabits {
  if (!isPlainObject(stored)) return STANDARD_HABITS;
  const read = (name: 'sidebar' | 'keepsDrawing' | 'locked' | 'hidden'): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : STANDARD_HABITS[name];
  };
  const styles = Object.entries(isPlainObject(stored['styles']) ? stored['styles'] : {});
  return {
    sidebar: read('sidebar'),
    magnet: MAGNETS.find((magnet) => magnet === stored['magnet']) ?? STANDARD_HABITS.magnet,
    keepsDrawing: read('keepsDrawing'),
    locked: read('locked'),
    hidden: read('hidden'),
    styles: Object.fromEntries(styles.filter(([tool, style]) => isTool(tool) && isStyle(style))),
  };
}
