import { lots, ticks, valueAtTick, type Arrival, type Money } from '@tapedeck/domain';
import { reducible } from '../risk/check-order.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { trimReduceOnly } from './order-flow.ts';
import { attachExits } from './position-exits.ts';
import { feeRateOf, settleFill } from './settle-fill.ts';
import type { Settlement } from './settlement.ts';

/** Of what is left of an order at its price; mostly that is what was checked to rest. */
function restingValue(order: OpenOrder, arrival: Arrival): Money {
  if (arrival.restLots === order.left) return arrival.restValue;
  return valueAtTick(order.instrument, lots(order.left), ticks(order.price));
}

/** Contracts and options: fills change positions, and resting orders hold margin. */
export const CONTRACTS: Settlement = {
  // A reduce-only order never takes more than its position.
  wants({ order, account, market, positionIndex, side }, left) {
    if (order?.reduceOnly !== true) return left;
    return Math.min(left, reducible(account.slot(market.instrument).position(positionIndex), side));
  },

  hold(account, order, arrival) {
    const slot = account.slot(order.instrument);
    account.addOrder(slot, order);
    if (!order.reduceOnly) slot.count(order.positionIndex, order.side, order.left, restingValue(order, arrival));
  },

  drop(account, order) {
    account.dropOrder(account.slot(order.instrument), order);
  },

  settle(state, { account, market, side, positionIndex, order, maker, tick, count }) {
    const slot = account.slot(market.instrument);
    return settleFill(state, {
      // A trader's position without an order of theirs: liquidation sells it.
      kind: maker || order !== undefined || account.house ? 'Trade' : 'BustTrade',
      market,
      tick,
      count,
      account,
      position: slot.position(positionIndex),
      side,
      maker,
      feeRate: feeRateOf(account, maker ? slot.instrument.makerFee : slot.instrument.takerFee),
      order,
    });
  },

  attach(state, { account, market, order }, opened) {
    if (order !== undefined) attachExits(state, account.slot(market.instrument).position(order.positionIndex), order, opened);
  },

  follow(state, account, market) {
    trimReduceOnly(state, account, account.slot(market.instrument));
  },
};
