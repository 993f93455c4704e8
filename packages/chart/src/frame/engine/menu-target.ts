import type { Point } from '../input/grip.ts';
import { factorOf, scaleOf } from '../compare/compare-lines.ts';
import { timeOfIndex } from '../model/calendar.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { Scene } from '../render/scene.ts';

/** Subject of a context menu on the picture. */
export type MenuSubject =
  | { readonly kind: 'chart' | 'priceAxis' | 'timeAxis' }
  | { readonly kind: 'drawing'; readonly id: string }
  /** An indicator or a compared line. */
  | { readonly kind: 'study'; readonly id: string };

export interface MenuTarget extends Point {
  readonly subject: MenuSubject;
  readonly price: number;
  readonly time: number;
}

/** Hit distance of a line, in pixels. */
const REACH = 6;

/** Finds the menu's subject at a point of the picture; drawings come first. `onStep` rounds a price to the price step. */
export function menuTargetAt(scene: Scene, at: Point, drawing: string | undefined, onStep: (price: number) => number): MenuTarget {
  const index = Math.round(scene.time.place(at.x) - 0.5);
  const time = scene.bars.length === 0 ? 0 : timeOfIndex(scene.bars, scene.resolution, index);
  return { ...at, time, price: onStep(scene.price.price(at.y)), subject: subjectAt(scene, at, index, drawing) };
}

function subjectAt(scene: Scene, at: Point, index: number, drawing: string | undefined): MenuSubject {
  if (at.y > scene.bottom) return { kind: 'timeAxis' };
  const pane = scene.panes.find(({ top, height }) => at.y >= top && at.y < top + height);
  if (pane !== undefined) return { kind: 'study', id: pane.id };
  if (at.x > scene.width) return { kind: 'priceAxis' };
  if (drawing !== undefined) return { kind: 'drawing', id: drawing };
  const study = scene.studies.find((one) => one.definition.place === 'price' && isNear(scene, one, at, index));
  const line = scene.compares.find((one) => {
    if (one.entry.scale === 'pane') return false;
    const { bars } = one;
    const found = bars.indexAt(scene.bars.time(Math.max(0, Math.min(scene.bars.length - 1, index))));
    return found >= 0 && Math.abs(scaleOf(one, scene.price).y(bars.close(found) * factorOf(one, scene.price.base)) - at.y) <= REACH;
  });
  const id = study?.entry.id ?? line?.entry.id;
  return id === undefined ? { kind: 'chart' } : { kind: 'study', id };
}

/** One of its lines passes here, between the bars to the left and to the right. */
function isNear(scene: Scene, { entry, plots, definition }: PlottedStudy, { x, y }: Point, index: number): boolean {
  if (!entry.shown) return false;
  return plots.some((plot, at) => {
    const look = entry.looks[at];
    const offset = definition.plots[at]?.offset ?? 0;
    const left = scene.time.x(index) <= x ? index : index - 1;
    const [from, to] = [plot.get(left - offset), plot.get(left + 1 - offset)];
    const share = (x - scene.time.x(left)) / scene.time.spacing;
    const value = Number.isNaN(to) ? from : from + (to - from) * share;
    return look?.shown === true && Math.abs(scene.price.y(value) - y) <= REACH;
  });
}
