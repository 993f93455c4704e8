/** The drawing tools by their group in the sidebar. */
export const DRAWING_GROUPS = {
  lines: [
    'trendLine',
    'ray',
    'infoLine',
    'extendedLine',
    'arrow',
    'horizontalLine',
    'horizontalRay',
    'verticalLine',
    'crossLine',
    'parallelChannel',
    'regressionChannel',
    'pitchfork',
  ],
  fibonacci: ['fibRetracement', 'fibExtension', 'fibChannel', 'fibTimeZones', 'fibFan', 'gannFan'],
  shapes: ['rectangle', 'ellipse', 'triangle', 'path', 'brush'],
  notes: ['text', 'note'],
  measures: ['priceRange', 'dateRange', 'measure', 'longPosition', 'shortPosition', 'volumeProfile', 'anchoredVwap'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DrawingGroup = keyof typeof DRAWING_GROUPS;
export type DrawingTool = (typeof DRAWING_GROUPS)[DrawingGroup][number];

export const DRAWING_GROUP_NAMES = Object.keys(DRAWING_GROUPS) as readonly DrawingGroup[];
export const DRAWING_TOOLS: readonly DrawingTool[] = DRAWING_GROUP_NAMES.flatMap((group) => [...DRAWING_GROUPS[group]]);
