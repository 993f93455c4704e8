import type { Drawing } from '../drawings/drawing.ts';

/** Moves a drawing among those of its symbol: to the front, one up, one down, or to the back. */
export const DRAWING_MOVES = ['front', 'forward', 'backward', 'back'] as const;
export type DrawingMove = (typeof DRAWING_MOVES)[number];

interface Turn {
  readonly mine: readonly Drawing[];
  readonly from: number;
  readonly to: number;
}

function turnOf(drawings: readonly Drawing[], drawing: Drawing, move: DrawingMove): Turn {
  const mine = drawings.filter(({ ticker }) => ticker === drawing.ticker);
  const from = mine.indexOf(drawing);
  const last = mine.length - 1;
  const to = { front: last, forward: Math.min(last, from + 1), backward: Math.max(0, from - 1), back: 0 }[move];
  return { mine, from, to };
}

/** The drawings in their new order; the same object if nothing moves. Drawings of other symbols keep their places. */
export function reordered(drawings: readonly Drawing[], id: string, move: DrawingMove): readonly Drawing[] {
  const drawing = drawings.find((each) => each.id === id);
  if (drawing === undefined) return drawings;
  const { mine, from, to } = turnOf(drawings, drawing, move);
  if (from === to) return drawings;
  const next = mine.toSpliced(from, 1).toSpliced(to, 0, drawing).values();
  return drawings.map((each) => (each.ticker === drawing.ticker ? (next.next().value ?? each) : each));
}

/** Moves that change the drawing's place in the order. */
export function movesOf(drawings: readonly Drawing[], drawing: Drawing): readonly DrawingMove[] {
  return DRAWING_MOVES.filter((move) => {
    const { from, to } = turnOf(drawings, drawing, move);
    return from !== to;
  });
}
