import type { ChartResolution } from '../../bridge/messages.ts';
import type { Point } from '../input/grip.ts';
import { definitionOf } from '../drawings/registry.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { Figure, Sheet } from '../drawings/figure.ts';
import { longestStep } from '../resolution.ts';
import type { DrawingTarget } from './alert.ts';

/** Half the width and height of the sheet, in bars and in steps of price: rays reach this far. */
const HALF = 1_000_000;
/** Steps of price, as a share of the first anchor's. */
const STEP = 0.001;

/** Bars from one moment to another. */
function barsBetween(resolution: ChartResolution, from: number, to: number): number {
  if (resolution !== '1M') return (to - from) / longestStep(resolution);
  const months = (time: number): number => {
    const date = new Date(time);
    const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    return date.getUTCFullYear() * 12 + date.getUTCMonth() + (time - start) / (end - start);
  };
  return months(to) - months(from);
}

/** The price at which each line of a drawing stands at a moment: by the figures that its tool draws, on a sheet around that moment. */
export function levelsOf({ tool, anchors, isLog }: DrawingTarget, resolution: ChartResolution, time: number): readonly number[] {
  const onScale = (price: number): number => (isLog ? Math.log(price) : price);
  const origin = onScale(anchors[0]?.price ?? Number.NaN);
  const unit = isLog ? STEP : Math.max(Math.abs(origin), Number.MIN_VALUE) * STEP;
  const y = (price: number): number => HALF - (onScale(price) - origin) / unit;
  const x = (moment: number): number => HALF + barsBetween(resolution, time, moment);
  const priceAt = (height: number): number => {
    const value = origin + (HALF - height) * unit;
    return isLog ? Math.exp(value) : value;
  };
  const points = anchors.map((anchor) => ({ x: x(anchor.time), y: y(anchor.price) }));
  const figures = definitionOf(tool).figures({ drawing: drawingOf(tool, anchors), points }, wordless(x, y));
  return figures.flatMap((figure) => heightsAt(figure, HALF)).map(priceAt);
}

/** A sheet without labels: they are not lines. */
function wordless(x: Sheet['x'], y: Sheet['y']): Sheet {
  const silent = (): string => '';
  return {
    get scene(): never {
      throw new Error('Alerts can cross only tools that are drawn as lines');
    },
    width: 2 * HALF,
    height: 2 * HALF,
    x,
    y,
    index: x,
    priceText: silent,
    percentText: silent,
    countText: silent,
    spanText: silent,
    quantityText: silent,
  };
}

function drawingOf(tool: Drawing['tool'], anchors: Drawing['anchors']): Drawing {
  const style = { colour: '#000000', width: 1, dash: 'solid', filled: false } as const;
  return { id: '', tool, ticker: '', anchors, style, text: '', locked: false, shown: true, hiddenOn: [] };
}

/** Where the lines of a figure meet an upright one. */
function heightsAt(figure: Figure, x: number): readonly number[] {
  if (figure.kind === 'line') return figure.faint === true ? [] : heightOn(figure.from, figure.to, x, true);
  if (figure.kind !== 'path' || figure.bare === true) return [];
  const { points, closed } = figure;
  // A corner belongs to one of its two sides.
  return points.flatMap((to, index) => {
    const from = points[index - 1] ?? (closed === true ? points.at(-1) : undefined);
    return from === undefined ? [] : heightOn(from, to, x, false);
  });
}

function heightOn(from: Point, to: Point, x: number, hasEnd: boolean): readonly number[] {
  const [left, right] = from.x <= to.x ? [from, to] : [to, from];
  if (left.x === right.x || x < left.x || (hasEnd ? x > right.x : x >= right.x)) return [];
  return [left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x)];
}
