import {
  fillHolding,
  invariant,
  isOption,
  lots,
  negateMoney,
  subtractMoney,
  ticks,
  valueAtTick,
  type Arrival,
  type FilledHolding,
  type Money,
} from '@tapedeck/domain';
import { optionsRefusal } from '../exits/check-options.ts';
import { attachExits, trimExits } from '../exits/conditional-orders.ts';
import { endOrder } from '../fills/end-order.ts';
import { countFill, feeRateOf, reportFill, type ReportedFill } from '../fills/report-fill.ts';
import type { Settlement } from '../fills/settlement.ts';
import { moveCash } from '../funds/move-cash.ts';
import { closesOnly, marginRefusal, reducible, termsRefusal } from '../margin/check-order.ts';
import { openOrdersRefusal } from '../margin/order-counts.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { contractChangeRefusal, foreseeContract, marketOrderRefusal } from './arrive-contract.ts';

/** Value of the unfilled quantity of an order at its price. */
const valueOfRest = ({ instrument, left, price }: OpenOrder): Money => valueAtTick(instrument, lots(left), ticks(price));

/** The same when it starts to rest; usually the value that was checked before. */
function restingValue(order: OpenOrder, arrival: Arrival): Money {
  if (arrival.restLots === order.left) return arrival.restValue;
  return valueOfRest(order);
}

/** One side of a trade in a contract. */
export interface Fill extends ReportedFill {
  readonly position: Position;
}

/** Updates the position and open interest after a fill, and posts margin and P&L to the ledger. */
function applyFill(state: ExchangeState, fill: Fill, filled: FilledHolding, value: Money): void {
  const { position, market, account } = fill;
  const { instrument } = market;
  const ledger = state.ledger(instrument.settleCoin);
  const line = instrument.id;
  moveCash(state, account, { instrument: line, kind: 'marginOut', amount: filled.released, counter: position.purse });
  // The buyer of an option pays the premium immediately, and the seller receives it.
  if (isOption(instrument)) {
    const amount = fill.side === 'Buy' ? negateMoney(value) : value;
    moveCash(state, account, { instrument: line, kind: 'trade', amount, counter: ledger.clearing });
  }
  if (filled.closed > 0) {
    if (position.side === 'Buy') market.openLong -= filled.closed;
    else market.openShort -= filled.closed;
    position.realise({ tradePnl: filled.earned, fee: filled.closingFee });
    const kind = fill.kind === 'Delivery' || fill.kind === 'Settle' ? 'delivery' : 'trade';
    if (!isOption(instrument)) moveCash(state, account, { instrument: line, kind, amount: filled.earned, counter: ledger.clearing });
  }
  moveCash(state, account, { instrument: line, kind: 'fee', amount: negateMoney(filled.fee), counter: ledger.fees });
  const opened = fill.count - filled.closed;
  if (opened > 0) {
    if (fill.side === 'Buy') market.openLong += opened;
    else market.openShort += opened;
    if (position.size === filled.closed) position.begin(state.now);
    position.realise({ fee: subtractMoney(filled.fee, filled.closingFee) });
    moveCash(state, account, { instrument: line, kind: 'marginIn', amount: negateMoney(filled.reserved), counter: position.purse });
  }
  position.become(filled, fill.tick);
  invariant(position.purse.balance === filled.holding.margin, 'the purse of a position holds its margin');
}

/**
 * Settles one side of one trade with `fillHolding`: posts P&L, margin and fee to the ledger, updates the order and
 * reports to the owner. Returns the lots that opened or increased the position.
 */
