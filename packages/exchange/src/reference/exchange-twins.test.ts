import { describe, expect, it } from 'vitest';
import { runTwins } from './twin-run.ts';
import type { Weather } from './twin-commands.ts';

/** The continuous integration runs a million, by `TWIN_COMMANDS`. */
const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } };
const COMMANDS = Number(process?.env['TWIN_COMMANDS'] ?? 120_000);

const WEATHERS: readonly Weather[] = [
  { seed: 11, credit: 50_000n, leaps: 3, size: 1 },
  { seed: 12, credit: 20_000n, leaps: 1, size: 1 },
  // Positions too large for the insurance fund, so that others are deleveraged.
  { seed: 13, credit: 300_000n, leaps: 30, size: 25 },
];

/** What a run must have met, or it has proved nothing about it. */
const MUST_HAPPEN = [
  'PlaceOrder',
  'CancelOrder',
  'CancelAllOrders',
  'SetLeverage',
  'SetMarginMode',
  'SetPositionMode',
  'AddMargin',
  'trade',
  'Trade',
  'cancel',
  'Funding',
  'liquidate',
  'BustTrade',
  'AdlTrade',
  'refused insufficientBalance',
  'refused aboveRiskLimit',
  'refused priceOutOfRange',
  'refused reduceOnlyNoPosition',
  'refused quantityTooLarge',
  'refused notionalTooSmall',
  'refused leverageOutOfRange',
  'refused wouldLiquidate',
  'refused marginModeBusy',
  'refused positionModeBusy',
];

describe('the exchange and the naive second engine', () => {
  it('EXC-01 EXC-02 EXC-05 agree on trades, fees, margin, funding, liquidation and deleveraging of linear and inverse contracts', ({
    annotate,
  }) => {
    const tally = new Map<string, number>();
    for (const weather of WEATHERS) {
      for (const [kind, count] of runTwins(weather, Math.ceil(COMMANDS / WEATHERS.length)).tally)
        tally.set(kind, (tally.get(kind) ?? 0) + count);
    }
    void annotate([...tally].map(([kind, count]) => `${kind} ${count}`).join(', '));
    expect(MUST_HAPPEN.filter((kind) => !tally.has(kind))).toEqual([]);
  }, 600_000);
});
