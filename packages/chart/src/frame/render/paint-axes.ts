import { indexOfTime, timeOfIndex } from '../model/calendar.ts';
import { isDaily, roundNumbers, timeTicks } from '../model/ticks.ts';
import { createZone, type Zone } from '../model/zone.ts';
import { figureTexts, tagTexts } from './paint-panes.ts';
import { TIME_AXIS_HEIGHT, hairline, monoFont, sharp, type Scene } from './scene.ts';
import type { TextWidths } from './text-widths.ts';
import type { TimeWriter } from './time-writer.ts';

/** Least distance of two marks, in pixels. */
const PRICE_GAP = 44;
const TIME_GAP = 84;
const AXIS_PADDING = 8;
const GRID_STRENGTH = 0.55;

const UTC: Zone = createZone('Etc/UTC');

export interface PriceTick {
  readonly y: number;
  readonly text: string;
}

/** Round marks of the price axis in the words of the scale. */
export function priceTicks(scene: Scene): PriceTick[] {
  const { price, writer, document } = scene;
  return roundPrices(scene).map((value) => ({ y: price.y(value), text: writer.onScale(value, document.scale.mode, price.base) }));
}

/** Heights of the round marks, without the cost of their texts. */
export const priceRows = (scene: Scene): number[] => roundPrices(scene).map((value) => scene.price.y(value));

function roundPrices(scene: Scene): number[] {
  const { price, height, document } = scene;
  if (height <= 0) return [];
  const { mode } = document.scale;
  if (price.isLogarithmic()) return logarithmicTicks(scene);
  const { low, high } = price.edges();
  const unit = mode === 'percent' || mode === 'indexed' ? price.base / 100 : 1;
  if (!(unit > 0)) return [];
  const offset = mode === 'percent' ? price.base : 0;
  const gap = ((high - low) / unit) * (PRICE_GAP / height);
  return roundNumbers((low - offset) / unit, (high - offset) / unit, gap).map((number) => number * unit + offset);
}

/** On a bent scale, round prices of each stretch of the axis by that stretch's own step. */
function logarithmicTicks({ price, height }: Scene): number[] {
  const found = new Set<number>();
  for (let bottom = height; bottom > 0; bottom -= PRICE_GAP) {
    const ends = [price.price(bottom), price.price(bottom - PRICE_GAP)];
    const low = Math.min(...ends);
    const high = Math.max(...ends);
    const [first] = roundNumbers(low, high, (high - low) / 2);
    if (first !== undefined && first > 0) found.add(Number(first.toPrecision(12)));
  }
  return [...found];
}

/** Width of the axis that holds every mark of all panes, or only the newest values, which change with each tick. */
export function axisWidthFor(widths: TextWidths, scene: Scene, marks: 'all' | 'newest'): number {
  const font = monoFont(scene.palette);
  const { low, high } = scene.price.edges();
  const still = (): string[] => [
    ...priceTicks(scene).map(({ text }) => text),
    ...[low, high].map((price) => scene.writer.price(price)),
    ...scene.panes.flatMap((pane) => figureTexts(scene, pane)),
  ];
  const texts = [...(marks === 'all' ? still() : []), ...scene.panes.flatMap((pane) => tagTexts(scene, pane))];
  return Math.ceil(Math.max(0, ...texts.map((text) => widths.of(text, font))) + 2 * AXIS_PADDING);
}

export function paintGridAndAxes(context: CanvasRenderingContext2D, scene: Scene, times: TimeWriter): void {
  const { palette, width, height, bottom, axisWidth } = scene;
  context.fillStyle = palette.background;
  context.fillRect(0, 0, width + axisWidth, bottom + TIME_AXIS_HEIGHT);
  const line = hairline(scene);
  const prices = priceTicks(scene);
  const moments = visibleTimeTicks(scene);
  context.fillStyle = palette.line;
  context.globalAlpha = GRID_STRENGTH;
  if (scene.document.settings.switches.grid) {
    for (const { y } of prices) context.fillRect(0, sharp(scene, y), width, line);
    for (const { x } of moments) if (x < width) context.fillRect(sharp(scene, x), 0, line, bottom);
  }
  context.globalAlpha = 1;
  context.fillRect(width, 0, line, bottom + TIME_AXIS_HEIGHT);
  context.fillRect(0, bottom, width + axisWidth, line);

  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.font = monoFont(palette);
  context.fillStyle = palette.textMuted;
  for (const { y, text } of prices) if (y > 8 && y < height - 8) context.fillText(text, width + AXIS_PADDING, y);
  paintTimes(context, scene, moments, times);
}

interface PlacedTick {
  readonly x: number;
  readonly tick: ReturnType<typeof timeTicks>[number];
}

function visibleTimeTicks(scene: Scene): PlacedTick[] {
  const { bars, time, resolution, width } = scene;
  if (bars.length === 0) return [];
  const zone = isDaily(resolution) ? UTC : scene.zone;
  const from = timeOfIndex(bars, resolution, Math.floor(time.place(0)));
  const to = timeOfIndex(bars, resolution, Math.ceil(time.place(width)));
  const gap = ((to - from) * TIME_GAP) / Math.max(1, width);
  // A mark stands at the first bar that starts at its moment or after it.
  const placed = timeTicks(from, to, gap, zone).map((tick) => ({
    tick,
    x: time.x(Math.ceil(indexOfTime(bars, resolution, tick.time) - 1e-6)),
  }));
  return placed.filter(({ x }, index) => index === 0 || x - (placed[index - 1]?.x ?? 0) > TIME_GAP / 3);
}

function paintTimes(context: CanvasRenderingContext2D, scene: Scene, moments: readonly PlacedTick[], times: TimeWriter): void {
  const { palette, width, bottom } = scene;
  context.textAlign = 'center';
  const y = bottom + TIME_AXIS_HEIGHT / 2;
  for (const { x, tick } of moments) {
    const isMajor = tick.kind !== 'time';
    context.font = monoFont(palette, isMajor ? '600' : 'normal');
    context.fillStyle = isMajor ? palette.text : palette.textMuted;
    const text = times.tick(tick);
    const half = context.measureText(text).width / 2;
    // A mark that would be cut off at an edge waits until it is in sight.
    if (x >= half && x <= width - half) context.fillText(text, x, y);
  }
}
