import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instrument } from '../instruments/instrument.ts';
import { formatDecimal } from '../values/decimal.ts';
import { money, moneyUnits } from '../values/money.ts';
import { lots, price, priceUnits, quantity, rate, timestamp } from '../values/quantities.ts';
import { BTC } from '../testing/linear-instrument.ts';
import { optionGreeks, optionPrice, yearsBetween, type OptionInput } from './black-76.ts';
import { impliedVolatility } from './implied-volatility.ts';
import { optionFee, optionPositionMargin, shortOptionInitial, shortOptionMaintenance } from './option-margin.ts';
import { exercisePayoff, modelOption } from './option-value.ts';
import { exponential, logarithm, normalDistribution } from './real-functions.ts';
import { forwardOf, surfaceVolatility, type VolatilitySurface } from './volatility-surface.ts';

const UNIT = 100_000_000n;
const units = (value: number): bigint => BigInt(Math.round(value * 100)) * (UNIT / 100n);
const usd = (value: number) => price(units(value));
const text = (value: Parameters<typeof moneyUnits>[0]): string => formatDecimal(moneyUnits(value));

describe('functions from + − × ÷ and square root', () => {
  // To 20 digits, by arithmetic of 40 digits.
  test.each([
    [-700, 9.8596765437597708567e-305],
    [-20.5, 1.2501528663867426289e-9],
    [-1, 0.3678794411714423216],
    [1e-9, 1.0000000010000000005],
    [0.3, 1.349858807576003104],
    [10, 22026.465794806716517],
    [700, 1.0142320547350045095e304],
  ])('e^%d to a relative error of 1e-15', (x, exact) => {
    expect(Math.abs(exponential(x) / exact - 1)).toBeLessThan(1e-15);
  });

  test.each([
    [1e-300, -690.77552789821370518],
    [0.001, -6.9077552789821370312],
    [0.9999, -0.00010000500033334732082],
    [1.0001, 0.000099995000333297323022],
    [10, 2.302585092994045684],
    [1e300, 690.77552789821370526],
  ])('ln %d', (x, exact) => {
    expect(Math.abs(logarithm(x) - exact)).toBeLessThan(Math.max(1e-16, Math.abs(exact) * 1e-15));
  });

  test.each([
    [-10, 7.619853024160526066e-24],
    [-6, 9.865876450376981407e-10],
    [-3.5, 0.00023262907903552503635],
    [-3, 0.0013498980316300945267],
    [-0.3, 0.38208857781104736693],
    [0, 0.5],
    [1.96, 0.97500210485177956379],
    [3.1, 0.9990323967867816434],
  ])('N(%d) to an error of 1e-15', (x, exact) => {
    expect(Math.abs(normalDistribution(x) - exact)).toBeLessThan(1e-15);
    if (x < -3) expect(Math.abs(normalDistribution(x) / exact - 1)).toBeLessThan(1e-13);
  });

  test('exponential and logarithm are inverse, and N rises through both of its ways', () => {
    fc.assert(
      fc.property(fc.double({ min: -300, max: 300, noNaN: true }), (x) => {
        expect(Math.abs(logarithm(exponential(x)) - x)).toBeLessThan(1e-13 * Math.max(1, Math.abs(x)));
      }),
    );
    for (let x = -8; x < 8; x += 1 / 64) expect(normalDistribution(x + 1 / 64)).toBeGreaterThanOrEqual(normalDistribution(x));
  });

  test('ends of the range', () => {
    expect([exponential(-800), exponential(800), logarithm(0), logarithm(Infinity)]).toEqual([0, Infinity, -Infinity, Infinity]);
    expect([normalDistribution(40), normalDistribution(-40)]).toEqual([1, 0]);
    expect(logarithm(-1)).toBeNaN();
  });
});

