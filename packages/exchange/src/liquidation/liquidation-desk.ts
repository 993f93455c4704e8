import {
  ZERO_MONEY,
  addMoney,
  bankruptcyPrice,
  isInverse,
  isOption,
  maxMoney,
  money,
  negateMoney,
  opposite,
  positionIndexOf,
  positionSideOf,
  rate,
  subtractMoney,
  tickCount,
  ticksOfPrice,
  type Coin,
  type Money,
  type Side,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import { LIQUIDATION_DESK, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { byRank } from './deleverage-ranks.ts';
import { endOrder } from '../fills/end-order.ts';
import { feeRateOf } from '../fills/report-fill.ts';
import { settleFill, trimReduceOnly } from '../contracts/contract-settlement.ts';
import { takeFromBook } from '../orders/take.ts';

const NO_FEE = rate(0n);

/** The desk's cash belongs to the insurance fund, which receives its gains and covers its losses. */
export function sweep(state: ExchangeState, desk: Account, coin: Coin): void {
  const cash = desk.cash(coin);
  if (cash.balance === ZERO_MONEY) return;
  const { insurance, fees } = state.ledger(coin);
  LedgerAccount.transfer(cash, insurance, maxMoney(cash.balance, negateMoney(insurance.balance)));
  // Only an option or a delivery can cost the desk more than the fund holds: the house's fees cover the rest.
  if (cash.balance !== ZERO_MONEY) LedgerAccount.transfer(cash, fees, cash.balance);
}

/** Maximum rounding cost while a position is traded out: one unit per fill of an inverse contract. */
const roundingOf = (position: Position, market: Market): Money => money(isInverse(market.instrument) ? BigInt(position.size) : 0n);

/** Worst tick at which the fund could still cover closing the entire position. */
function affordableTick(state: ExchangeState, position: Position, market: Market): number {
  const { instrument } = market;
  const fund = addMoney(
    state.ledger(instrument.settleCoin).insurance.balance,
    state.account(LIQUIDATION_DESK).cash(instrument.settleCoin).balance,
  );
  const spendable = maxMoney(ZERO_MONEY, subtractMoney(fund, roundingOf(position, market)));
  const worst = bankruptcyPrice({ instrument, ...position.holding(), cushion: spendable });
  return tickCount(ticksOfPrice(worst, instrument.tickSize, 'nearest'));
}

/**
 * Deleverages what the fund cannot cover: closes it against the opposite side at the desk's take-over price, highest
 * rank first. Every long has a short against it, so nothing remains. The open orders of a deleveraged account in the
 * contract are cancelled first (docs/concepts/loss-coverage.md).
 */
function deleverage(state: ExchangeState, position: Position, market: Market): void {
  const { instrument } = market;
  const side = position.side;
  const counterparties: Position[] = [];
  for (const slot of market.holders) {
    if (slot.account === LIQUIDATION_DESK) continue;
    for (const other of slot.positions) if (other.size > 0 && other.side !== side) counterparties.push(other);
  }
  const desk = state.account(LIQUIDATION_DESK);
  for (const other of byRank(counterparties, market)) {
    if (position.size === 0) return;
    const count = Math.min(position.size, other.size);
    const at = bankruptcyPrice({ instrument, ...position.holding(), cushion: ZERO_MONEY });
    const tick = tickCount(ticksOfPrice(at, instrument.tickSize, 'nearest'));
    const owner = state.account(other.slot.account);
    for (const order of owner.ordersOf(other.slot)) endOrder(state, owner, order, 'CancelAllBeforeAdl');
    const trade = { kind: 'AdlTrade', market, tick, count, order: undefined, maker: true } as const;
    settleFill(state, { ...trade, account: owner, position: other, side, feeRate: feeRateOf(owner, other.slot.instrument.makerFee) });
    settleFill(state, { ...trade, account: desk, position, side: opposite(side), feeRate: NO_FEE });
    trimReduceOnly(state, owner, other.slot);
  }
}

/** The desk's positions of one side. */
export function deskPosition(slot: Slot, side: Side): Position {
  return slot.position(positionIndexOf('BothSide', positionSideOf(side)));
}

/**
 * The desk trades its positions out into the market within the price limit and within the fund's means. Quantity that a
 * thin book cannot fill waits for the next mark price; quantity that the fund cannot cover is deleveraged.
 */
export function workOffDesk(state: ExchangeState, market: Market): void {
  const desk = state.account(LIQUIDATION_DESK);
  const { instrument } = market;
  const slot = desk.slot(instrument);
  for (const held of ['Buy', 'Sell'] as const) workOff(state, market, desk, deskPosition(slot, held));
}

function workOff(state: ExchangeState, market: Market, desk: Account, position: Position): void {
  if (position.size === 0) return;
  const { instrument } = market;
  const side = opposite(position.side);
  const allowed = market.priceLimit(side);
  const affordable = isOption(instrument) ? allowed : affordableTick(state, position, market);
  const limit = side === 'Sell' ? Math.max(affordable, allowed) : Math.min(affordable, allowed);
  const taker = { account: desk, market, side, positionIndex: position.index, limit, order: undefined, liquidates: true };
  takeFromBook(state, taker, position.size);
  if (position.size > 0 && !isOption(instrument)) {
    const fund = addMoney(state.ledger(instrument.settleCoin).insurance.balance, desk.cash(instrument.settleCoin).balance);
    const atMark = position.marginAt(market.mark).unrealisedPnl;
    if (addMoney(fund, atMark) < ZERO_MONEY) deleverage(state, position, market);
  }
  sweep(state, desk, instrument.settleCoin);
}
