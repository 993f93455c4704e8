import { marginRates, type AccountMargins, type Coin, type Money, type PoolCoin, type PortfolioAccount, type Rate } from '@tapedeck/domain';

/** Totals of the account as a settle coin meets them, in that coin. */
export interface AccountView {
  readonly cash: readonly (readonly [Coin, Money])[];
  readonly equity: Money;
  /** What a new cross order may cost. */
  readonly available: Money;
  /** What a new isolated order may cost: available, but never more than the cash itself. */
  readonly transferable: Money;
  readonly marginBalance: Money;
  readonly initialMargin: Money;
  readonly maintenanceMargin: Money;
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
  readonly unrealisedPnl: Money;
  /** The coins of a unified account, which stand for each other; absent where each settle coin stands by itself. */
  readonly pool?: readonly PoolCoin[];
  /** Of an account in portfolio margin. */
  readonly asPortfolio?: PortfolioAccount;
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
    ...(margins.pool !== undefined && { pool: margins.coins }),
    ...(margins.asPortfolio !== undefined && { asPortfolio: margins.asPortfolio }),
  };
}
