import {
  ZERO_MONEY,
  addMoney,
  dollarValue,
  isPool,
  liabilityOf,
  lotCount,
  marginRates,
  money,
  moneyUnits,
  positionMargin,
  subtractMoney,
  sumPositions,
  withFeeTier,
  BASE_FEE_TIER,
  type AccountKind,
  type AccountMargin,
  type AccountMargins,
  type AccountState,
  type Coin,
  type Money,
  type PoolCoin,
  type Rate,
} from '@tapedeck/domain';
import { moneyText, rateText } from '@tapedeck/protocol';
import type { Services } from '../../routes/route.ts';
import { coinPriceOf } from './coin-price.ts';
import { availableToBorrow } from './borrowing.ts';
import { wholeMargins } from './whole-margin.ts';

type Prices = Pick<Services, 'catalogue' | 'venue'>;

const NO_POSITIONS = sumPositions([]);

/** A coin that the account does not use. */
const emptyCoin = (coin: Coin, prices: Prices): PoolCoin => ({
  coin,
  price: coinPriceOf(coin, prices),
  cash: ZERO_MONEY,
  loan: ZERO_MONEY,
  locked: ZERO_MONEY,
  positions: NO_POSITIONS,
  isCollateral: true,
  orderMargin: ZERO_MONEY,
});

interface OwnPositions {
  /** Sum over all positions, whatever their margin mode. */
  readonly maintenance: Money;
  readonly realised: Money;
}

/** Margin and P&L of the positions that settle in a coin. */
function positionsIn(coin: Coin, state: AccountState, { catalogue, venue }: Prices): OwnPositions {
  let [maintenance, realised] = [ZERO_MONEY, ZERO_MONEY];
  for (const position of state.positions) {
    const instrument = withFeeTier(catalogue.byId(position.instrument), state.feeTier ?? BASE_FEE_TIER);
    if (instrument.settleCoin !== coin) continue;
    realised = addMoney(realised, position.totalRealisedPnl);
    const market = venue.market(instrument.id)?.state;
    if (market === undefined || lotCount(position.size) === 0) continue;
    maintenance = addMoney(maintenance, positionMargin(instrument, position, market.mark, market.index).maintenanceMargin);
  }
  return { maintenance, realised };
}

/** Cash including the margin of isolated positions. */
const walletOf = ({ cash, positions }: PoolCoin): Money => addMoney(cash, positions.isolatedMargin);
const equityOf = (coin: PoolCoin): Money =>
  subtractMoney(addMoney(walletOf(coin), addMoney(coin.positions.unrealisedPnl, coin.positions.optionValue)), coin.loan);

function coinRow(own: PoolCoin, positions: OwnPositions, margins: AccountMargins | undefined): object {
  const equity = equityOf(own);
  return {
    coin: own.coin,
    equity: moneyText(equity),
    usdValue: moneyText(dollarValue(equity, own.price)),
    walletBalance: moneyText(walletOf(own)),
    free: '',
    locked: moneyText(own.locked),
    spotHedgingQty: '0',
    borrowAmount: moneyText(liabilityOf(own)),
    spotBorrow: moneyText(own.loan),
    accruedInterest: '0',
    totalOrderIM: moneyText(own.orderMargin),
    totalPositionIM: moneyText(addMoney(own.positions.initialMargin, own.positions.isolatedMargin)),
    totalPositionMM: moneyText(positions.maintenance),
    unrealisedPnl: moneyText(own.positions.unrealisedPnl),
    cumRealisedPnl: moneyText(positions.realised),
    bonus: '0',
    collateralSwitch: own.isCollateral,
    marginCollateral: own.isCollateral,
    availableToWithdraw: '',
    availableToBorrow: margins === undefined ? '0' : moneyText(availableToBorrow(own, margins)),
    colRes: '',
  };
}

/** Sums of all coins, in dollars; with single-coin margin they are added up. */
function accountSums(coins: readonly PoolCoin[], margins: AccountMargins): AccountMargin {
  if (margins.pool !== undefined) return margins.pool;
  const total = (part: keyof AccountMargin): Money =>
    coins.reduce((sum, { coin, price }) => addMoney(sum, dollarValue(margins.of(coin)[part], price)), ZERO_MONEY);
  return {
    equity: total('equity'),
    marginBalance: total('marginBalance'),
    initialMargin: total('initialMargin'),
    maintenanceMargin: total('maintenanceMargin'),
    available: total('available'),
    transferable: total('transferable'),
    unrealisedPnl: total('unrealisedPnl'),
  };
}

const rateOf = (share: Rate | undefined): string => (share === undefined ? '0' : rateText(share));

/** Totals of the account; empty while a needed price is missing. */
function totals(coins: readonly PoolCoin[], margins: AccountMargins | undefined): object {
  const dollars = (part: (coin: PoolCoin) => Money): string =>
    moneyText(coins.reduce((sum, coin) => addMoney(sum, dollarValue(part(coin), coin.price)), ZERO_MONEY));
  const sums = margins === undefined ? undefined : accountSums(coins, margins);
  const rates = sums === undefined ? undefined : marginRates(sums);
  const text = (part: keyof AccountMargin): string => (sums === undefined ? '' : moneyText(sums[part]));
  const [initialRate, maintenanceRate] = [rateOf(rates?.initialMarginRate), rateOf(rates?.maintenanceMarginRate)];
  return {
    accountIMRate: initialRate,
    accountMMRate: maintenanceRate,
    accountIMRateByMp: initialRate,
    accountMMRateByMp: maintenanceRate,
    accountLTV: '0',
    totalEquity: dollars(equityOf),
    totalWalletBalance: dollars(walletOf),
    totalMarginBalance: text('marginBalance'),
    totalAvailableBalance: text('available'),
    totalPerpUPL: dollars(({ positions }) => positions.unrealisedPnl),
    totalInitialMargin: text('initialMargin'),
    totalInitialMarginByMp: text('initialMargin'),
    totalMaintenanceMargin: text('maintenanceMargin'),
    totalMaintenanceMarginByMp: text('maintenanceMargin'),
  };
}

/** `list[0]` of `/v5/account/wallet-balance`: for the given coins, or for all that are held or owed. */
export function encodeV5Wallet(state: AccountState, kind: AccountKind, prices: Prices, coins: readonly string[] | undefined): object {
  const margins = wholeMargins(state, kind, prices);
  const known = margins?.coins.map((one) => ({ ...one, price: coinPriceOf(one.coin, prices) })) ?? cashOnly(state, prices);
  const isHeld = (one: PoolCoin): boolean =>
    [walletOf(one), equityOf(one), one.loan, one.locked, one.orderMargin].some((part) => moneyUnits(part) !== 0n);
  const wanted = coins?.map((coin) => known.find((one) => one.coin === coin) ?? emptyCoin(coin, prices)) ?? known.filter(isHeld);
  const lends =
    margins !== undefined &&
    isPool(
      kind,
      margins.coins.map(({ coin }) => coin),
    )
      ? margins
      : undefined;
  return {
    accountType: 'UNIFIED',
    ...totals(known, margins),
    coin: wanted.map((one) => coinRow(one, positionsIn(one.coin, state, prices), lends)),
  };
}

/** Without prices, only the wallet balances. */
const cashOnly = ({ cash }: AccountState, prices: Prices): readonly PoolCoin[] =>
  cash.map(([coin, amount]) => ({ ...emptyCoin(coin, prices), cash: money(moneyUnits(amount)) }));
