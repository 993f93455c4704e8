import { describe, expect, it } from 'vitest';
import {
  leverage,
  lots,
  positionExits,
  price,
  ticks,
  timestamp,
  ZERO_MONEY,
  type ExitKind,
  type OrderRecord,
  type StopOrderType,
} from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import { editingTpsl, freeLots, fullEntry, openingMode, partialEntries, sortedEntries, tpslModeOfExits } from './tpsl-entries.ts';
import { USUAL_HABITS, type TpslContext, type TpslDraft } from './tpsl-form.ts';
import { reduceTpsl } from './tpsl-reducer.ts';
import { tpslTerms } from './tpsl-terms.ts';

const LONG: TpslContext = {
  target: 'position',
  instrument: BTC,
  side: 'Buy',
  entry: price(5_000_000_000_000n),
  reference: price(5_000_000_000_000n),
  quantity: lots(2_000),
  leverage: leverage(1_000n),
  account: { kind: 'UTA', isDemo: false },
};

const typed = (draft: TpslDraft, leg: ExitKind, text: string): TpslDraft => reduceTpsl(draft, { type: 'typed', leg, text }, LONG);

describe('entries', () => {
  const order = (
    orderId: number,
    kind: StopOrderType,
    more: { parent?: number; trigger?: number } & Partial<OrderRecord> = {},
  ): OrderRecord => {
    const { parent = orderId, trigger = 510_000, ...rest } = more;
    const stop = { kind, parent, closeOnTrigger: true, wholePosition: !kind.startsWith('Partial') };
    return {
      ...{ orderId, clientOrderId: '', account: 100, instrument: BTC.id, side: 'Sell', orderType: 'Market', price: ticks(0) },
      ...{ quantity: lots(500), filled: lots(0), filledValue: ZERO_MONEY, fee: ZERO_MONEY, timeInForce: 'GoodTillCancel' },
      ...{ reduceOnly: true, positionIndex: 0, status: 'Untriggered', source: 'form' },
      ...{ createdAt: timestamp(orderId), updatedAt: timestamp(orderId) },
      stop: { ...stop, trigger: { price: ticks(trigger), direction: 'Rising', source: 'LastPrice' } },
      ...rest,
    };
  };
  const exits = (...orders: readonly OrderRecord[]) => positionExits(orders, BTC.id, 0);
  const pair = [
    order(3, 'PartialTakeProfit', { parent: 3, trigger: 520_000 }),
    order(4, 'PartialStopLoss', { parent: 3, trigger: 480_000 }),
  ];

  it('POS-03 full with a TakeProfit or StopLoss order, partial with partial ones, which are grouped by parent', () => {
    expect(tpslModeOfExits(exits())).toBeUndefined();
    const whole = exits(order(1, 'TakeProfit'), order(2, 'StopLoss'), ...pair);
    expect(tpslModeOfExits(whole)).toBe('Full');
    expect(fullEntry(whole)).toMatchObject({ takeProfit: { orderId: 1 }, stopLoss: { orderId: 2 } });
    const parts = exits(...pair, order(5, 'PartialTakeProfit'));
    expect(tpslModeOfExits(parts)).toBe('Partial');
    expect(partialEntries(parts).map((entry) => [entry.key, entry.takeProfit?.orderId, entry.stopLoss?.orderId])).toEqual([
      [3, 3, 4],
      [5, 5, undefined],
    ]);
  });

  it('TPS-04 partial entries without a full one open in partial mode', () => {
    expect(openingMode(exits(...pair))).toBe('Partial');
    expect(openingMode(exits(...pair, order(1, 'StopLoss')))).toBe('Full');
    expect(openingMode(exits())).toBe('Full');
  });

  it('TPS-02 entries are sorted by time, take-profit price or stop-loss price', () => {
    const entries = partialEntries(exits(...pair, order(5, 'PartialTakeProfit'), order(6, 'PartialStopLoss', { trigger: 470_000 })));
    const keys = (by: 'time' | 'takeProfit' | 'stopLoss') => sortedEntries(entries, by).map((entry) => entry.key);
    expect(keys('time')).toEqual([6, 5, 3]);
    expect(keys('takeProfit')).toEqual([5, 3, 6]);
    expect(keys('stopLoss')).toEqual([6, 3, 5]);
  });

  it('TPS-13 each kind of exit has the position less what other entries of the kind close', () => {
    const parts = exits(...pair, order(5, 'PartialTakeProfit', { quantity: lots(700) }));
    expect(freeLots(parts, lots(2_000))).toEqual({ takeProfit: 800, stopLoss: 1_500 });
    expect(freeLots(parts, lots(2_000), partialEntries(parts)[0])).toEqual({ takeProfit: 1_300, stopLoss: 2_000 });
    expect(freeLots(parts, lots(100))).toEqual({ takeProfit: 0, stopLoss: 0 });
  });

  it('TPS-04 an edited entry modifies the orders it has and sets the one it lacks', () => {
    const [entry] = partialEntries(exits(order(5, 'PartialTakeProfit', { orderType: 'Limit', price: ticks(511_000) })));
    const draft = editingTpsl('Partial', entry!, LONG, USUAL_HABITS);
    expect(draft).toMatchObject({ quantity: '0.5', takeProfit: { text: '51000.0', orderType: 'Limit', limitPrice: '51100.0' } });
    const terms = tpslTerms(typed(draft, 'stopLoss', '49000'), LONG);
    expect(terms).toEqual({
      mode: 'Partial',
      editing: { takeProfitId: 5 },
      takeProfit: {
        trigger: 510_000,
        triggerBy: 'LastPrice',
        orderType: 'Limit',
        limitPrice: 511_000,
        quantity: 500,
        inputType: 'PRICE',
        orderId: 5,
      },
      stopLoss: {
        trigger: 490_000,
        triggerBy: 'LastPrice',
        orderType: 'Market',
        limitPrice: undefined,
        quantity: 500,
        inputType: 'PRICE',
        orderId: undefined,
      },
    });
    expect(tpslTerms(typed(draft, 'takeProfit', ''), LONG).takeProfit).toBe('remove');
  });
});
