import { leverageRisk } from '@tapedeck/client';
import {
  BASE_FEE_TIER,
  SCALE,
  accountMargins,
  costOf,
  leverage,
  lotCount,
  lots,
  lotsAtValue,
  positionLimit,
  price,
  priceUnits,
  rateUnits,
  valueAtPrice,
  type Lots,
  type MarginMode,
  type Rate,
  type Side,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { accountView, type AccountView } from '../packages/client/src/calculators/account-view.ts';
import { Bench, btc } from '../packages/exchange/src/testing/exchange-fixture.ts';

/** The move that the leverage dialog warns of, and what the exchange does at it. */

const MARK = 50_000;
const TICK = Number(btc.tickSize) / 1e8;
const [TRADER, OTHER] = [100, 101];

interface Case {
  readonly name: string;
  readonly mode: MarginMode;
  readonly side: Side;
  readonly times: number;
  readonly cash: bigint;
  readonly of: 'move' | 'largest';
}

const CASES: readonly Case[] = (['Buy', 'Sell'] as const).flatMap((side) => [
  { name: 'isolated, first tier', mode: 'isolated', side, times: 100, cash: 1_000_000n, of: 'move' },
  { name: 'isolated, second tier', mode: 'isolated', side, times: 50, cash: 1_000_000n, of: 'largest' },
  { name: 'isolated, low leverage', mode: 'isolated', side, times: 10, cash: 2_000_000n, of: 'largest' },
  { name: 'cross, all that the balance allows', mode: 'cross', side, times: 100, cash: 10_000n, of: 'move' },
  { name: 'cross, all that the risk limit allows', mode: 'cross', side, times: 100, cash: 60_000n, of: 'move' },
  { name: 'cross, second tier', mode: 'cross', side, times: 50, cash: 300_000n, of: 'move' },
]);

function viewOf(bench: Bench): AccountView {
  const state = bench.exchange.account(TRADER);
  if (state === undefined) throw new Error('the account is there');
  const cash = new Map(state.cash);
  const mark = () => bench.exchange.market(btc.id).mark;
  const margins = accountMargins({ kind: 'UTA2', cash, wallets: [], holdings: [], mark, coinIndex: () => undefined });
  if (margins === undefined) throw new Error('a price is missing');
  return accountView(cash, margins, 'USDT');
}

/** The position that the warning is about. */
function sizeOf({ mode, side, times, of }: Case, { available }: AccountView): Lots {
  const at = price(BigInt(MARK) * SCALE);
  const multiple = leverage(BigInt(times * 100));
  const allowed = lotsAtValue(btc, positionLimit(btc.tiers, multiple), at);
  if (mode === 'isolated')
    return of === 'largest' ? allowed : lotsAtValue(btc, btc.tiers[0]?.limit ?? positionLimit(btc.tiers, multiple), at);
  let count = lotCount(allowed);
  while (costOf(btc, side, valueAtPrice(btc, lots(count), at), multiple) > available) count -= 1;
  return lots(count);
}

describe('the move that a leverage warns of', () => {
  it.each(CASES)('HND-04 LEV-03 liquidates, and a tick less does not: $side, $name', (one) => {
    const { mode, side, times, cash, of } = one;
    const bench = new Bench();
    bench.open(TRADER, cash);
    bench.open(OTHER, 100_000_000n);
    bench.index(btc, MARK);
    const multiple = leverage(BigInt(times * 100));
    bench.apply({ type: 'SetMarginMode', account: TRADER, instrument: btc.id, marginMode: mode });
    bench.apply({ type: 'SetLeverage', account: TRADER, instrument: btc.id, longLeverage: multiple, shortLeverage: multiple });
    const account = viewOf(bench);
    const { mark } = bench.exchange.market(btc.id);
    expect(priceUnits(mark)).toBe(BigInt(MARK) * SCALE);
    const risk = leverageRisk({
      ...{ instrument: btc, feeTier: BASE_FEE_TIER, side, leverage: multiple, marginMode: mode, mark, account },
      position: undefined,
    });
    expect(risk.of).toBe(mode === 'isolated' ? 'new' : 'all');
    const move: Rate | undefined = risk.of === 'account' ? undefined : of === 'largest' && risk.of === 'new' ? risk.largest : risk.move;
    if (move === undefined) throw new Error('no move is named');

    const size = sizeOf(one, account);
    const quantity = lotCount(size) / 1_000;
    bench.order(OTHER, side === 'Buy' ? 'Sell' : 'Buy', quantity, MARK);
    expect(bench.order(TRADER, side, quantity, MARK)).toMatchObject({ orderId: expect.anything() as unknown });
    const held = () => bench.exchange.account(TRADER)?.positions.find((own) => own.instrument === btc.id && lotCount(own.size) > 0);
    expect(held()?.size).toBe(size);

    // The move is rounded down to 1e-8 of the price: the tick that it stands for is the nearest.
    const away = Math.round(((Number(rateUnits(move)) / 1e8) * MARK) / TICK) * TICK;
    expect(away).toBeGreaterThan(0);
    const sign = side === 'Buy' ? -1 : 1;
    /** Moves the index until the mark, which keeps a basis to it, is that far away. */
    const reach = (distance: number): void => {
      const marked = () => sign * (Number(priceUnits(bench.exchange.market(btc.id).mark)) / 1e8 - MARK);
      for (let index = distance; marked() < distance; index += TICK) bench.index(btc, MARK + sign * index);
      expect(marked()).toBe(distance);
    };
    reach(away - TICK);
    expect(held()?.size).toBe(size);
    reach(away);
    expect(held()?.size).not.toBe(size);
  });
});
