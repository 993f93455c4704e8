import {
  DOLLAR_COINS,
  ZERO_MONEY,
  coinTerms,
  dollarValue,
  liabilityOf,
  netOf,
  priceUnits,
  rate,
  type AccountMargins,
  type Coin,
  type Money,
  type PoolCoin,
  type Price,
  type Rate,
  type WalletBalance,
  withdrawable,
} from '@tapedeck/domain';

/** One coin of the account in all wallets. Amounts in the coin. */
export interface CoinView {
  readonly coin: Coin;
  /** Cash of the trading wallet, negative for a liability. */
  readonly cash: Money;
  /** The part held by open spot orders. */
  readonly locked: Money;
  readonly funding: Money;
  readonly savings: Money;
  /** The manual loan, plus the amount by which cash and cross P&L together are below 0. */
  readonly borrowed: Money;
  /** The repayable part of the manual loan. */
  readonly loan: Money;
  /** Amount that the trading wallet can transfer to the funding wallet now. */
  readonly withdrawable: Money;
  /** Dollars for one coin; `undefined` while unknown. */
  readonly price: Price | undefined;
  /** In USD: cash and cross P&L less debt. */
  readonly value: Money | undefined;
  /** Ratio of the first collateral tier; `undefined` with single-coin margin. */
  readonly collateralRatio: Rate | undefined;
  /** Whether the coin counts as collateral, and whether the user can choose that. */
  readonly isCollateral: boolean;
  readonly collateralChoice: boolean;
  readonly borrowLimit: Money;
  readonly hourlyInterest: Rate;
  readonly hourlyYield: Rate;
}

const NO_RATE = rate(0n);

function coinView(own: PoolCoin, margins: AccountMargins, wallets: readonly WalletBalance[]): CoinView {
  const { coin, cash, locked, loan } = own;
  const held = (name: WalletBalance['wallet']): Money =>
    wallets.find((one) => one.coin === coin && one.wallet === name)?.amount ?? ZERO_MONEY;
  const terms = coinTerms(coin);
  const known = DOLLAR_COINS.has(coin) || priceUnits(own.price) > 0n;
  return {
    coin,
    cash,
    locked,
    loan,
    funding: held('funding'),
    savings: held('savings'),
    borrowed: liabilityOf(own),
    withdrawable: withdrawable(own, margins.of(coin), margins.pool),
    price: known ? own.price : undefined,
    value: known ? dollarValue(netOf(own), own.price) : undefined,
    collateralRatio: margins.pool === undefined ? undefined : (terms.collateral[0]?.ratio ?? NO_RATE),
    isCollateral: own.isCollateral,
    collateralChoice: margins.pool !== undefined && !DOLLAR_COINS.has(coin),
    borrowLimit: margins.pool === undefined ? ZERO_MONEY : terms.borrowLimit,
    hourlyInterest: terms.hourlyInterest,
    hourlyYield: terms.hourlyYield,
  };
}

/** Every coin that the account holds or uses, by name. */
export function coinViews(margins: AccountMargins, wallets: Iterable<WalletBalance>): readonly CoinView[] {
  const all = [...wallets];
  return margins.coins.map((own) => coinView(own, margins, all));
}
