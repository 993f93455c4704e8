import {
  closePreview,
  initialDraft,
  initialSpot,
  marketFill,
  orderFormContext,
  orderOptions,
  orderRules,
  spotContext,
  spotOrderTerms,
  spotRules,
  spreadRules,
  type FillSimulation,
  type OrderFormDraft,
} from '@tapedeck/client';
import {
  SCALE,
  addMoney,
  lotCount,
  lots,
  opposite,
  priceUnits,
  spreadLevels,
  ZERO_MONEY,
  type InstrumentId,
  type InstrumentKind,
  type OrderFilled,
  type Side,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { settle } from '../packages/client/src/testing/fake-ports.ts';
import { held, openMarket } from './support/parity-desk.ts';

/** The fill that is shown before an order is sent, beside the fill that it then has: the market stands still between both. */

const KINDS = ['LinearPerpetual', 'InversePerpetual', 'UsdcPerpetual', 'LinearFutures'] as const;

/** Lots, value and worst price of the exchange's fills. */
function told(fills: readonly OrderFilled[], side: Side) {
  const prices = fills.map(({ price }) => price).sort((a, b) => Number(priceUnits(a) - priceUnits(b)));
  return {
    filled: lots(fills.reduce((sum, { quantity }) => sum + lotCount(quantity), 0)),
    value: fills.reduce((sum, { value }) => addMoney(sum, value), ZERO_MONEY),
    worst: side === 'Buy' ? prices.at(-1) : prices[0],
  };
}

/** A book shows the quantity of a level, not its number of orders; the value of each fill is rounded separately. */
function expectToldIsShown(fills: readonly OrderFilled[], side: Side, fill: FillSimulation | undefined): void {
  const [is, was] = [told(fills, side), shown(fill)];
  expect({ ...is, value: undefined }).toEqual({ ...was, value: undefined });
  expect(Math.abs(Number(is.value) - Number(was.value))).toBeLessThanOrEqual(fills.length);
}

const shown = (fill: FillSimulation | undefined) => ({
  filled: fill?.filled,
  value: fill?.figures?.value ?? ZERO_MONEY,
  worst: fill?.figures?.worstPrice,
});

async function contractDesk(kind: InstrumentKind, seed: number) {
  const desk = await openMarket(seed, kind);
  const { client, instrument, run } = desk;
  const feed = client.markets.feed(instrument.symbol);
  const context = orderFormContext(client, feed);
  await run(2_000);
  /** Lots that the best levels of a side hold. */
  const depth = (side: Side, levels: number): number => {
    const book = feed.book.get();
    const met = side === 'Buy' ? book.asks : book.bids;
    return met.slice(0, 2 * levels).reduce((sum, count, at) => (at % 2 === 1 ? sum + count : sum), 0);
  };
  const text = (count: number): string =>
    instrument.settleCoin === 'BTC' ? String(count) : String(count / 10 ** instrument.quantityDigits);
  const draft = (change: Partial<OrderFormDraft>): OrderFormDraft => ({ ...initialDraft(instrument.symbol), ...change });
  const placed = async (order: OrderFormDraft, side: Side): Promise<readonly OrderFilled[]> => {
    desk.fills();
    const answer = await client.orders.place(order, side, orderOptions(orderRules.read(order, context.get(), side)));
    await settle();
    if (!answer.ok) throw new Error(answer.failure.message);
    return desk.fills();
  };
  return { ...desk, context, depth, text, draft, placed };
}

describe('what is shown before an order is what it then fills', () => {
  it.each(KINDS)('HND-03 %s: market orders over several levels, and one that the slippage limit cuts', async (kind) => {
    const { context, depth, text, draft, placed, run } = await contractDesk(kind, 71);
    const seen = { levels: 0, cut: 0 };
    for (const side of ['Buy', 'Sell', 'Buy'] as const) {
      for (const ticks of [undefined, '1', '5']) {
        const quantity = text(Math.ceil(depth(side, 4)));
        const order = draft({
          orderType: 'Market',
          quantity,
          ...(ticks !== undefined && { slippage: { type: 'TickSize', value: ticks } }),
        });
        const { fill } = orderRules.preview(orderRules.read(order, context.get(), side));
        const fills = await placed(order, side);
        expectToldIsShown(fills, side, fill);
        if (new Set(fills.map(({ price }) => price)).size > 1) seen.levels += 1;
        if (fill?.end === 'slippage') seen.cut += 1;
        await run(700);
      }
    }
    expect([seen.levels > 0, seen.cut > 0]).toEqual([true, true]);
  });

  it('HND-03 an order that fills whole or not at all fills nothing where the book holds less', async () => {
    const { context, depth, text, draft, placed, client, instrument } = await contractDesk('LinearPerpetual', 72);
    const best = client.markets.feed(instrument.symbol).book.get().asks[0] ?? 0;
    const price = ((best * Number(priceUnits(instrument.tickSize))) / 1e8).toFixed(instrument.priceDigits);
    const whole = (count: number) => draft({ orderType: 'Limit', price, quantity: text(count), timeInForce: 'FillOrKill' });
    const here = depth('Buy', 1);
    expect(orderRules.preview(orderRules.read(whole(here + 1), context.get(), 'Buy')).fill).toMatchObject({
      filled: lots(0),
      end: 'whole',
    });
    expect(await placed(whole(here + 1), 'Buy')).toEqual([]);
    const { fill } = orderRules.preview(orderRules.read(whole(here), context.get(), 'Buy'));
    expect(fill).toMatchObject({ filled: lots(here), end: undefined });
    expectToldIsShown(await placed(whole(here), 'Buy'), 'Buy', fill);
  });

  it.each(KINDS)('HND-03 %s: a market close, and a reversal of both orders one after the other', async (kind) => {
    const { context, depth, text, draft, placed, client, fills, run } = await contractDesk(kind, 73);
    await placed(draft({ orderType: 'Market', quantity: text(Math.ceil(depth('Buy', 2))) }), 'Buy');
    await run(500);
    const [key = ''] = held(client);
    const record = client.positions.position(key).get()?.record;
    if (record === undefined) throw new Error('no position was opened');
    const twice = lots(2 * lotCount(record.size));
    const both = marketFill(context.get(), opposite(record.side), twice);
    fills();
    const outcome = await client.positions.reversal.reverse(key, undefined);
    await settle();
    expect(outcome.name).toBe('reversed');
    expectToldIsShown(fills(), 'Sell', both);
    await run(500);
    const now = client.positions.position(key).get()?.record;
    if (now === undefined) throw new Error('nothing was opened');
    const closing = closePreview(now, {}, context.get());
    fills();
    expect((await client.positions.close(key)).ok).toBe(true);
    await settle();
    expectToldIsShown(fills(), opposite(now.side), closing?.fill);
  });

  it('HND-03 pairs: market orders by quantity and by amount', async () => {
    const { client, instrument, run, fills } = await openMarket(74, 'Spot');
    const context = spotContext(client, client.markets.feed(instrument.symbol));
    await run(2_000);
    for (const [side, unit, quantity] of [
      ['Buy', 'base', '0.3'],
      ['Buy', 'quote', '20000'],
      ['Sell', 'base', '0.4'],
      ['Sell', 'quote', '9000'],
    ] as const) {
      const draft = { ...initialSpot(instrument.symbol), side, unit, quantity, orderType: 'Market' as const };
      const order = spotRules.read(draft, context.get(), side);
      const { fill } = spotRules.preview(order);
      const terms = spotOrderTerms(order);
      if (terms === undefined) throw new Error('there is nothing to send');
      fills();
      expect((await client.orders.placeSpot(terms)).ok).toBe(true);
      await settle();
      expect(told(fills(), side)).toEqual(shown(fill));
      expect(fill?.end).toBeUndefined();
      await run(700);
    }
  });

  it.each(['Buy', 'Sell'] as const)('HND-03 a spread over several levels: %s', async (side) => {
    const { client, instrument, context, run, fills } = await contractDesk('LinearFutures', 75);
    const near = client.markets.feed('BTCUSDT');
    const far = client.markets.feed(instrument.symbol);
    const nearContext = orderFormContext(client, near);
    await run(1_000);
    const [of, against] = [far.book.get(), near.book.get()];
    const levels = spreadLevels(side === 'Buy' ? { far: of.asks, near: against.bids } : { far: of.bids, near: against.asks }, 40);
    const quantity = lots(levels.slice(0, 5).reduce((sum, level) => sum + level.lots, 0));
    const limit = levels[6]?.distance ?? 0;
    const preview = spreadRules.preview({
      draft: { side, orderType: 'Limit', price: '', quantity: '' },
      plan: { kind: 'FutureSpread', far: instrument.id, limit },
      quantity,
      far: context.get(),
      near: nearContext.get(),
    });
    fills();
    const plan = { kind: 'FutureSpread', far: instrument.id, limit, immediate: true } as const;
    const terms = { instrument: near.instrument, side, positionIndex: 0, reduceOnly: false, quantity, plan } as const;
    expect((await client.strategies.create(terms)).ok).toBe(true);
    await settle();
    const own = fills();
    const sum = (id: InstrumentId): bigint =>
      own
        .filter((fill) => fill.instrument === id)
        .reduce((all, fill) => all + priceUnits(fill.price) * BigInt(lotCount(fill.quantity)), 0n);
    const filled = own.filter((fill) => fill.instrument === instrument.id).reduce((all, fill) => all + lotCount(fill.quantity), 0);
    expect(filled).toBe(lotCount(preview?.filled ?? lots(0)));
    expect(filled).toBe(lotCount(quantity));
    const distance = ((sum(instrument.id) - sum(near.instrument.id)) * SCALE) / (BigInt(filled) * priceUnits(instrument.tickSize));
    // The preview rounds to nearest, this division down.
    expect(Number((preview?.distance?.average ?? 0n) - distance)).toBeLessThanOrEqual(1);
    expect(new Set(own.map(({ price }) => price)).size).toBeGreaterThan(2);
  });
});
