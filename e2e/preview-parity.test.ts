import { leverage, subtractMoney } from '@tapedeck/domain';
import { initialDraft, leveragePreview, orderFormContext, orderRules } from '@tapedeck/client';
import { expect, it } from 'vitest';
import { settle } from '../packages/client/src/testing/fake-ports.ts';
import { expectShown, openDesk } from './support/parity-desk.ts';

it.each([
  [1, false, 'VIP0'],
  [2, true, 'VIP0'],
  [3, true, 'VIP0'],
  [4, false, 'VIP4'],
  [5, true, 'PRO5'],
] as const)(
  'CAL-01 CST-01 the previewed liquidation price and fee are those of the fill, cross and isolated, seed %i, several coins: %s, %s',
  async (seed, pooled, tier) => {
    const { client, fills, run, cash: cashOf } = openDesk(seed, { pooled, tier });
    const cash = () => cashOf('USDT');
    await run(1_000);
    client.start();
    await run(1_000);
    const context = orderFormContext(client, client.markets.feed('BTCUSDT'));
    await run(3_000);
    let compared = 0;
    let edges = 0;
    let levered = 0;
    for (const [mode, side, quantity] of [
      ['cross', 'Buy', '3.5'],
      ['cross', 'Sell', '0.8'],
      ['isolated', 'Buy', '1.2'],
      ['isolated', 'Sell', '3'],
    ] as const) {
      const keys = client.positions.keys.get();
      for (const key of keys.status === 'success' ? keys.data : []) expect((await client.positions.close(key)).ok).toBe(true);
      await run(300);
      await client.positions.setMarginMode('BTCUSDT', mode);
      await run(300);
      for (let time = 0; time < 3; time += 1) {
        const draft = { ...initialDraft('BTCUSDT'), orderType: 'Market', quantity } as const;
        const preview = orderRules.preview(orderRules.read(draft, context.get(), side));
        const before = cash();
        fills();
        const placed = await client.orders.place(draft, side);
        await settle();
        if (!placed.ok) break;
        const position = client.positions.position('BTCUSDT:0').get();
        // Each resting order rounds the fee of its fill alone, and the book shows their sum: on the edge of a tick this may decide.
        const off = Number(position?.liquidationPrice ?? 0n) - Number(preview.liquidationAfter ?? 0n);
        expect(Math.abs(off)).toBeLessThanOrEqual(Number(position?.instrument.tickSize ?? 0n));
        if (off !== 0) edges += 1;
        if (mode === 'cross') expectShown(subtractMoney(before, cash()), preview.openFee, fills());
        if (preview.liquidationAfter !== undefined) compared += 1;
        await run(400);
      }
      for (const times of [500n, 2_000n, 1_000n]) {
        const view = client.positions.position('BTCUSDT:0').get();
        const totals = client.funds.totalsIn('USDT').get();
        const said = view && leveragePreview(view, totals.status === 'success' ? totals.data : undefined, leverage(times));
        const changed = await client.positions.setLeverage('BTCUSDT', leverage(times), leverage(times));
        await settle();
        const after = client.positions.position('BTCUSDT:0').get();
        if (!changed.ok || said === undefined) continue;
        expect([after?.initialMargin, after?.liquidationPrice]).toEqual([said.marginAfter, said.liquidationAfter]);
        levered += 1;
        await run(300);
      }
      await client.positions.setLeverage('BTCUSDT', leverage(1_000n), leverage(1_000n));
    }
    expect(compared).toBeGreaterThan(6);
    expect(edges).toBeLessThanOrEqual(1);
    expect(levered).toBeGreaterThan(4);
  },
);
