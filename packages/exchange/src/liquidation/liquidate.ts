import {
  ZERO_MONEY,
  bankruptcyPrice,
  crossCushion,
  dollarValue,
  isSpot,
  isOption,
  isolatedFreeMargin,
  isolatedLiquidatable,
  moneyUnits,
  type AccountId,
  type CancelReason,
  type Coin,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { coinPrice } from '../margin/coin-price.ts';
import { isLongOption, mustLiquidate, mustLiquidateAlone, settleMargin } from '../margin/settle-margin.ts';
import { LIQUIDATION_DESK, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { exitLock, isSpotExit } from '../state/spot-exits.ts';
import { endConditional } from '../exits/conditional-orders.ts';
import { replenishMargin } from '../settings/auto-margin.ts';
import { repayLiabilities, writeOff } from '../funds/convert-collateral.ts';
import { PORTFOLIO_PARTS, reducePortfolio, tryPortfolioOrders, type PortfolioSteps } from './liquidate-portfolio.ts';
import { workOffDesk } from './liquidation-desk.ts';
import { endOrder } from '../fills/end-order.ts';
import { reduceByStep, reduceInMarket, settleRemainder, takeOver, takeOverOption, tellLiquidated } from './take-over.ts';

/**
 * Maximum number of accounts that one mark price event liquidates (C15), which bounds the duration of a command. The
 * rest wait for the next clock step, in the same order.
 */
export const LIQUIDATIONS_PER_EVENT = 1_000;

const BEFORE_LIQUIDATION: CancelReason = 'CancelAllBeforeLiq';
function cancelOrders(state: ExchangeState, account: Account, slot: Slot): void {
  for (const order of account.ordersOf(slot)) endOrder(state, account, order, BEFORE_LIQUIDATION);
}

function isolatedBust(position: Position): Price {
  const { instrument } = position.slot;
  const free = isolatedFreeMargin(instrument, position.side, position.entryValue, position.purse.balance);
  return bankruptcyPrice({ instrument, ...position.holding(), cushion: free });
}

function liquidateIsolated(state: ExchangeState, account: Account, position: Position): void {
  const { slot } = position;
  const market = state.market(slot.instrument.id);
  const { settleCoin } = slot.instrument;
  cancelOrders(state, account, slot);
  while (position.size > 0 && isolatedLiquidatable(position.holding(), position.marginAt(market.mark))) {
    const bust = isolatedBust(position);
    if (reduceByStep(state, account, position, bust)) continue;
    const before = account.cash(settleCoin).balance;
    takeOver(state, account, position, bust);
    const left = moneyUnits(account.cash(settleCoin).balance) - moneyUnits(before);
    // Rounding the bankruptcy price to a tick leaves a remainder, positive or negative: it belongs to the fund.
    settleRemainder(state, account, { coin: settleCoin, left, instrument: slot.instrument.id });
  }
}

/** The cross positions margined by a coin, in a unified account all of them; by instrument and index. */
function crossPositions(account: Account, coin: Coin): Position[] {
  const found: Position[] = [];
  for (const slot of account.active) {
    if (!account.sharesMargin(slot.instrument.settleCoin, coin) || slot.marginMode !== 'cross') continue;
    for (const position of slot.positions) if (position.size > 0 && !isLongOption(position)) found.push(position);
  }
  return found;
}

/** The position with the largest maintenance margin goes first, in dollars; the first of equals. */
function largest(state: ExchangeState, positions: readonly Position[]): Position | undefined {
  let found: { readonly position: Position; readonly need: Money } | undefined;
  for (const position of positions) {
    const price = coinPrice(state, position.slot.instrument.settleCoin);
    const need = dollarValue(position.counted(state).maintenanceMargin, price);
    if (found === undefined || need > found.need) found = { position, need };
  }
  return found?.position;
}

/** Cancels the orders that reserve margin of the coin or lock it; in a unified account, all of them. */
function cancelHolding(state: ExchangeState, account: Account, coin: Coin): void {
  for (const slot of [...account.active].sort((a, b) => a.instrument.id - b.instrument.id)) {
    if (account.sharesMargin(slot.instrument.settleCoin, coin)) cancelOrders(state, account, slot);
  }
  if (account.assets.spotOrders > 0) cancelSpot(state, account, coin);
  if (account.assets.spotExits === 0) return;
  for (const leg of [...state.triggers.of(account.id)]) {
    if (isSpotExit(leg) && account.sharesMargin(exitLock(leg).coin, coin)) endConditional(state, leg, BEFORE_LIQUIDATION);
  }
}

function cancelSpot(state: ExchangeState, account: Account, coin: Coin): void {
  for (const order of account.orders.list()) {
    const { instrument, side } = order;
    if (!isSpot(instrument)) continue;
    const locks = side === 'Buy' ? instrument.quoteCoin : instrument.baseCoin;
    if (account.sharesMargin(locks, coin)) endOrder(state, account, order, BEFORE_LIQUIDATION);
  }
}

/** How a portfolio's positions are closed: see `reducePortfolio`. */
const PORTFOLIO_STEPS: PortfolioSteps = {
  reduce(state, account, position, bust) {
    const { size, side } = position;
    const count = Math.ceil(size / PORTFOLIO_PARTS);
    const shrank = reduceInMarket(state, account, { position, bust, count });
    if (shrank) tellLiquidated(state, position, { side, size: size - position.size, bust });
    return shrank;
  },
  takeOver(state, account, position, bust) {
    if (isOption(position.slot.instrument)) takeOverOption(state, account, position);
    else takeOver(state, account, position, bust);
  },
};

/** Cancels orders first, then repays debts from collateral, then closes positions, the largest first (docs/concepts/liquidation.md). */
function liquidateCross(state: ExchangeState, account: Account, coin: Coin): void {
  cancelHolding(state, account, coin);
  if (account.policy.portfolio) reducePortfolio(state, account, PORTFOLIO_STEPS);
  for (;;) {
    if (!mustLiquidate(state, account, coin)) break;
    if (account.pooled) repayLiabilities(state, account);
    const position = mustLiquidate(state, account, coin) ? largest(state, crossPositions(account, coin)) : undefined;
    if (position === undefined) break;
    const { instrument } = position.slot;
    if (isOption(instrument)) {
      takeOverOption(state, account, position);
      continue;
    }
    const margin = settleMargin(state, account, instrument.settleCoin);
    const own = position.marginAt(state.market(instrument.id).mark);
    const bust = bankruptcyPrice({ instrument, ...position.holding(), cushion: crossCushion(margin, own) });
    if (!reduceByStep(state, account, position, bust)) takeOver(state, account, position, bust);
  }
  // A remaining position still has margin behind it; without positions, the fund covers the shortfall (C8: solvent, or
  // exactly 0).
  if (crossPositions(account, coin).length > 0) return;
  if (account.pooled) {
    repayLiabilities(state, account);
    writeOff(state, account);
    return;
  }
  const cash = account.cash(coin);
  if (cash.balance < ZERO_MONEY) settleRemainder(state, account, { coin, left: moneyUnits(cash.balance), instrument: -1 });
}

/** Accounts to check; `undefined` for all. Evaluated at each account's turn, because earlier liquidations may add it. */
type Whom = Pick<ReadonlySet<AccountId>, 'has'> | undefined;

/** Liquidates the unified accounts below their margin after a price moved or interest was charged, then lets the desk work. */
export function liquidatePools(state: ExchangeState, whom?: Whom): void {
  let done = 0;
  if (whom === undefined) state.indexMoved = false;
  for (const account of state.accounts.byId) {
    const [coin] = account.coins;
    if (!account.pooled || coin === undefined || whom?.has(account.id) === false) continue;
    if (done >= LIQUIDATIONS_PER_EVENT) {
      state.postponed.add(account.id);
      continue;
    }
    if (account.policy.portfolio) tryPortfolioOrders(state, account);
    if (!mustLiquidate(state, account, coin)) continue;
    liquidateCross(state, account, coin);
    done += 1;
  }
  if (done === 0) return;
  const desk = state.account(LIQUIDATION_DESK);
  for (const slot of [...desk.active].sort((a, b) => a.instrument.id - b.instrument.id))
    workOffDesk(state, state.market(slot.instrument.id));
}

function isolatedDue(state: ExchangeState, position: Position): boolean {
  return position.size > 0 && isolatedLiquidatable({ margin: position.purse.balance }, position.counted(state));
}

/** Whether a holder with single-coin margin must be liquidated in any coin or isolated position. */
function holderDue(state: ExchangeState, slot: Slot): boolean {
  const account = state.account(slot.account);
  if (account.house) return false;
  if (slot.marginMode === 'isolated') return slot.positions.some((position) => isolatedDue(state, position));
  return !account.pooled && slot.hasPosition && mustLiquidateAlone(state, account, slot.sums);
}

/** Returns whether more margin averted every due liquidation. */
function liquidateHolder(state: ExchangeState, slot: Slot, market: Market): boolean {
  const account = state.account(slot.account);
  if (slot.marginMode !== 'isolated') {
    liquidateCross(state, account, slot.instrument.settleCoin);
    return false;
  }
  let kept = true;
  for (const position of slot.positions) {
    if (!isolatedDue(state, position) || replenishMargin(state, account, position, market)) continue;
    liquidateIsolated(state, account, position);
    kept = false;
  }
  return kept;
}

/** Liquidates a market's holders below their margin, up to a maximum, and returns whether there were any; the rest are postponed. */
function liquidateSlots(state: ExchangeState, market: Market, most: number, whom?: Whom): boolean {
  let done = 0;
  for (const slot of [...market.holders].sort((a, b) => a.account - b.account)) {
    if (whom?.has(slot.account) === false || !holderDue(state, slot)) continue;
    if (done >= most) {
      state.postponed.add(slot.account);
      slot.sums.lookAt(slot);
    } else if (!liquidateHolder(state, slot, market)) done += 1;
  }
  return done > 0;
}

function anyHolderDue(state: ExchangeState, market: Market, whom?: Whom): boolean {
  for (const slot of market.holders) if (whom?.has(slot.account) !== false && holderDue(state, slot)) return true;
  return false;
}

/** Counts the positions of a market at its new mark price; returns whether a holder with single-coin margin must be liquidated at it. */
export function markHolders(state: ExchangeState, market: Market): boolean {
  let due = false;
  for (const slot of market.holders) {
    slot.markMoved(market.mark);
    if (!due) due = holderDue(state, slot);
  }
  return due;
}

/**
 * Liquidates accounts with single-coin margin after the mark price of `market` moved, then lets the desk work. `due`
 * says whether any account is below its margin. Most prices liquidate nobody: the holders are sorted only when one is
 * liquidated, because that may push others under.
 */
export function liquidateHolders(
  state: ExchangeState,
  market: Market,
  most = LIQUIDATIONS_PER_EVENT,
  due = anyHolderDue(state, market),
): void {
  if (due) liquidateSlots(state, market, most);
  workOffDesk(state, market);
}

/** Market by market: the liquidations of one market may push accounts under in another, as may fills against the desk's orders. */
function liquidateAmong(state: ExchangeState, whom: Whom): void {
  for (const market of state.markets) {
    if (!anyHolderDue(state, market, whom)) continue;
    if (liquidateSlots(state, market, LIQUIDATIONS_PER_EVENT, whom)) workOffDesk(state, market);
  }
}

/**
 * Whether an account with single-coin margin must be liquidated: like the check of all holders, with each coin checked
 * once. Only changed isolated positions are checked; the others were checked when their mark prices moved.
 */
function anythingDue(state: ExchangeState, account: Account): boolean {
  if (account.house) return false;
  for (const sums of account.summed) {
    if (!account.pooled && mustLiquidateAlone(state, account, sums)) return true;
    if (sums.unlooked.some((slot) => slot.marginMode === 'isolated' && slot.hasPosition && holderDue(state, slot))) return true;
  }
  return false;
}

/** Checks queued accounts: a fill far from the mark price may have left one below its margin. */
export function liquidateOverdue(state: ExchangeState): void {
  const { overdue, postponed } = state;
  if (overdue.size === 0 && postponed.size === 0) return;
  for (const id of postponed) overdue.delete(id);
  const due = new Set(overdue);
  overdue.clear();
  const accounts = [...due].map((id) => state.account(id));
  const anyDue = accounts.some((account) => anythingDue(state, account));
  for (const account of accounts) for (const sums of account.summed) sums.looked();
  const whom = { has: (id: AccountId): boolean => due.has(id) || overdue.has(id) };
  if (anyDue) liquidateAmong(state, whom);
  liquidatePools(state, whom);
  for (const id of postponed) overdue.add(id);
  postponed.clear();
}
