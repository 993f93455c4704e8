import { assertNever, lotCount, lots, tickCount, ticks, type StrategyPlan } from '@tapedeck/domain';
import { ORDER_TYPES, STRATEGY_KINDS, placeOf } from './choices.ts';
import { readChoice, writeChoice, type FieldReader, type FieldWriter } from './order-options.ts';

export function writePlan(writer: FieldWriter, plan: StrategyPlan): void {
  writeChoice(writer, STRATEGY_KINDS, plan.kind);
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
      numbers(placeOf(ORDER_TYPES, plan.orderType), tickCount(plan.price));
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

export function readPlan(reader: FieldReader): StrategyPlan {
  const kind = readChoice(reader, STRATEGY_KINDS);
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
      return { kind, orderType: readChoice(reader, ORDER_TYPES), price: tick(), secret: reader.text() };
    case 'FutureSpread':
      return readSpread(reader.number(), reader.number());
    default:
      return assertNever(kind);
  }
}