export function settleFill(state: ExchangeState, fill: Fill): number {
  const { position, market, account, order, side, tick, count, feeRate } = fill;
  const { instrument } = position.slot;
  const leverage = position.slot.leverageOf(side);
  const filled = fillHolding(instrument, position.holding(), { side, tick, count, feeRate, leverage, index: market.index });
  const { fee, earned, closed } = filled;
  const value = valueAtTick(instrument, lots(count), ticks(tick));
  const entry = position.averagePrice;
  applyFill(state, fill, filled, value);
  position.updatedAt = state.now;
  position.touched();
  market.reviewHolder(position.slot);
  if (order !== undefined) {
    countFill(state, order, { tick, count, value, fee });
    // Subtracts the remaining value from the counted value, because inverse values do not add up exactly.
    if (order.handle >= 0 && !order.reduceOnly) {
      const before = valueAtTick(market.instrument, lots(order.left + count), ticks(order.price));
      position.slot.uncount(order.positionIndex, order.side, count, subtractMoney(before, valueOfRest(order)));
    }
  }
  account.review(position.slot);
  if (!account.house) state.overdue.add(account.id);
  state.life.filled(fill, value, { position, filled });
  reportFill(state, fill, { positionIndex: position.index, value, fee, earned, closed, entry });
  if (!account.house) state.tell({ type: 'PositionChanged', position: position.record() });
  return count - closed;
}

/**
 * Keeps reduce-only orders from increasing or reversing a position: each is cut to the remaining size, or cancelled at
 * zero; its TP/SL follow. Runs after every change of the position.
 */
export function trimReduceOnly(state: ExchangeState, account: Account, slot: Slot): void {
  if (state.triggers.has(account.id)) trimExits(state, slot);
  if (slot.reduceOnlyOrders === 0) return;
  for (const order of account.ordersOf(slot)) {
    if (!order.reduceOnly) continue;
    const most = reducible(slot.position(order.positionIndex), order.side);
    if (most >= order.left) continue;
    if (most === 0) {
      endOrder(state, account, order, 'CancelByReduceOnly');
      continue;
    }
    state.market(slot.instrument.id).book.reduce(order.handle, order.left - most);
    order.quantity = order.filled + most;
    order.updatedAt = state.now;
    state.tell({ type: 'OrderAccepted', order: order.record() });
  }
}

/** Contracts and options: fills change positions, and resting orders hold margin. */
export const CONTRACTS: Settlement = {
  termsRefusal(state, account, command) {
    const market = state.market(command.instrument);
    const slot = account.slot(market.instrument);
    return (
      termsRefusal(account, slot, market, command) ??
      (command.options === undefined ? undefined : optionsRefusal(state, account, slot, command))
    );
  },

  roomRefusal: (account, { instrument }) => openOrdersRefusal(account, account.slot(instrument)),

  foresee: foreseeContract,

  carryRefusal(state, account, { command, paid }, arrival) {
    return (
      marketOrderRefusal(state.market(command.instrument), command, arrival) ??
      (closesOnly(command) || paid === true ? undefined : marginRefusal(state, account, command, arrival))
    );
  },

  changeRefusal: contractChangeRefusal,

  // A reduce-only order never fills more than its position.
  wants({ order, account, market, positionIndex, side }, left) {
    if (order?.reduceOnly !== true) return left;
    return Math.min(left, reducible(account.slot(market.instrument).position(positionIndex), side));
  },

  hold(account, order, arrival) {
    const slot = account.slot(order.instrument);
    account.addOrder(slot, order);
    if (!order.reduceOnly) slot.count(order.positionIndex, order.side, order.left, restingValue(order, arrival));
  },

  free(account, order) {
    if (!order.reduceOnly) account.slot(order.instrument).uncount(order.positionIndex, order.side, order.left, valueOfRest(order));
  },

  keep(account, order) {
    if (!order.reduceOnly) account.slot(order.instrument).count(order.positionIndex, order.side, order.left, valueOfRest(order));
  },

  resize(account, order, quantity) {
    const { instrument, side, positionIndex, reduceOnly } = order;
    const cut = order.quantity - quantity;
    const before = valueOfRest(order);
    order.quantity = quantity;
    const freed = subtractMoney(before, valueOfRest(order));
    if (!reduceOnly) account.slot(instrument).uncount(positionIndex, side, cut, freed);
  },

  drop(account, order) {
    account.dropOrder(account.slot(order.instrument), order);
  },

  settle(state, { account, market, side, positionIndex, order, maker, tick, count }) {
    const slot = account.slot(market.instrument);
    return settleFill(state, {
      // A trader's position without an order: liquidation sells it.
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
    if (order === undefined) return;
    attachExits(state, market, account.slot(market.instrument).position(order.positionIndex), { order, opened });
  },

  follow(state, account, market) {
    trimReduceOnly(state, account, account.slot(market.instrument));
  },
};
