import {
  belowPortfolioEntry,
  coinValue,
  exceedsRiskLimit,
  feeToClose,
  fillHolding,
  holdingLiquidationPrice,
  initialMarginOf,
  lossAtMark,
  openOrderTotals,
  openingCost,
  openingValue,
  PORTFOLIO_EQUITY_MIN,
  portfolioOrderCost,
  positionMargin,
  tradingFee,
} from '@tapedeck/domain';
import { accountAfter } from './account-after.ts';

/**
 * The exchange's own margin functions, as the forms call them. They arrive with the account, which no form can do without: until then, a
 * form knows neither cost nor margin, and its script need not contain them.
 */
export const MARGIN_RULES = {
  accountAfter,
  belowPortfolioEntry,
  coinValue,
  exceedsRiskLimit,
  feeToClose,
  fillHolding,
  holdingLiquidationPrice,
  initialMarginOf,
  lossAtMark,
  openOrderTotals,
  openingCost,
  openingValue,
  portfolioEquityMin: PORTFOLIO_EQUITY_MIN,
  portfolioOrderCost,
  positionMargin,
  tradingFee,
} as const;

export type MarginRules = typeof MARGIN_RULES;
