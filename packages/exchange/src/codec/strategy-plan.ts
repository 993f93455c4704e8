import type { StrategyKind, StrategyPlan } from '@tapedeck/domain';
import { ORDER_TYPES, STRATEGY_KINDS } from './choices.ts';
import { LOTS, NUMBER, TEXT, TICKS, YES_OR_NO, kinds, placeIn, struct, type StructCodec } from './fields.ts';

type Terms<Kind extends StrategyKind> = Omit<Extract<StrategyPlan, { kind: Kind }>, 'kind'>;

/** Ids are not negative: a negative id marks an immediate plan. */
const SPREAD: StructCodec<Terms<'FutureSpread'>> = {
  write: (writer, { far, limit, immediate }) => {
    writer.number(immediate === true ? -1 - far : far);
    writer.number(limit);
  },
  read: (reader, known) => {
    const [far, limit] = [reader.number(), reader.number()];
    return far < 0 ? { ...known, far: -1 - far, limit, immediate: true } : { ...known, far, limit };
  },
};

export const PLAN = kinds<StrategyPlan>(STRATEGY_KINDS, {
  Iceberg: struct<Terms<'Iceberg'>>({ price: TICKS, shown: LOTS, postOnly: YES_OR_NO }),
  TWAP: struct<Terms<'TWAP'>>({ interval: NUMBER, parts: NUMBER, limit: TICKS }),
  Chase: struct<Terms<'Chase'>>({ maxDistance: TICKS }),
  Scaled: struct<Terms<'Scaled'>>({ from: TICKS, to: TICKS, orders: NUMBER, skew: NUMBER }),
  Grid: struct<Terms<'Grid'>>({ lower: TICKS, upper: TICKS, cells: NUMBER, takeProfit: TICKS, stopLoss: TICKS }),
  Webhook: struct<Terms<'Webhook'>>({ orderType: placeIn(ORDER_TYPES), price: TICKS, secret: TEXT }),
  FutureSpread: SPREAD,
});
