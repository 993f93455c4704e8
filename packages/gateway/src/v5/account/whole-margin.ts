import {
  BASE_FEE_TIER,
  accountMargins,
  isOption,
  lotCount,
  milliseconds,
  timestamp,
  withFeeTier,
  type AccountKind,
  type AccountMargins,
  type AccountState,
  type Coin,
  type CrossAccount,
  type InstrumentHoldings,
} from '@tapedeck/domain';
import type { Services } from '../../routes/route.ts';
import { coinIndexOf } from './coin-price.ts';

type Prices = Pick<Services, 'catalogue' | 'venue'>;

/** Positions and open orders by instrument, with the fees of the account. */
function holdingsOf(state: AccountState, { catalogue }: Prices): readonly InstrumentHoldings[] {
  const held = state.positions.filter(({ size }) => lotCount(size) > 0);
  const ids = new Set([...held, ...state.orders].map(({ instrument }) => instrument));
  return [...ids].map((id) => ({
    instrument: withFeeTier(catalogue.byId(id), state.feeTier ?? BASE_FEE_TIER),
    settings: state.settings.find(({ instrument }) => instrument === id),
    positions: held.filter(({ instrument }) => instrument === id),
    orders: state.orders.filter(({ instrument }) => instrument === id),
  }));
}

/** Margin of the whole account, as the exchange computes it; `undefined` while a needed price is missing. */
export function wholeMargins(state: AccountState, kind: AccountKind, prices: Prices): AccountMargins | undefined {
  const holdings = holdingsOf(state, prices);
  const stateOf = (id: number) => prices.venue.market(id)?.state;
  const options = holdings.flatMap(({ instrument }) => (isOption(instrument) ? (stateOf(instrument.id) ?? []) : []));
  return accountMargins({
    kind,
    cash: new Map(state.cash),
    wallets: state.wallets,
    notCollateral: new Set(state.notCollateral),
    holdings,
    mark: (id) => stateOf(id)?.mark,
    option: (id) => (isOption(prices.catalogue.byId(id)) ? stateOf(id) : undefined),
    coinIndex: (coin) => coinIndexOf(coin, prices),
    now: timestamp(Math.max(0, ...options.map(({ time }) => milliseconds(time)))),
  });
}

/** Collateral of the cross positions of a settle coin. */
export const crossAccountOf = (margins: AccountMargins, coin: Coin): CrossAccount => ({
  ...margins.of(coin),
  ...(margins.pool !== undefined && { pool: margins.coins }),
  portfolio: margins.portfolio !== undefined,
});
