import { lotCount, ticks, type Instrument, type Lots, type OrderType, type PairLeg, type StrategyPlan, type Ticks } from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { typedLots, typedTicks } from '../order/order-command.ts';
import type { AlgoDraft, AlgoField, PairWhich } from './algo-form.ts';

const MINUTE = 60_000;
const NONE: Ticks = ticks(0);

/** A typed whole number. */
export function typedCount(text: string | undefined): number | undefined {
  return text === undefined || !/^\d{1,9}$/.test(text) ? undefined : Number(text);
}

interface Typed {
  price(field: AlgoField): Ticks | undefined;
  /** 0 for an empty field; `undefined` for an invalid price. */
  maybe(field: AlgoField): Ticks | undefined;
  lots(field: AlgoField): Lots | undefined;
  count(field: AlgoField): number | undefined;
}

/** Optional fields, and numeric texts in the exchange's units. */
export function typedIn({ texts }: Pick<AlgoDraft, 'texts'>, instrument: Instrument): Typed {
  const price = (field: AlgoField): Ticks | undefined => typedTicks(texts[field] ?? '', instrument);
  return {
    price,
    maybe: (field) => (numberIn(texts[field] ?? '') === undefined ? NONE : price(field)),
    lots: (field) => {
      const count = typedLots(texts[field] ?? '', instrument);
      return count === undefined || lotCount(count) === 0 ? undefined : count;
    },
    count: (field) => typedCount(texts[field]),
  };
}

/** Parts of a TWAP: one at once and one after each interval within its time. */
export const twapParts = (minutes: number, interval: number): number => Math.floor((minutes * MINUTE) / interval);

function gridPlan({ price, maybe, count }: Typed): StrategyPlan | undefined {
  const [lower, upper, cells, takeProfit, stopLoss] = [
    price('lower'),
    price('upper'),
    count('cells'),
    maybe('takeProfit'),
    maybe('stopLoss'),
  ];
  if (lower === undefined || upper === undefined || cells === undefined || takeProfit === undefined || stopLoss === undefined)
    return undefined;
  return { kind: 'Grid', lower, upper, cells, takeProfit, stopLoss };
}

function scaledPlan({ price, count }: Typed): StrategyPlan | undefined {
  const [from, to, orders, skew] = [price('from'), price('to'), count('orders'), count('skew')];
  if (from === undefined || to === undefined || orders === undefined || skew === undefined) return undefined;
  return { kind: 'Scaled', from, to, orders, skew };
}

function twapPlan({ maybe, count }: Typed, interval: number): StrategyPlan | undefined {
  const [minutes, limit] = [count('minutes'), maybe('limit')];
  if (minutes === undefined || limit === undefined) return undefined;
  return { kind: 'TWAP', interval, parts: twapParts(minutes, interval), limit };
}

/** The plan of the form; `undefined` while it is incomplete, and for kinds that are not strategies. */
export function draftPlan(draft: AlgoDraft, instrument: Instrument): StrategyPlan | undefined {
  const typed = typedIn(draft, instrument);
  switch (draft.kind) {
    case 'Iceberg': {
      const [price, shown] = [typed.price('price'), typed.lots('shown')];
      return price === undefined || shown === undefined ? undefined : { kind: 'Iceberg', price, shown, postOnly: draft.postOnly };
    }
    case 'TWAP':
      return twapPlan(typed, draft.interval);
    case 'Chase': {
      const maxDistance = typed.maybe('maxDistance');
      return maxDistance === undefined ? undefined : { kind: 'Chase', maxDistance };
    }
    case 'Scaled':
      return scaledPlan(typed);
    case 'Grid':
      return gridPlan(typed);
    case 'Webhook': {
      const price = draft.orderType === 'Limit' ? typed.price('price') : NONE;
      return price === undefined ? undefined : { kind: 'Webhook', orderType: draft.orderType, price, secret: '' };
    }
    default:
      return undefined;
  }
}

/** One order of a pair; `undefined` while it is incomplete. */
export function draftLeg(draft: AlgoDraft, which: PairWhich, side: PairLeg['side'], instrument: Instrument): PairLeg | undefined {
  const typed = typedIn(draft, instrument);
  const { orderType, source }: { orderType: OrderType; source: PairLeg['source'] } = draft[which];
  const trigger = typed.price(which === 'upper' ? 'upperTrigger' : 'lowerTrigger');
  const price = orderType === 'Limit' ? typed.price(which === 'upper' ? 'upperLimit' : 'lowerLimit') : NONE;
  return trigger === undefined || price === undefined ? undefined : { side, trigger, source, orderType, price };
}
