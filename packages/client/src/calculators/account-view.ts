import { MARGIN_RULES, type MarginRules } from './margin-rules.ts';
import { marginRates, type AccountMargins, type Coin, type Money, type PoolCoin, type PortfolioAccount, type Rate } from '@tapedeck/domain';

/** Totals of the account for orders and positions of a settle coin, in that coin. */
export interface AccountView {
  readonly cash: readonly (readonly [Coin, Money])[];
  readonly equity: Money;
  /** Available for a new cross order. */
  readonly available: Money;
  /** Available for a new isolated order: at most the cash itself. */
  readonly transferable: Money;
  readonly marginBalance: Money;
  readonly initialMargin: Money;
  readonly maintenanceMargin: Money;
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
  readonly unrealisedPnl: Money;
  /** The coins of a unified account, which form one margin; absent with single-coin margin. */
  readonly pool?: readonly PoolCoin[];
  /** Portfolio-margin accounts only. */
  readonly asPortfolio?: PortfolioAccount;
  /** For the margin of its orders. */
  readonly rules: MarginRules;
}

export function accountView(cash: ReadonlyMap<Coin, Money>, margins: AccountMargins, coin: Coin): AccountView {
  const margin = margins.of(coin);
  const { equity, available, transferable, marginBalance, initialMargin, maintenanceMargin, unrealisedPnl } = margin;
  const { initialMarginRate, maintenanceMarginRate } = marginRates(margins.pool ?? margin);
  return {
    cash: [...cash],
    equity,
    available,
    transferable,
    marginBalance,
    initialMargin,
    maintenanceMargin,
    initialMarginRate,
    maintenanceMarginRate,
    unrealisedPnl,
    rules: MARGIN_RULES,
    ...(margins.pool !== undefined && { pool: margins.coins }),
    ...(margins.asPortfolio !== undefined && { asPortfolio: margins.asPortfolio }),
  };
}
