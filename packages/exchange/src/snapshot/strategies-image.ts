import {
  lotCount,
  lots,
  money,
  moneyUnits,
  timestamp,
  type Instrument,
  type OrderSource,
  type PositionIndex,
  type Side,
  type StrategyEnd,
} from '@tapedeck/domain';
import { StateUnreadable, type StateReader, type StateWriter } from '../codec/state-bytes.ts';
import { PLAN } from '../codec/strategy-plan.ts';
import type { Strategies } from '../state/strategies.ts';
import { Strategy } from '../state/strategy.ts';

function writeStrategy(writer: StateWriter, strategy: Strategy): void {
  const { terms } = strategy;
  writer.number(terms.strategyId);
  writer.number(terms.account);
  writer.number(terms.instrument.id);
  writer.text(terms.side);
  writer.number(terms.positionIndex);
  writer.boolean(terms.reduceOnly);
  writer.number(lotCount(terms.quantity));
  PLAN.write(writer, terms.plan);
  writer.text(terms.source);
  writer.number(Number(terms.createdAt));
  writer.number(strategy.filled);
  writer.bigint(moneyUnits(strategy.filledValue));
  writer.bigint(strategy.inverseSum);
  for (const value of [strategy.net, strategy.placed, strategy.nextAt, strategy.began, strategy.refusals]) writer.number(value);
  for (const leg of strategy.legs) writer.number(leg);
  writer.text(strategy.ended ?? '');
  writer.number(Number(strategy.updatedAt));
  writer.number(strategy.parts.size);
  for (const orderId of strategy.parts) writer.number(orderId);
}

function instrumentOf(instruments: readonly Instrument[], id: number): Instrument {
  const instrument = instruments[id];
  if (instrument === undefined) throw new StateUnreadable('a strategy runs in an instrument that does not exist');
  return instrument;
}

function readStrategy(reader: StateReader, instruments: readonly Instrument[]): Strategy {
  const strategy = new Strategy({
    strategyId: reader.number(),
    account: reader.number(),
    instrument: instrumentOf(instruments, reader.number()),
    side: reader.text() as Side,
    positionIndex: reader.number() as PositionIndex,
    reduceOnly: reader.boolean(),
    quantity: lots(reader.number()),
    plan: PLAN.read(reader),
    source: reader.text() as OrderSource,
    createdAt: timestamp(reader.number()),
  });
  strategy.filled = reader.number();
  strategy.filledValue = money(reader.bigint());
  strategy.inverseSum = reader.bigint();
  strategy.net = reader.number();
  strategy.placed = reader.number();
  strategy.nextAt = reader.number();
  strategy.began = reader.number();
  strategy.refusals = reader.number();
  strategy.legs = [reader.number(), reader.number()];
  const ended = reader.text();
  if (ended !== '') strategy.ended = ended as StrategyEnd;
  strategy.updatedAt = timestamp(reader.number());
  for (let left = reader.number(); left > 0; left -= 1) strategy.parts.add(reader.number());
  return strategy;
}

/** Running strategies by ascending id, then the ended ones that are kept. */
export function writeStrategies(writer: StateWriter, strategies: Strategies): void {
  for (const list of [strategies.running, strategies.ended]) {
    writer.number(list.length);
    for (const strategy of list) writeStrategy(writer, strategy);
  }
}

export function readStrategies(reader: StateReader, strategies: Strategies, instruments: readonly Instrument[]): void {
  for (let left = reader.number(); left > 0; left -= 1) strategies.add(readStrategy(reader, instruments));
  for (let left = reader.number(); left > 0; left -= 1) {
    const strategy = readStrategy(reader, instruments);
    strategies.keep(strategy.terms.account, strategy);
  }
}
