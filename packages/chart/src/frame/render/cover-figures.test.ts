import { expect, it } from 'vitest';
import { sceneSample } from '../../testing/scene-sample.ts';
import { tagReach } from './countdown.ts';
import { coverFigures, figuresIn, uncoverFigures } from './cover-figures.ts';
import { priceRows, priceTicks } from './paint-axes.ts';
import { paintTags } from './paint-tags.ts';
import type { Scene } from './scene.ts';

const FIGURE = 7;

/** A context that keeps the rectangles it fills and clears: their top and bottom. */
function recorder() {
  const filled: (readonly [number, number])[] = [];
  const cleared: (readonly [number, number])[] = [];
  const keep =
    (into: (readonly [number, number])[]) =>
    (_left: number, top: number, _width: number, height: number): void =>
      void into.push([top, top + height]);
  const calls: Record<string, unknown> = { fillRect: keep(filled), clearRect: keep(cleared) };
  const context = new Proxy({}, { get: (_, name) => calls[String(name)] ?? ((): void => undefined), set: () => true });
  return { context: context as CanvasRenderingContext2D, filled, cleared };
}

const withCountdown = (scene: Scene): Scene => {
  const { settings } = scene.document;
  const document = { ...scene.document, settings: { ...settings, switches: { ...settings.switches, countdown: true } } };
  return { ...scene, document };
};

it('CHT-11 rows of the axis are those of its figures, on every scale', () => {
  const scene = sceneSample();
  for (const mode of ['regular', 'percent', 'indexed'] as const) {
    const shown = { ...scene, document: { ...scene.document, scale: { ...scene.document.scale, mode } } };
    expect(priceRows(shown)).toEqual(priceTicks(shown).map(({ y }) => y));
    expect(priceRows(shown).length).toBeGreaterThan(3);
  }
});

it('CHT-11 a figure under a part of the countdown is covered whole, and comes back when the price moves on', () => {
  const scene = withCountdown(sceneSample());
  const [row = 0] = priceRows(scene).filter((y) => y > 100 && y < 300);
  // The countdown stands below the price; its foot reaches just into the figure.
  const y = row - FIGURE - tagReach(scene, 200, 9.5).below + 1;
  const { above, below } = tagReach(scene, y, 9.5);
  const rows = figuresIn(scene, { top: y - above, bottom: y + below });
  expect(rows).toEqual([row]);
  expect(figuresIn(scene, { top: y - above - 2, bottom: y + below - 2 })).toEqual([]);
  const { context, filled, cleared } = recorder();
  coverFigures(context, scene, rows);
  uncoverFigures(context, scene, rows);
  expect(filled).toEqual([[row - FIGURE, row + FIGURE]]);
  expect(cleared[0]?.[0]).toBeLessThanOrEqual(row - FIGURE);
  expect(cleared[0]?.[1]).toBeGreaterThanOrEqual(row + FIGURE);
});

it('CHT-11 CHT-14 the tags of lines cover figures beside them, and nothing of the countdown', () => {
  const scene = withCountdown(sceneSample());
  const [row = 0, other = 0] = priceRows(scene).filter((y) => y > 60 && y < 340);
  const lastY = row - 20;
  const line = {
    id: 'o',
    kind: 'order',
    price: 1,
    side: 'Buy',
    name: 'Buy',
    quantity: '1',
    details: [],
    buttons: [],
    drag: 'none',
  } as const;
  const { context, filled } = recorder();
  paintTags(
    context,
    scene,
    [row + 1, other - 4].map((y) => ({ line, y })),
    lastY,
  );
  expect(filled).toEqual([[other - FIGURE, other + FIGURE]]);
});
