import { indexOfTime, timeOfIndex } from '../model/calendar.ts';
import { numberFormat } from '../render/formats.ts';
import { valueFormat } from '../render/value-format.ts';
import type { Point } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';
import type { Anchor, Magnet } from './drawing.ts';
import type { Sheet } from './figure.ts';

const DAY = 86_400_000;
const PERCENT = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
/** Range of a weak magnet, in pixels. */
const WEAK_REACH = 24;

/** Builds the sheet of a scene, from which drawings compute their figures. */
export function sheetOf(scene: Scene, barsText: string): Sheet {
  const { bars, resolution, time, price, writer, locale } = scene;
  const unit = (name: 'day' | 'hour' | 'minute'): Intl.NumberFormat =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' });
  const index = (at: number): number => indexOfTime(bars, resolution, at);
  return {
    scene,
    width: scene.width,
    height: scene.height,
    x: (at) => time.x(index(at)),
    y: (value) => price.y(value),
    index,
    priceText: (value) => writer.price(value),
    percentText: (share) => numberFormat(locale, PERCENT).format(share),
    countText: (count) => `${count} ${barsText}`,
    spanText: (milliseconds) => {
      const minutes = Math.round(milliseconds / 60_000);
      const parts = [
        [Math.floor(milliseconds / DAY), 'day'],
        [Math.floor(minutes / 60) % 24, 'hour'],
        [minutes % 60, 'minute'],
      ] as const;
      const shown = parts.filter(([count]) => count > 0).slice(0, 2);
      return (shown.length === 0 ? [parts[2]] : shown).map(([count, name]) => unit(name).format(count)).join(' ');
    },
    quantityText: valueFormat(locale),
  };
}

/** The anchor under a place of the picture: at a bar, and at one of its prices when the magnet holds it. */
export function anchorAt(scene: Scene, at: Point, magnet: Magnet): Anchor {
  const { bars, resolution, time, price } = scene;
  const index = time.indexAt(at.x);
  const start = Math.round(timeOfIndex(bars, resolution, index));
  const bar = magnet === 'off' ? undefined : bars.bar(index);
  if (bar !== undefined) {
    const [nearest = bar.close] = [bar.open, bar.high, bar.low, bar.close].toSorted(
      (a, b) => Math.abs(price.y(a) - at.y) - Math.abs(price.y(b) - at.y),
    );
    if (magnet === 'strong' || Math.abs(price.y(nearest) - at.y) <= WEAK_REACH) return { time: start, price: nearest };
  }
  return { time: start, price: price.price(at.y) };
}

/** `at` turned so that the line from `from` is level, upright or at 45 degrees. */
export function squared(from: Point, at: Point): Point {
  const [dx, dy] = [at.x - from.x, at.y - from.y];
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  if (high < wide * Math.tan(Math.PI / 8)) return { x: at.x, y: from.y };
  if (wide < high * Math.tan(Math.PI / 8)) return { x: from.x, y: at.y };
  const side = Math.max(wide, high);
  return { x: from.x + Math.sign(dx) * side, y: from.y + Math.sign(dy) * side };
}
