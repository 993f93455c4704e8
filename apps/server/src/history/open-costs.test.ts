import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lots, money, moneyUnits, type OrderFilled } from '@tapedeck/domain';
import { fill, order } from '../testing/history-samples.ts';
import { chargeCosts, NO_CHARGE, type Charge, type OpenCosts } from './open-costs.ts';

/** A fill of one position: its lots, how many of them closed, and its fee. */
const traded = (quantity: number, closed: number, fee: number, changes: Partial<OrderFilled> = {}): OrderFilled => ({
  ...fill(order(1)),
  quantity: lots(quantity),
  closedQuantity: lots(closed),
  fee: money(BigInt(fee)),
  ...changes,
});
const funded = (size: number, fee: number): OrderFilled => traded(size, 0, fee, { kind: 'Funding' });
const settled = (size: number, earned: number): OrderFilled =>
  traded(size, 0, 0, { kind: 'SessionSettlement', closedPnl: money(BigInt(earned)) });

const NAME = `${order(1).account} ${order(1).instrument} 0`;
const held = (size: number, known: boolean): Map<string, OpenCosts> =>
  new Map([[NAME, { account: 100, instrument: 1, positionIndex: 0, size, known, fees: 0n, funding: 0n, settled: 0n }]]);

const charge = (openFees: number, closeFees: number, known: number, funding = 0, paid = 0): Charge => ({
  ...{ openFees: BigInt(openFees), closeFees: BigInt(closeFees), funding: BigInt(funding), settled: BigInt(paid), known },
});

/** The charges of the closes, in order. */
const chargesOf = (executions: readonly OrderFilled[], positions = new Map<string, OpenCosts>()): readonly Charge[] =>
  chargeCosts(executions, positions).filter((_, at) => Number(executions[at]?.closedQuantity) > 0);

describe('costs of closes', () => {
  test.each<[name: string, executions: readonly OrderFilled[], charges: readonly Charge[]]>([
    ['one close bears both fees', [traded(10, 0, 55), traded(10, 10, 56)], [charge(55, 56, 10)]],
    [
      'parts bear their shares by lots, and the last one what is left',
      [traded(10, 0, 55), traded(3, 3, 20), traded(7, 7, 40)],
      [charge(16, 20, 3), charge(39, 40, 7)],
    ],
    ['fees of several openings are one sum', [traded(4, 0, 10), traded(6, 0, 30), traded(5, 5, 7)], [charge(20, 7, 5)]],
    ['a rebate is a negative fee', [traded(10, 0, -5), traded(4, 4, -2)], [charge(-2, -2, 4)]],
    [
      'funding paid and received belongs to the parts that were still open',
      [traded(10, 0, 0), funded(10, 100), traded(5, 5, 0), funded(5, -30), traded(5, 5, 0)],
      [charge(0, 0, 5, 50), charge(0, 0, 5, 20)],
    ],
    [
      'what a session settled belongs to them, too',
      [traded(10, 0, 0), settled(10, 80), settled(10, -30), traded(4, 4, 0)],
      [charge(0, 0, 4, 0, 20)],
    ],
    [
      'a reversal divides its fee between the side it closes and the side it opens',
      [traded(10, 0, 50), traded(15, 10, 90), traded(5, 5, 7)],
      [charge(50, 60, 10), charge(30, 7, 5)],
    ],
    [
      'liquidations, deleveraging and deliveries close like trades',
      [traded(9, 0, 9), ...(['BustTrade', 'AdlTrade', 'Delivery'] as const).map((kind) => traded(3, 3, 1, { kind }))],
      [charge(3, 1, 3), charge(3, 1, 3), charge(3, 1, 3)],
    ],
  ])('POS-05 %s', (_, executions, charges) => {
    expect(chargesOf(executions)).toEqual(charges);
  });

  test('POS-05 the two sides of hedge mode, contracts and accounts have costs of their own', () => {
    const others: readonly Partial<OrderFilled>[] = [{}, { positionIndex: 2 }, { instrument: 7 }, { account: 5 }];
    const opened = others.map((change, at) => traded(10, 0, at + 1, change));
    const closes = others.map((change) => traded(10, 10, 0, change));
    expect(chargesOf([...opened, ...closes]).map(({ openFees }) => openFees)).toEqual([1n, 2n, 3n, 4n]);
  });

  test('POS-05 a position that was open before has unknown costs until it is flat', () => {
    const positions = held(10, false);
    const before = [traded(5, 0, 5), funded(15, 7), traded(5, 5, 1), traded(10, 10, 1)];
    expect(chargesOf(before, positions)).toEqual([NO_CHARGE, NO_CHARGE]);
    expect(chargesOf([traded(2, 0, 5), traded(2, 2, 1)], positions)).toEqual([charge(5, 1, 2)]);
  });

  test('POS-05 a reversal of a position of unknown costs begins one of known costs', () => {
    expect(chargesOf([traded(15, 10, 30), traded(5, 5, 1)], held(10, false))).toEqual([NO_CHARGE, charge(10, 1, 5)]);
  });

  test('POS-05 a position larger than its fills shows by what it closes and by what it is charged for', () => {
    expect(chargesOf([traded(4, 0, 5), traded(6, 6, 1), traded(1, 1, 1)])).toEqual([NO_CHARGE, NO_CHARGE]);
    expect(chargesOf([traded(4, 0, 5), funded(9, 3), traded(4, 4, 1)])).toEqual([NO_CHARGE]);
  });

  test('POS-05 shares add up: once a position is flat, its closes bear all of its fees, funding and settlements', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const step = fc.record({ action: fc.constantFrom('trade', 'fund', 'settle'), lots: fc.integer({ min: -40, max: 40 }), amount });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (steps, cut) => {
        let signed = 0;
        const executions: OrderFilled[] = [];
        const trade = (change: number, fee: number): void => {
          const closed = signed * change < 0 ? Math.min(Math.abs(signed), Math.abs(change)) : 0;
          executions.push(traded(Math.abs(change), closed, fee));
          signed += change;
        };
        for (const { action, lots: change, amount: fee } of steps) {
          if (action === 'trade' && change !== 0) trade(change, fee);
          if (action === 'fund' && signed !== 0) executions.push(funded(Math.abs(signed), fee));
          if (action === 'settle' && signed !== 0) executions.push(settled(Math.abs(signed), fee));
        }
        if (signed !== 0) trade(-signed, 77);
        const positions = new Map<string, OpenCosts>();
        // In two batches, as the history receives them.
        const charges = [...chargeCosts(executions.slice(0, cut), positions), ...chargeCosts(executions.slice(cut), positions)];
        const total = (of: (charge: Charge) => bigint): bigint => charges.reduce((sum, one) => sum + of(one), 0n);
        const paid = (kinds: readonly string[], of: (event: OrderFilled) => bigint): bigint =>
          executions.filter(({ kind }) => kinds.includes(kind)).reduce((sum, event) => sum + of(event), 0n);
        expect(total(({ openFees, closeFees }) => openFees + closeFees)).toBe(paid(['Trade'], ({ fee }) => moneyUnits(fee)));
        expect(total(({ funding }) => funding)).toBe(paid(['Funding'], ({ fee }) => moneyUnits(fee)));
        expect(total((one) => one.settled)).toBe(paid(['SessionSettlement'], ({ closedPnl }) => moneyUnits(closedPnl)));
        executions.forEach(({ closedQuantity }, at) => expect(charges[at]?.known).toBe(Number(closedQuantity)));
      }),
    );
  });
});
