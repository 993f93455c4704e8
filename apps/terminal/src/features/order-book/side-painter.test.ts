import { expect, test, vi } from 'vitest';
import type { BookPalette } from './book-messages.ts';
import { createBookRows, fillBookRows } from './book-rows.ts';
import { ROW_HEIGHT } from './side-layout.ts';
import { SidePainter } from './side-painter.ts';

const PALETTE: BookPalette = {
  bid: 'green',
  ask: 'red',
  bidBar: 'pale green',
  askBar: 'pale red',
  text: 'black',
  muted: 'grey',
  hover: 'blue',
  own: 'orange',
  font: '11px mono',
};

function painter() {
  const written: string[] = [];
  const colours: string[] = [];
  const context = {
    setTransform: vi.fn(),
    clearRect: vi.fn(),
    fillRect: vi.fn(),
    beginPath: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    fill: vi.fn(),
    font: '',
    textAlign: 'left' as const,
    textBaseline: 'middle' as const,
    fillStyle: '',
    fillText(text: string) {
      written.push(text);
      colours.push(this.fillStyle);
    },
  };
  const format = { price: (ticks: number) => `p${ticks}`, lots: (lots: number) => `q${lots}` };
  const side = new SidePainter('ask', 100, 3 * ROW_HEIGHT);
  const rows = createBookRows(3);
  const show = (levels: number[], own: number[] = []) => {
    written.length = 0;
    colours.length = 0;
    fillBookRows(rows, { levels, side: 'ask', group: 1, own: new Set(own) });
    return side.paint(context, rows, { palette: PALETTE, format, width: 200, scale: 10 });
  };
  return { side, written, colours, context, show };
}

test('only rows that changed are painted', () => {
  const { side, written, colours, show } = painter();
  expect(show([10, 1, 11, 2])).toBe(3);
  expect(written).toEqual(['p10', 'q1', 'q1', 'p11', 'q2', 'q3']);
  expect(colours.slice(0, 3)).toEqual(['red', 'black', 'grey']);
  expect(show([10, 1, 11, 2])).toBe(0);
  expect(show([10, 1, 11, 3])).toBe(1);
  expect(written).toEqual(['p11', 'q3', 'q4']);
  side.reset();
  expect(show([10, 1, 11, 3])).toBe(3);
});

test('the best ask stands on the bottom edge of its place, with a bar as wide as its share of the total', () => {
  const { context, show } = painter();
  show([10, 5]);
  expect(context.clearRect.mock.calls[0]).toEqual([0, 100 + 2 * ROW_HEIGHT, 200, ROW_HEIGHT]);
  expect(context.fillRect.mock.calls[0]).toEqual([100, 100 + 2 * ROW_HEIGHT + 1, 100, ROW_HEIGHT - 2]);
});

test('MKT-01 own orders are marked and the row under the pointer is lit', () => {
  const { side, context, show } = painter();
  show([10, 1, 11, 2], [11]);
  expect(context.beginPath).toHaveBeenCalledTimes(1);
  side.hover = 0;
  expect(show([10, 1, 11, 2], [11])).toBe(1);
});

test('MKT-02 a held price that nobody quotes any more stands alone in its row', () => {
  const { written, colours, show } = painter();
  show([10, 1, 11, 0, 12, 2]);
  expect(written).toEqual(['p10', 'q1', 'q1', 'p11', 'p12', 'q2', 'q3']);
  expect(colours[3]).toBe('grey');
});
