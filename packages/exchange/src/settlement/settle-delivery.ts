import {
  ZERO_MONEY,
  addMoney,
  gainsWithValue,
  invariant,
  isInverse,
  moneyUnits,
  opposite,
  rate,
  subtractMoney,
  tickCount,
  ticksOfPrice,
  toTick,
  type CancelReason,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import { LIQUIDATION_DESK, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import { settleRemainder } from '../liquidation/take-over.ts';
import { sweep } from '../liquidation/liquidation-desk.ts';
import { endConditional } from '../exits/conditional-orders.ts';
import { endOrder } from '../fills/end-order.ts';
import { feeRateOf } from '../fills/report-fill.ts';
import { settleFill } from '../contracts/contract-settlement.ts';

const NO_FEE = rate(0n);

/** Cancels every user's order in an ending market. */
export function cancelForDelivery(state: ExchangeState, market: Market, reason: CancelReason): void {
  for (const account of state.accounts.values()) {
    for (const order of state.triggers.ofInstrument(account.id, market.instrument)) {
      endConditional(state, order, reason);
    }
    const slot = account.knownSlot(market.instrument.id);
    if (slot === undefined) continue;
    for (const order of account.ordersOf(slot)) endOrder(state, account, order, reason);
  }
}

/** Closes a position at the delivery price. The insurance fund covers the loss of an isolated position beyond its own margin. */
function closePosition(state: ExchangeState, market: Market, position: Position, at: Price): void {
  const { instrument } = market;
  const { settleCoin } = instrument;
  const account = state.account(position.slot.account);
  const cash = account.cash(settleCoin);
  const before = cash.balance;
  const isolated = position.slot.marginMode === 'isolated';
  settleFill(state, {
    kind: isInverse(instrument) ? 'Settle' : 'Delivery',
    market,
    tick: tickCount(ticksOfPrice(at, instrument.tickSize, 'nearest')),
    count: position.size,
    account,
    position,
    side: opposite(position.side),
    maker: false,
    feeRate: feeRateOf(account, instrument.deliveryFee ?? NO_FEE),
    order: undefined,
  });
  const left = subtractMoney(cash.balance, before);
  if (!isolated || left >= ZERO_MONEY) return;
  settleRemainder(state, account, { coin: settleCoin, left: moneyUnits(left), instrument: instrument.id });
}

/** The insurance fund covers a shortfall that no position backs any more. */
export function coverShortfall(state: ExchangeState, market: Market, account: Account): void {
  const { settleCoin, id } = market.instrument;
  const cash = account.cash(settleCoin);
  if (account.house || cash.balance >= ZERO_MONEY || account.policy.unified || account.active.length > 0) return;
  settleRemainder(state, account, { coin: settleCoin, left: moneyUnits(cash.balance), instrument: id });
}

/** Realised P&L that the holders of a contract have not been paid by entry value: the clearing purse owes it to them. */
function openEntries(market: Market): Money {
  let sum = ZERO_MONEY;
  for (const slot of market.holders) {
    for (const { side, entryValue } of slot.positions) {
      sum = gainsWithValue(market.instrument, side) ? addMoney(sum, entryValue) : subtractMoney(sum, entryValue);
    }
  }
  return sum;
}

/** Inverse values are rounded position by position: the insurance fund receives the difference between the sides, or the fees cover it. */
function clearRounding(state: ExchangeState, market: Market, expected: Money): void {
  const { clearing, insurance, fees } = state.ledger(market.instrument.settleCoin);
  const left = subtractMoney(clearing.balance, expected);
  LedgerAccount.transfer(clearing, addMoney(insurance.balance, left) < ZERO_MONEY ? fees : insurance, left);
}

/**
 * Ends a dated contract: cancels its orders, closes every position at the delivery price, on a tick, and removes the
 * instrument from the list (docs/concepts/delivery.md).
 */
export function deliver(state: ExchangeState, market: Market, mean: Price): void {
  state.setStatus(market, 'Delivering');
  cancelForDelivery(state, market, isInverse(market.instrument) ? 'CancelBySettle' : 'CancelByDelivery');
  const { clearing } = state.ledger(market.instrument.settleCoin);
  const expected = addMoney(clearing.balance, openEntries(market));
  for (const slot of [...market.holders].sort((a, b) => a.account - b.account)) {
    for (const position of slot.positions) if (position.size > 0) closePosition(state, market, position, mean);
    coverShortfall(state, market, state.account(slot.account));
  }
  invariant(market.openLong === 0 && market.openShort === 0, 'a delivery leaves no position');
  clearRounding(state, market, expected);
  sweep(state, state.account(LIQUIDATION_DESK), market.instrument.settleCoin);
  state.tell({ type: 'DeliverySettled', instrument: market.instrument.id, price: toTick(mean, market.instrument.tickSize, 'nearest') });
  state.setStatus(market, 'Closed');
}
