import { describe, expect, it } from 'vitest';
import { lineSample } from '../../testing/samples.ts';
import { LineDrag, onStep, type HeldLine } from './line-drag.ts';

const mouse = { isTouch: false, isShift: false, isCtrl: false };
const order = lineSample({ id: 'order:1', kind: 'order', price: 100, drag: 'move' });

/** A picture on which a pixel is a dollar, upside down from 200. */
function desk() {
  const said: string[] = [];
  const waiting: (() => void)[] = [];
  const shown: (HeldLine | undefined)[] = [];
  const drag = new LineDrag({
    priceAt: (y) => 200 - y,
    yOf: (price) => 200 - price,
    priceStep: () => 0.5,
    height: () => 190,
    schedule: (work) => void waiting.push(work),
    dragged: (id, line, price) => said.push(`dragged ${id} ${line} ${price}`),
    dropped: (id, line, price) => said.push(`dropped ${id} ${line} ${price}`),
    changed: (held) => shown.push(held),
  });
  const frame = (): void => waiting.splice(0).forEach((work) => work());
  return { drag, said, shown, frame };
}

describe('a line that is dragged', () => {
  it('CHT-14 moves with the pointer, on steps of the price, and tells once a frame', () => {
    const { drag, said, shown, frame } = desk();
    const grip = drag.grip(order, { x: 0, y: 104 });
    grip?.drag?.({ x: 0, y: 106.2 }, mouse);
    grip?.drag?.({ x: 0, y: 110 }, mouse);
    expect(shown.map((held) => held?.price)).toEqual([98, 94]);
    expect(said).toEqual([]);
    frame();
    expect(said).toEqual(['dragged 1 order:1 94']);
    grip?.drop?.({ x: 0, y: 110 });
    expect(said.at(-1)).toBe('dropped 1 order:1 94');
  });

  it('CHT-14 keeps its new place until the drop has ended, whatever comes in, and no second line is taken', () => {
    const { drag, shown } = desk();
    const grip = drag.grip(order, { x: 0, y: 100 });
    grip?.drag?.({ x: 0, y: 110 }, mouse);
    grip?.drop?.({ x: 0, y: 110 });
    drag.follow([{ ...order, price: 123 }]);
    expect(drag.held).toMatchObject({ price: 90, isDropped: true });
    expect(drag.grip(order, { x: 0, y: 100 })).toBeUndefined();
    drag.cancel();
    drag.ended(7);
    expect(drag.held?.price).toBe(90);
    drag.ended(1);
    expect(shown.at(-1)).toBeUndefined();
  });

  it('CHT-14 goes back by Escape and sends nothing; nor does a drop where it began', () => {
    const { drag, said, frame } = desk();
    const grip = drag.grip(order, { x: 0, y: 100 });
    grip?.drag?.({ x: 0, y: 110 }, mouse);
    grip?.cancel?.();
    frame();
    grip?.drop?.({ x: 0, y: 110 });
    const again = drag.grip(order, { x: 0, y: 100 });
    again?.drag?.({ x: 0, y: 120 }, mouse);
    again?.drag?.({ x: 0, y: 100 }, mouse);
    again?.drop?.({ x: 0, y: 100 });
    expect(drag.held).toBeUndefined();
    expect(said.filter((text) => text.startsWith('dropped'))).toEqual([]);
  });

  it('CHT-18 ends with its line, and stays inside the picture', () => {
    const { drag } = desk();
    const grip = drag.grip(order, { x: 0, y: 100 });
    grip?.drag?.({ x: 0, y: 900 }, mouse);
    expect(drag.held?.price).toBe(10);
    drag.follow([]);
    expect(drag.held).toBeUndefined();
    expect(drag.grip({ ...order, drag: 'none' }, { x: 0, y: 100 })).toBeUndefined();
  });

  it('goes by keys too', () => {
    const { drag, said } = desk();
    drag.step(order, 3);
    drag.step(order, -1);
    drag.drop();
    expect(said).toEqual(['dropped 1 order:1 101']);
  });

  it('puts prices on steps that binary numbers do not have', () => {
    expect(onStep(64_812.349, 0.1)).toBe(64_812.3);
    expect(onStep(0.000014349, 0.00000001)).toBe(0.00001435);
    expect(onStep(112_345.678, 0.01)).toBe(112_345.68);
    expect(onStep(1_234_567.89, 0.1)).toBe(1_234_567.9);
    expect(onStep(1.2345678, 0.000001)).toBe(1.234568);
  });
});
