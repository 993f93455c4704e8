import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartLine } from '../../bridge/messages.ts';
import { LINE_KINDS } from '../../bridge/trading.ts';
import { lineSample } from '../../testing/samples.ts';
import { sceneSample } from '../../testing/scene-sample.ts';
import { textContext } from '../../testing/text-context.ts';
import { factsOfLines, labelColumnWidth, paintLines } from './paint-lines.ts';
import type { Scene } from './scene.ts';
import { TextWidths } from './text-widths.ts';

const CHARACTER = 7;
/** Lines of every kind, over the whole height. */
const linesOf = (count: number, { price }: Scene): ChartLine[] =>
  Array.from({ length: count }, (_, index) => {
    const kind = LINE_KINDS[index % LINE_KINDS.length] ?? 'order';
    return lineSample({ id: `${kind}:${index}`, kind, price: price.price((400 * (index + 0.5)) / count) });
  });

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The picture of that width, with a legend, as many lines, and the newest bar so far from the right edge. */
function labelsOf({ width, legend, count, beside }: { width: number; legend: Scene['legend']; count: number; beside: number }) {
  const sample = sceneSample();
  sample.time.setWidth(width);
  sample.time.reset(sample.bars.length);
  const scene: Scene = { ...sample, width, legend };
  const widths = new TextWidths(textContext(CHARACTER));
  const lines = linesOf(count, scene);
  scene.time.setMargin(beside);
  const newest = scene.bars.length - 1;
  const [top, bottom] = [scene.price.y(scene.bars.high(newest)), scene.price.y(scene.bars.low(newest))];
  const candle = { x: scene.time.x(newest) - scene.time.spacing / 2, y: top, width: scene.time.spacing, height: bottom - top };
  const setting = { lines, widths, lastY: scene.price.y(scene.bars.close(newest)), pinned: undefined };
  const labels = paintLines(textContext(CHARACTER), scene, setting).filter(({ buttonId }) => buttonId === undefined);
  return { scene, labels, candle, lines, widths, setting };
}

describe('labels of lines', () => {
  it('CHT-18 with up to 400 lines no label lies over the legend, the newest candle or another label', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 240, max: 1_400 }),
          legend: fc.record({ width: fc.integer({ min: 100, max: 1_000 }), height: fc.integer({ min: 20, max: 120 }) }),
          count: fc.integer({ min: 1, max: 400 }),
          beside: fc.integer({ min: 0, max: 300 }),
        }),
        (asked) => {
          const legend = { ...asked.legend, width: Math.min(asked.legend.width, asked.width - 80) };
          const { labels, candle } = labelsOf({ ...asked, legend });
          labels.forEach((label, index) => {
            expect(overlap(label, { x: 0, y: 0, ...legend })).toBe(false);
            expect(overlap(label, candle)).toBe(false);
            expect(labels.slice(index + 1).some((other) => overlap(label, other))).toBe(false);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('CHT-18 labels use the whole height while the legend ends before them', () => {
    const wide = labelsOf({ width: 1_400, legend: { width: 500, height: 60 }, count: 380, beside: 300 });
    expect(Math.min(...wide.labels.map(({ y }) => y))).toBeLessThan(20);
    const narrow = labelsOf({ width: 560, legend: { width: 470, height: 60 }, count: 380, beside: 120 });
    expect(Math.min(...narrow.labels.map(({ y }) => y))).toBeGreaterThanOrEqual(60);
    expect(narrow.labels.flatMap(({ lineIds }) => lineIds)).toHaveLength(380);
  });

  it('CHT-18 the lines are painted anew when the legend grows over them', () => {
    const { scene, setting, lines, widths } = labelsOf({ width: 700, legend: { width: 100, height: 20 }, count: 5, beside: 200 });
    const column = labelColumnWidth(lines, widths, scene);
    const grown = { ...scene, legend: { width: scene.width - column + 1, height: 40 } };
    const differs = factsOfLines(grown, setting).some((fact, index) => fact !== factsOfLines(scene, setting)[index]);
    expect(differs).toBe(true);
  });
});
