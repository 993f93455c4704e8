import type { DrawingTool } from '../../bridge/drawing-tools.ts';

/** Tools with a line, or several, that a price can cross. */
const LINED: ReadonlySet<DrawingTool> = new Set<DrawingTool>([
  'trendLine',
  'ray',
  'infoLine',
  'extendedLine',
  'arrow',
  'horizontalLine',
  'horizontalRay',
  'crossLine',
  'parallelChannel',
  'pitchfork',
  'fibRetracement',
  'rectangle',
  'triangle',
  'path',
]);
const AREAS: ReadonlySet<DrawingTool> = new Set<DrawingTool>(['parallelChannel', 'rectangle', 'triangle']);

export const hasLine = (tool: DrawingTool): boolean => LINED.has(tool);
/** The tool has an area between its lines. */
export const isArea = (tool: DrawingTool): boolean => AREAS.has(tool);
