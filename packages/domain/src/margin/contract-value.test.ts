import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC } from '../testing/linear-instrument.ts';
import { SCALE, divRounded } from '../values/integer.ts';
import { money, moneyUnits } from '../values/money.ts';
import { lotCount, lots, price, priceUnits, quantityUnits, ticks } from '../values/quantities.ts';
import { gainsWithValue, lotsAtValue, priceAtValue, valueAtPrice, valueAtTick } from './contract-value.ts';

const size = fc.integer({ min: 1, max: 1_000_000_000 });
const tick = fc.integer({ min: 1, max: 100_000_000 });
const anyPrice = fc.bigInt(1n, 10n ** 15n);
const sizeUnits = (instrument: typeof BTC, count: number): bigint => BigInt(count) * quantityUnits(instrument.lotSize);

describe('EXC-01 values of contracts', () => {
  it('a linear contract is worth quantity × price, exactly on a tick and rounded down beside it', () => {
    fc.assert(
      fc.property(size, tick, (count, at) => {
        const exact = (sizeUnits(BTC, count) * BigInt(at) * priceUnits(BTC.tickSize)) / SCALE;
        expect(moneyUnits(valueAtTick(BTC, lots(count), ticks(at)))).toBe(exact);
        expect(moneyUnits(valueAtPrice(BTC, lots(count), price(BigInt(at) * priceUnits(BTC.tickSize))))).toBe(exact);
      }),
    );
    fc.assert(
      fc.property(size, anyPrice, (count, at) => {
        expect(moneyUnits(valueAtPrice(BTC, lots(count), price(at)))).toBe((sizeUnits(BTC, count) * at) / SCALE);
      }),
    );
  });

  it('an inverse one quantity ÷ price, rounded down; nothing at a price of 0', () => {
    fc.assert(
      fc.property(size, anyPrice, (count, at) => {
        expect(moneyUnits(valueAtPrice(BTC_INVERSE, lots(count), price(at)))).toBe((sizeUnits(BTC_INVERSE, count) * SCALE) / at);
      }),
    );
    fc.assert(
      fc.property(size, tick, (count, at) => {
        const atPrice = price(BigInt(at) * priceUnits(BTC_INVERSE.tickSize));
        expect(valueAtTick(BTC_INVERSE, lots(count), ticks(at))).toBe(valueAtPrice(BTC_INVERSE, lots(count), atPrice));
      }),
    );
    expect(valueAtPrice(BTC_INVERSE, lots(5), price(0n))).toBe(money(0n));
  });

  it.each([BTC, BTC_INVERSE])('CAL-01 the most lots for a value: one more would be worth more ($kind)', (instrument) => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 16n), fc.bigInt(10n ** 8n, 10n ** 15n), (worth, at) => {
        const most = lotCount(lotsAtValue(instrument, money(worth), price(at)));
        const value = (count: number): bigint => (count === 0 ? 0n : moneyUnits(valueAtPrice(instrument, lots(count), price(at))));
        expect(value(most) <= worth).toBe(true);
        const exact = (count: number): boolean => (instrument === BTC ? sizeUnits(BTC, count) * at > worth * SCALE : value(count) > worth);
        expect(exact(most + 1)).toBe(true);
      }),
    );
  });

  it('CAL-01 the price at which a size has a value, by each rounding', () => {
    fc.assert(
      fc.property(size, fc.bigInt(1n, 10n ** 16n), fc.constantFrom('up', 'down', 'nearest'), (count, worth, rounding) => {
        const at = (instrument: typeof BTC): bigint => priceUnits(priceAtValue(instrument, lots(count), money(worth), rounding));
        expect(at(BTC)).toBe(divRounded(worth * SCALE, sizeUnits(BTC, count), rounding));
        expect(at(BTC_INVERSE)).toBe(divRounded(sizeUnits(BTC_INVERSE, count) * SCALE, worth, rounding));
      }),
    );
  });

  it('EXC-01 linear longs and inverse shorts earn when their value rises', () => {
    expect([BTC, BTC_INVERSE].flatMap((one) => [gainsWithValue(one, 'Buy'), gainsWithValue(one, 'Sell')])).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
