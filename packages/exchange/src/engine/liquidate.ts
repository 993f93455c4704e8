import {
  ZERO_MONEY,
  bankruptcyPrice,
  crossCushion,
  dollarValue,
  isSpot,
  invariant,
  isOption,
  moneyTimesRate,
  negateMoney,
  notional,
  quantityOfLots,
  toTick,
  isolatedFreeMargin,
  isolatedLiquidatable,
  lotCount,
  lots,
  lotsAtValue,
  money,
  moneyUnits,
  rate,
  tickCount,
  tierOf,
  ticksOfPrice,
  type AccountId,
  type CancelReason,
  type Coin,
  type Price,
  type Side,
} from '@tapedeck/domain';
import { coinPrice } from '../risk/coin-price.ts';
import { isLongOption, mustLiquidate, mustLiquidateAlone, settleMargin } from '../risk/settle-margin.ts';
import { LIQUIDATION_DESK, type Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { exitLock, isSpotExit } from '../state/spot-exits.ts';
import { endWaiting } from './cross-triggers.ts';
import { replenishMargin } from './auto-margin.ts';
import { repayLiabilities, writeOff } from './convert-collateral.ts';
import { PORTFOLIO_PARTS, reducePortfolio, tryPortfolioOrders, type PortfolioSteps } from './liquidate-portfolio.ts';
import { deskPosition, workOffDesk } from './liquidation-desk.ts';
import { endOrder, trimReduceOnly } from './order-flow.ts';
import { moveCash, settleFill } from './settle-fill.ts';
import { takeFromBook } from './take.ts';

/**
 * Accounts that one event of a mark price liquidates at most (C15), so that no command takes long. The rest wait for the next step of the
 * clock, in the same order.
 */
export const LIQUIDATIONS_PER_EVENT = 1_000;

const BEFORE_LIQUIDATION: CancelReason = 'CancelAllBeforeLiq';
/** A take-over costs the desk nothing. */
const NO_FEE = rate(0n);

function cancelOrders(state: ExchangeState, account: Account, slot: Slot): void {
  for (const order of account.ordersOf(slot)) endOrder(state, account, order, BEFORE_LIQUIDATION);
}

/** Lots by which a position must shrink to fall into the next lower risk tier; 0 in the lowest. */
function stepLots(position: Position, market: Market): number {
  const { instrument } = position.slot;
  const { value } = position.marginAt(market.mark);
  const at = instrument.tiers.indexOf(tierOf(instrument.tiers, value));
  const lower = instrument.tiers[at - 1];
  if (lower === undefined) return 0;
  return Math.max(0, position.size - lotCount(lotsAtValue(instrument, lower.limit, market.mark)));
}

/** Sells (buys back) a part of the position in the market, no worse than its bankruptcy price; true when it shrank. */
function reduceInMarket(
  state: ExchangeState,
  account: Account,
  { position, bust, count }: { readonly position: Position; readonly bust: Price; readonly count: number },
): boolean {
  const market = state.market(position.slot.instrument.id);
  if (count === 0) return false;
  const side = position.side === 'Buy' ? 'Sell' : 'Buy';
  const limit = tickCount(ticksOfPrice(bust, market.instrument.tickSize, side === 'Sell' ? 'up' : 'down'));
  const taker = { account, market, side, positionIndex: position.index, limit, order: undefined } as const;
  return takeFromBook(state, taker, count) > 0;
}

/** By what brings it into the next lower tier. */
function reduceByStep(state: ExchangeState, account: Account, position: Position, bust: Price): boolean {
  return reduceInMarket(state, account, { position, bust, count: stepLots(position, state.market(position.slot.instrument.id)) });
}

/** Of the index: what liquidating a short option costs its owner (reference, section 6.14). */
const OPTION_LIQUIDATION_FEE = rate(200_000n);

/**
 * A short option is taken over at its mark price, rounded up to a tick, and its owner pays 0.2 % of the index to the insurance fund. Long
 * ones need no margin and stay.
 */
function takeOverOption(state: ExchangeState, account: Account, position: Position): void {
  const market = state.market(position.slot.instrument.id);
  const { instrument, index, mark } = market;
  const size = lots(position.size);
  takeOver(state, account, position, toTick(mark, instrument.tickSize, 'up'));
  const fee = moneyTimesRate(notional(index, quantityOfLots(size, instrument.lotSize), 'up'), OPTION_LIQUIDATION_FEE, 'up');
  const { insurance } = state.ledger(instrument.settleCoin);
  moveCash(state, account, { kind: 'liquidation', amount: negateMoney(fee), counter: insurance, instrument: instrument.id });
}

/** Tells how much of a position went, at the desk's price or better. */
export function tellLiquidated(
  state: ExchangeState,
  { slot, index }: Position,
  { side, size, bust }: { readonly side: Side; readonly size: number; readonly bust: Price },
): void {
  state.tell({
    type: 'PositionLiquidated',
    account: slot.account,
    instrument: slot.instrument.id,
    positionIndex: index,
    side,
    size: lots(size),
    bankruptcyPrice: bust,
    mark: state.market(slot.instrument.id).mark,
  });
}

/** Hands the whole position to the liquidation desk at its bankruptcy price; the desk then works it off. */
function takeOver(state: ExchangeState, account: Account, position: Position, bust: Price): void {
  const market = state.market(position.slot.instrument.id);
  const { instrument } = market;
  const desk = state.account(LIQUIDATION_DESK);
  const { side, size } = position;
  tellLiquidated(state, position, { side, size, bust });
  const tick = tickCount(ticksOfPrice(bust, instrument.tickSize, 'nearest'));
  const trade = { kind: 'BustTrade', market, tick, count: size, order: undefined } as const;
  const closing = side === 'Buy' ? 'Sell' : 'Buy';
  const feeRate = isOption(instrument) ? NO_FEE : position.slot.instrument.takerFee;
  settleFill(state, { ...trade, account, position, side: closing, maker: false, feeRate });
  const deskSlot = desk.slot(instrument);
  settleFill(state, { ...trade, account: desk, position: deskPosition(deskSlot, side), side, maker: true, feeRate: NO_FEE });
  trimReduceOnly(state, account, position.slot);
  invariant(position.size === 0, 'a take-over leaves no position');
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
    // Rounding of the bankruptcy price to a tick leaves a remainder: it is the fund's, in both directions.
    settleRemainder(state, account, { coin: settleCoin, left, instrument: slot.instrument.id });
  }
}

