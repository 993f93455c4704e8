import { describe, expect, it } from 'vitest';
import { BTC } from '../testing/linear-instrument.ts';
import { FEE_TIERS, feeRatesOf, feeTierOf, withFeeTier, type FeeTier } from './fee-tier.ts';
import { costOf } from '../margin/order-cost.ts';
import { money } from '../values/money.ts';
import { leverage, rate, rateUnits } from '../values/quantities.ts';

const percent = (instrument: Parameters<typeof feeRatesOf>[0], tier: FeeTier): string => {
  const { maker, taker } = feeRatesOf(instrument, tier);
  return `${Number(rateUnits(maker)) / 1e6} ${Number(rateUnits(taker)) / 1e6}`;
};
const contract = { kind: 'LinearPerpetual', makerFee: rate(20_000n), takerFee: rate(55_000n) } as const;
const spot = { kind: 'Spot', makerFee: rate(100_000n), takerFee: rate(100_000n) } as const;
const option = { kind: 'UsdcOption', makerFee: rate(20_000n), takerFee: rate(30_000n) } as const;

describe('fees by tier', () => {
  it('EXC-05 each product has the rates of the tier, in percent', () => {
    expect(['VIP0', 'VIP1', 'VIP3', 'VIPS', 'PRO3'].map((tier) => percent(contract, tier as FeeTier))).toEqual([
      '0.02 0.055',
      '0.018 0.04',
      '0.014 0.035',
      '0 0.03',
      '0 0.03',
    ]);
    for (const kind of ['InversePerpetual', 'UsdcPerpetual', 'LinearFutures'] as const)
      expect(percent({ ...contract, kind }, 'VIP2')).toBe('0.016 0.0375');
    expect([percent(spot, 'VIP0'), percent(spot, 'VIP1'), percent(spot, 'PRO3')]).toEqual(['0.1 0.1', '0.0675 0.08', '0 0.02']);
    expect([percent(option, 'VIP0'), percent(option, 'VIP4')]).toEqual(['0.02 0.03', '0.015 0.018']);
  });

  it('EXC-05 CST-01 every tier has the rates of the table in docs/concepts/fees.md, maker / taker in percent', () => {
    const table: Readonly<Record<FeeTier, readonly [contracts: string, spot: string, options: string]>> = {
      VIP0: ['0.02 0.055', '0.1 0.1', '0.02 0.03'],
      VIP1: ['0.018 0.04', '0.0675 0.08', '0.015 0.02'],
      VIP2: ['0.016 0.0375', '0.065 0.0775', '0.015 0.02'],
      VIP3: ['0.014 0.035', '0.0625 0.075', '0.015 0.02'],
      VIP4: ['0.012 0.032', '0.05 0.06', '0.015 0.018'],
      VIP5: ['0.01 0.032', '0.04 0.05', '0.01 0.015'],
      VIPS: ['0 0.03', '0.03 0.045', '0.005 0.015'],
      PRO1: ['0.008 0.032', '0.03 0.045', '0.01 0.015'],
      PRO2: ['0.004 0.031', '0.015 0.03', '0.005 0.015'],
      PRO3: ['0 0.03', '0 0.02', '0.005 0.015'],
      PRO4: ['0 0.028', '0 0.018', '0.005 0.013'],
      PRO5: ['0 0.026', '0 0.016', '0 0.013'],
      PRO6: ['0 0.024', '0 0.015', '0 0.012'],
    };
    expect(Object.keys(table)).toEqual(FEE_TIERS);
    for (const tier of FEE_TIERS) {
      expect(
        [contract, spot, option].map((product) => percent(product, tier)),
        tier,
      ).toEqual(table[tier]);
    }
  });

  it('EXC-05 no tier of a label costs more than the one below it, or than the instrument says', () => {
    for (const product of [contract, spot, option]) {
      for (const label of ['VIP', 'PRO']) {
        const ladder = ['VIP0' as FeeTier, ...FEE_TIERS.filter((tier) => tier.startsWith(label) && tier !== 'VIP0')];
        const rates = ladder.map((tier) => feeRatesOf(product, tier));
        for (const [at, { maker, taker }] of rates.slice(1).entries()) {
          expect(maker <= (rates[at]?.maker ?? maker) && taker <= (rates[at]?.taker ?? taker)).toBe(true);
        }
      }
    }
    const cheap = { ...contract, makerFee: rate(0n), takerFee: rate(10_000n) };
    expect(percent(cheap, 'VIP1')).toBe('0 0.01');
  });

  it('ACC-01 a PRO label counts before a VIP one, and what is above the table is its end', () => {
    expect(feeTierOf({ vipLevel: 0, proLevel: 0 })).toBe('VIP0');
    expect(feeTierOf({ vipLevel: 3, proLevel: 0 })).toBe('VIP3');
    expect(feeTierOf({ vipLevel: 6, proLevel: 0 })).toBe('VIPS');
    expect(feeTierOf({ vipLevel: 9, proLevel: 0 })).toBe('VIPS');
    expect(feeTierOf({ vipLevel: 5, proLevel: 1 })).toBe('PRO1');
    expect(feeTierOf({ vipLevel: 5, proLevel: 2 })).toBe('PRO2');
    expect(feeTierOf({ vipLevel: 0, proLevel: 9 })).toBe('PRO6');
  });

  it('CST-01 an instrument with the fees of a tier costs by them, and is the same object each time', () => {
    const listed = { ...BTC };
    const own = withFeeTier(listed, 'VIP1');
    expect(own).toMatchObject({ symbol: 'BTCUSDT', makerFee: rate(18_000n), takerFee: rate(40_000n) });
    expect(withFeeTier(listed, 'VIP1')).toBe(own);
    expect(withFeeTier(listed, 'VIP2')).not.toBe(own);
    expect(withFeeTier(listed, 'VIP1')).toBe(own);
    expect(withFeeTier(listed, 'VIP0')).toBe(listed);
    // 500 + 5,000 x 0.04 % + 4,500 x 0.04 %
    expect(costOf(own, 'Buy', money(500_000_000_000n), leverage(1_000n))).toBe(money(50_380_000_000n));
  });
});
