import {
  DOLLAR_PRICE,
  ZERO_MONEY,
  addMoney,
  dollarValue,
  isOption,
  moneyUnits,
  positionMargin,
  price,
  priceSourceOf,
  type AccountState,
  type Coin,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { moneyText } from '@tapedeck/protocol';
import type { Services } from '../../routes/route.ts';

const NO_PRICE = price(0n);

/** What a coin is worth in dollars: by the index of what trades it. */
function priceOf(coin: Coin, { catalogue, venue }: Pick<Services, 'catalogue' | 'venue'>): Price {
  const source = priceSourceOf(coin, catalogue.instruments);
  if (source === undefined) return coin === 'USDT' || coin === 'USDC' || coin === 'USD' ? DOLLAR_PRICE : NO_PRICE;
  return venue.market(source.id)?.state.index ?? NO_PRICE;
}

interface CoinSums {
  wallet: Money;
  unrealisedPnl: Money;
  initialMargin: Money;
  maintenanceMargin: Money;
  borrowed: Money;
}

/** Sums of each coin: cash with what stands inside isolated positions, and the positions at their mark prices. */
function sumsOf(state: AccountState, { catalogue, venue }: Pick<Services, 'catalogue' | 'venue'>): Map<Coin, CoinSums> {
  const sums = new Map<Coin, CoinSums>();
  const of = (coin: Coin): CoinSums => {
    const known = sums.get(coin);
    if (known !== undefined) return known;
    const fresh = {
      wallet: ZERO_MONEY,
      unrealisedPnl: ZERO_MONEY,
      initialMargin: ZERO_MONEY,
      maintenanceMargin: ZERO_MONEY,
      borrowed: ZERO_MONEY,
    };
    sums.set(coin, fresh);
    return fresh;
  };
  for (const [coin, cash] of state.cash) of(coin).wallet = addMoney(of(coin).wallet, cash);
  for (const { coin, wallet, amount } of state.wallets) if (wallet === 'loan') of(coin).borrowed = addMoney(of(coin).borrowed, amount);
  for (const position of state.positions) {
    const instrument = catalogue.byId(position.instrument);
    const market = venue.market(instrument.id)?.state;
    if (market === undefined) continue;
    const sum = of(instrument.settleCoin);
    const margin = positionMargin(instrument, position, market.mark, market.index);
    sum.wallet = addMoney(sum.wallet, position.margin);
    if (!isOption(instrument)) sum.unrealisedPnl = addMoney(sum.unrealisedPnl, margin.unrealisedPnl);
    sum.initialMargin = addMoney(sum.initialMargin, margin.initialMargin);
    sum.maintenanceMargin = addMoney(sum.maintenanceMargin, margin.maintenanceMargin);
  }
  return sums;
}

const absolute = (value: Money): string => moneyText(value).replace(/^-/, '');

/** `list[0]` of `/v5/account/wallet-balance` (reference, section 3.3): of these coins, or of all that are held. */
export function encodeV5Wallet(
  state: AccountState,
  services: Pick<Services, 'catalogue' | 'venue'>,
  coins: readonly string[] | undefined,
): object {
  const sums = sumsOf(state, services);
  const total = (part: (sum: CoinSums) => Money): string => {
    let dollars = ZERO_MONEY;
    for (const [coin, sum] of sums) dollars = addMoney(dollars, dollarValue(part(sum), priceOf(coin, services)));
    return moneyText(dollars);
  };
  const equityOf = ({ wallet, unrealisedPnl, borrowed }: CoinSums): Money => addMoney(addMoney(wallet, unrealisedPnl), borrowed);
  const wanted =
    coins ??
    [...sums]
      .filter(([, sum]) => moneyUnits(sum.wallet) !== 0n || moneyUnits(sum.unrealisedPnl) !== 0n || moneyUnits(sum.borrowed) !== 0n)
      .map(([coin]) => coin);
  return {
    accountType: 'UNIFIED',
    accountIMRate: '',
    accountMMRate: '',
    accountIMRateByMp: '',
    accountMMRateByMp: '',
    accountLTV: '',
    totalEquity: total(equityOf),
    totalWalletBalance: total(({ wallet }) => wallet),
    totalMarginBalance: total(({ wallet, unrealisedPnl }) => addMoney(wallet, unrealisedPnl)),
    totalAvailableBalance: '',
    totalPerpUPL: total(({ unrealisedPnl }) => unrealisedPnl),
    totalInitialMargin: total(({ initialMargin }) => initialMargin),
    totalInitialMarginByMp: total(({ initialMargin }) => initialMargin),
    totalMaintenanceMargin: total(({ maintenanceMargin }) => maintenanceMargin),
    totalMaintenanceMarginByMp: total(({ maintenanceMargin }) => maintenanceMargin),
    coin: wanted.map((coin) => {
      const sum = sums.get(coin) ?? {
        wallet: ZERO_MONEY,
        unrealisedPnl: ZERO_MONEY,
        initialMargin: ZERO_MONEY,
        maintenanceMargin: ZERO_MONEY,
        borrowed: ZERO_MONEY,
      };
      const counts = state.notCollateral?.includes(coin) !== true;
      const equity = equityOf(sum);
      return {
        coin,
        equity: moneyText(equity),
        usdValue: moneyText(dollarValue(equity, priceOf(coin, services))),
        walletBalance: moneyText(sum.wallet),
        free: '',
        locked: '0',
        spotHedgingQty: '0',
        borrowAmount: absolute(sum.borrowed),
        spotBorrow: absolute(sum.borrowed),
        accruedInterest: '0',
        totalOrderIM: '',
        totalPositionIM: moneyText(sum.initialMargin),
        totalPositionMM: moneyText(sum.maintenanceMargin),
        unrealisedPnl: moneyText(sum.unrealisedPnl),
        cumRealisedPnl: '',
        bonus: '0',
        collateralSwitch: counts,
        marginCollateral: counts,
        availableToWithdraw: '',
        availableToBorrow: '',
        colRes: '',
      };
    }),
  };
}
