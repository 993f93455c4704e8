import {
  formatDecimal,
  lotCount,
  lots,
  milliseconds,
  priceUnits,
  spreadSides,
  type SpreadPair,
  type StrategyRecord,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { Catalogue } from '../../catalogue.ts';
import { spreadSymbol, spreadType } from './spread-pairs.ts';

export interface SpreadOrder {
  readonly record: StrategyRecord;
  readonly pair: SpreadPair;
  /** Price of far minus price of near, in ticks. */
  readonly limit: number;
  readonly immediate: boolean;
}

/** A strategy as a spread order; `undefined` for other strategies. */
export function spreadOrderOf(record: StrategyRecord, catalogue: Catalogue): SpreadOrder | undefined {
  const { plan, instrument } = record;
  if (plan.kind !== 'FutureSpread') return undefined;
  const pair = { near: catalogue.byId(instrument), far: catalogue.byId(plan.far) };
  return { record, pair, limit: plan.limit, immediate: plan.immediate === true };
}

function statusOf({ ended, filled, quantity }: StrategyRecord): string {
  if (ended !== undefined) return lotCount(filled) === lotCount(quantity) ? 'Filled' : 'Cancelled';
  return lotCount(filled) > 0 ? 'PartiallyFilled' : 'New';
}

function termsOf({ record, pair, limit, immediate }: SpreadOrder): object {
  const { far } = pair;
  const left = record.ended === undefined ? lotCount(record.quantity) - lotCount(record.filled) : 0;
  return {
    symbol: spreadSymbol(pair),
    orderType: 'Limit',
    orderLinkId: '',
    orderId: String(record.strategyId),
    side: record.side,
    orderStatus: statusOf(record),
    price: formatDecimal(BigInt(limit) * priceUnits(far.tickSize)),
    qty: lotsText(record.quantity, far),
    leavesQty: lotsText(lots(left), far),
    cumExecQty: lotsText(record.filled, far),
    timeInForce: immediate ? 'IOC' : 'GTC',
    baseCoin: far.baseCoin,
  };
}

/** In the form of `/v5/spread/order/realtime`. */
export const encodeOpenSpread = (order: SpreadOrder): object => ({
  ...termsOf(order),
  createdTime: String(milliseconds(order.record.createdAt)),
  updatedTime: String(milliseconds(order.record.updatedAt)),
});

/** In the form of `/v5/spread/order/history`: with its legs, the far one first. */
export function encodeEndedSpread(order: SpreadOrder): object {
  const { record, pair } = order;
  const sides = spreadSides(record.side);
  const [farId = 0, nearId = 0] = record.legs ?? [];
  const idOf = (id: number): string => (id === 0 ? '' : String(id));
  return {
    ...termsOf(order),
    contractType: spreadType(pair),
    orderQty: lotsText(record.quantity, pair.far),
    settleCoin: pair.far.settleCoin,
    createdAt: String(milliseconds(record.createdAt)),
    updatedAt: String(milliseconds(record.updatedAt)),
    leg1Symbol: pair.far.symbol,
    leg1Side: sides.far,
    leg1OrderId: idOf(farId),
    leg1ProdType: 'Futures',
    leg2Symbol: pair.near.symbol,
    leg2Side: sides.near,
    leg2OrderId: idOf(nearId),
    leg2ProdType: 'Futures',
  };
}
