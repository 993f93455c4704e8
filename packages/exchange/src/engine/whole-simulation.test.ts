import { describe, expect, it } from 'vitest';
import { WholeWorld } from '../testing/whole-world.ts';

function run(seed: number, commands: number): Map<string, number> {
  const world = new WholeWorld(seed);
  const seen = new Map<string, number>();
  const see = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
  for (let i = 0; i < commands; i += 1) {
    const { command, outcome, events } = world.step();
    see(outcome.refusal === undefined ? command.type : `refused ${outcome.refusal.reason}`);
    for (const event of events) {
      see(event.type === 'OrderFilled' ? event.kind : event.type);
      if (event.type === 'OrderFilled' && event.order?.strategy !== undefined) see(`part of ${event.order.strategy.kind}`);
    }
    if (i % 300 === 0) {
      const { before, after } = world.reread();
      expect(after).toEqual(before);
    }
  }
  return seen;
}

const REACHED = [
  ...['Trade', 'PositionLiquidated', 'BustTrade', 'Funding', 'SessionSettlement', 'OrderTriggered', 'StrategyChanged', 'CopyingChanged'],
  'part of FutureSpread',
  ...['MoveFunds', 'TransferFunds', 'SetCollateral', 'SetFeeTier', 'CollateralChanged', 'CashChanged'],
];

describe('all products, accounts and kinds of orders together', () => {
  it('EXC-06 EXC-07 every rule holds after every command, and every kind is reached', () => {
    const all = new Map<string, number>();
    for (const seed of [5, 7]) {
      for (const [kind, count] of run(seed, 700)) all.set(kind, (all.get(kind) ?? 0) + count);
    }
    expect(REACHED.filter((kind) => !all.has(kind))).toEqual([]);
  });
});
