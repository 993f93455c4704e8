import { labelBox, type Figure } from './figure.ts';

/** Bounding box, in pixels. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines are wider than their points, and arrows have heads. */
const SLACK = 14;
/** The widest character of any script, in pixels. */
const WIDEST_CHARACTER = 14;

function around(points: readonly { readonly x: number; readonly y: number }[]): Extent {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}

function pointsOf(figure: Figure): Extent {
  switch (figure.kind) {
    case 'line':
      return around([figure.from, figure.to]);
    case 'arrowHead':
      return around([figure.from, figure.at]);
    case 'path':
      return around(figure.points);
    case 'ellipse': {
      const { centre, radiusX, radiusY } = figure;
      return { left: centre.x - radiusX, right: centre.x + radiusX, top: centre.y - radiusY, bottom: centre.y + radiusY };
    }
    case 'label': {
      const { left, top, width, height } = labelBox(figure, WIDEST_CHARACTER);
      return { left, right: left + width, top, bottom: top + height };
    }
  }
}

/** A box that contains a figure. */
export function extentOf(figure: Figure): Extent {
  const { left, right, top, bottom } = pointsOf(figure);
  return { left: left - SLACK, right: right + SLACK, top: top - SLACK, bottom: bottom + SLACK };
}

export const isOver = (a: Extent, b: Extent): boolean => a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
