import { describe, expect, test } from 'vitest';
import { formatDecimal, lotCount, moneyUnits, priceUnits, quantityUnits, rate, rateUnits } from '@tapedeck/domain';
import { BTCUSDT, LINEAR_INSTRUMENTS } from './linear-instruments.ts';
import { riskLadder } from './perpetual.ts';

/** Deductions of the venue's BTCUSDT risk tiers, in USDT (docs/concepts/margin.md). */
const BTC_DEDUCTIONS = [
  0, 1_200, 3_020, 4_300, 5_820, 8_460, 15_460, 20_500, 46_000, 66_000, 80_000, 160_000, 300_000, 452_000, 502_000, 777_000, 837_000,
  967_000, 1_107_000, 1_482_000, 1_882_000, 2_307_000, 2_757_000, 3_232_000, 3_732_000, 5_307_000, 6_407_000, 6_982_000, 9_382_000,
  12_382_000, 20_382_000, 50_382_000, 98_382_000, 146_382_000, 226_382_000,
];

describe('linear instruments', () => {
  test('ids are positions in the list', () => {
    expect(LINEAR_INSTRUMENTS.map((instrument) => instrument.id)).toEqual(LINEAR_INSTRUMENTS.map((_, i) => i));
  });

  test('the BTC ladder has the deductions the venue publishes', () => {
    expect(BTCUSDT.tiers.map((tier) => Number(formatDecimal(moneyUnits(tier.deduction))))).toEqual(BTC_DEDUCTIONS);
  });

  test('BTC has the smallest order and the lowest tier of the specification, on the ticks of the recordings', () => {
    const { tickSize, lotSize, minOrder, tiers } = BTCUSDT;
    expect([formatDecimal(priceUnits(tickSize)), formatDecimal(quantityUnits(lotSize)), lotCount(minOrder)]).toEqual(['0.1', '0.001', 1]);
    expect([rateUnits(tiers[0]?.initialRate ?? rate(0n)), rateUnits(tiers[0]?.maintenanceRate ?? rate(0n))]).toEqual([
      1_000_000n,
      500_000n,
    ]);
  });

  test('maintenance margin is continuous at every tier limit', () => {
    for (const { tiers } of LINEAR_INSTRUMENTS) {
      for (const [i, tier] of tiers.entries()) {
        const next = tiers[i + 1];
        if (!next) continue;
        const limit = moneyUnits(tier.limit);
        const below = limit * rateUnits(tier.maintenanceRate) - moneyUnits(tier.deduction) * 100_000_000n;
        const above = limit * rateUnits(next.maintenanceRate) - moneyUnits(next.deduction) * 100_000_000n;
        expect(above).toBe(below);
      }
    }
  });

  test('digits, values and caps follow from the terms', () => {
    expect(BTCUSDT.priceDigits).toBe(1);
    expect(BTCUSDT.quantityDigits).toBe(3);
    expect(moneyUnits(BTCUSDT.tickLotValue)).toBe(10_000n);
    expect(rateUnits(BTCUSDT.fundingCap)).toBe(375_000n);
    expect(LINEAR_INSTRUMENTS.map((instrument) => [instrument.symbol, instrument.priceDigits, instrument.quantityDigits])).toEqual([
      ['BTCUSDT', 1, 3],
      ['ETHUSDT', 2, 2],
      ['SOLUSDT', 2, 1],
      ['XRPUSDT', 4, 0],
      ['DOGEUSDT', 5, 0],
    ]);
    for (const instrument of LINEAR_INSTRUMENTS) {
      expect(priceUnits(instrument.tickSize) > 0n).toBe(true);
      expect(instrument.leverageSections.at(-1)).toBe(instrument.tiers[0]?.maxLeverage);
    }
  });

  test('a ladder that falls is refused', () => {
    expect(() =>
      riskLadder([
        ['200', '0.01', '0.02', '50'],
        ['100', '0.02', '0.04', '25'],
      ]),
    ).toThrow('Invariant: tier limits rise');
  });
});