/**
 * What a liquidation left over is the insurance fund's. What it lacks is a part of its own closing fee: the fund pays as far as it can,
 * and the house forgoes the rest.
 */
export function settleRemainder(state: ExchangeState, account: Account, remainder: { coin: Coin; left: bigint; instrument: number }): void {
  const { coin, left, instrument } = remainder;
  const { insurance, fees } = state.ledger(coin);
  const fund = moneyUnits(insurance.balance);
  const byFund = left < -fund ? -fund : left;
  moveCash(state, account, { kind: 'liquidation', amount: money(-byFund), counter: insurance, instrument });
  moveCash(state, account, { kind: 'liquidation', amount: money(byFund - left), counter: fees, instrument });
}

/** The cross positions that stand on a coin; in a pool all of them. */
function crossPositions(account: Account, coin: Coin): Position[] {
  const found: Position[] = [];
  for (const slot of account.active) {
    if ((slot.instrument.settleCoin !== coin && !account.pooled) || slot.marginMode !== 'cross') continue;
    for (const position of slot.positions) if (position.size > 0 && !isLongOption(position)) found.push(position);
  }
  return found;
}

/** The position with the largest maintenance margin goes first; equal ones by instrument and index. */
function largest(state: ExchangeState, positions: readonly Position[]): Position | undefined {
  const need = (position: Position): bigint => {
    const { id, settleCoin } = position.slot.instrument;
    return moneyUnits(dollarValue(position.marginAt(state.market(id).mark).maintenanceMargin, coinPrice(state, settleCoin)));
  };
  const order = [...positions].sort((a, b) => {
    const difference = need(b) - need(a);
    if (difference !== 0n) return difference > 0n ? 1 : -1;
    return a.slot.instrument.id - b.slot.instrument.id || a.index - b.index;
  });
  return order[0];
}

