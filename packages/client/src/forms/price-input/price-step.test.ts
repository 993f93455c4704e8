import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { price } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { BTC } from '../../testing/instruments.ts';
import { PRICE_STEP_PRESETS, priceBounds, priceStepUnits, reducePriceStep, settledPrice, steppedPrice } from './price-step.ts';

const UNIT = 100_000_000n;

describe('the price input', () => {
  it('INP-07 arrow up and down move by a tick and stop at the bounds', () => {
    expect(steppedPrice('50000', 1, BTC)).toBe('50000.1');
    expect(steppedPrice('50000', -1, BTC)).toBe('49999.9');
    expect(steppedPrice('0.1', -1, BTC)).toBe('0.1');
    expect(steppedPrice('1999999.8', 1, BTC)).toBe('1999999.8');
  });

  it('INP-07 an empty field starts from the last price', () => {
    expect(steppedPrice('', 1, BTC, { from: price(60_000n * UNIT) })).toBe('60000.1');
    expect(steppedPrice('', 1, BTC)).toBe('0.1');
  });

  it('INP-07 whatever the step, the price stays within its bounds', () => {
    const { min, max } = priceBounds(BTC);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: -1000, max: 1000 }), (step, steps) => {
        const units = numberIn(steppedPrice('50000', steps, BTC, { step }));
        expect(units !== undefined && units >= min && units <= max).toBe(true);
      }),
    );
  });

  it('INP-01 INP-03 a left field is clamped and on a tick', () => {
    expect(settledPrice('50000.12', BTC)).toBe('50000.2');
    expect(settledPrice('99999999', BTC)).toBe('1999999.8');
    expect(settledPrice('-', BTC)).toBe('');
  });
});

describe('the step popover', () => {
  it.each(PRICE_STEP_PRESETS.map((ticks) => [ticks, `${ticks / 10}.0`] as const))(
    'INP-07 SYM-06 the preset of %i ticks is %s',
    (ticks, text) => {
      expect(reducePriceStep('', { type: 'stepPreset', ticks }, BTC)).toBe(text);
    },
  );

  it('INP-07 the step moves by a tick, not below one tick and not above the highest price', () => {
    expect(reducePriceStep('1.0', { type: 'stepMoved', ticks: 1 }, BTC)).toBe('1.1');
    expect(reducePriceStep('0.1', { type: 'stepMoved', ticks: -1 }, BTC)).toBe('0.1');
    expect(reducePriceStep('1999999.8', { type: 'stepMoved', ticks: 1 }, BTC)).toBe('1999999.8');
    expect(reducePriceStep('', { type: 'stepMoved', ticks: 1 }, BTC)).toBe('0.1');
  });

  it('INP-07 it can be typed, cleared and set back to its minimum', () => {
    expect(reducePriceStep('', { type: 'stepTyped', text: '12.34' }, BTC)).toBe('12.3');
    expect(reducePriceStep('12.3', { type: 'stepCleared' }, BTC)).toBe('');
    expect(reducePriceStep('12.3', { type: 'stepToMin' }, BTC)).toBe('0.1');
    expect(reducePriceStep('0', { type: 'stepBlurred' }, BTC)).toBe('0.1');
    expect(reducePriceStep('', { type: 'stepBlurred' }, BTC)).toBe('');
  });

  it('INP-07 plus and minus use the step, one tick while there is none', () => {
    expect(priceStepUnits('', BTC)).toBe(UNIT / 10n);
    expect(priceStepUnits('5', BTC)).toBe(5n * UNIT);
    expect(steppedPrice('50000', -1, BTC, { step: priceStepUnits('5', BTC) })).toBe('49995.0');
  });
});
