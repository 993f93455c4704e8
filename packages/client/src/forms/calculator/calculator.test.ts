import { formatDecimal, moneyUnits, priceUnits, rateUnits } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { BTC } from '../../testing/instruments.ts';
import { calculate, calculatorDraft, type CalculatorDraft } from './calculator.ts';

const draft = (changes: Partial<CalculatorDraft>): CalculatorDraft => ({ ...calculatorDraft('10', '50000'), quantity: '0.5', ...changes });
const shown = (units: bigint | undefined): string | undefined => (units === undefined ? undefined : formatDecimal(units));

describe('the calculator', () => {
  it('CAL-02 profit, fees and ROI of a trade opened and closed at market', () => {
    // 0.5 x 2,000; fees 25,000 and 26,000 x 0.055 %; 1,000 / (2,500 + 12.375)
    const result = calculate(draft({ exit: '52000' }), BTC);
    expect(shown(result.profit && moneyUnits(result.profit))).toBe('1000');
    expect(shown(result.fees && moneyUnits(result.fees))).toBe('28.05');
    expect(shown(result.netProfit && moneyUnits(result.netProfit))).toBe('971.95');
    expect(shown(result.initialMargin && moneyUnits(result.initialMargin))).toBe('2500');
    expect(shown(result.roi && rateUnits(result.roi))).toBe('0.39802975');
    expect(shown(moneyUnits(calculate(draft({ side: 'Sell', exit: '52000' }), BTC).profit ?? ({} as never)))).toBe('-1000');
  });

  it('CAL-02 the price of a return on the margin', () => {
    const target = (changes: Partial<CalculatorDraft>) => {
      const { targetPrice } = calculate(draft({ calculation: 'target', ...changes }), BTC);
      return shown(targetPrice && priceUnits(targetPrice));
    };
    expect(target({ roi: '100' })).toBe('55000');
    expect(target({ roi: '-50' })).toBe('47500');
    expect(target({ side: 'Sell', roi: '100' })).toBe('45000');
    expect(target({ roi: '' })).toBeUndefined();
  });

  it('CAL-02 the liquidation price of an isolated position, and of a cross one by its balance', () => {
    const liquidation = (changes: Partial<CalculatorDraft>) => {
      const { liquidationPrice } = calculate(draft({ calculation: 'liquidation', ...changes }), BTC);
      return shown(liquidationPrice && priceUnits(liquidationPrice));
    };
    // (25,000 - 2,500) / (0.5 x 0.995) = 45,226.13 and 27,500 / (0.5 x 1.005) = 54,726.37, on the tick behind
    expect(liquidation({})).toBe('45226.1');
    expect(liquidation({ side: 'Sell' })).toBe('54726.4');
    // 5,000 less the fee of 13.75 leaves 4,986.25: 40,253.52
    expect(liquidation({ marginMode: 'cross', balance: '5000' })).toBe('40253.5');
    expect(liquidation({ marginMode: 'cross' })).toBeUndefined();
    expect(liquidation({ quantity: '0.0001' })).toBeUndefined();
  });

  it('CAL-02 the average entry price of several fills', () => {
    const fills = [
      { price: '50000', quantity: '0.5' },
      { price: '60000', quantity: '0.3' },
      { price: '', quantity: '' },
    ];
    const { entryPrice, quantity } = calculate(draft({ calculation: 'entry', fills }), BTC);
    expect(shown(entryPrice && priceUnits(entryPrice))).toBe('53750');
    expect(Number(quantity)).toBe(800);
    expect(calculate(draft({ calculation: 'entry', fills: [{ price: '50000', quantity: '' }] }), BTC)).toEqual({});
  });
});
