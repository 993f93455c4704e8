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
    const drawing = {
      id: 'd1',
      tool,
      ticker: 'BTCUSDT',
      anchors,
      style: standardStyle(tool),
      text: '',
      locked: false,
      shown: true,
      hiddenOn: [],
    };
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

describe('keys with the pointer', () => {
  const ctrl = { isTouch: false, isShift: false, isCtrl: true };
  const shift = { isTouch: false, isShift: true, isCtrl: false };
  /** On the line, away from its ends. */
  const MIDDLE: Point = { x: (START.x + END.x) / 2, y: (START.y + END.y) / 2 };
  const BY = { x: 0, y: 60 };

  it('CHT-07 Ctrl and a drag leave the drawing where it is, and a selected copy where it is let go', () => {
    const { board, add, pixels } = opened();
    add('trendLine', [START, END]);
    const grip = board.gripAt(MIDDLE, ctrl);
    grip?.drag?.({ x: MIDDLE.x + BY.x, y: MIDDLE.y + BY.y }, ctrl);
    expect(board.resting.map(({ id }) => id)).toEqual(['d1']);
    grip?.drop?.(MIDDLE);
    expect(pixels()).toEqual([
      [START.y, END.y],
      [START.y + BY.y, END.y + BY.y],
    ]);
    expect(board.selected?.id).not.toBe('d1');
    expect(board.resting).toHaveLength(2);
  });

  it('CHT-07 such a drag that is given up makes nothing', () => {
    const { board, add, pixels } = opened();
    add('trendLine', [START, END]);
    const grip = board.gripAt(MIDDLE, ctrl);
    grip?.drag?.({ x: MIDDLE.x, y: MIDDLE.y + BY.y }, ctrl);
    grip?.cancel?.();
    expect([pixels(), board.resting.length]).toEqual([[[START.y, END.y]], 1]);
  });

  it('CHT-07 Shift and a press begin a measure, the next press ends it, even while Shift is still held', () => {
    const { board, pixels } = opened();
    expect(board.measuringGrip(START, { ...shift, isShift: false })).toBeUndefined();
    board.measuringGrip(START, shift)?.press?.(START, shift);
    expect(board.tool).toBe('measure');
    board.gripAt(END, shift)?.press?.(END, shift);
    expect([board.tool, board.selected?.tool, pixels()]).toEqual([undefined, 'measure', [[START.y, END.y]]]);
  });

  it('CHT-07 Shift and a drag measure from where it began to where it ends', () => {
    const { board, pixels } = opened();
    const grip = board.measuringGrip(START, shift);
    grip?.drag?.(END, shift);
    grip?.drop?.(END);
    expect([board.selected?.tool, pixels()]).toEqual(['measure', [[START.y, END.y]]]);
    const other = board.measuringGrip(START, shift);
    other?.drag?.(END, shift);
    other?.cancel?.();
    expect([board.tool, pixels().length]).toEqual([undefined, 1]);
  });
});
