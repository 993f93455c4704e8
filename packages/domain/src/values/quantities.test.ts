import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvariantBroken } from './assert.ts';
import type { Rounding } from './integer.ts';
import { money } from './money.ts';
import {
  exactLots,
  exactTicks,
  lotCount,
  lots,
  lotsOfQuantity,
  price,
  priceOfTicks,
  pricePerUnit,
  priceUnits,
  quantity,
  quantityOfLots,
  quantityUnits,
  tickCount,
  ticks,
  ticksOfPrice,
  timestamp,
  toTick,
} from './quantities.ts';

const count = fc.integer({ min: 0, max: 2 ** 40 });
const step = fc.constantFrom(1n, 100n, 10_000n, 1_000_000n, 50_000_000n, 100_000_000n, 25n);
const units = fc.bigInt({ min: 0n, max: 10n ** 20n });
const rounding = fc.constantFrom<Rounding>('down', 'up', 'nearest');

/** The two multiples of `size` around `value`, or the value itself twice. */
const around = (value: bigint, size: bigint): [bigint, bigint] => {
  const below = value - (((value % size) + size) % size);
  return [below, below === value ? below : below + size];
};

describe('prices and quantities, one property for each row of their arithmetic', () => {
  test('ticks × tick size is exact, and back', () => {
    fc.assert(
      fc.property(count, step, rounding, (n, size, how) => {
        const made = priceOfTicks(ticks(n), price(size));
        expect(priceUnits(made)).toBe(BigInt(n) * size);
        expect(tickCount(ticksOfPrice(made, price(size), how))).toBe(n);
        expect(exactTicks(made, price(size))).toBe(ticks(n));
      }),
    );
  });

  test('lots × lot size is exact, and back', () => {
    fc.assert(
      fc.property(count, step, rounding, (n, size, how) => {
        const made = quantityOfLots(lots(n), quantity(size));
        expect(quantityUnits(made)).toBe(BigInt(n) * size);
        expect(lotCount(lotsOfQuantity(made, quantity(size), how))).toBe(n);
        expect(exactLots(made, quantity(size))).toBe(lots(n));
      }),
    );
  });

  test('price ÷ tick size rounds as told; a price between ticks is on none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), step, (units, size) => {
        const [below, above] = around(units, size);
        expect(BigInt(tickCount(ticksOfPrice(price(units), price(size), 'down'))) * size).toBe(below);
        expect(BigInt(tickCount(ticksOfPrice(price(units), price(size), 'up'))) * size).toBe(above);
        const nearest = BigInt(tickCount(ticksOfPrice(price(units), price(size), 'nearest'))) * size;
        expect(nearest).toBe(units - below < above - units ? below : above);
        expect(exactTicks(price(units), price(size)) === undefined).toBe(below !== above);
      }),
    );
  });

  test('quantity ÷ lot size rounds as told; a quantity between lots is on none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), step, (units, size) => {
        const [below, above] = around(units, size);
        expect(BigInt(lotCount(lotsOfQuantity(quantity(units), quantity(size), 'down'))) * size).toBe(below);
        expect(BigInt(lotCount(lotsOfQuantity(quantity(units), quantity(size), 'up'))) * size).toBe(above);
        expect(exactLots(quantity(units), quantity(size)) === undefined).toBe(below !== above);
      }),
    );
  });

  test('a price rounded to a tick lies on it, and stays when it already did', () => {
    fc.assert(
      fc.property(units, step, rounding, (value, size, how) => {
        const rounded = toTick(price(value), price(size), how);
        expect(around(value, size)).toContain(priceUnits(rounded));
        expect(toTick(rounded, price(size), how)).toBe(rounded);
      }),
    );
  });

  test('money ÷ quantity, times the quantity, differs by less than one unit of price', () => {
    fc.assert(
      fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 16n }), (value, size) => {
        const wanted = value * 100_000_000n;
        expect(priceUnits(pricePerUnit(money(value), quantity(size), 'down')) * size <= wanted).toBe(true);
        expect((priceUnits(pricePerUnit(money(value), quantity(size), 'down')) + 1n) * size > wanted).toBe(true);
        expect(priceUnits(pricePerUnit(money(value), quantity(size), 'up')) * size >= wanted).toBe(true);
      }),
    );
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('A3 %s is no count', (wrong) => {
    expect(() => ticks(wrong)).toThrow(InvariantBroken);
    expect(() => lots(wrong)).toThrow(InvariantBroken);
    expect(() => timestamp(wrong)).toThrow(InvariantBroken);
  });

  test('a count of lots is not negative', () => {
    expect(() => lots(-1)).toThrow(InvariantBroken);
    expect(tickCount(ticks(-1))).toBe(-1);
  });
});
