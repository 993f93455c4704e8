import type { DrawingTool } from '../../bridge/drawing-tools.ts';
import type { DrawingDefinition } from './definition.ts';
import { FIBONACCI_TOOLS } from './fibonacci-tools.ts';
import { LINE_TOOLS } from './line-tools.ts';
import { MEASURE_TOOLS } from './measure-tools.ts';
import { SHAPE_TOOLS } from './shape-tools.ts';
import { VOLUME_TOOLS } from './volume-tools.ts';

const BY_TOOL: ReadonlyMap<DrawingTool, DrawingDefinition> = new Map(
  [...LINE_TOOLS, ...FIBONACCI_TOOLS, ...SHAPE_TOOLS, ...MEASURE_TOOLS, ...VOLUME_TOOLS].map((definition) => [definition.tool, definition]),
);

/** Throws for a tool without a definition; a test covers every tool. */
export function definitionOf(tool: DrawingTool): DrawingDefinition {
  const found = BY_TOOL.get(tool);
  if (found === undefined) throw new Error(`The drawing tool ${tool} has no definition`);
  return found;
}
