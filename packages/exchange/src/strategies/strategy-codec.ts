import {
  assertNever,
  lotCount,
  lots,
  money,
  moneyUnits,
  tickCount,
  ticks,
  timestamp,
  type Instrument,
  type OrderSource,
  type OrderType,
  type PositionIndex,
  type Side,
  type StrategyEnd,
  type StrategyKind,
  type StrategyPlan,
} from '@tapedeck/domain';
import { StateUnreadable, type StateReader, type StateWriter } from '../state/state-codec.ts';
import { Strategy } from './strategy.ts';
import type { Strategies } from './strategies.ts';

/** What both the journal's and the snapshot's bytes can hold. */
export interface PlanWriter {
  number(value: number): void;
  text(value: string): void;
}
export interface PlanReader {
  number(): number;
  text(): string;
}

/** The positions in these lists are the journal's: never reused, never changed. */
const KINDS: readonly StrategyKind[] = ['Iceberg', 'TWAP', 'Chase', 'Scaled', 'Grid', 'Webhook', 'FutureSpread'];
const ORDER_TYPES: readonly OrderType[] = ['Limit', 'Market'];

function choose<T>(choices: readonly T[], index: number): T {
  const chosen = choices[index];
  if (chosen === undefined) throw new StateUnreadable('the bytes hold an unknown choice');
  return chosen;
}

export function writePlan(writer: PlanWriter, plan: StrategyPlan): void {
  writer.number(KINDS.indexOf(plan.kind));
  const numbers = (...values: number[]): void => {
    for (const value of values) writer.number(value);
  };
  switch (plan.kind) {
    case 'Iceberg':
      return numbers(tickCount(plan.price), lotCount(plan.shown), plan.postOnly ? 1 : 0);
    case 'TWAP':
      return numbers(plan.interval, plan.parts, tickCount(plan.limit));
    case 'Chase':
      return numbers(tickCount(plan.maxDistance));
    case 'Scaled':
      return numbers(tickCount(plan.from), tickCount(plan.to), plan.orders, plan.skew);
    case 'Grid':
      return numbers(tickCount(plan.lower), tickCount(plan.upper), plan.cells, tickCount(plan.takeProfit), tickCount(plan.stopLoss));
    case 'Webhook':
      numbers(ORDER_TYPES.indexOf(plan.orderType), tickCount(plan.price));
      writer.text(plan.secret);
      return;
    case 'FutureSpread':
      // Ids are not negative: one below 0 says that the plan is an immediate one.
      return numbers(plan.immediate === true ? -1 - plan.far : plan.far, plan.limit);
    default:
      assertNever(plan);
  }
}

function readSpread(far: number, limit: number): StrategyPlan {
  const kind = 'FutureSpread';
  return far < 0 ? { kind, far: -1 - far, limit, immediate: true } : { kind, far, limit };
}

export function readPlan(reader: PlanReader): StrategyPlan {
  const kind = choose(KINDS, reader.number());
  const tick = (): ReturnType<typeof ticks> => ticks(reader.number());
  switch (kind) {
    case 'Iceberg':
      return { kind, price: tick(), shown: lots(reader.number()), postOnly: reader.number() === 1 };
    case 'TWAP':
      return { kind, interval: reader.number(), parts: reader.number(), limit: tick() };
    case 'Chase':
      return { kind, maxDistance: tick() };
    case 'Scaled':
      return { kind, from: tick(), to: tick(), orders: reader.number(), skew: reader.number() };
    case 'Grid':
      return { kind, lower: tick(), upper: tick(), cells: reader.number(), takeProfit: tick(), stopLoss: tick() };
    case 'Webhook':
      return { kind, orderType: choose(ORDER_TYPES, reader.number()), price: tick(), secret: reader.text() };
    case 'FutureSpread':
      return readSpread(reader.number(), reader.number());
    default:
      return assertNever(kind);
  }
}

function writeStrategy(writer: StateWriter, strategy: Strategy): void {
  const { terms } = strategy;
  writer.number(terms.strategyId);
  writer.number(terms.account);
  writer.number(terms.instrument.id);
  writer.text(terms.side);
  writer.number(terms.positionIndex);
  writer.boolean(terms.reduceOnly);
  writer.number(lotCount(terms.quantity));
  writePlan(writer, terms.plan);
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

function readStrategy(reader: StateReader, instruments: readonly Instrument[]): Strategy {
  const strategy = new Strategy({
    strategyId: reader.number(),
    account: reader.number(),
    instrument: choose(instruments, reader.number()),
    side: reader.text() as Side,
    positionIndex: reader.number() as PositionIndex,
    reduceOnly: reader.boolean(),
    quantity: lots(reader.number()),
    plan: readPlan(reader),
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

/** Running strategies by rising id, then the ended ones that are kept. */
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
