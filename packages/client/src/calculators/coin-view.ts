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

/** One coin of the account, wherever it is. Amounts in the coin. */
export interface CoinView {
  readonly coin: Coin;
  /** Cash of the trading wallet, below 0 when it is owed. */
  readonly cash: Money;
  /** Of it what open spot orders keep. */
  readonly locked: Money;
  readonly funding: Money;
  readonly savings: Money;
  /** Borrowed by hand, and what cash and cross profit together are below 0. */
  readonly borrowed: Money;
  /** Of it what was borrowed by hand and can be repaid. */
  readonly loan: Money;
  /** What the trading wallet could give to the funding wallet now. */
  readonly withdrawable: Money;
  /** Dollars for one coin; `undefined` while that is not known. */
  readonly price: Price | undefined;
  /** In dollars: cash and cross profit less what is owed. */
  readonly value: Money | undefined;
  /** Of the first coins; `undefined` where coins stand by themselves. */
  readonly collateralRatio: Rate | undefined;
  /** Whether what there is of it counts as margin, and whether that can be chosen. */
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

/** Every coin that the account has something to do with, by name. */
export function coinViews(margins: AccountMargins, wallets: Iterable<WalletBalance>): readonly CoinView[] {
  const all = [...wallets];
  return margins.coins.map((own) => coinView(own, margins, all));
}
