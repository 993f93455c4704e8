import { pointAt, type DrawingDefinition } from './definition.ts';
import { between, line, shiftedBy } from './figure.ts';

/** Opacity of the fill of a shape. */
const FILL = 0.16;

export const SHAPE_TOOLS: readonly DrawingDefinition[] = [
  {
    tool: 'rectangle',
    points: 2,
    figures: ({ drawing, points }) => {
      const [a, b] = [pointAt(points, 0), pointAt(points, 1)];
      return [
        { kind: 'path', points: [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }], closed: true, fill: drawing.style.filled ? FILL : 0 },
      ];
    },
  },
  {
    tool: 'ellipse',
    points: 2,
    figures: ({ drawing, points }) => {
      const [a, b] = [pointAt(points, 0), pointAt(points, 1)];
      const fill = drawing.style.filled ? FILL : 0;
      return [{ kind: 'ellipse', centre: between(a, b), radiusX: Math.abs(b.x - a.x) / 2, radiusY: Math.abs(b.y - a.y) / 2, fill }];
    },
  },
  {
    tool: 'triangle',
    points: 3,
    figures: ({ drawing, points }) =>
      points.length < 3
        ? [line(pointAt(points, 0), pointAt(points, 1))]
        : [{ kind: 'path', points: points.slice(0, 3), closed: true, fill: drawing.style.filled ? FILL : 0 }],
  },
  { tool: 'path', points: 'many', figures: ({ points }) => [{ kind: 'path', points }] },
  { tool: 'brush', points: 'stroke', figures: ({ points }) => [{ kind: 'path', points }] },
  {
    tool: 'text',
    points: 1,
    asksText: true,
    figures: ({ drawing, points }) => [{ kind: 'label', at: pointAt(points, 0), lines: linesOf(drawing.text), align: 'left' }],
  },
  {
    tool: 'note',
    points: 2,
    asksText: true,
    figures: ({ drawing, points }) => {
      const [at, box] = [pointAt(points, 0), pointAt(points, 1)];
      return [line(at, box), { kind: 'label', at: shiftedBy(box, 0, 0), lines: linesOf(drawing.text), align: 'center', boxed: true }];
    },
  },
];

function linesOf(text: string): readonly string[] {
  return text === '' ? ['…'] : text.split('\n');
}
