import { expect, test, vi } from 'vitest';
import { createBookRows, fillBookRows } from './book-rows.ts';
import { ROW_HEIGHT, SidePainter } from './side-painter.ts';

function painter() {
  const canvas = document.createElement('canvas');
  const written: string[] = [];
  const context = {
    setTransform: vi.fn(),
    clearRect: vi.fn(),
    fillRect: vi.fn(),
    beginPath: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    fill: vi.fn(),
    fillText: (text: string) => written.push(text),
  };
  canvas.getContext = vi.fn(() => context) as unknown as HTMLCanvasElement['getContext'];
  const side = new SidePainter(canvas, 'ask');
  side.resize(200, 3 * ROW_HEIGHT);
  return { side, written, context, canvas };
}
const format = { price: (ticks: number) => `p${ticks}`, lots: (lots: number) => `q${lots}` };

test('only rows that changed are painted', () => {
  const { side, written } = painter();
  const rows = createBookRows(3);
  const show = (levels: number[], scale = 10) => {
    written.length = 0;
    fillBookRows(rows, { levels, side: 'ask', group: 1, own: new Set() });
    return side.paint(rows, scale, format);
  };
  expect(show([10, 1, 11, 2])).toBe(3);
  expect(written).toEqual(['p10', 'q1', 'q1', 'p11', 'q2', 'q3']);
  expect(show([10, 1, 11, 2])).toBe(0);
  expect(show([10, 1, 11, 3])).toBe(1);
  expect(written).toEqual(['p11', 'q3', 'q4']);
  side.reset();
  expect(show([10, 1, 11, 3])).toBe(3);
});

test('asks stand on the bottom edge: the best row is the lowest', () => {
  const { side } = painter();
  expect(side.topOf(0)).toBe(2 * ROW_HEIGHT);
  expect(side.rowAt(3 * ROW_HEIGHT - 1)).toBe(0);
  expect(side.rowAt(0.5)).toBe(2);
});

test('own orders are marked and the row under the pointer is lit', () => {
  const { side, context } = painter();
  const rows = createBookRows(3);
  fillBookRows(rows, { levels: [10, 1, 11, 2], side: 'ask', group: 1, own: new Set([11]) });
  side.paint(rows, 3, format);
  expect(context.beginPath).toHaveBeenCalledTimes(1);
  side.hover = 0;
  expect(side.paint(rows, 3, format)).toBe(1);
});

test('a side is shown with the frame of the page, so that no side is older than the other', () => {
  const { side, canvas } = painter();
  side.paint(createBookRows(3), 1, format);
  expect(canvas.getContext).toHaveBeenCalledWith('2d');
});
