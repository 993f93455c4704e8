import { describe, expect, it } from 'vitest';
import { movedBracket, newBracket } from './bracket.ts';

const risk = { unit: 'percent', value: '1' } as const;
const scale = { step: 0.5, height: 400, yOf: (price: number) => 400 - price, priceAt: (y: number) => 400 - y };

describe('a bracket on the chart', () => {
  it('CAL-03 begins with a target twice as far as its stop, on the sides that the trade means', () => {
    expect(newBracket('Buy', 200, risk, scale)).toMatchObject({ entry: 200, stop: 150, target: 300 });
    expect(newBracket('Sell', 200, risk, scale)).toMatchObject({ entry: 200, stop: 250, target: 100 });
  });

  it('CAL-03 keeps stop and target on their sides, and moves as a whole by its entry', () => {
    const plan = newBracket('Buy', 200, risk, scale);
    expect(movedBracket(plan, 'stop', 260, 0.5).stop).toBe(199.5);
    expect(movedBracket(plan, 'target', 120, 0.5).target).toBe(200.5);
    expect(movedBracket(plan, 'entry', 210.2, 0.5)).toMatchObject({ entry: 210, stop: 160, target: 310 });
    expect(movedBracket(plan, 'stop', -10, 0.5).stop).toBe(0.5);
  });
});
