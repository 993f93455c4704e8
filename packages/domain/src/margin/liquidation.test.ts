import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BTC, BTC_TIERS } from '../testing/linear-instrument.ts';
import { money, moneyUnits } from '../values/money.ts';
import { leverage, lots, price, priceUnits, ticks } from '../values/quantities.ts';
import type { Money, Price } from '../values/types.ts';
import { accountMargin, crossCushion, crossLiquidatable, sumPositions, type AccountMargin } from './account-margin.ts';
import { valueAtTick } from './contract-value.ts';
import { isolatedFreeMargin, liquidationPrice } from './liquidation.ts';
import { feeToClose, initialMarginOf } from './order-cost.ts';
import { isolatedLiquidatable, positionMargin, type Holding, type PositionMargin } from './position-margin.ts';
import { maintenanceMarginOf, maxLeverageFor } from './risk-tier.ts';

const TICK = priceUnits(BTC.tickSize);
const UNIT = 100_000_000n;

const side = fc.constantFrom('Buy' as const, 'Sell' as const);
const entryTicks = fc.integer({ min: 2_000_000, max: 8_000_000 });
/** Sizes of 0.001 to about 16,000 BTC, each order of magnitude equally likely: every tier of the ladder is met. */
const size = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 1_000_000 })).map(([bits, part]) => {
  const low = 1 << bits;
  return lots(low + Math.floor((low * part) / 1_000_001));
});
const anyLeverage = fc.integer({ min: 100, max: 10_000 }).map((hundredths) => leverage(BigInt(hundredths)));
/** Money added by hand, as thousandths of the position's own margin. */
const added = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 }));

const holding = fc.record({ side, size, entryTicks, leverage: anyLeverage, added }).map((drawn): Holding & { free: Money } => {
  const entryValue = valueAtTick(BTC, drawn.size, ticks(drawn.entryTicks));
  const closing = feeToClose(BTC, drawn.side, entryValue, drawn.leverage);
  const own = moneyUnits(initialMarginOf(entryValue, drawn.leverage)) + moneyUnits(closing);
  const margin = money(own + (own * BigInt(drawn.added)) / 1_000n);
  const free = isolatedFreeMargin(BTC, drawn.side, entryValue, margin);
  return { side: drawn.side, size: drawn.size, entryValue, marginMode: 'isolated', leverage: drawn.leverage, margin, free };
});

/** `steps` ticks further into loss than `from`. */
const worse = (held: Holding, from: Price, steps: bigint): Price => price(priceUnits(from) + (held.side === 'Buy' ? -steps : steps) * TICK);

describe('C11 the liquidation price is the first price that liquidates', () => {
  test('of an isolated position, in every tier and with margin added', () => {
    fc.assert(
      fc.property(holding, (held) => {
        const found = liquidationPrice({ instrument: BTC, ...held, cushion: held.free });
        if (found === undefined) {
          // No positive price takes a long's whole margin.
          expect(held.side).toBe('Buy');
          expect(isolatedLiquidatable(held, positionMargin(BTC, held, BTC.tickSize))).toBe(false);
          return;
        }
        const liquidatable = (mark: Price): boolean => isolatedLiquidatable(held, positionMargin(BTC, held, mark));
        expect(liquidatable(found)).toBe(true);
        if (priceUnits(found) > TICK) expect(liquidatable(worse(held, found, 1n))).toBe(true);
        expect(liquidatable(worse(held, found, -1n))).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test('of a cross position beside other positions', () => {
    const crossAccount = fc.record({
      held: holding,
      other: holding,
      markTicks: entryTicks,
      otherMark: entryTicks,
      /** Cash as thousandths of the entry value. */
      cash: fc.integer({ min: 1, max: 700 }),
    });
    fc.assert(
      fc.property(crossAccount, ({ held: drawn, other: drawnOther, markTicks, otherMark, cash }) => {
        const held: Holding = { ...drawn, marginMode: 'cross', margin: money(0n) };
        const other: Holding = { ...drawnOther, marginMode: 'cross', margin: money(0n) };
        const beside = positionMargin(BTC, other, price(BigInt(otherMark) * TICK));
        const balance = money(
          (moneyUnits(held.entryValue) * BigInt(cash)) / 1_000n - moneyUnits(beside.unrealisedPnl) + moneyUnits(beside.maintenanceMargin),
        );
        const at = (mark: Price): { account: AccountMargin; own: PositionMargin } => {
          const own = positionMargin(BTC, held, mark);
          const positions = [
            { holding: held, margin: own },
            { holding: other, margin: beside },
          ];
          return { account: accountMargin({ cash: balance, positions: sumPositions(positions), orderMargin: money(0n) }), own };
        };
        const now = at(price(BigInt(markTicks) * TICK));
        const found = liquidationPrice({ instrument: BTC, ...held, cushion: crossCushion(now.account, now.own) });
        if (found === undefined) {
          expect(held.side).toBe('Buy');
          expect(crossLiquidatable(at(BTC.tickSize).account)).toBe(false);
          return;
        }
        expect(crossLiquidatable(at(found).account)).toBe(true);
        if (priceUnits(found) > TICK) expect(crossLiquidatable(at(worse(held, found, 1n)).account)).toBe(true);
        expect(crossLiquidatable(at(worse(held, found, -1n)).account)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('C4 maintenance margin', () => {
  const value = fc.bigInt({ min: 0n, max: 1_500_000_000n * UNIT }).map((units) => money(units));

  test('rises with the value, and by no more than the highest rate', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const rise = moneyUnits(maintenanceMarginOf(BTC_TIERS, high)) - moneyUnits(maintenanceMarginOf(BTC_TIERS, low));
        expect(rise >= 0n).toBe(true);
        // 60 % is the last tier's rate; one unit for rounding.
        expect(rise <= ((moneyUnits(high) - moneyUnits(low)) * 6n) / 10n + 2n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(BTC_TIERS.slice(0, -1).map((tier, index) => [index + 1, tier.limit] as const))(
    'has no step at the limit of tier %i',
    (_, limit) => {
      const below = moneyUnits(maintenanceMarginOf(BTC_TIERS, limit));
      const above = moneyUnits(maintenanceMarginOf(BTC_TIERS, money(moneyUnits(limit) + 1n)));
      expect(above - below >= 0n && above - below <= 1n).toBe(true);
    },
  );

  test('is at most the initial margin at the highest leverage of the value', () => {
    fc.assert(
      fc.property(value, (held) => {
        const most = maxLeverageFor(BTC_TIERS, held);
        if (most === undefined) expect(held > money(1_200_000_000n * UNIT)).toBe(true);
        else expect(maintenanceMarginOf(BTC_TIERS, held) <= initialMarginOf(held, most)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
