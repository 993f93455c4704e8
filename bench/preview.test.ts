import { isolatedLiquidatable, leverage, lots, money, positionMargin, price, priceUnits, ticks, valueAtTick } from '@tapedeck/domain';
import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { describe, expect, test } from 'vitest';
import { comparePreviews, decimalTerms, previewByDecimal, previewByDomain, previewCases, type PreviewCase } from './order-preview.ts';

const CASES = 2_000;
const SEEDS = [11, Number(process.env['TAPEDECK_SEED'] ?? 20_260)];

describe.each(SEEDS)('CAL-01 the order preview equals the same maths in decimal.js, seed %i', (seed) => {
  test.each(LINEAR_INSTRUMENTS.map((instrument) => [instrument.symbol, instrument] as const))('%s', (_, instrument) => {
    const terms = decimalTerms(instrument);
    const orders = previewCases(instrument, CASES, seed);
    for (const order of orders) comparePreviews(order, previewByDomain(instrument, order), previewByDecimal(terms, order));
    expect(orders).toHaveLength(CASES);
  });
});

test('CAL-01 where rounding maintenance margin up decides the tick, both say the first one that liquidates', () => {
  const instrument = LINEAR_INSTRUMENTS.find(({ symbol }) => symbol === 'DOGEUSDT');
  if (instrument === undefined) throw new Error('DOGEUSDT is not listed');
  const order: PreviewCase = { side: 'Buy', ticks: 1_304_145, lots: 8_025, leverage: 1_600 };
  const preview = previewByDomain(instrument, order);
  const holding = {
    side: order.side,
    size: lots(order.lots),
    entryValue: valueAtTick(instrument, lots(order.lots), ticks(order.ticks)),
    marginMode: 'isolated' as const,
    leverage: leverage(BigInt(order.leverage)),
    margin: money(preview.initialMargin + preview.closeFee),
  };
  const liquidatesAt = (units: bigint): boolean => isolatedLiquidatable(holding, positionMargin(instrument, holding, price(units)));
  expect(liquidatesAt(preview.liquidation)).toBe(true);
  expect(liquidatesAt(preview.liquidation + priceUnits(instrument.tickSize))).toBe(false);
  comparePreviews(order, preview, previewByDecimal(decimalTerms(instrument), order));
});
