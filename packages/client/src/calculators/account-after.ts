import {
  ZERO_MONEY,
  addMoney,
  positionMargin,
  subtractMoney,
  type CrossAccount,
  type Holding,
  type Instrument,
  type Money,
  type PoolCoin,
  type PositionMargin,
  type Price,
} from '@tapedeck/domain';
import type { AccountView } from './account-view.ts';

/** A position before and after a change, and the effect on the cash outside isolated positions. */
export interface HoldingChange {
  readonly instrument: Instrument;
  readonly before: Holding | undefined;
  readonly after: Holding | undefined;
  readonly cash: Money;
}

const partOf = (holding: Holding | undefined, margin: PositionMargin | undefined): { balance: Money; maintenance: Money } =>
  holding?.marginMode === 'cross' && margin !== undefined
    ? { balance: margin.unrealisedPnl, maintenance: margin.maintenanceMargin }
    : { balance: ZERO_MONEY, maintenance: ZERO_MONEY };

/** The account's cross margin with one position replaced by its new state. */
export function accountAfter(account: AccountView | undefined, change: HoldingChange, mark: Price): CrossAccount | undefined {
  if (account === undefined) return undefined;
  const { instrument, before, after, cash } = change;
  const was = partOf(before, before && positionMargin(instrument, before, mark));
  const next = partOf(after, after && positionMargin(instrument, after, mark));
  const gained = subtractMoney(next.balance, was.balance);
  const kept = subtractMoney(next.maintenance, was.maintenance);
  return {
    marginBalance: addMoney(addMoney(account.marginBalance, cash), gained),
    maintenanceMargin: addMoney(account.maintenanceMargin, kept),
    pool: account.pool?.map((coin) => (coin.coin === instrument.settleCoin ? coinAfter(coin, cash, gained, kept) : coin)),
  };
}

function coinAfter(coin: PoolCoin, cash: Money, profit: Money, maintenance: Money): PoolCoin {
  const { positions } = coin;
  return {
    ...coin,
    cash: addMoney(coin.cash, cash),
    positions: {
      ...positions,
      unrealisedPnl: addMoney(positions.unrealisedPnl, profit),
      crossUnrealisedPnl: addMoney(positions.crossUnrealisedPnl, profit),
      maintenanceMargin: addMoney(positions.maintenanceMargin, maintenance),
    },
  };
}
