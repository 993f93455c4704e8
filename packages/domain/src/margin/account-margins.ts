import type { AccountKind, Coin } from '../accounts/account.ts';
import { DOLLAR_COINS } from '../accounts/coin-terms.ts';
import type { InstrumentId, OrderId } from '../values/ids.ts';
import { isOption, isSpot, type Instrument } from '../instruments/instrument.ts';
import type { OptionPrices } from '../options/option-margin.ts';
import { isPositionExit } from '../orders/trigger.ts';
import type { OrderRecord, PositionRecord, WalletBalance } from '../records/records.ts';
import { spotOrderHaircut } from '../spot/spot-haircut.ts';
import { baseAmount, spotLock } from '../spot/spot-fill.ts';
import { ZERO_MONEY, addMoney, negateMoney, subtractMoney } from '../values/money.ts';
import { lotCount, lots, price, ticks, timestamp } from '../values/quantities.ts';
import type { Money, Price, Timestamp } from '../values/types.ts';
import { sumPositions, type AccountMargin, type PositionSums } from './account-margin.ts';
import { DOLLAR_PRICE } from './collateral.ts';
import { valueAtPrice, valueAtTick } from './contract-value.ts';
import { isWaiting } from '../orders/waiting.ts';
import { instrumentOrderMargin, openOrderTotals, type InstrumentHoldings } from './instrument-orders.ts';
import { isPool, marginBeside, poolInCoin, poolMargin, type PoolCoin, type PoolMargin } from './pool.ts';
import { portfolioMargin, type PortfolioMargin } from './portfolio-margin.ts';
import type { Portfolio, PortfolioHolding } from './portfolio-stress.ts';
import { positionMargin, type PositionMargin } from './position-margin.ts';

export interface AccountMarginsQuery {
  readonly kind: AccountKind;
  /** Cash in the trading wallet. */
  readonly cash: ReadonlyMap<Coin, Money>;
  readonly wallets: readonly WalletBalance[];
  /** Coins whose holdings do not count as margin. */
  readonly notCollateral?: ReadonlySet<Coin>;
  readonly holdings: readonly InstrumentHoldings[];
  /** Computes a position's margin; frequent callers pass a cached version. */
  readonly marginOf?: (instrument: Instrument, position: PositionRecord, mark: Price, index?: Price) => PositionMargin;
  mark(instrument: InstrumentId): Price | undefined;
  /** Index and mark of an option. */
  option?(instrument: InstrumentId): OptionPrices | undefined;
  /** The exchange's time, which portfolio margin needs for options. */
  readonly now?: Timestamp;
  /** Index price of a coin other than a dollar; 0 if no instrument values it. */
  coinIndex(coin: Coin): Price | undefined;
}

/** An account in portfolio margin: the portfolio for order checks, and its balance in USD. */
export interface PortfolioAccount {
  readonly portfolio: Portfolio;
  readonly pool: PoolMargin;
  /** Dollars for one coin. */
  priceOf(coin: Coin): Price;
}

/** Margin of the account as the exchange computes it: of one pool in dollars, or of each settle coin by itself. */
export interface AccountMargins {
  /** Every coin that the account uses, by name; without prices for single-coin margin. */
  readonly coins: readonly PoolCoin[];
  readonly pool: PoolMargin | undefined;
  /** Portfolio-margin accounts only. */
  readonly portfolio: PortfolioMargin | undefined;
  /** Input for margin checks of this account's orders. */
  readonly asPortfolio: PortfolioAccount | undefined;
  /** For orders and positions of a settle coin, in that coin. */
  of(coin: Coin): AccountMargin;
}

/** TP/SL of a pair, one leg of each entry: both reserve the same coins. */
function exitEntries(orders: readonly OrderRecord[]): Iterable<OrderRecord> {
  const entries = new Map<OrderId, OrderRecord>();
  for (const order of orders) {
    if (order.status === 'Untriggered' && order.stop !== undefined && isPositionExit(order.stop.kind))
      entries.set(order.stop.parent, order);
  }
  return entries.values();
}

interface SpotHold {
  readonly locked: ReadonlyMap<Coin, Money>;
  readonly haircut: Money;
}

/** Amount of each coin held by open spot orders, and the collateral value that they would lose. */
function spotHold({ holdings, notCollateral }: AccountMarginsQuery, coinPrice: (coin: Coin) => Price): SpotHold {
  const locked = new Map<Coin, Money>();
  const isCollateral = (coin: Coin): boolean => notCollateral?.has(coin) !== true;
  let haircut = ZERO_MONEY;
  for (const { instrument, orders } of holdings) {
    if (!isSpot(instrument)) continue;
    for (const { side, quantity, quoteAmount } of exitEntries(orders)) {
      // TP/SL of a sell reserve its proceeds.
      const { coin, amount } =
        quoteAmount === undefined ? spotLock(instrument, side, quantity, ticks(0)) : { coin: instrument.quoteCoin, amount: quoteAmount };
      locked.set(coin, addMoney(locked.get(coin) ?? ZERO_MONEY, amount));
    }
    for (const order of orders) {
      if (isWaiting(order)) continue;
      const left = lots(lotCount(order.quantity) - lotCount(order.filled));
      const { coin, amount } = spotLock(instrument, order.side, left, order.price);
      locked.set(coin, addMoney(locked.get(coin) ?? ZERO_MONEY, amount));
      const sides = { side: order.side, base: baseAmount(instrument, left), quote: valueAtTick(instrument, left, order.price) };
      haircut = addMoney(haircut, spotOrderHaircut(instrument, sides, coinPrice, isCollateral));
    }
  }
  return { locked, haircut };
}

interface CoinSums {
  readonly positions: PositionSums;
  readonly orderMargin: Money;
}

