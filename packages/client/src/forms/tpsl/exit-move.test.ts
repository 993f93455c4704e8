import { describe, expect, it } from 'vitest';
import { leverage, lots, positionExits, price, ticks, timestamp, ZERO_MONEY, type OrderRecord, type StopOrderType } from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import { movedExit, newExit } from './exit-move.ts';
import { USUAL_HABITS, type TpslContext } from './tpsl-form.ts';

const at = (dollars: number) => price(BigInt(dollars) * 100_000_000n);

/** A long of 2 BTC at 50,000. */
const LONG: TpslContext = {
  target: 'position',
  instrument: BTC,
  side: 'Buy',
  entry: at(50_000),
  reference: at(50_000),
  quantity: lots(2_000),
  leverage: leverage(1_000n),
  account: { kind: 'UTA', isDemo: false },
};

function exit(orderId: number, kind: StopOrderType, quantity: number, trigger: number): OrderRecord {
  const stop = { kind, parent: orderId, closeOnTrigger: true, wholePosition: !kind.startsWith('Partial') };
  return {
    ...{ orderId, clientOrderId: '', account: 100, instrument: BTC.id, side: 'Sell', orderType: 'Market', price: ticks(0) },
    ...{ quantity: lots(quantity), filled: lots(0), filledValue: ZERO_MONEY, fee: ZERO_MONEY, timeInForce: 'GoodTillCancel' },
    ...{ reduceOnly: true, positionIndex: 0, status: 'Untriggered', source: 'form' },
    ...{ createdAt: timestamp(orderId), updatedAt: timestamp(orderId) },
    stop: { ...stop, trigger: { price: ticks(trigger * 10), direction: 'Rising', source: 'LastPrice' } },
  };
}

const where = (...orders: readonly OrderRecord[]) => ({
  exits: positionExits(orders, BTC.id, 0),
  context: LONG,
  habits: USUAL_HABITS,
});

describe('an exit that is dragged on the chart', () => {
  it('TPS-13 CHT-14 keeps its own lots: a partial exit of the entire position may move', () => {
    const moved = movedExit(5, at(53_000), where(exit(5, 'PartialTakeProfit', 2_000, 52_000)));
    expect(moved).toMatchObject({ kind: 'takeProfit', before: '52000.0', context: { free: 2_000 } });
    expect(moved?.problem).toBeUndefined();
    expect(moved?.draft).toMatchObject({ quantity: '2', takeProfit: { trigger: '53000.0' } });
  });

  it('TPS-13 CHT-14 has the lots that other exits of its kind leave', () => {
    const others = [exit(6, 'PartialTakeProfit', 700, 54_000), exit(7, 'PartialStopLoss', 400, 49_000)];
    const moved = movedExit(5, at(53_000), where(exit(5, 'PartialTakeProfit', 1_300, 52_000), ...others));
    expect(moved).toMatchObject({ context: { free: 1_300 }, problem: undefined });
    // The position was reduced meanwhile: the entry closes more than is left for it.
    const smaller = movedExit(5, at(53_000), {
      ...where(exit(5, 'PartialTakeProfit', 1_300, 52_000), ...others),
      context: { ...LONG, quantity: lots(1_500) },
    });
    expect(smaller?.problem).toMatchObject({ code: 'tpSlQtyOver' });
  });

  it('CHT-14 of the entire position needs no lots, and one that has ended does not move', () => {
    const whole = where(exit(1, 'StopLoss', 0, 48_000), exit(5, 'PartialTakeProfit', 2_000, 52_000));
    expect(movedExit(1, at(47_000), whole)).toMatchObject({ kind: 'stopLoss', before: '48000.0', problem: undefined });
    expect(movedExit(9, at(47_000), whole)).toBeUndefined();
  });

  it('TPS-13 CHT-14 a new exit beside partial ones closes what they leave', () => {
    const exits = positionExits([exit(5, 'PartialTakeProfit', 1_500, 52_000)], BTC.id, 0);
    expect(newExit(at(53_000), exits, LONG, USUAL_HABITS)).toMatchObject({ kind: 'takeProfit', draft: { quantity: '0.5' } });
    expect(newExit(at(49_000), exits, LONG, USUAL_HABITS)).toMatchObject({ kind: 'stopLoss', draft: { quantity: '2' } });
    expect(newExit(at(50_000), exits, LONG, USUAL_HABITS)).toBeUndefined();
  });
});
