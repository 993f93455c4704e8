import { BASE_FEE_TIER, leverage, rateUnits, withFeeTier, type MarginMode } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountWith, at } from '../../testing/form-account.ts';
import { BTC } from '../../testing/instruments.ts';
import { leverageRisk, type LeverageRiskInput } from './leverage-risk.ts';

const risk = (marginMode: MarginMode, hundredths: bigint, change: Partial<LeverageRiskInput> = {}) =>
  leverageRisk({
    instrument: BTC,
    feeTier: BASE_FEE_TIER,
    side: 'Buy',
    leverage: leverage(hundredths),
    marginMode,
    mark: at(50_000),
    account: accountWith(10_000),
    position: undefined,
    ...change,
  });
/** In hundredths of a percent, rounded. */
const basisPoints = (found: ReturnType<typeof risk>, of: 'move' | 'largest' = 'move'): number => {
  if (found.of === 'account' || (of === 'largest' && found.of !== 'new')) return -1;
  return Math.round(Number(rateUnits(of === 'largest' && found.of === 'new' ? found.largest : found.move)) / 10_000);
};

describe('what a leverage risks', () => {
  it('HND-04 at 100x half a percent liquidates an isolated position: the maintenance margin takes the other half', () => {
    expect(risk('isolated', 10_000n).of).toBe('new');
    expect(basisPoints(risk('isolated', 10_000n))).toBe(50);
    expect(basisPoints(risk('isolated', 10_000n, { side: 'Sell' }))).toBe(50);
  });

  it('HND-04 the largest position that the leverage allows is liquidated earlier, by the rates of its tier', () => {
    // 3,200,000 at 80x has a margin of 40,000; 0.63 % less 3,020 is 17,140 to keep.
    const found = risk('isolated', 8_000n);
    expect(basisPoints(found)).toBe(75);
    expect(basisPoints(found, 'largest')).toBeLessThan(75);
    expect(basisPoints(found, 'largest')).toBeGreaterThan(65);
  });

  it('HND-04 in cross margin what is available decides, up to the risk limit', () => {
    const all = risk('cross', 10_000n);
    expect(all.of).toBe('all');
    expect(basisPoints(all)).toBeGreaterThan(40);
    expect(basisPoints(all)).toBeLessThanOrEqual(55);
    // Ten times the balance behind the largest position: far from 1 %.
    expect(basisPoints(risk('cross', 10_000n, { account: accountWith(200_000) }))).toBeGreaterThan(500);
  });

  it('HND-04 says no figure without an account or money', () => {
    expect(risk('cross', 10_000n, { account: undefined })).toEqual({ of: 'account' });
    expect(risk('cross', 10_000n, { account: accountWith(0) })).toEqual({ of: 'account' });
  });

  it("HND-04 counts the fees of the account's own tier", () => {
    // The risk limit decides the size here, so the fees decide the cash that is left behind it.
    const of = (change: Partial<LeverageRiskInput>) => risk('cross', 10_000n, { account: accountWith(200_000), ...change });
    const [base, pro] = [of({}), of({ feeTier: 'PRO2' })];
    expect(pro).toEqual(of({ instrument: withFeeTier(BTC, 'PRO2') }));
    expect(pro).not.toEqual(base);
  });
});
