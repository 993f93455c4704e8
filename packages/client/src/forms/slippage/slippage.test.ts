import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { numberIn } from '../../inputs/number-input.ts';
import { customSlippage, SLIPPAGE_BOUNDS, slippageAvailable, slippagePresets, toggledSlippage } from './slippage.ts';

describe('max slippage', () => {
  it.each([
    ['UTA2', false, 'Market', true],
    ['UTA2', false, 'Limit', false],
    ['UTA2', true, 'Market', false],
    ['UTA', false, 'Market', false],
    ['PM', false, 'Market', false],
    ['regular', false, 'Market', false],
  ] as const)('SLP-01 account %s, demo %s, %s: available %s', (kind, isDemo, orderType, available) => {
    expect(slippageAvailable({ kind, isDemo }, orderType)).toBe(available);
  });

  it('SLP-02 on picks the default type and percent, off clears both', () => {
    expect(toggledSlippage(true, 'BTC', undefined)).toEqual({ type: 'Percent', value: '0.01' });
    expect(toggledSlippage(true, 'DOGE', undefined)).toEqual({ type: 'Percent', value: '0.5' });
    expect(toggledSlippage(false, 'BTC', { type: 'TickSize', value: '5' })).toBeUndefined();
  });

  it.each([
    ['Percent', '0.5', '0.5'],
    ['Percent', '0', '0.01'],
    ['Percent', '0.001', '0.01'],
    ['Percent', '0.011', '0.02'],
    ['Percent', '99', '10'],
    ['TickSize', '0', '1'],
    ['TickSize', '7', '7'],
    ['TickSize', '7.2', '8'],
    ['TickSize', '123456', '10000'],
  ] as const)('SLP-03 a custom %s of %s becomes %s', (type, typed, value) => {
    expect(customSlippage(type, typed, SLIPPAGE_BOUNDS)).toEqual({ type, value });
  });

  it('SLP-03 ticks are rounded up to a multiple of the tick, within the range', () => {
    expect(customSlippage('TickSize', '7', SLIPPAGE_BOUNDS, 5n)).toEqual({ type: 'TickSize', value: '10' });
    expect(customSlippage('TickSize', '10000', SLIPPAGE_BOUNDS, 7n)).toEqual({ type: 'TickSize', value: '9996' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(1n, 2n, 5n), (typed, step) => {
        const value = Number(customSlippage('TickSize', String(typed), SLIPPAGE_BOUNDS, step)?.value);
        expect(value % Number(step)).toBe(0);
        expect(value >= 1 && value <= 10_000).toBe(true);
      }),
    );
  });

  it('SLP-03 empty input just closes', () => {
    for (const text of ['', '-', '.']) expect(customSlippage('Percent', text, SLIPPAGE_BOUNDS)).toBeUndefined();
  });

  it.each([
    ['Percent', 'BTC', ['0.01', '0.02', '0.05', '0.1']],
    ['Percent', 'ETH', ['0.01', '0.02', '0.05', '0.1']],
    ['Percent', 'PAXG', ['0.01', '0.02', '0.05', '0.1']],
    ['Percent', 'XAUT', ['0.01', '0.02', '0.05', '0.1']],
    ['Percent', 'DOGE', ['0.5', '1', '1.5', '2']],
    ['TickSize', 'BTC', ['5', '10', '20', '50']],
    ['TickSize', 'ETH', ['50', '100', '500', '1000']],
  ] as const)('SLP-04 %s presets of %s', (type, coin, presets) => {
    expect(slippagePresets(type, coin)).toEqual(presets);
  });

  it('SLP-04 every preset is within the range', () => {
    for (const coin of ['BTC', 'ETH', 'DOGE']) {
      for (const type of ['Percent', 'TickSize'] as const) {
        const { min, max } = type === 'Percent' ? SLIPPAGE_BOUNDS.percent : SLIPPAGE_BOUNDS.ticks;
        for (const value of slippagePresets(type, coin)) {
          const units = numberIn(value) ?? 0n;
          expect(units >= min && units <= max).toBe(true);
        }
      }
    }
  });
});