describe('Black-76', () => {
  const week: OptionInput = { right: 'Call', forward: 30_000, strike: 31_000, years: 7 / 365, volatility: 0.6 };

  test('EXC-03 the worked number: F 30,000, K 31,000, 7 days, 60 % gives 588.38 and delta 0.362', () => {
    expect(optionPrice(week)).toBeCloseTo(588.38, 2);
    expect(optionGreeks(week).delta).toBeCloseTo(0.362, 3);
  });

  test('EXC-03 the published sample BTC-6JAN23-17500-C: price 7.877, delta 0.04786, vega 0.814', () => {
    // The sample's time to expiry is known to 0.05 h.
    const sample: OptionInput = { right: 'Call', forward: 16_815.1, strike: 17_500, years: 20.7 / 24 / 365, volatility: 0.4896 };
    expect(optionPrice(sample)).toBeCloseTo(7.877, 1);
    expect(optionGreeks(sample).delta).toBeCloseTo(0.0479, 4);
    expect(optionGreeks(sample).vega).toBeCloseTo(0.814, 2);
  });

  const anyOption = fc.record({
    right: fc.constantFrom('Call' as const, 'Put' as const),
    forward: fc.double({ min: 1_000, max: 200_000, noNaN: true }),
    strike: fc.double({ min: 1_000, max: 200_000, noNaN: true }),
    years: fc.double({ min: 1 / 8_760, max: 2, noNaN: true }),
    volatility: fc.double({ min: 0.1, max: 3, noNaN: true }),
  });

  test('EXC-03 puts and calls keep parity: C − P = F − K', () => {
    fc.assert(
      fc.property(anyOption, (option) => {
        const call = optionPrice({ ...option, right: 'Call' });
        const put = optionPrice({ ...option, right: 'Put' });
        expect(Math.abs(call - put - (option.forward - option.strike))).toBeLessThan(1e-9 * 200_000);
      }),
    );
  });

  test('EXC-03 greeks are what the price does when its inputs move', () => {
    fc.assert(
      fc.property(anyOption, (option) => {
        const { delta, gamma, vega, theta } = optionGreeks(option);
        const step = option.forward * 1e-4;
        const at = (change: Partial<OptionInput>): number => optionPrice({ ...option, ...change });
        const up = at({ forward: option.forward + step });
        const down = at({ forward: option.forward - step });
        const scale = option.forward;
        // Central differences: exact but for the third derivative, which is steep only hours before expiry.
        fc.pre(option.years > 0.01);
        expect(Math.abs((up - down) / (2 * step) - delta)).toBeLessThan(1e-4);
        expect(Math.abs((up - 2 * at({}) + down) / (step * step) - gamma)).toBeLessThan(1e-2 * gamma + 1e-6);
        expect(
          Math.abs((at({ volatility: option.volatility + 1e-4 }) - at({ volatility: option.volatility - 1e-4 })) / 0.02 - vega),
        ).toBeLessThan(1e-6 * scale);
        expect(Math.abs((at({ years: option.years - 1e-5 }) - at({ years: option.years + 1e-5 })) / 2e-5 / 365 - theta)).toBeLessThan(
          1e-5 * scale,
        );
      }),
    );
  });

  test('EXC-03 the implied volatility of a price is the one that made it', () => {
    fc.assert(
      fc.property(anyOption, (option) => {
        const made = optionPrice(option);
        const found = impliedVolatility(option, made);
        // Where the price hardly depends on volatility, any that gives the price is right.
        if (found === undefined) expect(optionGreeks(option).vega).toBeLessThan(1e-6);
        else expect(Math.abs(optionPrice({ ...option, volatility: found }) - made)).toBeLessThan(1e-7);
        if (found !== undefined && optionGreeks(option).vega > 0.01) expect(found).toBeCloseTo(option.volatility, 6);
      }),
    );
  });

  test('a price that no volatility gives has none', () => {
    const deep = { right: 'Call', forward: 50_000, strike: 40_000, years: 0.1 } as const;
    expect(impliedVolatility(deep, 10_000)).toBeUndefined();
    expect(impliedVolatility(deep, 50_000)).toBeUndefined();
    expect(impliedVolatility({ ...deep, years: 0 }, 12_000)).toBeUndefined();
  });

  test('at expiry an option is worth what it pays', () => {
    expect(optionPrice({ ...week, years: 0, forward: 32_500 })).toBe(1_500);
    expect(optionPrice({ ...week, right: 'Put', years: 0, forward: 32_500 })).toBe(0);
    expect(optionGreeks({ ...week, years: 0, forward: 32_500 })).toEqual({ delta: 1, gamma: 0, vega: 0, theta: 0 });
    expect(yearsBetween(5, 3)).toBe(0);
  });

  test.each([
    ['Call', 32_500, 1],
    ['Call', 31_000, 0],
    ['Call', 29_000, 0],
    ['Put', 32_500, 0],
    ['Put', 31_000, 0],
    ['Put', 29_000, -1],
  ] as const)('EXC-03 at expiry, or without volatility, a %s moves with its forward of %d by %d', (right, forward, delta) => {
    for (const ended of [
      { ...week, right, forward, years: 0 },
      { ...week, right, forward, volatility: 0 },
    ]) {
      expect(optionGreeks(ended)).toEqual({ delta, gamma: 0, vega: 0, theta: 0 });
      expect(optionPrice(ended)).toBe(Math.max(0, right === 'Call' ? forward - 31_000 : 31_000 - forward));
    }
  });
});

