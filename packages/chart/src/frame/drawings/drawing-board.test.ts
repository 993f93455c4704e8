import { describe, expect, it } from 'vitest';
import { sceneSample } from '../../testing/scene-sample.ts';
import { applyCommand, newDocument, type ChartDocument } from '../document/chart-document.ts';
import type { Point } from '../input/grip.ts';
import { anchorAt } from './chart-sheet.ts';
import { DrawingBoard } from './drawing-board.ts';
import { standardStyle } from './drawing.ts';

const START: Point = { x: 205, y: 305 };
const END: Point = { x: 405, y: 150 };

/** A board, and the pixels at which the points of its drawings stand. */
function opened() {
  const scene = sceneSample();
  let document: ChartDocument = newDocument('Etc/UTC');
  const nothing = (): void => undefined;
  const board: DrawingBoard = new DrawingBoard({
    scene: () => scene,
    ticker: () => 'BTCUSDT',
    cursor: () => undefined,
    barsText: () => 'bars',
    changed: nothing,
    told: nothing,
    edit: nothing,
    command: (command) => {
      document = applyCommand(document, command);
      board.setDocument(document);
    },
  });
  board.setDocument(document);
  const add = (tool: 'trendLine', spots: readonly Point[]): void => {
    const anchors = spots.map((spot) => anchorAt(scene, spot, 'off'));
    const drawing = { id: 'd1', tool, ticker: 'BTCUSDT', anchors, style: standardStyle(tool), text: '', locked: false, shown: true };
    document = applyCommand(document, { kind: 'addDrawing', drawing });
    board.setDocument(document);
  };
  const pixels = () => document.drawings.map(({ anchors }) => anchors.map(({ price }) => Math.round(scene.price.y(price))));
  return { board, add, pixels };
}

const touching = (isTouch: boolean) => ({ isTouch, isShift: false, isCtrl: false });

describe('points of drawings under a finger', () => {
  it.each([
    ['a finger', true, 48],
    ['a mouse', false, 0],
  ] as const)('CHT-07 a point that %s places by dragging stands clear of it', (_name, isTouch, lift) => {
    const { board, pixels } = opened();
    board.take('trendLine');
    const grip = board.gripAt(START, touching(isTouch));
    grip?.drag?.({ x: 300, y: 250 }, touching(isTouch));
    grip?.drag?.(END, touching(isTouch));
    grip?.drop?.(END);
    expect(pixels()).toEqual([[START.y, END.y - lift]]);
  });

  it('CHT-07 a point that a finger taps stands where it was tapped', () => {
    const { board, pixels } = opened();
    board.take('trendLine');
    for (const at of [START, END]) board.gripAt(at, touching(true))?.press?.(at, touching(true));
    expect(pixels()).toEqual([[START.y, END.y]]);
  });

  it.each([
    ['a finger', true, 48],
    ['a mouse', false, 0],
  ] as const)('CHT-07 a point that %s moves stands clear of it, the other stays', (_name, isTouch, lift) => {
    const { board, add, pixels } = opened();
    add('trendLine', [START, END]);
    board.select('d1');
    const grip = board.gripAt(END, touching(isTouch));
    grip?.drag?.({ x: END.x, y: END.y + 80 }, touching(isTouch));
    expect(board.resting).toEqual([]);
    grip?.drop?.({ x: END.x, y: END.y + 80 });
    expect(pixels()).toEqual([[START.y, END.y + 80 - lift]]);
    expect(board.resting).toHaveLength(1);
  });

  it('CHT-07 a drawing that keys move is painted by itself until another is selected', () => {
    const { board, add, pixels } = opened();
    add('trendLine', [START, END]);
    board.select('d1');
    board.nudge(0, 10);
    expect(pixels()).toEqual([[START.y + 10, END.y + 10]]);
    expect(board.resting).toEqual([]);
    board.select(undefined);
    expect(board.resting).toHaveLength(1);
  });
});