/** Contracts of the account by settle coin. */
function contractsByCoin({ holdings }: Pick<AccountMarginsQuery, 'holdings'>): ReadonlyMap<Coin, readonly InstrumentHoldings[]> {
  const byCoin = new Map<Coin, InstrumentHoldings[]>();
  for (const held of holdings) {
    if (isSpot(held.instrument)) continue;
    const { settleCoin } = held.instrument;
    byCoin.set(settleCoin, [...(byCoin.get(settleCoin) ?? []), held]);
  }
  return byCoin;
}

/** Sums by settle coin; `undefined` while a mark price is missing. */
function contractSums(query: AccountMarginsQuery): Map<Coin, CoinSums> | undefined {
  const { mark, option, marginOf = positionMargin } = query;
  const sums = new Map<Coin, CoinSums>();
  for (const [coin, all] of contractsByCoin(query)) {
    const positions = [];
    let orderMargin = ZERO_MONEY;
    for (const held of all) {
      const prices = option?.(held.instrument.id);
      orderMargin = addMoney(orderMargin, instrumentOrderMargin(held, prices));
      const at = mark(held.instrument.id);
      if (held.positions.length > 0 && at === undefined) return undefined;
      for (const record of held.positions)
        if (at !== undefined) positions.push({ holding: record, margin: marginOf(held.instrument, record, at, prices?.index) });
    }
    sums.set(coin, { positions: sumPositions(positions), orderMargin });
  }
  return sums;
}

const NOTHING: CoinSums = { positions: sumPositions([]), orderMargin: ZERO_MONEY };
const NO_PRICE = price(0n);

/** The coins of the account, by name: those it holds, owes, has contracts in or spot orders for. */
function coinsOf(query: AccountMarginsQuery, sums: ReadonlyMap<Coin, CoinSums>, locked: ReadonlyMap<Coin, Money>): Coin[] {
  const wallets = query.wallets.map(({ coin }) => coin);
  return [...new Set([...query.cash.keys(), ...wallets, ...sums.keys(), ...locked.keys()])].sort();
}

/** Open orders of one instrument that are not reduce-only, by position index and side, as if they were filled. */
function ordersAsFilled({ instrument, orders }: InstrumentHoldings, prices: OptionPrices | undefined): PortfolioHolding[] {
  return [...new Set(orders.map(({ positionIndex }) => positionIndex))].flatMap((index) => {
    const { buyLots, buyValue, sellLots, sellValue } = openOrderTotals(instrument, orders, index);
    const buys: PortfolioHolding = { instrument, side: 'Buy', size: lots(buyLots), value: buyValue, prices };
    const sells: PortfolioHolding = { instrument, side: 'Sell', size: lots(sellLots), value: sellValue, prices };
    return [buys, sells].filter(({ size }) => lotCount(size) > 0);
  });
}

/** Input of portfolio margin: positions and orders, all with known mark prices. */
function portfolioOf(query: AccountMarginsQuery, coin: (name: Coin) => PoolCoin, coinPrice: (coin: Coin) => Price): Portfolio {
  const contracts = query.holdings.filter(({ instrument }) => !isSpot(instrument));
  const positions = contracts.flatMap(({ instrument, positions: own }) =>
    own.flatMap(({ side, size }): PortfolioHolding[] => {
      const at = query.mark(instrument.id);
      if (at === undefined) return [];
      const value = isOption(instrument) ? ZERO_MONEY : valueAtPrice(instrument, size, at);
      return [{ instrument, side, size, value, prices: query.option?.(instrument.id) }];
    }),
  );
  return {
    now: query.now ?? timestamp(0),
    positions,
    orders: contracts.flatMap((held) => ordersAsFilled(held, query.option?.(held.instrument.id))),
    coinPrice,
    held(name) {
      const { cash, loan } = coin(name);
      return subtractMoney(cash, loan);
    },
  };
}

/** Margin of the whole account by the exchange's own functions; `undefined` while a mark or index price that it needs is not known. */
export function accountMargins(query: AccountMarginsQuery): AccountMargins | undefined {
  const sums = contractSums(query);
  if (sums === undefined) return undefined;
  const coinPrice = (coin: Coin): Price => (DOLLAR_COINS.has(coin) ? DOLLAR_PRICE : (query.coinIndex(coin) ?? NO_PRICE));
  const { locked, haircut } = spotHold(query, coinPrice);
  const names = coinsOf(query, sums, locked);
  const pooled = isPool(query.kind, names);
  if (pooled && names.some((coin) => !DOLLAR_COINS.has(coin) && query.coinIndex(coin) === undefined)) return undefined;
  const loans = new Map(query.wallets.filter(({ wallet }) => wallet === 'loan').map(({ coin, amount }) => [coin, negateMoney(amount)]));
  const poolCoin = (coin: Coin): PoolCoin => ({
    coin,
    price: coinPrice(coin),
    cash: query.cash.get(coin) ?? ZERO_MONEY,
    loan: loans.get(coin) ?? ZERO_MONEY,
    locked: locked.get(coin) ?? ZERO_MONEY,
    isCollateral: query.notCollateral?.has(coin) !== true,
    ...(sums.get(coin) ?? NOTHING),
  });
  const coins = names.map(poolCoin);
  const asked = query.kind === 'PM' && pooled ? portfolioOf(query, poolCoin, coinPrice) : undefined;
  const portfolio = asked && portfolioMargin(asked);
  const pool = pooled ? poolMargin(coins, haircut, portfolio) : undefined;
  return {
    coins,
    pool,
    portfolio,
    asPortfolio: asked && pool && { portfolio: asked, pool, priceOf: coinPrice },
    of(coin) {
      const own = poolCoin(coin);
      return pool === undefined ? marginBeside(own.locked, own) : poolInCoin(pool, own);
    },
  };
}
