import {
  ZERO_MONEY,
  addMoney,
  bankruptcyPrice,
  coinValue,
  isOption,
  portfolioSafe,
  subtractMoney,
  type CancelReason,
  type Price,
} from '@tapedeck/domain';
import { coinPrice } from '../margin/coin-price.ts';
import { accountPool, accountSafety } from '../margin/pool.ts';
import { accountPortfolio } from '../margin/portfolio.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Position } from '../state/position.ts';
import { endOrder } from '../fills/end-order.ts';

/** A position is reduced by this fraction of its remaining size at a time. */
export const PORTFOLIO_PARTS = 4;
const TRIAL_FAILED: CancelReason = 'CancelByPmTrialMmOverEquity';

/** Liquidation steps for one position. */
export interface PortfolioSteps {
  /** Sells a part in the market, no worse than `bust`; returns whether the position shrank. */
  reduce(state: ExchangeState, account: Account, position: Position, bust: Price): boolean;
  takeOver(state: ExchangeState, account: Account, position: Position, bust: Price): void;
}

/** Open orders are tested as if filled: once that would liquidate the portfolio, orders that could raise its margin are cancelled. */
export function tryPortfolioOrders(state: ExchangeState, account: Account): void {
  const opening = account.orders.list().filter((order) => !order.reduceOnly && account.knownSlot(order.instrument.id)?.active === true);
  if (opening.length === 0) return;
  const { marginBalance, maintenanceMargin } = accountSafety(state, account);
  const { trialMargin, maintenanceMargin: own } = accountPortfolio(state, account);
  const trial = addMoney(maintenanceMargin, subtractMoney(trialMargin, own));
  if (trialMargin === own || trial < marginBalance) return;
  for (const order of opening) endOrder(state, account, order, TRIAL_FAILED);
}

/** The position whose removal lowers the portfolio's margin most, and the margin then needed; ties by instrument and index. */
function mostCostly(state: ExchangeState, account: Account) {
  let found: { readonly position: Position; readonly rest: ReturnType<typeof accountPortfolio> } | undefined;
  for (const slot of [...account.active].sort((a, b) => a.instrument.id - b.instrument.id)) {
    for (const position of slot.positions) {
      if (position.size === 0 || (isOption(slot.instrument) && position.side === 'Buy')) continue;
      const rest = accountPortfolio(state, account, position);
      if (found === undefined || rest.maintenanceMargin < found.rest.maintenanceMargin) found = { position, rest };
    }
  }
  return found;
}

/** Price at which closing the position leaves exactly the margin that the rest of the portfolio needs. */
function bustOf(state: ExchangeState, account: Account, { position, rest }: NonNullable<ReturnType<typeof mostCostly>>): Price {
  const { instrument } = position.slot;
  const { mark } = state.market(instrument.id);
  const own = position.marginAt(mark);
  const spare = subtractMoney(accountPool(state, account).marginBalance, rest.maintenanceMargin);
  const dollars = coinValue(spare, coinPrice(state, instrument.settleCoin), 'down');
  const cushion = subtractMoney(subtractMoney(dollars, own.unrealisedPnl), own.feeToClose);
  return bankruptcyPrice({ instrument, ...position.holding(), cushion });
}

/**
 * Reduces a portfolio in liquidation until its margin is nine tenths of its balance: first the position whose removal
 * lowers the margin most, a quarter of it at a time in the market; the desk takes over the quantity that the market
 * cannot fill.
 */
export function reducePortfolio(state: ExchangeState, account: Account, steps: PortfolioSteps): void {
  const before = accountSafety(state, account);
  if (before.maintenanceMargin === ZERO_MONEY || before.marginBalance > before.maintenanceMargin) return;
  while (!portfolioSafe(accountSafety(state, account))) {
    const costly = mostCostly(state, account);
    if (costly === undefined) return;
    const bust = bustOf(state, account, costly);
    if (isOption(costly.position.slot.instrument) || !steps.reduce(state, account, costly.position, bust)) {
      steps.takeOver(state, account, costly.position, bust);
    }
  }
}
