import { LINEAR_INSTRUMENTS } from '@tapedeck/market-sim';
import { describe, expect, test } from 'vitest';
import { comparePreviews, decimalTerms, previewByDecimal, previewByDomain, previewCases } from './order-preview.ts';

const CASES = 2_000;
const SEEDS = [11, Math.floor(Math.random() * 2 ** 31)];

describe.each(SEEDS)('CAL-01 the order preview equals the same maths in decimal.js, seed %i', (seed) => {
  test.each(LINEAR_INSTRUMENTS.map((instrument) => [instrument.symbol, instrument] as const))('%s', (_, instrument) => {
    const terms = decimalTerms(instrument);
    const orders = previewCases(instrument, CASES, seed);
    for (const order of orders) comparePreviews(order, previewByDomain(instrument, order), previewByDecimal(terms, order));
    expect(orders).toHaveLength(CASES);
  });
});