/** Cancels the orders that hold margin of the coin, or lock it; in a pool all of them. */
function cancelHolding(state: ExchangeState, account: Account, coin: Coin): void {
  for (const slot of [...account.active].sort((a, b) => a.instrument.id - b.instrument.id)) {
    if (slot.instrument.settleCoin === coin || account.pooled) cancelOrders(state, account, slot);
  }
  if (account.assets.spotOrders > 0) cancelSpot(state, account, coin);
  if (account.assets.spotExits === 0) return;
  for (const leg of [...state.triggers.of(account.id)]) {
    if (isSpotExit(leg) && (account.pooled || exitLock(leg).coin === coin)) endWaiting(state, leg, BEFORE_LIQUIDATION);
  }
}

function cancelSpot(state: ExchangeState, account: Account, coin: Coin): void {
  for (const order of account.orders.list()) {
    const { instrument, side } = order;
    if (!isSpot(instrument)) continue;
    const locks = side === 'Buy' ? instrument.quoteCoin : instrument.baseCoin;
    if (locks === coin || account.pooled) endOrder(state, account, order, BEFORE_LIQUIDATION);
  }
}

/** How a portfolio's positions leave it: see `reducePortfolio`. */
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

/** Orders first, then debts are repaid out of the collateral, then positions go, the largest first (reference, section 6.16). */
function liquidateCross(state: ExchangeState, account: Account, coin: Coin): void {
  cancelHolding(state, account, coin);
  if (account.kind === 'PM') reducePortfolio(state, account, PORTFOLIO_STEPS);
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
  // While there is a position there is something to stand on; without one, what is still short is the fund's (C8: solvent, or at exactly 0).
  if (crossPositions(account, coin).length > 0) return;
  if (account.pooled) {
    repayLiabilities(state, account);
    writeOff(state, account);
    return;
  }
  const cash = account.cash(coin);
  if (cash.balance < ZERO_MONEY) settleRemainder(state, account, { coin, left: moneyUnits(cash.balance), instrument: -1 });
}

/** Whoever has to be looked at; `undefined` for everybody. Asked when an account's turn comes: what happens before it may add it. */
type Whom = Pick<ReadonlySet<AccountId>, 'has'> | undefined;

/** Liquidates the pools that have to be after any price moved or interest was charged, then lets the desk work. */
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
    if (account.kind === 'PM') tryPortfolioOrders(state, account);
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

/** Whether anything of a holder has to be liquidated who is not a pool. */
function holderDue(state: ExchangeState, slot: Slot): boolean {
  const account = state.account(slot.account);
  if (account.house) return false;
  if (slot.marginMode === 'isolated') return slot.positions.some((position) => isolatedDue(state, position));
  return !account.pooled && slot.hasPosition && mustLiquidateAlone(state, account, slot.sums);
}

/** Says whether more margin has kept all that was due. */
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

/** Liquidates who of a market's holders has to be, at most so many, and says whether anybody was; the rest are postponed. */
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

/** Counts the positions of a market at its new mark price; says whether somebody who is not a pool has to be liquidated at it. */
export function markHolders(state: ExchangeState, market: Market): boolean {
  let due = false;
  for (const slot of market.holders) {
    slot.markMoved(market.mark);
    if (!due) due = holderDue(state, slot);
  }
  return due;
}

/**
 * Liquidates everybody but the pools who has to be after the mark price of `market` moved, then lets the desk work. `due` is whether
 * anybody is. Most prices liquidate nobody: the order of the holders is only needed when one goes, since then others may go by it.
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

/** Market by market: the liquidations of one may bring others to it, and those whose orders the desk meets are looked at too. */
function liquidateAmong(state: ExchangeState, whom: Whom): void {
  for (const market of state.markets) {
    if (!anyHolderDue(state, market, whom)) continue;
    if (liquidateSlots(state, market, LIQUIDATIONS_PER_EVENT, whom)) workOffDesk(state, market);
  }
}

/**
 * Whether anything of an account has to be liquidated that is not a pool: the same as of all its holders, each coin looked at once, and of
 * the isolated positions those that changed, since the others were looked at when their mark prices moved.
 */
function anythingDue(state: ExchangeState, account: Account): boolean {
  if (account.house) return false;
  for (const sums of account.summed) {
    if (!account.pooled && mustLiquidateAlone(state, account, sums)) return true;
    if (sums.unlooked.some((slot) => slot.marginMode === 'isolated' && slot.hasPosition && holderDue(state, slot))) return true;
  }
  return false;
}

/** Looks at the accounts that wait for it: a fill far from the mark price may have left somebody with too little. */
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
