import { describe, expect, it } from 'vitest';
import type { ChartMark, MarkKind } from '../../bridge/messages.ts';
import { sceneSample } from '../../testing/scene-sample.ts';
import { paintMarks } from './paint-marks.ts';
import type { Scene } from './scene.ts';

const MINUTE = 60_000;

const mark = (id: string, kind: MarkKind, minute: number, side: ChartMark['side'] = 'Buy'): ChartMark => ({
  id,
  kind,
  time: minute * MINUTE,
  side,
  text: id,
  details: [],
});

const canvas = (): CanvasRenderingContext2D => new Proxy({}, { get: () => () => undefined, set: () => true }) as CanvasRenderingContext2D;
const placed = (scene: Scene, ...marks: readonly ChartMark[]) =>
  paintMarks(canvas(), scene, marks).map(({ y, marks: own }) => [own.map(({ id }) => id).join(' '), Math.round(y)]);

describe('marks', () => {
  it('CHT-28 executions stand at their bar, funding and deliveries at the foot, those of a bar and kind together', () => {
    const scene = sceneSample();
    const marks = [
      mark('buy', 'execution', 190),
      mark('sell', 'execution', 190, 'Sell'),
      mark('paid', 'funding', 190),
      mark('received', 'funding', 190, 'Sell'),
      mark('end', 'delivery', 190),
      mark('next', 'funding', 191),
    ];
    const { low, high } = scene.bars.bar(190) ?? { low: 0, high: 0 };
    expect(placed(scene, ...marks)).toEqual([
      ['buy', Math.round(scene.price.y(low) + 6)],
      ['sell', Math.round(scene.price.y(high) - 6)],
      ['paid received', scene.height - 8],
      ['end', scene.height - 24],
      ['next', scene.height - 8],
    ]);
  });

  it('CHT-09 each kind is shown and hidden by itself', () => {
    const scene = sceneSample();
    const marks = [mark('buy', 'execution', 190), mark('paid', 'funding', 190), mark('end', 'delivery', 190)];
    const { document } = scene;
    const without = (name: 'funding' | 'deliveries'): Scene => {
      const switches = { ...document.settings.switches, [name]: false };
      return { ...scene, document: { ...document, settings: { ...document.settings, switches } } };
    };
    const names = (of: Scene) => placed(of, ...marks).map(([name]) => name);
    expect(names(without('funding'))).toEqual(['buy', 'end']);
    expect(names(without('deliveries'))).toEqual(['buy', 'paid']);
    expect(names({ ...scene, document: { ...document, trading: { ...document.trading, shown: [] } } })).toEqual(['paid', 'end']);
  });
});
