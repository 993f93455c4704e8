import { describe, expect, it } from 'vitest';
import { leverage, leverageHundredths, moneyUnits } from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import {
  HIGH_LEVERAGE,
  leverageRange,
  leverageSummary,
  marginChoices,
  quickLeverages,
  readLeverage,
  reduceLeverage,
  type LeverageDraft,
} from './leverage-form.ts';

const UNIT = 100_000_000n;
const range = leverageRange(BTC, 'cross');
const single: LeverageDraft = { mode: 'MergedSingle', long: '10', short: '10' };
const hedged: LeverageDraft = { mode: 'BothSide', long: '10', short: '20' };

describe('leverage', () => {
  it('LEV-05 the first choice is the minimum, 1 without one, the highest of the risk limits the maximum', () => {
    expect([leverageHundredths(range.min), leverageHundredths(range.max)]).toEqual([100n, 10_000n]);
    expect(leverageRange({ ...BTC, leverageSections: [leverage(500n)] }, 'isolated').min).toBe(500n);
    expect(leverageRange({ ...BTC, leverageSections: [] }, 'isolated').min).toBe(100n);
  });

  it('LEV-05 CST-01 the least of cross margin is 0.01', () => {
    expect(leverageRange({ ...BTC, leverageSections: [] }, 'cross').min).toBe(1n);
    expect(readLeverage('0.01', leverageRange({ ...BTC, leverageSections: [] }, 'cross'))).toBe(1n);
  });

  it.each([
    ['12.5', 1_250n],
    ['12.55', 1_255n],
    ['12.', 1_200n],
    ['100', 10_000n],
    ['100.01', undefined],
    ['0.99', undefined],
    ['0', undefined],
    ['', undefined],
    ['x', undefined],
    ['12.555', undefined],
  ])('LEV-05 %j is %s hundredths', (text, hundredths) => {
    expect(readLeverage(text, range)).toBe(hundredths);
  });

  it('LEV-05 two decimals are typed, a left field is within the range', () => {
    const typed = reduceLeverage(single, { type: 'typed', side: 'long', text: '12.3456' }, range);
    expect(typed).toMatchObject({ long: '12.34', short: '12.34' });
    expect(reduceLeverage({ ...single, long: '500' }, { type: 'left', side: 'long' }, range).long).toBe('100');
    expect(reduceLeverage({ ...single, long: '0.5' }, { type: 'left', side: 'long' }, range).long).toBe('1');
    expect(reduceLeverage(single, { type: 'stepped', side: 'long', steps: -20 }, range).long).toBe('1');
  });

  it('LEV-03 in hedge mode both sides have an input of their own', () => {
    expect(reduceLeverage(hedged, { type: 'typed', side: 'short', text: '5' }, range)).toMatchObject({ long: '10', short: '5' });
    expect(reduceLeverage(hedged, { type: 'chosen', side: 'long', hundredths: 2_500n }, range)).toMatchObject({ long: '25', short: '20' });
  });

  it('LEV-03 the largest position of the chosen leverage, and a warning from the threshold on', () => {
    const most = (text: string) => leverageSummary(text, BTC, range).largestPosition;
    expect(moneyUnits(most('100')!)).toBe(2_000_000n * UNIT);
    expect(moneyUnits(most('90')!)).toBe(2_600_000n * UNIT);
    expect(moneyUnits(most('80')!)).toBe(3_200_000n * UNIT);
    expect(most('101')).toBeUndefined();
    expect(leverageSummary('24.99', BTC, range).isHigh).toBe(false);
    expect(leverageSummary('25', BTC, range).isHigh).toBe(true);
    expect(leverageHundredths(HIGH_LEVERAGE)).toBe(2_500n);
  });

  it('LEV-04 the quick choices are the contract’s, up to the maximum', () => {
    const fewer = { ...BTC, leverageSections: [leverage(100n), leverage(1_000n), leverage(12_500n)] };
    expect(quickLeverages(fewer, 'cross')).toEqual([100n, 1_000n]);
  });
});

describe('margin modes', () => {
  it.each([
    ['UTA', 'LinearPerpetual', 'cross', ['cross']],
    ['UTA', 'LinearFutures', 'isolated', ['isolated']],
    ['UTA', 'UsdcPerpetual', 'cross', ['cross']],
    ['UTA', 'InversePerpetual', 'cross', ['cross', 'isolated']],
    ['UTA2', 'LinearPerpetual', 'isolated', ['cross', 'isolated']],
    ['regular', 'LinearPerpetual', 'cross', ['cross', 'isolated']],
    ['PM', 'LinearPerpetual', 'cross', []],
  ] as const)('LEV-02 an account %s with a %s in %s margin offers %j', (kind, contract, current, offered) => {
    expect(marginChoices({ kind, isDemo: false }, { kind: contract }, current)).toEqual(offered);
  });
});
