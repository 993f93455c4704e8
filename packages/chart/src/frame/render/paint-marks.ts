import type { ChartMark, MarkKind } from '../../bridge/messages.ts';
import { LONG_COLOUR, SHORT_COLOUR } from '../palette.ts';
import { monoFont, sharp, type Scene } from './scene.ts';

const HALF_WIDTH = 4;
const HEIGHT = 7;
const DISTANCE = 6;
const LEADER = 14;
const DIAMOND = 5;
/** Pixels above the foot of the picture, so that both of a moment are seen. */
const FOOT = { funding: 8, delivery: 24 } as const;

/** Lowest and highest price of the bars in view, each with its figure. */
export function paintExtremes(context: CanvasRenderingContext2D, scene: Scene): void {
  const { span, time, price, palette, writer, width } = scene;
  if (span === undefined || !scene.document.settings.switches.extremes) return;
  context.font = monoFont(palette);
  context.textBaseline = 'middle';
  context.strokeStyle = palette.textMuted;
  context.fillStyle = palette.textMuted;
  context.lineWidth = 1;
  for (const [index, value] of [
    [span.highIndex, span.high],
    [span.lowIndex, span.low],
  ] as const) {
    const x = time.x(index);
    // Away from the nearer edge, so that the figure is in the picture.
    const side = x < width / 2 ? 1 : -1;
    const y = sharp(scene, price.y(value)) + 0.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + side * LEADER, y);
    context.stroke();
    context.textAlign = side === 1 ? 'left' : 'right';
    context.fillText(writer.price(value), x + side * (LEADER + 4), y);
  }
}

/** Marks of one bar and kind (fills: also of one side) share a symbol. */
export interface MarkHit {
  readonly x: number;
  readonly y: number;
  readonly marks: readonly [ChartMark, ...ChartMark[]];
}

/**
 * Own trades: a small triangle below the bar and pointing up for a buy, above it and pointing down for a sell. Funding is a disc at the
 * foot of the picture, a settlement or delivery a diamond above it. Several of a sign have their number beside them. `marks` by time.
 * Returns where they are.
 */
export function paintMarks(context: CanvasRenderingContext2D, scene: Scene, marks: readonly ChartMark[]): MarkHit[] {
  const { settings, trading } = scene.document;
  const shown: { readonly [K in MarkKind]: boolean } = {
    execution: trading.shown.includes('executions'),
    funding: settings.switches.funding,
    delivery: settings.switches.deliveries,
  };
  const hits = placedMarks(
    scene,
    marks.filter(({ kind }) => shown[kind]),
  );
  for (const hit of hits) paintSign(context, scene, hit);
  return hits;
}

function paintSign(context: CanvasRenderingContext2D, { palette }: Scene, { x, y, marks: own }: MarkHit): void {
  const [{ kind, side }] = own;
  const direction = kind === 'execution' && side === 'Buy' ? 1 : -1;
  context.beginPath();
  if (kind === 'execution') {
    context.moveTo(x, y);
    context.lineTo(x - HALF_WIDTH, y + direction * HEIGHT);
    context.lineTo(x + HALF_WIDTH, y + direction * HEIGHT);
    context.fillStyle = side === 'Buy' ? LONG_COLOUR : SHORT_COLOUR;
  } else if (kind === 'funding') {
    context.arc(x, y, HALF_WIDTH, 0, 2 * Math.PI);
    context.fillStyle = palette.accent;
  } else {
    context.moveTo(x, y - DIAMOND);
    context.lineTo(x + DIAMOND, y);
    context.lineTo(x, y + DIAMOND);
    context.lineTo(x - DIAMOND, y);
    context.fillStyle = palette.tones.first;
  }
  context.closePath();
  context.fill();
  if (own.length === 1) return;
  context.font = monoFont(palette);
  context.textAlign = 'center';
  context.textBaseline = direction === 1 ? 'top' : 'bottom';
  context.fillText(String(own.length), x, y + direction * (HEIGHT + 2));
}

function placedMarks(scene: Scene, marks: readonly ChartMark[]): MarkHit[] {
  const { bars, time } = scene;
  const { from, to } = time.visible();
  if (from >= to) return [];
  const groups = new Map<string, { place: number; marks: [ChartMark, ...ChartMark[]] }>();
  for (let index = firstAtOrAfter(marks, bars.time(from)); index < marks.length; index += 1) {
    const mark = marks[index];
    const place = mark === undefined ? -1 : bars.indexAt(mark.time);
    if (mark === undefined || place >= to) break;
    const key = `${place} ${mark.kind} ${mark.kind === 'execution' ? mark.side : ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { place, marks: [mark] });
    else group.marks.push(mark);
  }
  return [...groups.values()].map(({ place, marks: own }) => ({ x: time.x(place), y: heightOf(scene, own[0], place), marks: own }));
}

function heightOf({ bars, price, height }: Scene, { kind, side }: ChartMark, place: number): number {
  if (kind !== 'execution') return height - FOOT[kind];
  return side === 'Buy' ? price.y(bars.low(place)) + DISTANCE : price.y(bars.high(place)) - DISTANCE;
}

function firstAtOrAfter(marks: readonly ChartMark[], time: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
