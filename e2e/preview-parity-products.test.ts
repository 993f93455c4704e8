import { fieldPrice, initialDraft, orderFormContext, orderRules } from '@tapedeck/client';
import {
  ZERO_MONEY,
  addMoney,
  isOption,
  price,
  priceOfTicks,
  priceUnits,
  quantityUnits,
  subtractMoney,
  ticksOfPrice,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { settle } from '../packages/client/src/testing/fake-ports.ts';
import { expectLiquidation, expectShown, held, openMarket } from './support/parity-desk.ts';

/** Numbers that look random and are the same in every run of a seed. */
function dice(seed: number): (faces: number) => number {
  let state = seed * 2_654_435_761;
  return (faces) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % faces;
  };
}

const KINDS = ['InversePerpetual', 'InverseFutures', 'UsdcPerpetual', 'UsdcFutures', 'LinearFutures'] as const;
const CASES = [
  ...KINDS.flatMap((kind, at) => [[kind, 'one-way', 11 + at, 'UTA2'] as const, [kind, 'hedge', 31 + at, 'UTA2'] as const]),
  // In one account the margin is of the whole account and not to be chosen, in the other each settle coin stands alone.
  ...KINDS.map((kind, at) => [kind, 'one-way', 51 + at, at % 2 === 0 ? 'UTA' : 'regular'] as const),
  ['InversePerpetual', 'hedge', 57, 'regular'],
  ['UsdcPerpetual', 'hedge', 58, 'UTA'],
  ['LinearPerpetual', 'one-way', 59, 'regular'],
  ['LinearPerpetual', 'hedge', 60, 'UTA'],
] as const;

describe('what is previewed is what happens', () => {
  it.each(CASES)(
    'CAL-01 %s, %s mode: liquidation price to the tick, fee to the last digit of each fill, cost to the last lot, seed %i, account %s',
    async (kind, mode, seed, account) => {
      const { client, run, cash, fills, instrument } = await openMarket(seed, kind, { account });
      const roll = dice(seed);
      const { symbol, settleCoin } = instrument;
      const context = orderFormContext(client, client.markets.feed(symbol));
      await run(3_000);
      if (mode === 'hedge') expect((await client.positions.setPositionMode(symbol, 'BothSide')).ok).toBe(true);
      let compared = 0;
      for (const margin of ['cross', 'isolated'] as const) {
        for (const key of held(client)) expect((await client.positions.close(key)).ok).toBe(true);
        await run(400);
        await client.positions.setMarginMode(symbol, margin);
        await run(300);
        for (let time = 0; time < 5; time += 1) {
          const inverse = settleCoin === 'BTC';
          const quantity = inverse ? String(1_000 + roll(9_000)) : ((50 + roll(400)) / 1_000).toFixed(3);
          const side = roll(3) === 0 ? 'Sell' : 'Buy';
          const draft = { ...initialDraft(symbol), orderType: 'Market', quantity } as const;
          const preview = orderRules.preview(orderRules.read(draft, context.get(), side));
          const money = cash(settleCoin);
          const opens = held(client).length === 0;
          fills();
          const placed = await client.orders.place(draft, side);
          await settle();
          if (!placed.ok) throw new Error(placed.failure.message);
          const index = mode === 'hedge' ? (side === 'Buy' ? 1 : 2) : 0;
          const view = client.positions.position(`${symbol}:${index}`).get();
          const told = fills();
          expectLiquidation(view?.liquidationPrice, preview.liquidationAfter, told, instrument);
          if (margin === 'cross' && (mode === 'hedge' || opens)) expectShown(subtractMoney(money, cash(settleCoin)), preview.openFee, told);
          if (preview.liquidationAfter !== undefined) compared += 1;
          await run(400);
        }
        // The cost preview is exact to the last lot: the largest offered quantity is accepted, one lot more is refused. The order rests, so
        // that no book limits it.
        const { last } = context.get();
        const at = last && ticksOfPrice(price((priceUnits(last) * 97n) / 100n), instrument.tickSize, 'down');
        const limit = {
          ...initialDraft(symbol),
          price: at === undefined ? '' : fieldPrice(priceOfTicks(at, instrument.tickSize), instrument),
        };
        const most = orderRules.preview(orderRules.read(limit, context.get(), 'Buy')).maxQuantity ?? '0';
        expect(Number(most)).toBeGreaterThan(0);
        const more = (Number(most) + Number(quantityUnits(instrument.lotSize)) / 1e8).toFixed(instrument.quantityDigits);
        expect(await client.orders.place({ ...limit, quantity: more }, 'Buy')).toMatchObject({ ok: false });
        expect(await client.orders.place({ ...limit, quantity: most }, 'Buy')).toMatchObject({ ok: true });
        await client.orders.cancelAll({ keepProtective: false });
        await run(400);
      }
      expect(compared).toBeGreaterThan(3);
    },
  );

  it.each([41, 42])('CAL-01 options: the fee and the premium of a bought one are what its cost says, seed %i', async (seed) => {
    const { client, run, cash, fills } = await openMarket(seed, 'LinearPerpetual');
    await client.markets.options.load('BTC', 'USDC');
    await run(500);
    const board = client.markets.options.board('BTC', 'USDC').get();
    const option = (board.status === 'success' ? board.data : []).filter(isOption)[20 + (seed % 5)];
    if (option === undefined) throw new Error('no option is listed');
    const context = orderFormContext(client, client.markets.feed(option.symbol));
    await run(3_000);
    const draft = { ...initialDraft(option.symbol), orderType: 'Market', quantity: '0.3' } as const;
    const preview = orderRules.preview(orderRules.read(draft, context.get(), 'Buy'));
    const before = cash('USDC');
    fills();
    const placed = await client.orders.place(draft, 'Buy');
    await settle();
    if (!placed.ok) throw new Error(placed.failure.message);
    const paid = subtractMoney(before, cash('USDC'));
    expect(preview.openFee).toBeDefined();
    expect(preview.value).toBeDefined();
    expectShown(paid, addMoney(preview.openFee ?? ZERO_MONEY, preview.value ?? ZERO_MONEY), fills());
  });
});