describe('the volatility surface', () => {
  const surface: VolatilitySurface = { level: 0.5, nearPremium: 0.3, skew: -0.05, curvature: 0.06, carry: 0.08 };

  test('is dear near, tilted and bent, and flat far out', () => {
    const at = (strike: number, years: number): number => surfaceVolatility(surface, 100_000, strike, years);
    expect(at(100_000, 7 / 365)).toBeGreaterThan(at(100_000, 0.5));
    expect(at(80_000, 0.1)).toBeGreaterThan(at(100_000, 0.1));
    expect(at(80_000, 0.1)).toBeGreaterThan(at(125_000, 0.1));
    expect(at(1_000, 0.1)).toBeLessThan(1.2);
    expect(forwardOf(surface, 100_000, 0.25)).toBe(102_000);
    expect(forwardOf(surface, 100_000, 0)).toBe(100_000);
  });

  test('has no free money across strikes: calls fall and are convex in the strike', () => {
    for (const years of [1 / 365, 7 / 365, 30 / 365, 0.25, 0.75]) {
      const call = (strike: number): number =>
        optionPrice({ right: 'Call', forward: 100_000, strike, years, volatility: surfaceVolatility(surface, 100_000, strike, years) });
      for (let strike = 50_000; strike <= 160_000; strike += 1_000) {
        expect(call(strike + 1_000)).toBeLessThanOrEqual(call(strike) + 1e-6);
        expect(call(strike - 1_000) - 2 * call(strike) + call(strike + 1_000)).toBeGreaterThan(-1e-6);
      }
    }
  });

  test('a model gives its option a mark on a step of 0.0001', () => {
    const option: Instrument = {
      ...BTC,
      kind: 'UsdcOption',
      option: { strike: usd(100_000), right: 'Call' },
      deliveryAt: timestamp(7 * 86_400_000),
    };
    const model = modelOption(option, surface, usd(101_000), timestamp(0));
    expect(model.input.forward).toBeCloseTo(101_000 * (1 + (0.08 * 7) / 365), 6);
    expect(priceUnits(model.mark) % 10_000n).toBe(0n);
    expect(Number(priceUnits(model.mark)) / 1e8).toBeCloseTo(optionPrice(model.input), 3);
  });
});

describe('margin and fees of options', () => {
  const call: Pick<Instrument, 'lotSize' | 'option'> = { lotSize: quantity(UNIT / 100n), option: { strike: usd(31_000), right: 'Call' } };
  const one = lots(100);
  const prices = { index: usd(30_000), mark: usd(300) };

  test('EXC-02 a short call of 1: max(3 % × 30,000, 3 % × 300) + 300 + 0.2 % × 30,000 = 1,260 maintenance', () => {
    expect(text(shortOptionMaintenance(call, one, prices))).toBe('1260');
  });

  test('EXC-02 sold at 350: max(3,000 − 1,000, 1,500) + 350 = 2,350 initial margin', () => {
    expect(text(shortOptionInitial(call, one, prices, usd(350)))).toBe('2350');
  });

  test('EXC-02 far out of the money at least 5 % of the index, and never less than the maintenance margin', () => {
    const far = { ...call, option: { strike: usd(40_000), right: 'Call' as const } };
    // max(3,000 − 10,000, 1,500) + max(5, 5) = 1,505; maintenance 900 + 5 + 60 = 965
    expect(text(shortOptionInitial(far, one, { index: usd(30_000), mark: usd(5) }, usd(5)))).toBe('1505');
    // A mark above the index: 3 % × 60,000 + 60,000 + 60 = 61,860 against 3,000 + 60,000 (a put in the money by 30,000)
    const deep = { ...call, option: { strike: usd(90_000), right: 'Put' as const } };
    expect(text(shortOptionInitial(deep, one, { index: usd(30_000), mark: usd(60_000) }, usd(100)))).toBe('63000');
    expect(text(shortOptionMaintenance(deep, one, { index: usd(30_000), mark: usd(60_000) }))).toBe('61860');
  });

  test('EXC-05 fees: 0.02 % of the index, at most 7 % of the price', () => {
    // min(0.02 % × 42,000 = 8.4, 7 % × 3,000 = 210) × 0.3 = 2.52
    expect(text(optionFee(call, lots(30), rate(20_000n), { index: usd(42_000), price: usd(3_000) }))).toBe('2.52');
    // min(0.03 % × 30,000 = 9, 7 % × 100 = 7) × 1 = 7
    expect(text(optionFee(call, one, rate(30_000n), { index: usd(30_000), price: usd(100) }))).toBe('7');
    // 0.03 % × 30,000.00000001 × 0.01 exceeds 0.09; the fee rounds up
    expect(text(optionFee(call, lots(1), rate(30_000n), { index: price(units(30_000) + 1n), price: usd(3_000) }))).toBe('0.09000001');
  });

  test('EXC-02 a long position is worth what it would sell for and needs no margin; a short one owes that, and needs both', () => {
    const held = { size: one, entryValue: money(units(350)) };
    expect(optionPositionMargin(call, { ...held, side: 'Buy' }, prices)).toEqual({
      value: money(units(300)),
      optionValue: money(units(300)),
      feeToClose: money(0n),
      unrealisedPnl: money(units(-50)),
      initialMargin: money(0n),
      maintenanceMargin: money(0n),
    });
    expect(optionPositionMargin(call, { ...held, side: 'Sell' }, prices)).toEqual({
      value: money(units(300)),
      optionValue: money(units(-300)),
      feeToClose: money(0n),
      unrealisedPnl: money(units(50)),
      initialMargin: money(units(2_350)),
      maintenanceMargin: money(units(1_260)),
    });
  });

  test('EXC-03 exercise pays the difference, one side of it', () => {
    expect(exercisePayoff(call, usd(31_250.5))).toBe(usd(250.5));
    expect(exercisePayoff(call, usd(30_000))).toBe(usd(0));
    expect(exercisePayoff({ option: { strike: usd(31_000), right: 'Put' } }, usd(30_000))).toBe(usd(1_000));
  });
});
