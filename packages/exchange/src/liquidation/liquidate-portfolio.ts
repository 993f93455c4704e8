import {
  ZERO_MONEY,
  addMoney,
  bankruptcyPrice,
  coinValue,
  isOption,
  portfolioSafe,
  subtractMoney,
  type CancelReason,
  type CostlyPosition,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { coinPrice } from '../margin/coin-price.ts';
import { accountSafety } from '../margin/pool.ts';
import { accountPortfolio, closingPortfolio, reviewClosing } from '../margin/portfolio.ts';
import { isLongOption } from '../margin/settle-margin.ts';
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
  const portfolio = accountPortfolio(state, account);
  const { trialMargin, maintenanceMargin: own } = portfolio;
  const { marginBalance, maintenanceMargin } = accountSafety(state, account, portfolio);
  const trial = addMoney(maintenanceMargin, subtractMoney(trialMargin, own));
  if (trialMargin === own || trial < marginBalance) return;
  for (const order of opening) endOrder(state, account, order, TRIAL_FAILED);
}

/** Price at which closing the position leaves exactly the margin that the rest of the portfolio needs. */
function bustOf(state: ExchangeState, { position, rest }: CostlyPosition<Position>, marginBalance: Money): Price {
  const { instrument } = position.slot;
  const own = position.marginAt(state.market(instrument.id).mark);
  const dollars = coinValue(subtractMoney(marginBalance, rest), coinPrice(state, instrument.settleCoin), 'down');
  const cushion = subtractMoney(subtractMoney(dollars, own.unrealisedPnl), own.feeToClose);
  return bankruptcyPrice({ instrument, ...position.holding(), cushion });
}

/**
 * Reduces a portfolio in liquidation until its margin is nine tenths of its balance: first the position whose removal
 * lowers the margin most, a quarter of it at a time in the market; the desk takes over the quantity that the market
 * cannot fill. Prices stand still meanwhile, and no order of the account is open.
 */
export function reducePortfolio(state: ExchangeState, account: Account, steps: PortfolioSteps): void {
  const portfolio = closingPortfolio(state, account);
  const before = accountSafety(state, account, portfolio);
  if (before.maintenanceMargin === ZERO_MONEY || before.marginBalance > before.maintenanceMargin) return;
  for (let safety = before; !portfolioSafe(safety); safety = accountSafety(state, account, portfolio)) {
    const costly = portfolio.mostCostly((position) => !isLongOption(position));
    if (costly === undefined) return;
    const { position } = costly;
    const bust = bustOf(state, costly, safety.marginBalance);
    if (isOption(position.slot.instrument) || !steps.reduce(state, account, position, bust)) {
      steps.takeOver(state, account, position, bust);
    }
    reviewClosing(state, portfolio, position);
  }
}
